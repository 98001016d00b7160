import { Outlet, useLocation, useMatches } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { offered, useOfferedActions, useOffers } from '../actions/offers.ts'
import { isEditor } from '../actions/routes.ts'
import { useLiveChanges } from '../data/live.ts'
import { hasScreen, useRole } from '../data/role.ts'
import { useKeptFocus } from '../lib/restored-focus.ts'
import { readSidebarOpen, sidebarCookie } from '../lib/sidebar-state.ts'
import { useMedia, useNarrow } from '../lib/use-media.ts'
import { useListKeys } from '../lib/use-row-keys.ts'
import { onDemand } from '../ui/on-demand.tsx'
import { ConnectionNote } from './connection-note.tsx'
import { DeskDoor } from './desk-gateway.tsx'
import { Header } from './header.tsx'
import { Sidebar } from './sidebar.tsx'

const RoleState = onDemand(async () => (await import('./role-state.tsx')).RoleState)
const Drawer = onDemand(async () => (await import('./drawer.tsx')).Drawer)

/** Header, sidebar and the screen: the frame of everything under `/admin`. */
export function Shell({ email }: { email: string }) {
  useLiveChanges()
  const narrow = useNarrow()
  const room = useMedia('(min-width: 1280px)') ? 'roomy' : 'tight'
  const [opened, setOpened] = useState(() => ({
    roomy: readSidebarOpen(document.cookie, 'roomy'),
    tight: readSidebarOpen(document.cookie, 'tight'),
  }))
  const open = opened[room]
  const [drawerOpen, setDrawerOpen] = useState(false)

  const toggle = useCallback(() => {
    if (narrow) return setDrawerOpen((now) => !now)
    setOpened((now) => {
      document.cookie = sidebarCookie(!now[room], room)
      return { ...now, [room]: !now[room] }
    })
  }, [narrow, room])

  useOffers({ 'sidebar.toggle': toggle })

  return (
    <div className="[--header:52px] md:[--header:48px]">
      <SkipLink>Zum Inhalt springen</SkipLink>
      <Header email={email} onToggleSidebar={toggle} />
      <div className="flex min-h-[calc(100dvh-var(--header))]">
        <Sidebar open={open} onToggle={toggle} />
        <Main />
        <DeskDoor />
      </div>
      {narrow && <Drawer open={drawerOpen} onClose={() => setDrawerOpen(false)} email={email} />}
    </div>
  )
}

/** Shown with the focus only. It leads to the screen, and in the editor to the text itself. */
function SkipLink({ children }: { children: string }) {
  return (
    <a
      href="#inhalt"
      onClick={(event) => {
        const enter = offered('text.enter')
        if (!enter) return
        event.preventDefault()
        enter()
      }}
      className="sr-only z-70 rounded-control bg-accent px-3 py-2 font-medium text-accent-fg focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
    >
      {children}
    </a>
  )
}

/** The first stop of Tab after an article was opened from elsewhere: its bar has ten more before the text. */
function SkipToText() {
  useOfferedActions()
  return offered('text.enter') ? <SkipLink>Zum Text springen</SkipLink> : null
}

/** The screen's place. Following a link puts the focus here, so that reading goes on at the new screen. */
function Main() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const role = useRole()
  // The screen that is drawn: while the next one loads, the location is ahead of it.
  const screen = useMatches({ select: (matches) => matches.at(-1)?.pathname }) ?? pathname
  const shown = useRef(pathname)
  useKeptFocus(main)
  useListKeys(main, !isEditor(pathname))
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true })
  }, [pathname])
  return (
    <main ref={main} id="inhalt" tabIndex={-1} className="relative flex min-w-0 flex-1 flex-col *:flex-1">
      <SkipToText />
      <ConnectionNote />
      {hasScreen(role, screen) ? <Outlet /> : <RoleState role={role} path={screen} />}
    </main>
  )
}
