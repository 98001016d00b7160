import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import { callAs, type Call } from '../../support/test-app.ts'
import type { History } from './history.ts'
import type { Instance } from './instance.ts'

/** Client timeout. */
const PATIENCE_MS = 8000
/** Client timeout of recovery checks. */
const LOOK_PATIENCE_MS = 4000
/** Maximum delay of planned articles during any fault. */
export const LATEST_MS = 15_000
const WRITER_PAUSE_MS = 200
const READER_PAUSE_MS = 80
/** The longest time that an article is planned ahead. */
const AHEAD_MS = 2500

const now = () => performance.now()

/** Calls with a client timeout. Null if there was no response or a temporary error. */
function patient(url: string, token?: string, milliseconds = PATIENCE_MS) {
  const call = callAs(url, token)
  return async (...asked: Parameters<Call>) => {
    const answer = await Promise.race([call(...asked).catch(() => null), pause(milliseconds, null, { ref: false })])
    return answer && answer.status < 500 && answer.status !== 429 ? answer : null
  }
}
type Patient = ReturnType<typeof patient>

/** One writer that saves a published article again and again; its title contains the number of the save. */
class Writer {
  readonly text: string
  readonly id: string
  readonly slug: string
  readonly #history: History
  readonly #call: Patient
  #version: number
  #number = 0
  /** Saves without a response, with the version each would replace. */
  readonly #pending = new Map<number, number>()
  #acknowledged = 0
  /** Acknowledged drafts. */
  readonly drafts: string[] = []

  constructor(article: { id: string; slug: string; version: number }, text: string, call: Patient, history: History) {
    this.id = article.id
    this.slug = article.slug
    this.#version = article.version
    this.text = text
    this.#call = call
    this.#history = history
    history.asks(text, 0, now())
  }

  async save(): Promise<void> {
    const number = (this.#number += 1)
    const began = now()
    this.#history.asks(this.text, number, began)
    const input = { version: this.#version, title: `Fassung ${number} von ${this.text}` }
    const answer = await this.#call('PATCH', `/api/articles/${this.id}`, input)
    if (answer?.status === 200) {
      this.#history.saved({ text: this.text, number, began, ended: now(), outcome: 'ok' })
      return this.#adopt(answer.body.version, number)
    }
    this.#history.saved({ text: this.text, number, began, ended: now(), outcome: 'unknown' })
    // 409: a save without a response came first.
    if (answer && answer.status !== 409)
      throw new Error(`saving ${this.text}: ${answer.status} ${JSON.stringify(answer.body)}`)
    this.#pending.set(number, this.#version)
    await this.look()
  }

  /** Polls the server until it responds: it has the last acknowledged save, or one without a response. */
  async look(): Promise<void> {
    const answer = await this.#call('GET', `/api/articles/${this.id}`)
    if (answer?.status !== 200) return pause(100)
    const number = Number(/^Fassung (\d+) /.exec(answer.body.title)?.[1] ?? 0)
    if (number !== this.#acknowledged && !this.#pending.has(number))
      throw new Error(`LOST: ${this.text} has ${number}, acknowledged was ${this.#acknowledged}`)
    if (number === this.#acknowledged) this.#version = answer.body.version
    else this.#adopt(answer.body.version, number)
  }

  async saveDraft(): Promise<void> {
    const answer = await this.#call('POST', '/api/articles', { title: `Entwurf von ${this.text}`, status: 'draft' })
    if (answer?.status === 201) this.drafts.push(answer.body.id)
  }

  #adopt(version: number, number: number): void {
    this.#version = version
    this.#acknowledged = number
    // A save based on a version that has been replaced cannot succeed any more.
    for (const [asked, base] of this.#pending) if (base < version) this.#pending.delete(asked)
  }
}

type Planned = { id: string; at: number; checked: boolean }

/**
 * Readers, writers, clients whose sessions are refreshed, planners and uploaders, each in a loop of its own until
 * `end`.
 */
export class Load {
  readonly #history: History
  readonly #instances: readonly Instance[]
  readonly #address: string
  readonly #random: () => number
  readonly #ended = new AbortController()
  readonly #loops: Promise<void>[] = []
  readonly #writers: Writer[] = []
  readonly #planned: Planned[] = []
  readonly #sessions: { token: string; access: string }[] = []
  readonly #pictures = new Map<string, string>()
  #call: Patient
  #token = ''
  refreshes = 0
  failed = 0
  fault: unknown = null

  constructor(parts: { history: History; instances: readonly Instance[]; address: string; random: () => number }) {
    this.#history = parts.history
    this.#instances = parts.instances
    this.#address = parts.address
    this.#random = parts.random
    this.#call = patient(parts.address)
  }

  get counts() {
    const drafts = this.#writers.reduce((sum, writer) => sum + writer.drafts.length, 0)
    return { refreshes: this.refreshes, planned: this.#planned.length, pictures: this.#pictures.size, drafts }
  }

  /** Creates the initial data before the first fault. */
  async prepare({ writers, sessions }: { writers: number; sessions: number }): Promise<void> {
    const account = { email: 'inhaberin@redaktion.example', password: 'ein langes Passwort' }
    const signUp = await callAs(this.#address)('POST', '/auth/v1/signup', account)
    if (signUp.status !== 200) throw new Error(`sign-up: ${signUp.status} ${JSON.stringify(signUp.body)}`)
    this.#token = signUp.body.access_token
    this.#call = patient(this.#address, this.#token)
    for (let count = 1; count <= writers; count++) {
      const text = `Text${count}`
      const made = await this.#call('POST', '/api/articles', { title: `Fassung 0 von ${text}`, status: 'published' })
      if (made?.status !== 201) throw new Error(`an article: ${made?.status}`)
      this.#writers.push(new Writer(made.body, text, this.#call, this.#history))
    }
    for (let count = 1; count <= sessions; count++) {
      const { body } = await callAs(this.#address)('POST', '/auth/v1/token?grant_type=password', account)
      this.#sessions.push({ token: body.refresh_token, access: body.access_token })
    }
  }

  begin(readers: number): void {
    for (const writer of this.#writers) this.#loop(() => this.#write(writer))
    for (const session of this.#sessions) this.#loop(() => this.#refresh(session))
    this.#loop(() => this.#plan())
    this.#loop(() => this.#upload())
    for (let count = 0; count < readers; count++) {
      const instance = this.#instances[count % this.#instances.length]!
      this.#loop(() => this.#read(instance))
    }
  }

  async end(): Promise<void> {
    this.#ended.abort()
    await Promise.all(this.#loops)
    if (this.fault) throw this.fault
  }

  /** What does not work yet: each instance has to be ready, to show and to save. Null once everything works. */
  async lacks(): Promise<string | null> {
    const found = await Promise.all(
      this.#instances.map(async ({ url, name }) => {
        const call = patient(url, this.#token, LOOK_PATIENCE_MS)
        const answers = await Promise.all([
          call('GET', '/readyz'),
          call('GET', `/article/${this.#writers[0]?.slug}`),
          call('POST', '/api/articles', { title: 'Probe', status: 'draft' }),
        ])
        const said = answers.map((answer) => answer?.status ?? 'nothing').join(' ')
        if (said === '200 200 201' && !isMarked(answers[1]?.headers)) return null
        return `${name}: ${said}${isMarked(answers[1]?.headers) ? ', the page may be old' : ''}`
      }),
    )
    return found.find((fault) => fault !== null) ?? null
  }

  /** Checks that every acknowledged write is present on every instance. Throws at the first that is not. */
  async check({ whole }: { whole: boolean }): Promise<void> {
    for (const { url, name } of this.#instances) {
      const call = callAs(url, this.#token)
      for (const plan of this.#planned) {
        if (plan.checked || plan.at > Date.now() - LATEST_MS) continue
        const { status, body } = await call('GET', `/api/articles/${plan.id}`)
        const found = [status, body.status, body.published_at, body.version].join()
        const wanted = [200, 'published', new Date(plan.at).toISOString(), 2].join()
        if (found !== wanted) throw new Error(`PLANNED: ${plan.id} on ${name}: ${found} instead of ${wanted}`)
        plan.checked = true
      }
      if (!whole) continue
      for (const id of this.#writers.flatMap((writer) => writer.drafts)) {
        const { status } = await call('GET', `/api/articles/${id}`)
        if (status !== 200) throw new Error(`LOST: draft ${id} on ${name}: ${status}`)
      }
      for (const [address, sum] of this.#pictures) {
        const answer = await fetch(new URL(new URL(address, url).pathname, url))
        const found = hash(new Uint8Array(await answer.arrayBuffer()))
        if (found !== sum) throw new Error(`LOST: picture ${address} on ${name}: ${answer.status}`)
      }
    }
    if (whole) for (const writer of this.#writers) await writer.look()
  }

  #loop(turn: () => Promise<void>): void {
    const run = async () => {
      while (!this.#ended.signal.aborted) await turn()
    }
    this.#loops.push(
      run().catch((error: unknown) => {
        this.fault ??= error
        this.#ended.abort()
      }),
    )
  }

  async #write(writer: Writer): Promise<void> {
    await (this.#random() < 0.15 ? writer.saveDraft() : writer.save())
    await pause(this.#random() * WRITER_PAUSE_MS)
  }

  /** One article, or the landing page with all of them. */
  async #read(instance: Instance): Promise<void> {
    const writer = this.#writers[Math.floor(this.#random() * this.#writers.length)]!
    const path = this.#random() < 0.3 ? '/' : `/article/${writer.slug}`
    const began = now()
    try {
      const answer = await fetch(instance.url + path, { signal: AbortSignal.timeout(PATIENCE_MS) })
      const page = await answer.text()
      const ended = now()
      const marked = isMarked(answer.headers)
      if (answer.ok) {
        const found =
          path === '/'
            ? page.matchAll(/>Fassung (\d+) von (Text\d+)</g)
            : [/<h1>Fassung (\d+) von (Text\d+)</.exec(page)]
        for (const match of found) {
          if (!match) throw new Error(`${instance.name} ${path}: ${page.slice(0, 300)}`)
          const [, number, text = ''] = match
          this.#history.read({ text, number: Number(number), began, ended, by: instance.name, marked })
        }
      } else if (answer.status < 500) throw new Error(`${instance.name} ${path}: ${answer.status}`)
      else this.failed += 1
    } catch (error) {
      // A broken connection, or an instance that is down or frozen.
      if (!(error instanceof TypeError) && (error as Error).name !== 'TimeoutError') throw error
      this.failed += 1
    }
    await pause(this.#random() * READER_PAUSE_MS)
  }

  /** As clients do: a request without a response is repeated with the same token. */
  async #refresh(session: { token: string; access: string }): Promise<void> {
    const answer = await patient(this.#address)('POST', '/auth/v1/token?grant_type=refresh_token', {
      refresh_token: session.token,
    })
    if (answer?.status === 200) {
      this.refreshes += 1
      session.token = answer.body.refresh_token
      session.access = answer.body.access_token
      const seen = await patient(this.#address, session.access)('GET', '/api/account')
      if (seen && seen.status !== 200) throw new Error(`SESSION: ${seen.status} ${JSON.stringify(seen.body)}`)
    } else if (answer) throw new Error(`SESSION: ${answer.status} ${JSON.stringify(answer.body)}`)
    await pause(100 + this.#random() * 400)
  }

  async #plan(): Promise<void> {
    const at = Date.now() + 500 + Math.floor(this.#random() * AHEAD_MS)
    const input = { title: 'Geplant', status: 'scheduled', published_at: new Date(at).toISOString() }
    const answer = await this.#call('POST', '/api/articles', input)
    if (answer?.status === 201) this.#planned.push({ id: answer.body.id, at, checked: false })
    await pause(200 + this.#random() * 600)
  }

  async #upload(): Promise<void> {
    const background = { r: byte(this.#random), g: byte(this.#random), b: byte(this.#random) }
    const picture = await sharp({ create: { width: 24, height: 24, channels: 3, background } })
      .png()
      .toBuffer()
    const answer = await this.#call('POST', '/api/media?filename=farbe.png', picture)
    if (answer?.status === 201) {
      const address = answer.body.file_url as string
      const kept = await fetch(new URL(new URL(address, this.#address).pathname, this.#address)).catch(() => null)
      if (kept?.ok) this.#pictures.set(address, hash(new Uint8Array(await kept.arrayBuffer())))
    }
    await pause(1000)
  }
}

const byte = (random: () => number) => Math.floor(random() * 256)
const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

function isMarked(headers: Headers | undefined): boolean {
  return headers?.get('server-timing')?.includes('stale') ?? false
}
