import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import { v7 as uuid } from 'uuid'
import type { Api, CallContext } from '../../src/admin/data/api.ts'
import { ArticleSync } from '../../src/admin/writing/sync/article-sync.ts'
import type { CopyOrigin, FoundCopy } from '../../src/admin/writing/local/local-copies.ts'
import type { Article } from '../../src/contract/articles.ts'
import type { TestAccount, TestApp } from '../support/test-app.ts'

/**
 * The network between one client and the server. It can carry everything, carry nothing, lose responses, or stay silent
 * until the client gives up.
 */
export type Network = {
  state: 'up' | 'down' | 'answers lost' | 'silent'
  asked: ({ path: string } & CallContext)[]
  /** Runs during a request. */
  underway?: () => void
}

function apiOver(network: Network, url: string, { accessToken }: TestAccount): Api {
  return createORPCClient(
    new RPCLink<CallContext>({
      url: `${url}/api/rpc`,
      fetch: async (request, init, { context }) => {
        const { pathname } = new URL(request.url)
        network.asked.push({ path: pathname.replace('/api/rpc/articles/', ''), ...context })
        network.underway?.()
        if (network.state === 'down') throw new TypeError('no network')
        if (network.state === 'silent') {
          if (context.timeoutMs === undefined) throw new Error(`${pathname} would wait for ever`)
          throw new DOMException('given up', 'TimeoutError')
        }
        const headers = new Headers(request.headers)
        headers.set('authorization', `Bearer ${accessToken}`)
        const answer = await fetch(new Request(request, { ...init, headers }))
        const body = await answer.arrayBuffer()
        if ((network.state as string) === 'answers lost') throw new TypeError('connection reset')
        return new Response(body, answer)
      },
    }),
  )
}

export type Writer = ReturnType<typeof openWriter>

/** One writer with the state machine of the editor. The body is in a variable instead of an editor. */
export function openWriter(
  { url }: TestApp,
  account: TestAccount,
  { article, found = null }: { article: Article | null; found?: FoundCopy | null },
) {
  const network: Network = { state: 'up', asked: [] }
  let body = (found?.copy.text ?? article?.working_copy ?? article)?.content_markdown ?? ''
  const created: string[] = []
  const sync = new ArticleSync({
    api: apiOver(network, url, account).articles,
    userId: account.id,
    editor: uuid(),
    newId: uuid(),
    article,
    found,
    editorView: { read: () => body, merge: (next) => (body = next), replace: (next) => (body = next) },
    keep: async () => true,
    onCreated: (id) => created.push(id),
    onAccepted: () => {},
  })
  sync.open()
  return {
    sync,
    network,
    /** Ids that the server gave to the article. */
    created,
    body: () => body,
    state: () => sync.written.getSnapshot(),
    write(next: string) {
      body = next
      sync.written.typed()
    },
    /** The local copy, as the next editor would find it. */
    copy(): FoundCopy {
      const unsaved = sync.written.unsaved(new Date(), null)
      if (!unsaved) throw new Error('nothing is unsaved')
      const origin: CopyOrigin = structuredClone(unsaved.origin)
      return { key: 'copy', copy: unsaved.copy, origin }
    },
  }
}
