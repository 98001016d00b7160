// `npm run torture -- moved-in SOURCE [--rendered FOLDER] [--site URL]`: imports a blog into a temporary folder, as a
// dry run, for real and once more, and compares the result with the source. An export of WordPress or Ghost contains
// its HTML; for a folder of markdown, `--rendered` is the output of its own generator (see `moved-in/source-texts.ts`).
// Prints every file without a line in the report and every missing word, picture, date, term and address. `--lost`
// prints the words.
import { spawn } from 'node:child_process'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { ImportItem, ImportRun } from '../../src/contract/imports.ts'
import { renderMarkdown } from '../../src/markdown/render.ts'
import { MEMORY_FLAGS } from '../../scripts/memory.mjs'
import { startServer, type ServerProcess } from '../support/server-process.ts'
import { callAs } from '../support/test-app.ts'
import { UNLIMITED } from '../support/unlimited.ts'
import { compare, type Comparison, proseOf } from './moved-in/compare.ts'
import { type SourceText, sourceTexts } from './moved-in/source-texts.ts'

const WANTED = 0.995
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rendered: { type: 'string' },
    site: { type: 'string' },
    lost: { type: 'boolean', default: false },
  },
})
const [given] = positionals
if (!given) throw new Error('npm run torture -- moved-in SOURCE [--rendered FOLDER] [--site URL] [--lost]')
const source = resolve(given)
const isFolder = (await stat(source)).isDirectory()

type Report = ImportRun & { items: ImportItem[] }

const dataDir = await mkdtemp(join(tmpdir(), 'blog-cms-moved-in-'))
const account = { email: 'ruth@blog.example', password: 'geheim-genug' }
let isRight = true
const fault = (line: string) => {
  isRight = false
  console.log(`FAULT ${line}`)
}

try {
  const before = await startServer({ dataDir, env: UNLIMITED })
  await callAs(before.url)('POST', '/auth/v1/signup', account)
  await before.stop()

  const dry = await imported('--dry-run')
  const run = await imported()
  say('Dry run', dry)
  say('Import', run)
  const again = await imported()
  say('Again', again)
  if (run.state !== 'finished') fault(`the import is ${run.state}: ${run.reason}`)
  const { created, updated, failed } = again.counts
  if (created + updated > 0) fault(`a second run created ${created} and updated ${updated}`)
  if (failed > run.counts.failed) fault(`a second run failed with ${failed}`)
  if (dry.counts.total !== run.counts.total) fault(`the dry run had ${dry.counts.total} items, not ${run.counts.total}`)

  if (isFolder) await everyFileHasALine(run)
  const server = await startServer({ dataDir, env: UNLIMITED })
  try {
    await compareAll(server, run)
  } finally {
    await server.stop()
  }
} finally {
  await rm(dataDir, { recursive: true, force: true })
}
process.exitCode = isRight ? 0 : 1

function say(what: string, { state, format, counts, sums }: Report): void {
  console.log(`${what}: ${state}, ${format}`, JSON.stringify(counts), JSON.stringify(sums))
}

/** `npm run import` as users run it. */
async function imported(...options: string[]): Promise<Report> {
  const site = values.site ? [`--site=${values.site}`] : []
  const child = spawn(
    process.execPath,
    [...MEMORY_FLAGS, 'src/server/commands/import-source.ts', source, '--json', ...site, ...options],
    {
      env: { PATH: process.env.PATH, DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  let out = ''
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()))
  await new Promise((done) => child.once('close', done))
  if (out === '') throw new Error('npm run import printed nothing')
  return JSON.parse(out) as Report
}

/** Texts and pictures of the source that are missing in the report, counted by folder. */
async function everyFileHasALine({ items }: Report): Promise<void> {
  const known = new Set(items.map(({ source_id: id }) => id))
  const without = new Map<string, string[]>()
  for (const path of await readdir(source, { recursive: true })) {
    if (!/\.(?:md|markdown|mdown|mdx|html?|avif|bmp|gif|jpe?g|png|svg|tiff?|webp)$/i.test(path)) continue
    if (known.has(path) || path.split('/').some((part) => part.startsWith('.'))) continue
    const folder = path.includes('/') ? path.slice(0, path.indexOf('/')) : '.'
    without.set(folder, [...(without.get(folder) ?? []), path])
  }
  for (const [folder, paths] of without)
    console.log(`${paths.length} files below ${folder} have no line: ${paths.slice(0, 4).join(', ')}`)
}

async function compareAll(server: ServerProcess, run: Report): Promise<void> {
  const token: string = (await callAs(server.url)('POST', '/auth/v1/token?grant_type=password', account)).body
    .access_token
  const call = callAs(server.url, token)
  const texts = await sourceTexts(values.rendered ? resolve(values.rendered) : source)
  const items = new Map(
    run.items.filter(({ kind }) => kind === 'article' || kind === 'page').map((item) => [item.source_id, item]),
  )
  const all: { text: SourceText; found: Comparison; reason: string | null }[] = []
  const leftOut = new Map<string, number>()
  for (const text of texts) {
    const item = items.get(text.id)
    if (!item?.record) {
      const line = run.items.find(({ source_id: id }) => id === text.id)
      if (line?.reason) leftOut.set(line.reason, (leftOut.get(line.reason) ?? 0) + 1)
      else fault(`${text.id} „${text.title}“ is not here, and no line says so`)
      continue
    }
    const { body } = await call('GET', `/api/${item.record.noun}/${item.record.id}`)
    const led = await followed(server, text.address)
    const page = led?.status === 200 && body.status === 'published' ? proseOf(led.page) : null
    const found = compare(text, {
      // Pages have no public date.
      date: body.published_at ?? (item.kind === 'page' ? body.created_at : null),
      terms: [body.category?.name, ...(body.tags ?? []).map(({ name }: { name: string }) => name)].filter(Boolean),
      html: page ?? renderMarkdown(body.content_markdown, { origins: [server.url] }).html,
      reason: item.reason,
      led: body.status === 'published' ? led : led && { ...led, status: 200 },
    })
    for (const line of found.faults) fault(`${text.id} „${text.title}“: ${line}`)
    all.push({ text, found, reason: item.reason })
  }
  for (const [reason, times] of leftOut) console.log(`left out, ${times} ×: ${reason}`)
  const sum = (of: (found: Comparison) => number) => all.reduce((total, { found }) => total + of(found), 0)
  const [words, kept] = [sum((found) => found.words), sum((found) => found.kept)]
  const share = words === 0 ? 1 : kept / words
  for (const { text, found, reason } of all
    .filter(({ found }) => found.kept < found.words)
    .sort((one, other) => other.found.lost.length - one.found.lost.length)
    .slice(0, values.lost ? Infinity : 20))
    console.log(
      `${found.kept} of ${found.words} words of ${text.id}: ${found.lost.slice(0, values.lost ? 200 : 12).join(' ')}${reason ? ` | ${reason.slice(0, 300)}` : ''}`,
    )
  const few = all.filter(({ found }) => found.words > 0 && found.kept / found.words < WANTED).length
  console.log(
    `${all.length} texts of ${texts.length}, ${sum((found) => found.pictures)} pictures in them; ${kept} of ${words} words in order: ${(share * 100).toFixed(3)} %; ${few} texts below ${WANTED * 100} %`,
  )
  if (share < WANTED) fault('too few words')
  const lines = run.items.filter(({ outcome }) => outcome === 'failed')
  for (const { kind, source_id: id, reason } of lines.slice(0, 20))
    console.log(`failed: ${kind} ${id}: ${reason?.slice(0, 200)}`)
}

/** The target of an old address, and its content. */
async function followed(server: ServerProcess, address: string | null) {
  if (address === null) return null
  const first = await fetch(server.url + address, { redirect: 'manual' })
  const to = first.headers.get('location')
  const page = await first.text()
  if (to === null) return first.status === 200 ? { status: 200, to: address, page } : null
  if (first.status !== 301) return { status: first.status, to, page }
  const second = await fetch(new URL(to, server.url), { redirect: 'manual' })
  return { status: second.status, to, page: await second.text() }
}
