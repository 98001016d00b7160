import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { onOpened, open, type Opened } from '../actions/overlays.ts'
import { leaveFor, wish } from '../actions/offers.ts'
import { action, type ActionId, type Target, type Where } from '../actions/registry.ts'
import { useActionKeys } from '../actions/use-action-keys.ts'
import { asLine } from '../lib/text-from-outside.ts'
import { carryTyping } from '../lib/catch-typing.ts'
import { ahead } from '../lib/prefetch.ts'
import { wayBackTo } from '../lib/restored-focus.ts'
import { writeTheme } from '../lib/theme.ts'
import { onDemand } from '../ui/on-demand.tsx'
import { useAuth } from './auth-context.tsx'

const loadPalette = () => import('./palette/palette.tsx')
const Palette = onDemand(async () => (await loadPalette()).Palette)
const Shortcuts = onDemand(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog)
const Help = onDemand(async () => (await import('./help/help-panel.tsx')).HelpPanel)

/** These lead somewhere and that is all; others that lead to a screen are done there. */
const PLACES_ALONE: ReadonlySet<Where> = new Set(['screens', 'settings'])

/** Fetched once the first screen has had its time, so that it opens at once. */
const PALETTE_AFTER_MS = 2500

/** Hears the keys of all actions and holds what they open over any screen: palette, keys, manual (ADR 48). */
export function DeskDoor() {
  const router = useRouter()
  const navigate = useNavigate()
  const { session } = useAuth()
  const [opened, setOpened] = useState<(Opened & { isOpen: boolean; count: number }) | null>(null)
  const count = useRef(0)
  const back = useRef<() => void>(undefined)
  const [begun, setBegun] = useState('')
  useEffect(
    () =>
      onOpened((next) => {
        count.current += 1
        back.current = wayBackTo(document.activeElement ?? document.body)
        setBegun('')
        setOpened((now) =>
          now?.isOpen && now.what === next.what && next.what !== 'help'
            ? { ...now, isOpen: false }
            : { ...next, isOpen: true, count: count.current },
        )
      }),
    [],
  )
  useEffect(() => router.subscribe('onBeforeNavigate', ({ toLocation }) => leaveFor(toLocation.pathname)), [router])
  useEffect(() => ahead(PALETTE_AFTER_MS, () => void loadPalette().catch(() => undefined)), [])

  const act = (id: ActionId, newTab = false): boolean => {
    const { to } = action(id)
    if (to && newTab) return window.open(addressOf(to), '_blank', 'noopener') !== undefined
    if (to && !PLACES_ALONE.has(action(id).on)) wish(id, pathOf(to))
    // What is typed at once is meant for the field of that screen, and is no key of this one.
    if (id === 'article.new' || id === 'inbox.open') carryTyping()
    if (to) void navigate(to as never)
    else if (id === 'palette.open') open({ what: 'palette' })
    else if (id === 'shortcuts.open') open({ what: 'shortcuts' })
    else if (id === 'help.open') open({ what: 'help' })
    else if (id === 'theme.light') writeTheme('light')
    else if (id === 'theme.dark') writeTheme('dark')
    else if (id === 'theme.system') writeTheme('system')
    else if (id === 'site.open') window.open('/', '_blank', 'noopener')
    else if (id === 'session.end') void session.signOut()
    else return false
    return true
  }
  const run = useActionKeys(act)
  if (!opened) return null
  const close = () => setOpened((now) => now && { ...now, isOpen: false })
  return (
    <>
      {opened.what === 'palette' && (
        <Palette
          key={opened.count}
          pending={opened.isOpen && <Catching value={begun} onType={setBegun} />}
          open={opened.isOpen}
          step={opened.step}
          begun={begun}
          onBack={() => back.current?.()}
          onClose={close}
          onRun={(id, newTab) => void run(id, newTab)}
        />
      )}
      {opened.what === 'shortcuts' && <Shortcuts open={opened.isOpen} onClose={close} />}
      {opened.what === 'help' && opened.isOpen && <Help onClose={close} />}
    </>
  )
}

function pathOf({ to, params = {} }: Target): string {
  return to.replaceAll(/\$(\w+)/g, (_all, name: string) => params[name] ?? '')
}

function addressOf(target: Target): string {
  return target.search ? `${pathOf(target)}?${new URLSearchParams(target.search)}` : pathOf(target)
}

/** Takes what is typed while the palette's code is on its way. */
function Catching({ value, onType }: { value: string; onType: (typed: string) => void }) {
  return (
    <input
      ref={(element) => element?.focus()}
      data-palette
      aria-label="Suchen oder Befehl eingeben"
      lang="de"
      autoComplete="off"
      maxLength={200}
      value={value}
      onChange={(event) => onType(asLine(event.target.value))}
      className="sr-only"
    />
  )
}
