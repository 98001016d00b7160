import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** Below what systems hand out by themselves (from 32768 on): no connection of another test takes the port meanwhile. */
const FROM = 10_000
const TO = 32_000

/** A port of 127.0.0.1 that nobody listened on a moment ago, and that hardly anybody will draw at the same moment. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const port = randomInt(FROM, TO)
    if (await isFree(port)) return port
  }
  throw new Error('No free port on 127.0.0.1')
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer()
  const listens = await new Promise<boolean>((resolve) => {
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => resolve(true))
  })
  if (listens) await new Promise((resolve) => probe.close(resolve))
  return listens
}
