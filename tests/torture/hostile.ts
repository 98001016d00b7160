import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase, startPostgres } from '../support/postgres.ts'
import { startServer, type ServerProcess } from '../support/server-process.ts'
import type { Look } from '../support/event-loop-watch.ts'
import { UNLIMITED } from '../support/unlimited.ts'
import { endpointProbes } from './hostile/endpoints.ts'
import { feedProbes } from './hostile/feeds.ts'
import { imageProbes } from './hostile/images.ts'
import { jsonProbes } from './hostile/json.ts'
import { markdownProbes } from './hostile/markdown.ts'
import { startPeer } from './hostile/peer.ts'
import type { Probe } from './hostile/probe.ts'
import { requestProbes } from './hostile/requests.ts'
import { textProbes } from './hostile/texts.ts'
import { call, hangUp, PATIENCE_MS, send, type World } from './hostile/world.ts'
import { seededRandom } from './random.ts'

export type HostileOptions = {
  seed: number
  /** Ends after this time; every known type is tried once before. */
  minutes: number
  database: 'sqlite' | 'postgres'
  /** Maximum number of doublings, from each type's smallest size. */
  doublings?: number
  /** Random types of feeds and of articles in each pass, beside the known ones. */
  randomOnes?: number
  /** Only types whose name contains one of these words, separated by commas, and none whose name contains the other. */
  only?: string
  leaveOut?: string
  /** Take every nth type in a pass; all of them by default. */
  every?: number
  say?: (line: string) => void
}

export type HostileReport = {
  /** Number of input types, and of inputs sent. */
  kinds: number
  inputs: number
  /** Violations, with everything needed to reproduce them. */
  faults: string[]
  /** The longest event loop turn (CPU milliseconds) and its input. */
  longest: { cpu: number; of: string }
  /** Peak memory, MiB. */
  memory: number
}

/** Limit of CPU milliseconds per event loop turn, for any input. */
const TURN_MS = 100
/** A violation is tried again: compilation and garbage collection happen once, a real fault always. */
const TRIES = 3
/** From this time on, in CPU milliseconds, measurements are comparable. */
const MEASURABLE_MS = 15
/** Maximum cost factor for four times the input: 4 is linear, 16 quadratic. */
const MOST_GROWTH = 9
const MEMORY_MIB = 400
/** Responses that ask to retry later, or report a full disk, are correct. */
const isHonest = (status: number, headers: Record<string, unknown>) =>
  status < 500 || status === 507 || status === 501 || (status === 503 && headers['retry-after'] !== undefined)

/**
 * Sends the real server process input as a stranger, an editor or a foreign server may write it, in doubling sizes of
 * each type. Nothing may block the event loop, respond with 5xx, cost more than linear time or leave anything behind.
 * Turns are measured inside the server as CPU time of its main thread, so that other load on the machine has no effect.
 */
export async function hostileRounds(options: HostileOptions): Promise<HostileReport> {
  const {
    seed,
    minutes,
    database: dialect,
    doublings = 12,
    randomOnes = 15,
    only = '',
    leaveOut,
    every = 1,
    say,
  } = options
  const random = seededRandom(seed)
  const until = Date.now() + minutes * 60_000
  const dataDir = mkdtempSync(join(tmpdir(), 'blog-cms-hostile-'))
  const cluster = dialect === 'postgres' ? await startPostgres() : undefined
  const database = cluster && (await createDatabase(cluster.url))
  const start = () =>
    startServer({
      dataDir,
      databaseUrl: database?.url,
      watched: true,
      env: { ...UNLIMITED, ALLOW_PRIVATE_FETCH: 'true', LOG_LEVEL: 'error' },
    })
  const report: HostileReport = { kinds: 0, inputs: 0, faults: [], longest: { cpu: 0, of: '' }, memory: 0 }
  const peer = await startPeer()
  let number = 0
  const world: World = { server: await start(), peer, token: '', random, next: () => ++number }
  const blame = (probe: Probe, size: number, fault: string) => {
    report.faults.push(`seed ${seed}, ${probe.kind}, size ${size}: ${fault}\n    input: ${probe.input}`)
    say?.(`FAULT ${report.faults.at(-1)}`)
  }
  try {
    await settle(world)
    const before = await rest(world)
    do {
      const all = [
        ...endpointProbes(),
        ...jsonProbes(),
        ...requestProbes(),
        ...imageProbes(),
        ...textProbes(),
        ...feedProbes(random, randomOnes),
        ...markdownProbes(random, randomOnes),
      ].filter(
        ({ kind }) =>
          only.split(',').some((part) => kind.includes(part)) && (leaveOut === undefined || !kind.includes(leaveOut)),
      )
      const offset = Math.floor(random() * every)
      for (const probe of all.filter((_probe, index) => index % every === offset)) {
        report.kinds += 1
        const known = report.faults.length
        try {
          await grow(world, probe, doublings, report, blame)
        } catch (error) {
          blame(probe, 0, `the server did not come back: ${String(error)}`)
        }
        // Memory is returned late, and one fault must not count for all later inputs.
        if (report.faults.length > known) {
          await world.server.kill()
          world.server = await start()
        }
        say?.(
          `${probe.kind}: longest so far ${Math.round(report.longest.cpu)} ms (${report.longest.of}), ${Math.round(report.memory)} MiB`,
        )
      }
    } while (Date.now() < until)
    const after = await rest(world)
    for (const fault of leftBehind(before, after)) report.faults.push(`seed ${seed}: ${fault}`)
    await world.server.stop()
    return report
  } finally {
    hangUp()
    await world.server.kill()
    await peer.stop()
    await cluster?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function grow(
  world: World,
  probe: Probe,
  doublings: number,
  report: HostileReport,
  blame: (probe: Probe, size: number, fault: string) => void,
): Promise<void> {
  const costs: number[] = []
  for (let size = probe.from; size <= probe.to && costs.length <= doublings; size *= 2) {
    report.inputs += 1
    let found = await once(world, probe, size)
    let quarter = costs.at(-2)
    const grewTooFast = () =>
      quarter !== undefined && quarter >= MEASURABLE_MS && found.look.cpu.process > MOST_GROWTH * quarter
    for (let n = 1; n < TRIES && (found.look.turn.cpu > TURN_MS || grewTooFast()); n++)
      found = lesser(found, await once(world, probe, size))
    // The quarter was measured at another time, so it is measured again beside the whole.
    if (grewTooFast()) quarter = Math.max(quarter ?? 0, (await once(world, probe, size / 4)).look.cpu.process)
    const { look, fault } = found
    report.memory = Math.max(report.memory, look.rss)
    if (look.turn.cpu > report.longest.cpu) report.longest = { cpu: look.turn.cpu, of: `${probe.kind}, size ${size}` }
    const faults = [
      fault,
      look.turn.cpu > TURN_MS && `the event loop was held for ${Math.round(look.turn.cpu)} ms of CPU`,
      look.rss > MEMORY_MIB && `${Math.round(look.rss)} MiB of memory`,
      grewTooFast() &&
        `${Math.round(look.cpu.process)} ms of CPU, ${Math.round(quarter ?? 0)} ms at a quarter of the size`,
    ].filter((one) => typeof one === 'string')
    for (const one of faults) blame(probe, size, one)
    if (faults.length > 0) return
    costs.push(look.cpu.process)
  }
}

type Found = { look: Look; fault: string | null }

/** Sends one input and reads the server's figures. */
async function once(world: World, probe: Probe, size: number): Promise<Found> {
  await look(world.server)
  let fault: string | null = null
  try {
    const bad = (await probe.send(world, size)).find(({ status, headers }) => !isHonest(status, headers))
    if (bad) fault = `${bad.asked} answered ${bad.status}: ${bad.body.slice(0, 200)}`
  } catch (error) {
    fault = error instanceof Error ? error.message : String(error)
  }
  return { look: await look(world.server), fault }
}

function lesser(one: Found, other: Found): Found {
  const least = (a: number, b: number) => Math.min(a, b)
  return {
    fault: one.fault ?? other.fault,
    look: {
      ...one.look,
      turn: one.look.turn.cpu <= other.look.turn.cpu ? one.look.turn : other.look.turn,
      cpu: {
        main: least(one.look.cpu.main, other.look.cpu.main),
        process: least(one.look.cpu.process, other.look.cpu.process),
      },
      rss: Math.max(one.look.rss, other.look.rss),
    },
  }
}

/** The server's figures; rejects if the event loop stays blocked. */
async function look(server: ServerProcess): Promise<Look> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('the event loop is held')), 2 * PATIENCE_MS)
  try {
    return await Promise.race([server.look(), late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** Creates an owner and an article to read, and triggers everything that is loaded on first use. */
async function settle(world: World): Promise<void> {
  const account = JSON.stringify({ email: 'angriff@redaktion.example', password: 'ein langes Passwort' })
  const signedUp = await send(world, { method: 'POST', path: '/auth/v1/signup', body: account })
  if (signedUp.status !== 200) throw new Error(`sign-up: ${signedUp.status} ${signedUp.body}`)
  world.token = JSON.parse(signedUp.body).access_token
  const article = { title: 'Leser', slug: 'leser', content_markdown: '# Guten Tag\n\nEin Absatz.', status: 'published' }
  await call(world, 'POST', '/api/articles', article)
}

type Rest = { write: number; resources: Record<string, number> }

/** The state of an idle server: the cost of one write, and its open resources. */
async function rest(world: World): Promise<Rest> {
  const writes = 20
  const read = await send(world, { path: '/article/leser' })
  if (read.status !== 200 || !read.body.includes('Guten Tag'))
    throw new Error(`A reader gets ${read.status} at the end.`)
  const turns: number[] = []
  for (let n = 0; n < writes; n++) {
    await look(world.server)
    const { id } = await call(world, 'POST', '/api/articles', { title: `Ruhe ${world.next()}` })
    turns.push((await look(world.server)).cpu.main)
    await call(world, 'DELETE', `/api/articles/${id}`)
  }
  hangUp()
  // Closed resources may take a moment to disappear.
  let resources = (await look(world.server)).resources
  for (let n = 0; n < 100 && held(resources) > 4; n++) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    resources = (await look(world.server)).resources
  }
  return { write: turns.sort((a, b) => a - b)[writes / 2] ?? 0, resources }
}

/** Number of open connections. */
const held = (resources: Record<string, number>) => resources.TCPSocketWrap ?? 0

function leftBehind(before: Rest, after: Rest): string[] {
  const more = ['TCPSocketWrap', 'Timeout', 'FSReqPromise', 'FileHandle', 'MessagePort'].filter(
    (kind) => (after.resources[kind] ?? 0) > (before.resources[kind] ?? 0) + 4,
  )
  return [
    ...more.map((kind) => `${after.resources[kind]} of ${kind} are left, ${before.resources[kind] ?? 0} at first`),
    ...(after.write > 3 * before.write + 2
      ? [`a write costs ${after.write.toFixed(1)} ms of CPU, ${before.write.toFixed(1)} ms at first`]
      : []),
  ]
}
