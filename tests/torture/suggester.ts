import { setTimeout as pause } from 'node:timers/promises'
import { ChangeSet, type Text } from '@codemirror/state'
import { v7 as uuid } from 'uuid'
import type { Article } from '../../src/contract/articles.ts'
import type { Suggestions } from '../../src/contract/articles/suggestions.ts'
import type { TextStep } from '../../src/contract/articles/steps.ts'
import type { Part } from '../../src/rules/suggestions.ts'
import { docOf } from '../../src/rules/text-steps.ts'
import { callAs, type TestAccount } from '../support/test-app.ts'
import { seededRandom } from './random.ts'

/** What the model knows of a suggestion: the characters that it removes and that still stand, and those that it inserts. */
type Known = { n: number; removes: Set<string>; inserts: string[] }
/** What taking an accepted one back restores, and which of its characters still stand. */
type Accepted = { restores: string[]; stands: Set<string>; inserts: string[] }
type Outcome = { status: number; body: { code?: string; message?: string } & Record<string, unknown> }

const FIRST = 0x20000
const MOST_OPEN = 60

/** The characters of suggestions in a text, in its order. Each is another one. */
export function suggestedIn(text: string): string[] {
  return [...text].filter((sign) => sign.codePointAt(0)! >= FIRST && sign.codePointAt(0)! < 0x30000)
}

/**
 * Suggests changes of one text, from a replica that may be old, while others write it, and has them accepted, refused, changed,
 * withdrawn and taken back, some by several people at once. Every character is another one, so that a model says which of them
 * stand in the text. Suggestions remove only characters of earlier ones, which no writer touches. `check` throws at a difference.
 */
export function openSuggester(options: {
  seed: number
  articleId: string
  url: (which: number) => string
  author: TestAccount
  deciders: readonly [TestAccount, TestAccount]
  count: (what: string) => void
}) {
  const { articleId, author, deciders, count } = options
  const random = seededRandom(options.seed)
  const int = (most: number) => Math.floor(random() * most)
  const path = `/api/articles/${articleId}`
  const open = new Map<string, Known>()
  const accepted = new Map<string, Accepted>()
  const present = new Set<string>()
  let used = FIRST
  let replica: { epoch: string; seq: number; doc: Text } | null = null
  let work: Promise<unknown> = Promise.resolve()
  let waiting = 0

  const fresh = (many: number) => Array.from({ length: many }, () => String.fromCodePoint((used += 1)))
  /** Sends again until the server has answered: of a request without a response it is unknown whether it was carried out. */
  async function send(by: TestAccount, method: string, rest: string, body?: unknown): Promise<Outcome> {
    for (let tries = 1; ; tries += 1) {
      const sent = await callAs(options.url(int(2)), by.accessToken)(method, path + rest, body).catch(() => null)
      if (sent && sent.status < 500) return sent
      if (tries === 200) throw new Error(`no answer: ${sent?.status} ${JSON.stringify(sent?.body)}`)
      await pause(50)
    }
  }
  const unexpected = (what: string, outcome: unknown) => new Error(`${what}: ${JSON.stringify(outcome).slice(0, 600)}`)

  async function catchUp() {
    if (!replica) {
      const { status, body } = await send(deciders[0], 'POST', '/steps/join')
      if (status !== 200) throw unexpected('join', body)
      replica = {
        epoch: body.epoch as string,
        seq: body.seq as number,
        doc: docOf(body.content_markdown as string, 'lf'),
      }
      return replica
    }
    const { status, body } = await send(deciders[0], 'GET', `/steps?epoch=${replica.epoch}&after=${replica.seq}`)
    if (status !== 200) throw unexpected('steps', body)
    for (const { seq, changes } of body.steps as TextStep[])
      replica = { ...replica, seq, doc: ChangeSet.fromJSON(changes).apply(replica.doc) }
    return replica
  }

  /** One to three replacements over the replica, and what they mean. */
  function compose(doc: Text): { parts: Part[]; removes: Set<string>; inserts: string[] } {
    const text = doc.toString()
    const removes = new Set<string>()
    const inserts: string[] = []
    const parts: Part[] = []
    let from = 0
    for (let left = 1 + int(3); left > 0; left -= 1) {
      from += int(Math.max(1, text.length - from))
      if (from > 0 && /[\uDC00-\uDFFF]/.test(text[from] ?? '')) from += 1
      if (from > text.length) break
      // Forward to a character of suggestions, if one follows, for most of them.
      const runs = random() < 0.6 ? /(?:[\uD840-\uD87F][\uDC00-\uDFFF]){1,3}/.exec(text.slice(from)) : null
      const at = runs ? from + runs.index : from
      const to = runs ? at + runs[0].length : at
      const own = random() < 0.25 && runs ? [] : fresh(random() < 0.03 ? 300 : 1 + int(4))
      for (const sign of runs?.[0] ? [...runs[0]] : []) removes.add(sign)
      inserts.push(...own)
      const breaks = random() < 0.1 ? '\n' : ''
      parts.push([at, to, own.join('') + breaks])
      from = to
    }
    return { parts, removes, inserts }
  }

  /** Writes a suggestion: over the replica as a step left it, or as a reader does, over the version of the text that was fetched. */
  async function save(id: string, n: number, from: 'replica' | 'log' | 'version' | 'nothing') {
    const { epoch, seq, doc } = from === 'replica' && replica ? replica : await catchUp()
    let [place, over]: [object, Text] = [{ log: { epoch, seq } }, doc]
    if (from === 'version') {
      const { version, working_copy, content_markdown } = (await send(author, 'GET', '')).body as unknown as Article
      ;[place, over] = [{ version }, docOf((working_copy ?? { content_markdown }).content_markdown, 'lf')]
    }
    const nothing = { parts: [], removes: new Set<string>(), inserts: [] }
    const { parts, removes, inserts } = from === 'nothing' ? nothing : compose(over)
    const outcome = await send(author, 'POST', '/suggestions', { ...place, items: [{ id, n, parts }] })
    if (from === 'version' && outcome.body.code === 'version_conflict') {
      count('suggestion over an old version')
      // Its response may have been lost: what is sent now is a later change.
      return save(id, n + 1, 'log')
    }
    if (outcome.status !== 200) throw unexpected('suggesting', outcome.body)
    return { known: { n, removes, inserts }, isClosed: (outcome.body.closed as string[]).includes(id) }
  }
  const isGone = ({ status, body }: Outcome) =>
    status === 409 && body.code === 'suggestion_state' && /Stelle gibt es|inzwischen geändert/.test(body.message ?? '')

  function standing(removed: Iterable<string>): string[] {
    const gone = [...removed].filter((sign) => present.has(sign))
    for (const sign of gone) {
      present.delete(sign)
      for (const one of open.values()) one.removes.delete(sign)
      for (const one of accepted.values()) one.stands.delete(sign)
    }
    return gone
  }
  function accept(id: string) {
    const { removes, inserts } = open.get(id)!
    open.delete(id)
    const restores = standing([...removes])
    accepted.set(id, { restores, stands: new Set(inserts), inserts })
    for (const sign of inserts) present.add(sign)
    count('suggestion accepted')
  }
  function refuse(id: string) {
    open.delete(id)
    count('suggestion refused')
  }

  const decision = (which: 'accept' | 'refuse', ids: readonly string[]) => ({
    decision: which,
    items: ids.map((id) => ({ id, n: open.get(id)!.n })),
  })
  const decide = (by: TestAccount, request: ReturnType<typeof decision>) =>
    send(by, 'POST', '/suggestions/decisions', request)
  /** Takes over what one decision did. */
  function conclude(which: 'accept' | 'refuse', ids: readonly string[], outcome: Outcome): void {
    if (isGone(outcome)) return count('suggestion without its place')
    if (outcome.status !== 200) throw unexpected(which, outcome.body)
    const left = outcome.body.left as string[]
    for (const id of ids) if (!left.includes(id)) (which === 'accept' ? accept : refuse)(id)
  }

  /** Suggestions that remove no character together: in which order they are accepted makes no difference. */
  function apart(most: number): string[] {
    const chosen: string[] = []
    const taken = new Set<string>()
    for (const [id, { removes }] of open)
      if (chosen.length < most && random() < 0.6 && [...removes].every((sign) => !taken.has(sign))) {
        chosen.push(id)
        for (const sign of removes) taken.add(sign)
      }
    return chosen
  }
  const one = (ids: Iterable<string>) => {
    const all = [...ids]
    return all[int(all.length)]
  }

  async function act(): Promise<void> {
    const dice = random()
    const id = one(open.keys())
    const [first, second] = random() < 0.5 ? deciders : deciders.toReversed()
    if (!id || !first || !second || (dice < 0.4 && open.size < MOST_OPEN)) {
      const suggestion = uuid()
      const { known } = await save(suggestion, 1, (['replica', 'log', 'version'] as const)[int(3)]!)
      // An old replica names characters that are gone already.
      for (const sign of known.removes) if (!present.has(sign)) known.removes.delete(sign)
      open.set(suggestion, known)
      return count('suggestion')
    }
    const known = open.get(id)!
    if (dice < 0.6) {
      const ids = dice < 0.5 ? [id] : apart(8)
      if (ids.length === 0) return
      const which = random() < 0.75 ? 'accept' : 'refuse'
      const request = decision(which, ids)
      const sent = Array.from({ length: ids.length === 1 && random() < 0.3 ? 2 : 1 }, () => decide(first, request))
      const [outcome, again = outcome] = (await Promise.all(sent)) as [Outcome, Outcome?]
      if (again!.status !== outcome.status) throw unexpected('sent twice', [outcome, again])
      conclude(which, ids, outcome)
    } else if (dice < 0.68) {
      const [taken, refused] = await Promise.all([
        decide(first, decision('accept', [id])),
        decide(second, decision('refuse', [id])),
      ])
      if ((taken.status === 200) === (refused.status === 200)) throw unexpected('both decided', [taken, refused])
      conclude(taken.status === 200 ? 'accept' : 'refuse', [id], taken.status === 200 ? taken : refused)
      count('decided by two at once')
    } else if (dice < 0.78) {
      open.set(id, (await save(id, known.n + 1, 'log')).known)
      count('suggestion changed')
    } else if (dice < 0.84) {
      await catchUp()
      const [changed, decided] = await Promise.all([
        save(id, known.n + 1, 'replica'),
        decide(first, decision('accept', [id])),
      ])
      if (decided.status !== 200) {
        if (changed.isClosed) throw unexpected('neither changed nor decided', decided)
        open.set(id, changed.known)
      } else if ((decided.body.left as string[]).length > 0) throw unexpected('left alone', decided)
      else if (!changed.isClosed) throw unexpected('changed and decided', decided)
      else accept(id)
      count('changed while decided')
    } else if (dice < 0.88) {
      const { isClosed } = await save(id, known.n + 1, 'nothing')
      if (isClosed) throw unexpected('withdrawing', id)
      open.delete(id)
      count('suggestion withdrawn')
    } else {
      const back = one(accepted.keys())
      if (!back) return
      const { restores, stands } = accepted.get(back)!
      const outcome = await send(first, 'POST', '/suggestions/reopen', { ids: [back] })
      if (isGone(outcome)) return count('suggestion without its place')
      if (outcome.status !== 200) throw unexpected('taking back', outcome.body)
      accepted.delete(back)
      const inserts = standing([...stands])
      for (const sign of restores) present.add(sign)
      // A replica from before would name a place where such a character no longer stands.
      await catchUp()
      const { n } = (outcome.body as unknown as Suggestions).items.find((item) => item.id === back)!
      open.set(back, { n, removes: new Set(restores), inserts })
      count('suggestion taken back')
    }
  }

  return {
    /** Does something beside what others do. */
    act() {
      if (waiting > 4) return
      waiting += 1
      work = work.then(act).finally(() => (waiting -= 1))
      work.catch(() => undefined)
    },
    /** Waits for what is under way. Throws at the first thing that was answered otherwise than expected. */
    done: () => work,
    /** Throws unless the text, the replica and the open suggestions are those of the model. */
    async check(text: string): Promise<void> {
      const { doc } = await catchUp()
      if (doc.toString() !== text) throw new Error('the replica of who suggests is another text')
      const found = suggestedIn(text)
      const missing = [...present].filter((sign) => !found.includes(sign))
      const added = found.filter((sign, at) => !present.has(sign) || found.indexOf(sign) !== at)
      if (missing.length + added.length > 0) throw unexpected('suggested characters', { missing, added })
      const { status, body } = await send(author, 'GET', '/suggestions')
      if (status !== 200) throw unexpected('suggestions', body)
      const { items } = body as unknown as Suggestions
      const ids = new Set(items.map((item) => item.id))
      if (items.length !== open.size || [...open.keys()].some((id) => !ids.has(id)))
        throw unexpected('open suggestions', {
          unknown: items.filter((item) => !open.has(item.id)),
          missing: [...open].filter(([id]) => !ids.has(id)),
        })
      for (const { id, n, parts, gone } of items) {
        const known = open.get(id)!
        const removed = suggestedIn(parts.map(([from, to]) => doc.sliceString(from, to)).join(''))
        const inserted = suggestedIn(parts.map(([, , insert]) => insert).join(''))
        const isRight =
          n === known.n &&
          (gone ||
            (removed.toSorted().join('') === [...known.removes].toSorted().join('') &&
              inserted.join('') === known.inserts.join('')))
        if (!isRight)
          throw unexpected('a suggestion', { parts, gone, removed, known: { ...known, removes: [...known.removes] } })
      }
    },
  }
}
