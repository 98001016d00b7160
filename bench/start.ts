import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase } from '../tests/support/postgres.ts'
import { startServer } from '../tests/support/server-process.ts'
import { residentMib } from './process-stats.ts'
import { startBareServer } from './reference.ts'

export type StartFigure = {
  /** Milliseconds from spawning the process to its first response, median; on an existing database. */
  product: number
  reference: number
  /** The very first start: empty data folder, migrations, keys. */
  first: number
  /** Resident MiB of the process: just started, and after a while without requests. */
  memory: { started: number; idle: number; idleSeconds: number; reference: number } | null
}

const wait = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))
const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Cold start and memory of the server process against a bare node:http server of the same Node. */
export async function measureStart(
  adminUrl: string | undefined,
  rounds: number,
  idleSeconds: number,
): Promise<StartFigure> {
  const dataDir = mkdtempSync(join(tmpdir(), 'blog-cms-start-'))
  const database = adminUrl ? await createDatabase(adminUrl) : undefined
  const options = { dataDir, databaseUrl: database?.url }
  const product: number[] = []
  const reference: number[] = []
  try {
    const firstServer = await startServer(options)
    const first = firstServer.startedIn
    await firstServer.stop()
    for (let round = 0; round < rounds; round++) {
      const server = await startServer(options)
      product.push(server.startedIn)
      await server.stop()
      const bare = await startBareServer()
      reference.push(bare.startedIn)
      await bare.stop()
    }
    const server = await startServer(options)
    const bare = await startBareServer()
    await wait(1)
    const started = residentMib(server.pid)
    await wait(idleSeconds)
    const [idle, bareMemory] = [residentMib(server.pid), residentMib(bare.pid)]
    await Promise.all([server.stop(), bare.stop()])
    const memory =
      started === null || idle === null || bareMemory === null
        ? null
        : { started, idle, idleSeconds, reference: bareMemory }
    return { product: median(product), reference: median(reference), first, memory }
  } finally {
    await database?.drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
