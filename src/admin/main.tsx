import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { isApiError } from '../contract/errors.ts'
import { fetchCode } from './data/prefetched-code.ts'
import { ConnectionContext, createConnection } from './lib/connection.ts'
import { ApiContext } from './data/api-context.tsx'
import { readAnonKey } from './lib/anon-key.ts'
import { askServer, createApi, createFetch } from './data/api.ts'
import { createLateAuthClient } from './data/late-auth-client.ts'
import { ReaderSessionContext, createReaderSession } from './data/reader-session.ts'
import { SendContext } from './data/live.ts'
import { createOutbox, OutboxContext, type Outbox } from './data/outbox.ts'
import { createUpload, UploadContext } from './data/uploads.ts'
import { readStoredSession } from './data/stored-session.ts'
import { keepListsOf } from './data/persisted-reads.ts'
import { createSession, SIGNED_OUT_MARK, type SessionStore } from './data/session.ts'
import { takeVisit } from './lib/provider-visit.ts'
import { ahead } from './lib/prefetch.ts'
import { isUnreachable } from './lib/faults.ts'

import { followTheme } from './lib/theme.ts'
import { buildRouter } from './router.tsx'
import { AuthProvider } from './shell/auth-context.tsx'
import { CallbackNews } from './shell/callback-news.tsx'
import { StartFault } from './shell/start-fault.tsx'
import { Toaster } from './ui/toast.tsx'
import './styles.css'

const root = createRoot(document.querySelector('#root')!, {
  // A screen whose code is away with its server says so itself, and comes back.
  onCaughtError: (error) => void (isUnreachable(error) || console.error(error)),
})
followTheme()
try {
  start()
} catch (error) {
  console.error(error)
  root.render(<StartFault error={error} />)
}

/**
 * Texts and pictures nobody came back for go after 14 days, also where nobody opens an editor (RUL-28); the first screen does
 * not wait.
 */
async function forgetOldWork(session: SessionStore) {
  const [copies, pictures, inputs, shared, suggestions] = await Promise.all([
    import('./writing/local/local-copies.ts'),
    import('./writing/local/waiting-pictures.ts'),
    import('./data/draft-inputs.ts'),
    import('./data/share-target.ts'),
    import('./writing/local/unsent-suggestions.ts'),
  ])
  const state = session.state()
  const userId = 'user' in state ? state.user.id : undefined
  inputs.forgetOldInputs(userId, new Date())
  await Promise.all([
    copies.forgetOldCopies(userId, new Date()),
    pictures.forgetOldPictures(userId, new Date()),
    shared.forgetOldShared(new Date()),
    suggestions.forgetOldSuggestions(userId, new Date()),
  ])
}

/** What waits here goes out. */
async function sendWhatWaits(session: SessionStore, outbox: Outbox) {
  await session.loaded
  if (session.state().status !== 'signed-in') return
  await outbox.flush()
}

/** Puts the parts together. Throws when the page carries no public key (SESS-10). */
function start() {
  const { origin, href } = location
  const visit = takeVisit(href)
  const anonKey = readAnonKey(document)
  const authClient = createLateAuthClient(async () => {
    const { createAuthClient } = await import('./data/auth-client.ts')
    return createAuthClient({ key: anonKey, origin })
  })
  const session = createSession(authClient, localStorage, {
    storedSession: readStoredSession,
    returned: visit.returned,
    ask: askServer,
  })
  const readerSession = createReaderSession(session, (request) => fetch(request), origin)
  // The server is back: what was not read, and what may have changed meanwhile, is read now.
  const onBack = () => {
    void authClient.fetch()
    void session.resume()
    void queries.invalidateQueries()
    void outbox.flush().catch(() => undefined)
  }
  const connection = createConnection({ ask: askServer, onBack })
  const onSilence = connection.check
  const api = createApi({ origin, anonKey, session, onSilence })
  const send = createFetch({ anonKey, session, onSilence })
  const upload = createUpload({ anonKey, session })
  const queries = new QueryClient({
    defaultOptions: {
      queries: {
        // A refusal of the closed list will not change by asking again, and a server that is away has been asked.
        retry: (failures, error) => !isApiError(error) && !connection.lost() && failures < 2,
        staleTime: 10_000,
        // Without a network a screen says so, and a save fails at once, instead of waiting in silence.
        networkMode: 'always',
        refetchOnReconnect: false,
      },
      mutations: { networkMode: 'always' },
    },
  })
  addEventListener('storage', (event) => {
    if (event.key === SIGNED_OUT_MARK && event.newValue !== null) session.markSeen()
  })
  const outbox = createOutbox(session, async (show) => {
    const { openSender } = await import('./data/outbox/sending.ts')
    return openSender({ api, upload, queries, ask: askServer, lost: connection.lost }, show)
  })
  keepListsOf(session, queries, connection)
  void session.loaded.then(outbox.start)
  // It keeps the session fresh and hears of other tabs.
  ahead(1_000, () => void authClient.fetch())
  ahead(1_500, () => void sendWhatWaits(session, outbox).catch(() => undefined))
  ahead(3_000, () => void forgetOldWork(session).catch(() => undefined))
  ahead(6_000, () => void fetchCode(() => queries.isFetching() + queries.isMutating() === 0).catch(() => undefined))
  const router = buildRouter()

  root.render(
    <StrictMode>
      <AuthProvider session={session}>
        <ConnectionContext value={connection}>
          <ReaderSessionContext value={readerSession}>
            <ApiContext value={api}>
              <SendContext value={send}>
                <UploadContext value={upload}>
                  <OutboxContext value={outbox}>
                    <QueryClientProvider client={queries}>
                      <RouterProvider router={router} />
                      <Toaster />
                      <CallbackNews {...visit} router={router} />
                    </QueryClientProvider>
                  </OutboxContext>
                </UploadContext>
              </SendContext>
            </ApiContext>
          </ReaderSessionContext>
        </ConnectionContext>
      </AuthProvider>
    </StrictMode>,
  )
}
