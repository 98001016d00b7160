// `npm run torture -- export --texts 10000`: exports generated blogs with half as many texts and with all of them, and
// prints the memory by type. Growth with the number of texts is memory held per text.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { BLANK_TEXT } from '../../src/rules/article-text.ts'
import { articles } from '../../src/server/writing/articles/articles.service.ts'
import { readConfig } from '../../src/server/config.ts'
import { openExport } from '../../src/server/transfer/export/export.service.ts'
import { openFiles } from '../../src/server/files/store/open.ts'
import { migrations } from '../../src/server/migrations/migrations.ts'
import { openDatabase } from '../../src/server/platform/db/db.ts'
import { migrate } from '../../src/server/platform/db/migrate.ts'
import { inTransaction } from '../../src/server/platform/db/transaction.ts'
import { ensureSettings } from '../../src/server/settings/settings.service.ts'

const { values } = parseArgs({ options: { texts: { type: 'string', default: '10000' } } })
const most = Number(values.texts)
const TOGETHER = 100
// The flag affects contexts created after it was set.
setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void
const SENTENCE = 'Der Abend war lang, und das Netz hielt, bis der Regen kam und alle nach Hause gingen. '

const dataDir = await mkdtemp(join(tmpdir(), 'blog-cms-export-'))
const config = readConfig({ DATA_DIR: dataDir, SECRET_KEY: 'x'.repeat(40) })
const db = await openDatabase(config)
const clock = () => new Date()
try {
  await migrate(db, migrations, dataDir)
  await ensureSettings(db, 'freigabe', clock())
  const tools = { db, files: await openFiles(config), config, clock }
  for (const [from, to] of [
    [0, most / 2],
    [most / 2, most],
  ] as const) {
    await write(from, to)
    // The first export is a warm-up.
    if (from === 0) await measured(tools)
    console.log(`${to} texts: ${await measured(tools)}`)
  }
} finally {
  await db.destroy()
  await rm(dataDir, { recursive: true, force: true })
}

async function write(from: number, to: number): Promise<void> {
  for (let first = from; first < to; first += TOGETHER)
    await inTransaction(db, async (tx) => {
      for (let index = first; index < Math.min(to, first + TOGETHER); index += 1) {
        const at = new Date(Date.UTC(2009, 0, 1) + index * 3_600_000).toISOString()
        const text = { ...BLANK_TEXT, title: `Text ${index}`, content_markdown: SENTENCE.repeat(50), tag_ids: [] }
        const origin = { created_at: at, updated_at: at, wantedSlug: `text-${index}` }
        const input = { ...text, published_at: null, status: 'draft' as const }
        await articles.create(tx, input, { caller: { userId: null }, now: new Date(at) }, origin)
      }
    })
}

/** Runs an export, discards the result, and returns the additional memory at its peak. */
async function measured(tools: Parameters<typeof openExport>[0]): Promise<string> {
  collectGarbage()
  const before = process.memoryUsage()
  const top = { ...before }
  let bytes = 0
  for await (const chunk of openExport(tools)) {
    bytes += (chunk as Uint8Array).byteLength
    const now = process.memoryUsage()
    for (const kind of ['rss', 'heapUsed', 'external', 'arrayBuffers'] as const)
      top[kind] = Math.max(top[kind], now[kind])
  }
  collectGarbage()
  const after = process.memoryUsage()
  const grown = (kind: 'rss' | 'heapUsed' | 'external' | 'arrayBuffers') =>
    `${kind} +${Math.round((top[kind] - before[kind]) / 1024 ** 2)} (after ${Math.round((after[kind] - before[kind]) / 1024 ** 2)}) MiB`
  return `${(bytes / 1024 ** 2).toFixed(1)} MB, rss at most ${Math.round(top.rss / 1024 ** 2)} MiB · ${grown('rss')}, ${grown('heapUsed')}, ${grown('external')}, ${grown('arrayBuffers')}`
}
