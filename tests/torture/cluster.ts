import { setTimeout as pause } from 'node:timers/promises'
import { startS3Peer } from '../support/s3-peer.ts'
import { Address } from './cluster/address.ts'
import { Databases } from './cluster/databases.ts'
import { History } from './cluster/history.ts'
import { Instance } from './cluster/instance.ts'
import { LATEST_MS, Load } from './cluster/load.ts'
import { seededRandom } from './random.ts'

export type ClusterOptions = {
  seconds: number
  /**
   * Repeats the choice of faults, their place and duration. The state of the processes at that moment differs between
   * runs.
   */
  seed: number
  say?: (line: string) => void
}

export type ClusterReport = {
  /** Number of faults by type. */
  faults: Record<string, number>
  saves: number
  /** Saves with an unknown outcome. */
  unknown: number
  reads: number
  /** Responses marked as possibly outdated. */
  marked: number
  /** Reads without a response, or with 5xx. */
  failed: number
  refreshes: number
  planned: number
  pictures: number
  drafts: number
  /** Maximum time from the end of a fault until everything works everywhere, in milliseconds. */
  slowestRecovery: number
}

const INSTANCES = 3
const READERS = 6
const WRITERS = 4
const SESSIONS = 4
export const RECOVERY_MS = 10_000
/** Pause between two faults. */
const REST_MS = 500
const LOOK_MS = 200

/** Faults by name. Each resolves when its cause is removed; recovery may follow. */
type Faults = Record<string, (one: Instance, milliseconds: number) => Promise<void>>

/**
 * Three instances behind one address, a primary with a synchronous standby, and an S3 peer. Meanwhile instances are
 * killed and frozen, the database is restarted and fails over, and connections are cut, silent and slow. Throws at the
 * first lost acknowledged write, outdated page, planned article not published exactly once, ended session, or slow
 * recovery; the message names the seed.
 */
export async function clusterUnderFire(options: ClusterOptions): Promise<ClusterReport> {
  const random = seededRandom(options.seed)
  const instances = Array.from({ length: INSTANCES }, (_, index) => new Instance(`instance ${index + 1}`))
  for (const instance of instances) await instance.prepare()
  const peer = await startS3Peer()
  const address = new Address(instances)
  await address.open()
  const history = new History()
  const load = new Load({ history, instances, address: address.url, random })
  const faultCounts: Record<string, number> = {}
  let databases: Databases | undefined
  let slowestRecovery = 0
  let present = 'the start'
  try {
    databases = await Databases.start(instances.map(({ lines }) => lines))
    const faults = faultsOf(databases, instances, peer.env)
    for (const instance of instances) await instance.start(peer.env)
    await address.settled()
    await load.prepare({ writers: WRITERS, sessions: SESSIONS })
    load.begin(READERS)
    const began = performance.now()
    // Every type of fault occurs once before any is repeated.
    let next: string[] = []
    while (performance.now() - began < options.seconds * 1000) {
      await pause(REST_MS)
      if (next.length === 0) next = shuffled(Object.keys(faults), random)
      present = next.pop()!
      const one = instances[Math.floor(random() * instances.length)]!
      const milliseconds = 200 + random() * 3300
      const from = performance.now()
      await faults[present]!(one, milliseconds)
      const ended = performance.now()
      let lacking = ''
      let waiting = ''
      for (;;) {
        const lacks = await load.lacks()
        if (performance.now() - ended > RECOVERY_MS) waiting ||= await databases.waiting()
        if (lacks === null || load.fault || performance.now() - ended > 3 * RECOVERY_MS) break
        lacking = lacks
        await pause(LOOK_MS)
      }
      const recovered = performance.now() - ended
      slowestRecovery = Math.max(slowestRecovery, recovered)
      for (const { name } of present.startsWith('database') ? instances : [one])
        history.lost({ by: name, began: from, ended })
      faultCounts[present] = (faultCounts[present] ?? 0) + 1
      if (load.fault) throw load.fault
      if (recovered > RECOVERY_MS) throw new Error(`RECOVERY took ${Math.round(recovered)} ms: ${lacking}\n${waiting}`)
      refuse(history.faults())
      await load.check({ whole: false })
      options.say?.(
        `${present}, ${one.name}, ${Math.round(milliseconds)} ms: works again after ${Math.round(recovered)} ms${lacking && ` (${lacking})`}; ${history.saves} saves, ${history.reads} reads`,
      )
      if (databases.isWithoutStandby) await databases.addStandby()
    }
    present = 'the end'
    await load.end()
    refuse(history.faults())
    await pause(LATEST_MS)
    await load.check({ whole: true })
    const { saves, unknown, reads, marked } = history
    return { faults: faultCounts, saves, unknown, reads, marked, failed: load.failed, ...load.counts, slowestRecovery }
  } catch (error) {
    const said = instances.map(({ name, output }) => `${name}:\n${output.slice(-1500)}`).join('\n')
    const message = error instanceof Error ? error.message : String(error)
    throw new Error(`seed ${options.seed}, ${present}: ${message}\n${said}`, { cause: error })
  } finally {
    await load.end().catch(() => {})
    await address.close()
    for (const instance of instances) await instance.end()
    await databases?.stop()
    await peer.stop()
  }
}

function refuse(faults: readonly string[]): void {
  if (faults.length > 0) throw new Error(`${faults.length} STALE:\n${faults.slice(0, 5).join('\n')}`)
}

function faultsOf(databases: Databases, instances: readonly Instance[], env: Record<string, string>): Faults {
  const all = instances.flatMap(({ lines }) => lines)
  return {
    async 'instance killed'(one, milliseconds) {
      await one.kill()
      await pause(milliseconds)
      await one.start(env)
    },
    async 'instance frozen'(one, milliseconds) {
      one.freeze()
      await pause(milliseconds)
      one.thaw()
    },
    async 'instance frozen, its line cut'(one, milliseconds) {
      one.freeze()
      await pause(milliseconds / 4)
      for (const line of one.lines) line.cut()
      await pause(milliseconds / 4)
      one.thaw()
    },
    async 'line cut'(one) {
      for (const line of one.lines) line.cut()
    },
    async 'line refused'(one, milliseconds) {
      for (const line of one.lines) line.refuse()
      await pause(milliseconds)
      for (const line of one.lines) line.mend()
    },
    async 'line silent'(one, milliseconds) {
      for (const line of one.lines) line.fallSilent()
      await pause(2 * milliseconds)
      for (const line of one.lines) line.mend()
    },
    async 'line slow'(one, milliseconds) {
      for (const line of one.lines) line.slow(20 + milliseconds / 10)
      await pause(milliseconds)
      for (const line of one.lines) line.mend()
    },
    async 'database silent'(_one, milliseconds) {
      for (const line of all) line.fallSilent()
      await pause(milliseconds)
      for (const line of all) line.mend()
    },
    async 'database restarted'(_one, milliseconds) {
      await databases.restart(milliseconds / 2)
    },
    async 'database failed over'() {
      await databases.failOver()
    },
    async 'database failed over, one instance frozen'(one, milliseconds) {
      one.freeze()
      await databases.failOver()
      await pause(milliseconds / 4)
      one.thaw()
    },
  }
}

function shuffled<T>(items: readonly T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item)
}
