import { afterAll, beforeAll, expect, test } from 'vitest'
import { comparableExport } from '../../../../tests/support/comparable-export.ts'
import { importSources, type ImportSource } from '../../../../tests/support/import-sources.ts'
import { startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import { readConfig } from '../../config.ts'
import { openFiles } from '../../files/store/open.ts'
import { fetchRemote } from '../../platform/fetch-remote.ts'
import { createLog } from '../../platform/log.ts'
import { workOnImports } from './run-import.service.ts'

let app: TestApp
let owner: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
})
afterAll(() => app.stop())

/** Processes all imports; the server ends after the work has checked for shutdown `steps` times. */
async function work(steps = Infinity): Promise<void> {
  let asked = 0
  const ending = Object.defineProperty(new AbortController().signal, 'aborted', {
    get() {
      asked += 1
      return asked > steps
    },
  })
  const config = readConfig({ DATA_DIR: app.dataDir, SECRET_KEY: 'x'.repeat(40) })
  const files = await openFiles(config)
  const log = createLog('silent')
  await workOnImports({ config, db: app.db, files, log, clock: () => new Date(), fetchRemote, ending })
}
async function send({ file, bytes }: ImportSource, dryRun = false): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([bytes as BlobPart]), file)
  form.append('dry_run', String(dryRun))
  const headers = { authorization: `Bearer ${owner.accessToken}` }
  const response = await fetch(`${app.url}/api/imports`, { method: 'POST', headers, body: form })
  expect(response.status).toBe(201)
  return ((await response.json()) as { id: string }).id
}
const run = async (id: string) => (await owner.call('GET', `/api/imports/${id}?limit=1`)).body
const ask = async (id: string, verb: string) => (await owner.call('POST', `/api/imports/${id}/${verb}`)).body.state
async function blog() {
  const headers = { authorization: `Bearer ${owner.accessToken}` }
  const zip = await fetch(`${app.url}/api/export.zip`, { headers })
  return comparableExport(new Uint8Array(await zip.arrayBuffer()), { since: false })
}

for (const source of await importSources()) {
  test(`[${source.row}] [RUL-53] ${source.label}: dry run, pause, end of the server, second run and undo each leave the blog they promise`, async () => {
    const before = await blog()
    const id = await send(source, true)
    await work()
    const dry = await run(id)
    expect(dry).toMatchObject({ state: 'finished', dry_run: true, counts: { failed: 0 } })
    expect(await blog()).toEqual(before)

    expect(await ask(id, 'start')).toBe('running')
    await work(2)
    const stopped = await run(id)
    expect(stopped.state).toBe('running')
    expect(stopped.counts.done).toBeLessThan(stopped.counts.total)
    expect(await ask(id, 'pause')).toBe('paused')
    await work()
    expect((await run(id)).counts).toEqual(stopped.counts)
    expect(await ask(id, 'start')).toBe('running')
    await work()
    const real = await run(id)
    expect(real).toMatchObject({ state: 'finished', dry_run: false, counts: dry.counts })
    const after = await blog()
    const isNew = (path: string) => path.startsWith('articles/') && !(path in before)
    expect(Object.keys(after).filter(isNew)).toHaveLength(source.texts)

    const again = await send(source)
    await work()
    expect((await run(again)).counts).toMatchObject({ created: 0, updated: 0, failed: 0, total: real.counts.total })
    expect(await blog()).toEqual(after)

    expect(await ask(id, 'undo')).toBe('undoing')
    await work(2)
    expect((await run(id)).state).toBe('undoing')
    await work()
    expect((await run(id)).state).toBe('undone')
    expect(await blog()).toEqual(before)
  })
}
