import { setTimeout as pause } from 'node:timers/promises'
import type { Article } from '../../src/contract/articles.ts'
import { callAs, type Answer, type TestAccount } from '../support/test-app.ts'

const FIRST = 0x30000

/**
 * Saves whole texts beside people who type, as API clients and the former app do: what is stored, with one more character. A refused
 * save is repeated over the text that the refusal names. Every character is another one; `check` throws unless each is there once, or at
 * least once with `mayRepeat`.
 */
export function openWholeSaver(options: {
  articleId: string
  url: () => string
  by: TestAccount
  /** Where lines that both sides touched are kept twice. */
  mayRepeat?: boolean
}) {
  const path = `/api/articles/${options.articleId}`
  const call = () => callAs(options.url(), options.by.accessToken)
  const saved: string[] = []
  const waits: number[] = []
  let used = FIRST
  let work: Promise<void> | null = null

  /** Time in which the server did not answer, because it or its connection was killed, or it starts: nobody waits for others then. */
  let silentMs = 0
  let silentSince: number | null = null
  async function answerOf(ask: () => Promise<Answer>): Promise<Answer | null> {
    const asked = performance.now()
    const answer = await ask().then(
      (one) => (one.status === 503 ? null : one),
      () => null,
    )
    if (answer === null) silentSince ??= asked
    else if (silentSince !== null) {
      silentMs += performance.now() - silentSince
      silentSince = null
    }
    return answer
  }

  async function save(): Promise<void> {
    const sign = String.fromCodePoint((used += 1))
    let current: Article | null = null
    let begun: number | null = null
    for (let refused = 0; ;) {
      if (refused === 200) throw new Error('a save of a whole text starves')
      current ??= (await answerOf(() => call()('GET', path)))?.body as Article | null
      // A published article keeps what is written for itself, and has another verb for it.
      if (current && current.status !== 'draft') return
      if (!current?.version) {
        current = null
        await pause(50)
        continue
      }
      // The response to an earlier attempt was lost.
      if (current.content_markdown.includes(sign)) break
      begun ??= performance.now() - silentMs
      const { version, content_markdown }: Article = current
      const changes: object = { version, content_markdown: `${content_markdown}${sign}` }
      const sent: Answer | null = await answerOf(() => call()('PATCH', path, changes))
      if (sent?.status === 200) break
      if (sent) refused += 1
      current = sent?.status === 409 ? (sent.body.current as Article) : null
      if (current === null) await pause(50)
    }
    saved.push(sign)
    waits.push(begun === null ? 0 : performance.now() - silentMs - begun)
  }
  return {
    act() {
      work ??= save().finally(() => (work = null))
      work.catch(() => undefined)
    },
    done: async () => work,
    check(text: string): void {
      const all = [...text].filter((sign) => sign.codePointAt(0)! >= FIRST && sign.codePointAt(0)! < 0xf0000)
      const found = options.mayRepeat ? [...new Set(all)] : all
      const isRight = found.length === saved.length && saved.every((sign) => found.includes(sign))
      if (!isRight) throw new Error(`whole texts: ${saved.length} saved, ${found.length} there`)
    },
    report: () => ({ saves: saved.length, longestWaitMs: Math.round(Math.max(0, ...waits)) }),
  }
}
