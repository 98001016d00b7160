import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestAccount, type TestApp } from '../../../tests/support/test-app.ts'
import type { SystemCheck } from '../../contract/system.ts'

let app: TestApp
let owner: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register('leitung@redaktion.example')
})
afterAll(() => app.stop())

const checks = async (): Promise<Record<string, SystemCheck>> =>
  Object.fromEntries(
    (await owner.call('GET', '/api/system/checks')).body.checks.map((check: SystemCheck) => [check.key, check]),
  )

test('[SYS-2] checks database, schema, storage, disk, scheduler, jobs, mail, time zone and session', async () => {
  const found = await checks()
  expect(found.database).toMatchObject({ ok: true, message: 'Verbindung erfolgreich' })
  expect(found.storage).toMatchObject({ ok: true, message: 'Storage bereit' })
  expect(found.session).toMatchObject({ ok: true, message: 'Angemeldet als leitung@redaktion.example' })
  expect(found.migrations).toMatchObject({ ok: true })
  expect(found.disk?.message).toMatch(/^[\d.,]+ GB frei$/)
  expect(found.jobs?.ok).toBe(true)
  expect(found.mail?.ok).toBe(true)
  expect(found.timezone).toMatchObject({ ok: true, message: 'Europe/Berlin (Voreinstellung)' })
})

test('[SYS-2] a dead scheduler, a failed job and an unknown zone are described in words', async () => {
  const run = (name: string, finished: string, error: string | null) =>
    app.db
      .insertInto('job_runs')
      .values({ name, last_started_at: finished, last_finished_at: finished, last_error: error })
      .execute()
  expect((await checks()).scheduler?.ok).toBe(false)
  await run('scheduler-pulse', new Date().toISOString(), null)
  expect((await checks()).scheduler?.ok).toBe(true)
  app.setClock(new Date(Date.now() + 600_000))
  expect((await checks()).scheduler).toMatchObject({
    ok: false,
    message: expect.stringContaining('Geplante Artikel erscheinen nicht'),
  })
  app.setClock()
  await run('empty-trash', new Date().toISOString(), 'Platte voll')
  expect((await checks()).jobs).toMatchObject({ ok: false, message: 'empty-trash: Platte voll' })
  await owner.call('PATCH', '/api/settings', { timezone: 'Mitteleuropa' })
  expect((await checks()).timezone?.ok).toBe(false)
})

test('[SYS-2] a last run in the future and one long ago are faults', async () => {
  await app.db.deleteFrom('job_runs').execute()
  await owner.call('PATCH', '/api/settings', { timezone: '' })
  const run = (name: string, hours: number) => {
    const at = new Date(Date.now() + hours * 3_600_000).toISOString()
    const values = { name, last_started_at: at, last_finished_at: at, last_error: null }
    return app.db.insertInto('job_runs').values(values).execute()
  }
  await run('scheduler-pulse', 24)
  await run('empty-trash', -100)
  await run('turn-due-articles', -100)
  const { scheduler, jobs } = await checks()
  expect(scheduler).toMatchObject({ ok: false, message: expect.stringContaining('in der Zukunft') })
  expect(jobs?.ok).toBe(false)
  expect(jobs?.message).toMatch(/scheduler-pulse: Der letzte Lauf liegt in der Zukunft .* Uhrzeit des Servers prüfen/)
  expect(jobs?.message).toMatch(/empty-trash: Überfällig/)
  // A job that runs only when there is work is not late without any.
  expect(jobs?.message).not.toContain('turn-due-articles')
  await app.db.deleteFrom('job_runs').execute()
})

test('[SYS-2] a store that cannot be written to shows the error’s message', async () => {
  const folder = join(app.dataDir, 'media')
  await rm(folder, { recursive: true, force: true })
  await writeFile(folder, 'a file where the folder should be')
  const found = await checks()
  expect(found.storage?.ok).toBe(false)
  expect(found.storage?.message).toMatch(/\S/)
  await rm(folder)
  expect((await checks()).storage?.ok).toBe(true)
})
