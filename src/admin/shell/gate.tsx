import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Outlet, useLocation, useMatches, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { accountQuery } from '../data/account.ts'
import { useApi } from '../data/api-context.tsx'
import { useReaderSession } from '../data/reader-session.ts'
import type { SessionUser } from '../data/session.ts'
import '../lib/typing.ts'
import { ahead } from '../lib/prefetch.ts'
import { loadDialog } from '../ui/dialog.tsx'
import { loadMenu } from '../ui/menu.tsx'
import { onDemand } from '../ui/on-demand.tsx'
import { BrokenState, ServerAwayState } from '../ui/screen-state.tsx'
import { useAuth } from './auth-context.tsx'
import { BareFrame, LoadingScreen, WaitingNotice } from './bare-screens.tsx'
import { Shell } from './shell.tsx'

const loadRelogin = () => import('./relogin-dialog.tsx')
const ReloginDialog = onDemand(async () => (await loadRelogin()).ReloginDialog)

/** Everything under `/admin`: only for people with a session (GUARD-1, GUARD-2), and only the shell for approved ones (RUL-4). */
export function Gate() {
  const { session, state } = useAuth()
  const { href } = useLocation()
  useEffect(() => {
    // Fetched ahead, so that nothing is missing when the session or the network is lost; the first screen does not wait.
    return ahead(5_000, () => void Promise.all([loadRelogin(), loadDialog(), loadMenu()]).catch(() => undefined))
  }, [])
  switch (state.status) {
    case 'loading':
      return <LoadingScreen />
    case 'unreachable':
      return (
        <BareFrame>
          <ServerAwayState onRetry={() => void session.retry()} />
        </BareFrame>
      )
    case 'signed-out':
    case 'unproven':
      return <LeaveToSignIn href={href} />
    case 'replaced':
      return <LeaveForGood href={href} />
    case 'signed-in':
    case 'lost':
      return (
        <>
          <AccountGate user={state.user} />
          {state.status === 'lost' && <ReloginDialog email={state.user.email} due={state.due} />}
        </>
      )
  }
}

/** To `/auth` with the way back: the address of the moment the session ended, not those on the way. */
function LeaveToSignIn({ href }: { href: string }) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const [from] = useState(href)
  useEffect(() => {
    // Nothing one account has read stays in memory for the next.
    queries.clear()
    void navigate({ to: '/auth', search: { return: from }, replace: true })
  }, [queries, navigate, from])
  return <LoadingScreen />
}

/** Somebody else signed in: a fresh page load, so that nothing of the former account stays in memory (RUL-28). */
function LeaveForGood({ href }: { href: string }) {
  useEffect(() => location.replace(`/auth?return=${encodeURIComponent(href)}`), [href])
  return <LoadingScreen />
}

function AccountGate({ user }: { user: SessionUser }) {
  // The drawn screen counts, not the address that is loading: accounts that wait for approval must not see other screens.
  const onAccount = useMatches({ select: (matches) => matches.at(-1)?.fullPath === '/admin/account' })
  // The window a bookmarklet opens holds its form alone, without the shell (RUL-9).
  const capturing = useMatches({
    select: (matches) => matches.some(({ search }) => 'action' in search && search.action === 'save'),
  })
  const readerSession = useReaderSession()
  const account = useQuery({
    ...accountQuery(useApi()),
    refetchInterval: (query) => (query.state.data?.approval === 'pending' ? 5_000 : false),
  })
  // A blocked account has no session left (RUL-4): its page asks for the password, and that is refused in words.
  const approval = account.data?.approval
  useEffect(() => {
    if (approval === 'approved') void readerSession.open()
  }, [approval, readerSession])
  if (approval === 'approved' && capturing) return <Outlet />
  if (approval === 'approved') return <Shell email={user.email} />
  if (approval === undefined && account.isPending) return <LoadingScreen />
  return (
    <BareFrame email={user.email}>
      {approval === undefined ? (
        <BrokenState heading="h1" query={account} />
      ) : onAccount ? (
        <Outlet />
      ) : (
        <WaitingNotice />
      )}
    </BareFrame>
  )
}
