import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { ChangeSet } from '@codemirror/state'
import type { Article } from '../../src/contract/articles.ts'
import type { TextStep } from '../../src/contract/articles/steps.ts'
import { docOf, textOfDoc } from '../../src/rules/text-steps.ts'
import { openSharedWriter } from '../api/writer.ts'
import { unpackFormerRelease } from '../support/former-release.ts'
import { createDatabase, startPostgres } from '../support/postgres.ts'
import { startS3Peer } from '../support/s3-peer.ts'
import { startServer, type ServerProcess } from '../support/server-process.ts'
import { callAs, type Call, type TestAccount } from '../support/test-app.ts'
import { seededRandom } from './random.ts'
import { openSuggester } from './suggester.ts'
import { openWholeSaver } from './whole-saver.ts'

export type TogetherOptions = {
  writers: number
  minutes: number
  /** Repeats what is typed and what fails. The state of the processes at that moment differs between runs. */
  seed: number
  database: 'sqlite' | 'postgres'
  /** Whole texts are saved through the former release, which runs beside the others and knows of no steps (RUL-58). */
  former?: boolean
  say?: (line: string) => void
}

export type TogetherReport = {
  typed: number
  undone: number
  steps: number
  /** How often a network failed, a page was killed, a server was killed, something else wrote the text, suggestions were decided. */
  blows: Record<string, number>
  compared: number
  /** Saves of whole texts, and the longest time from the first attempt of one to its success, without that in which no server answered. */
  wholeTexts: { saves: number; longestWaitMs: number }
}

type Writer = ReturnType<typeof openSharedWriter>

const TEXT = 'Der Anfang.\n\n😀 Ein Absatz mit 🇩🇪 und 👨‍👩‍👧.\n\n- eins\n- zwei\n\nDas Ende.'
const SETTLE_MS = 60_000
/** An editor that was away longer than a minute asks about lines that both sides touched (RUL-14): none here is, on a slow machine either. */
const LONGEST_AWAY_MS = 20_000

/**
 * Writers type into one text, each in an alphabet of their own, undo, lose their network, are killed and go on from their copy, while
 * servers are killed, the article is published and withdrawn, its other fields and whole texts are saved, and a reader suggests changes
 * that editors decide. Again and again all of them settle: their texts, the server's text and the replay of its log are equal byte for byte, every
 * character that a writer has typed and not taken back is there once, and so is each character of an accepted suggestion. Throws at the first difference; the message names the seed.
 *
 * Beside the former release nobody suggests, and each character is there at least once: lines that both sides touched are kept twice.
 */
export async function together(options: TogetherOptions): Promise<TogetherReport> {
  const random = seededRandom(options.seed)
  const int = (most: number) => Math.floor(random() * most)
  const dataDir = mkdtempSync(join(tmpdir(), 'blog-cms-together-'))
  const cluster = options.database === 'postgres' ? await startPostgres({ fsync: true }) : undefined
  const database = cluster && (await createDatabase(cluster.url))
  const peer = cluster && (await startS3Peer())
  const start = (port?: number) =>
    startServer({
      dataDir,
      databaseUrl: database?.url,
      ...(port !== undefined && { port }),
      env: { LOG_LEVEL: 'error', RATE_LIMITS: 'off', ...peer?.env },
    })
  const report: TogetherReport = {
    typed: 0,
    undone: 0,
    steps: 0,
    blows: {},
    compared: 0,
    wholeTexts: { saves: 0, longestWaitMs: 0 },
  }
  const blow = (name: string) => (report.blows[name] = (report.blows[name] ?? 0) + 1)
  const servers: ServerProcess[] = []
  let former: { server: ServerProcess; remove: () => void } | null = null
  const writers: Writer[] = []
  try {
    servers.push(await start())
    if (cluster) servers.push(await start())
    if (options.former) {
      if (!database) throw new Error('two releases share a database with --database postgres alone')
      const { root, remove } = unpackFormerRelease()
      const env = { LOG_LEVEL: 'error', RATE_LIMITS: 'off', ...peer?.env }
      former = { remove, server: await startServer({ dataDir, databaseUrl: database.url, root, env }) }
    }
    const people = await register(servers[0]!, options.writers + 1)
    const guest = people.pop()!
    await people[0]!.call('PATCH', `/api/users/${guest.id}`, { approval: 'approved', role: 'guest' })
    const owner = (): Call => callAs(servers[0]!.url, people[0]!.accessToken)
    const { body } = await owner()('POST', '/api/articles', {
      title: `Gemeinsam ${options.seed}`,
      content_markdown: TEXT,
    })
    const article = body as Article
    await owner()('PUT', `/api/articles/${article.id}/guests/${guest.id}`)
    const server = (index: number) => servers[index % servers.length]!
    for (const [index, person] of people.entries()) {
      const writer = openSharedWriter(server(index), person, { article })
      await joined(writer)
      writers.push(writer)
    }
    const suggester = openSuggester({
      seed: options.seed,
      articleId: article.id,
      url: (which) => server(which).url,
      author: guest,
      deciders: [people[0]!, people.at(-1)!],
      count: blow,
    })
    const saver = openWholeSaver({
      articleId: article.id,
      url: () => (former?.server ?? servers[0]!).url,
      by: people[0]!,
      mayRepeat: former !== null,
    })
    const own = (index: number, text: string) => [...text].filter((sign) => signOf(sign) === index).length
    const expected = people.map(() => 0)
    /** Beside the former release each character is another one, since lines may be there twice. */
    const there = people.map(() => new Set<string>())
    const used = people.map(() => 0)
    const sign = (index: number) => (former ? markOf(index, (used[index]! += 1)) : character(index, int(3)))
    const longest = former ? 200 : 2000
    /** Acts in an editor and counts what it did to the characters of its author. */
    const act = (index: number, work: (writer: Writer) => unknown) => {
      const writer = writers[index]!
      const [before, marks] = [own(index, writer.body()), new Set(writer.body())]
      work(writer)
      const change = own(index, writer.body()) - before
      if (former) {
        const after = new Set(writer.body())
        for (const mark of after) if (!marks.has(mark) && signOf(mark) === index) there[index]!.add(mark)
        for (const mark of marks) if (!after.has(mark)) there[index]!.delete(mark)
      }
      expected[index]! += change
      if (change > 0) report.typed += change
      else report.undone -= change
    }
    let nextSave = 0
    const awaySince = people.map(() => Infinity)
    const end = Date.now() + options.minutes * 60_000
    for (let turn = 1; Date.now() < end || turn === 1; turn += 1) {
      for (let step = 0; step < 120; step += 1) {
        for (const [who, { network }] of writers.entries()) {
          if (network.state === 'up') awaySince[who] = Infinity
          else if (awaySince[who] === Infinity) awaySince[who] = Date.now()
          else if (Date.now() - awaySince[who]! > LONGEST_AWAY_MS) network.state = 'up'
        }
        const index = int(writers.length)
        const writer = writers[index]!
        const dice = random()
        if (dice < 0.62) {
          const words = Array.from({ length: 1 + int(random() < 0.05 ? longest : 4) }, () => sign(index))
          act(index, () =>
            writer.type(words.join(random() < 0.1 ? '\n' : ''), whole(writer.body(), int(writer.length() + 1))),
          )
        } else if (dice < 0.72) act(index, () => writer.undo())
        else if (dice < 0.75) act(index, () => writer.redo())
        else if (dice < 0.83) {
          writer.network.state = (['down', 'answers lost', 'up', 'up'] as const)[int(4)]!
          blow(`network ${writer.network.state}`)
        } else if (dice < 0.85 && writer.sync.steps) {
          blow('page killed')
          const found = writer.copy()
          writer.kill()
          const record = await patiently(
            async () => (await owner()('GET', `/api/articles/${article.id}`)).body as Article,
          )
          const again = openSharedWriter(server(index), people[index]!, { article: record, found })
          await joined(again)
          writers[index] = again
        } else if (dice < 0.88) {
          blow('status changed')
          const record = await patiently(
            async () => (await owner()('GET', `/api/articles/${article.id}`)).body as Article,
          )
          const status = record.status === 'draft' ? 'published' : 'draft'
          await owner()('PATCH', `/api/articles/${article.id}`, { version: record.version, status }).catch(
            () => undefined,
          )
        } else if (dice < 0.9) {
          blow('other fields saved')
          const record = await patiently(
            async () => (await owner()('GET', `/api/articles/${article.id}`)).body as Article,
          )
          const excerpt = `Auszug ${turn}.${step}`
          await owner()('PATCH', `/api/articles/${article.id}`, { version: record.version, excerpt }).catch(
            () => undefined,
          )
        } else {
          if (!former) suggester.act()
          // The former app saves when somebody pauses.
          if (Date.now() >= nextSave) {
            saver.act()
            nextSave = Date.now() + (former ? 2000 : 0)
          }
          await pause(int(30))
        }
      }
      const killed = random() < 0.5 ? int(servers.length) : null
      if (killed !== null) {
        blow('server killed')
        const { port } = servers[killed]!
        await servers[killed]!.kill()
        servers[killed] = await start(port)
      }
      await suggester.done()
      await saver.done()
      await settle()
      report.compared += 1
      options.say?.(`${turn}: ${report.typed} typed, ${report.undone} undone, ${writers[0]!.body().length} characters`)
    }
    return report

    async function settle(): Promise<void> {
      for (const writer of writers) writer.network.state = 'up'
      const until = Date.now() + SETTLE_MS
      let last = ''
      const say = (what: string) =>
        new Error(
          `seed ${options.seed}: ${what}\n${writers.map((one) => JSON.stringify({ clean: one.isClean(), sync: one.state().sync, conflict: one.state().conflict !== null, parted: one.parted(), seq: one.sync.written.shared?.seq, epoch: one.sync.written.shared?.epoch, error: String(one.sync.steps?.error), length: one.body().length, body: one.body().slice(0, 60) })).join('\n')}`,
        )
      for (;;) {
        for (const { sync } of writers) {
          sync.share()
          void sync.steps?.send()
          void sync.flush()
          // As the heartbeat of an open editor does.
          sync.noticed(sync.written.getSnapshot().base?.version ?? 0)
        }
        // A log that begins again parts who was away: lines that both touched wait for a choice.
        for (const { sync, state } of former ? writers : []) {
          const { conflict } = state()
          if (!conflict) continue
          const { fields, body } = conflict.merge
          const both = body.parts.filter(({ kind }) => kind === 'conflict').map(() => 'both' as const)
          if (await sync.written.resolve({ fields: fields.map(() => 'theirs' as const), body: both }))
            blow('both sides chosen')
        }
        const bodies = new Set(writers.map((one) => one.body()))
        if (bodies.size === 1 && writers.every((one) => one.isClean())) {
          const record = await patiently(
            async () => (await owner()('GET', `/api/articles/${article.id}`)).body as Article,
          )
          const stored = record.working_copy?.content_markdown ?? record.content_markdown
          if (bodies.has(stored)) break
          last = JSON.stringify({
            stored: stored ?? record,
            length: stored?.length,
            here: writers[0]!.body().length,
          }).slice(0, 800)
        }
        if (Date.now() > until)
          throw say(`the texts do not settle: ${last} ${servers.map((one) => one.output().slice(-600)).join('')}`)
        await pause(200)
      }
      const text = writers[0]!.body()
      if (!text.isWellFormed() || text.includes('\ufffd')) throw say('a character is torn')
      if (writers.some((one) => one.parted() > 0)) throw say('a text had parted')
      const seen = new Set(text)
      for (const [index, marks] of there.entries()) {
        const lost = [...marks].filter((mark) => !seen.has(mark)).length
        if (lost > 0) throw say(`${lost} characters of writer ${index} are gone`)
      }
      for (const [index, count] of expected.entries())
        if (!former && own(index, text) !== count)
          throw say(`writer ${index} typed ${count} characters, ${own(index, text)} are there`)
      if (!former) await suggester.check(text)
      saver.check(text)
      report.wholeTexts = saver.report()
      // What was saved without steps begins a new log.
      if (former) return
      const replayed = await replay(owner(), article.id)
      if (replayed.text !== text) throw say('the replay of the log is another text')
      report.steps = replayed.steps
    }
  } finally {
    for (const writer of writers) writer.kill()
    for (const server of servers) await server.stop()
    await former?.server.stop()
    former?.remove()
    await database?.drop()
    await cluster?.stop()
    await peer?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** The text that follows from the log alone. */
async function replay(call: Call, id: string): Promise<{ text: string; steps: number }> {
  const { body: joined } = await call('POST', `/api/articles/${id}/steps/join`)
  const { body } = await call('GET', `/api/articles/${id}/steps?epoch=${joined.epoch}&after=0`)
  const steps = body.steps as TextStep[]
  const doc = steps.reduce((before, { changes }) => ChangeSet.fromJSON(changes).apply(before), docOf(TEXT, 'lf'))
  return { text: textOfDoc(doc, 'lf'), steps: steps.length }
}

/** A character of a writer's alphabet, one of three. */
function character(index: number, which: number): string {
  return String.fromCodePoint(0x1f600 + index * 3 + which)
}
const [MARKS, MARKS_OF_EACH] = [0xf0000, 26_000]

/** A character of a writer that is used once. */
function markOf(index: number, count: number): string {
  if (count >= MARKS_OF_EACH) throw new Error('too long for characters that are used once')
  return String.fromCodePoint(MARKS + index * MARKS_OF_EACH + count)
}

/** Whose character it is; -1 for none. */
function signOf(sign: string): number {
  const code = sign.codePointAt(0) ?? 0
  if (code >= MARKS) return Math.floor((code - MARKS) / MARKS_OF_EACH)
  return code >= 0x1f600 && code < 0x1f640 && sign !== '😀' ? Math.floor((code - 0x1f600) / 3) : -1
}

/** A place that splits no character. */
function whole(text: string, at: number): number {
  return at > 0 && at < text.length && /[\uDC00-\uDFFF]/.test(text[at]!) ? at - 1 : at
}

/** Waits until an editor writes in steps: characters before that are merged, not mapped. */
async function joined(writer: Writer): Promise<void> {
  for (let tries = 0; writer.sync.steps === null && tries < 200; tries += 1) {
    writer.sync.share()
    await pause(50)
  }
}

/** Tries again while a server is away. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (tries === 100) throw error
      await pause(100)
    }
  }
}

async function register({ url }: ServerProcess, count: number): Promise<TestAccount[]> {
  const people: TestAccount[] = []
  for (let index = 0; index < count; index += 1) {
    const [email, password] = [`hand-${index}@redaktion.example`, 'geheim-genug']
    const { body } = await callAs(url)('POST', '/auth/v1/signup', { email, password })
    const { access_token: accessToken, refresh_token: refreshToken, user } = body
    people.push({ id: user.id, email, password, accessToken, refreshToken, call: callAs(url, accessToken) })
    if (index > 0) await people[0]!.call('PATCH', `/api/users/${user.id}`, { approval: 'approved' })
  }
  return people
}
