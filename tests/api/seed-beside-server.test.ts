import { expect, test } from 'vitest'
import { emptyTarget, MINUTES, runSeed, withApp } from '../support/seeding.ts'
import { DIALECT } from '../support/test-app.ts'

test.runIf(DIALECT === 'sqlite')(
  'a server on the same file must be stopped first, since its page cache could not be notified',
  async () => {
    const target = await emptyTarget()
    await withApp(target, async (app) => {
      const refused = await runSeed(target)
      expect(refused.code).toBe(1)
      expect(refused.said).toContain('läuft gerade ein Server')
      expect(await app.db.selectFrom('users').select('id').execute()).toEqual([])
    })
  },
)

test.runIf(DIALECT === 'postgres')(
  'a running server shows the new articles at once',
  { timeout: MINUTES },
  async () => {
    const target = await emptyTarget()
    await withApp(target, async (app) => {
      // A reader who requests pages during the seed: cached pages must not outlive it.
      let done = false
      const seeded = runSeed(target).finally(() => (done = true))
      do expect((await app.call('GET', '/')).status).toBe(200)
      while (!done)
      expect((await seeded).code).toBe(0)
      expect((await app.call<string>('GET', '/')).body).toContain('Nachtzug')
    })
  },
)
