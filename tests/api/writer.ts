import { history, redo, undo } from '@codemirror/commands'
import { EditorState, Transaction, type ChangeSet, type StateCommand, type TransactionSpec } from '@codemirror/state'
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import { v7 as uuid } from 'uuid'
import type { Api, CallContext } from '../../src/admin/data/api.ts'
import type { LiveTextEvent } from '../../src/admin/data/live-text.ts'
import { foreignTransaction, replacement, wholeCharacters } from '../../src/admin/writing/editor-view/shared-steps.ts'
import { ArticleSync } from '../../src/admin/writing/sync/article-sync.ts'
import type { StepSync } from '../../src/admin/writing/sync/step-sync.ts'
import type { CopyOrigin, FoundCopy } from '../../src/admin/writing/local/local-copies.ts'
import type { Article } from '../../src/contract/articles.ts'
import { docOf, lineEndsOf, stepBetween, textOfDoc, type LineEnds } from '../../src/rules/text-steps.ts'
import { openLive, type LiveStream } from '../support/live-stream.ts'
import type { TestAccount, TestApp } from '../support/test-app.ts'

/**
 * The network between one client and the server. It can carry everything, carry nothing, lose responses, or stay silent
 * until the client gives up.
 */
export type Network = {
  state: 'up' | 'down' | 'answers lost' | 'silent'
  asked: ({ path: string } & CallContext)[]
  /** Where the server is now, if it is no longer where the writer was opened. */
  url?: string
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
        const there = request.url.replace(url, network.url ?? url)
        const answer = await fetch(new Request(there, new Request(request, { ...init, headers })))
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

/**
 * A writer among several: the state machine of the editor with the state of a real editor, its undo, and the stream of the text. Its
 * text is written in steps from `share` on.
 */
export function openSharedWriter(
  { url }: Pick<TestApp, 'url'>,
  account: TestAccount,
  { article, found = null }: { article: Article; found?: FoundCopy | null },
) {
  const network: Network = { state: 'up', asked: [] }
  const opened = (found?.copy.text ?? article.working_copy ?? article).content_markdown
  let ends: LineEnds = lineEndsOf(opened)
  let onOwn: ((changes: ChangeSet) => void) | null = null
  let steps: StepSync | null = null
  let stream: Promise<LiveStream> | null = null
  let parted = 0
  let state = EditorState.create({
    doc: docOf(opened, ends),
    extensions: [history({ newGroupDelay: 0 }), wholeCharacters],
  })
  const read = () => textOfDoc(state.doc, ends)
  const own = (spec: TransactionSpec) => {
    const transaction = state.update(spec)
    state = transaction.state
    if (!transaction.docChanged) return
    onOwn?.(transaction.changes)
    sync.written.typed()
  }
  const replace = (next: string) => {
    ends = lineEndsOf(next)
    own(replacement(state, docOf(next, ends)))
  }
  const command = (run: StateCommand) =>
    run({
      state,
      dispatch: (transaction) => {
        state = transaction.state
        onOwn?.(transaction.changes)
        sync.written.typed()
      },
    })
  const listen = async (to: StepSync) => {
    const opening = openLive(url, account.accessToken, `?text=articles:${article.id}`)
    stream = opening
    const live = await opening
    if (steps !== to) return live.close()
    to.hear({ event: 'open' })
    for (let event = await live.next(); event && steps === to; event = await live.next())
      if (network.state === 'up' && event.event !== 'change') to.hear(event as LiveTextEvent)
    to.hear({ event: 'closed' })
  }
  const sync: ArticleSync = new ArticleSync({
    api: apiOver(network, url, account).articles,
    userId: account.id,
    editor: uuid(),
    newId: uuid(),
    article,
    found,
    editorView: {
      read,
      // As the editor does: what came from others is not taken back. Nor is a choice here, which undo would take back as a whole.
      merge: (next) => {
        ends = lineEndsOf(next)
        const changes = stepBetween(state.doc, docOf(next, ends))
        own({ changes, annotations: [Transaction.addToHistory.of(false), Transaction.remote.of(true)] })
      },
      replace,
      steps: {
        doc: () => state.doc,
        adopt: (adopted) => (ends = adopted),
        apply: (changes) => (state = state.update(foreignTransaction(changes)).state),
        listen: (listener) => (onOwn = listener),
      },
    },
    keep: async () => true,
    onCreated: () => {},
    onAccepted: () => {},
    onParted: () => (parted += 1),
    onSteps: (now) => {
      steps = now
      void stream?.then((open) => open.close()).catch(() => undefined)
      stream = null
      if (now) void listen(now).catch(() => undefined)
    },
  })
  sync.open()
  return {
    sync,
    network,
    body: read,
    state: () => sync.written.getSnapshot(),
    parted: () => parted,
    length: () => state.doc.length,
    type: (insert: string, from = state.doc.length, to = from) =>
      own({ changes: { from, to, insert: state.toText(insert) }, userEvent: 'input.type' }),
    undo: () => command(undo),
    redo: () => command(redo),
    /** Whether everything typed here is on the server, and the text is written in steps. */
    isClean: () => sync.written.shared?.isClean === true,
    copy(): FoundCopy | null {
      const unsaved = sync.written.unsaved(new Date(), null)
      return unsaved && structuredClone({ key: 'copy', copy: unsaved.copy, origin: unsaved.origin })
    },
    /** The page is gone without a word. */
    kill() {
      network.state = 'down'
      sync.steps?.end()
      void stream?.then((open) => open.close()).catch(() => undefined)
      steps = null
    },
    async close() {
      await sync.close()
      await stream?.then((open) => open.close()).catch(() => undefined)
    },
  }
}
