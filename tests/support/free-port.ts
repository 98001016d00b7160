import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Below the ephemeral port range (from 32768 on), so that no outgoing connection of another test takes the port; above 10080, which
 * fetch and browsers refuse (bad ports of the Fetch standard).
 */
const FROM = 10_081
const TO = 32_000

/** A free port of 127.0.0.1, chosen at random so that two tests hardly ever pick the same one. */
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
