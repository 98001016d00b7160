// `npm run torture -- import --posts 10000 --kills 0 --seed 7`: a real server imports a generated WordPress export.
// Prints the duration, memory, CPU time, and the latency of saves during it. With `--kills 20` the server is killed
// that often at random moments, and the result is compared with an undisturbed run. With `--database postgres://…` on
// PostgreSQL, in a database of its own.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { importOutcome } from '../support/import-outcome.ts'
import { startPictureServer } from '../support/picture-server.ts'
import { createDatabase } from '../support/postgres.ts'
import { startServer, type ServerProcess } from '../support/server-process.ts'
import { callAs } from '../support/test-app.ts'
import { UNLIMITED } from '../support/unlimited.ts'
import { wxr, type WxrPost } from '../support/wxr.ts'
import { seededRandom } from './random.ts'

const { values } = parseArgs({
  options: {
    posts: { type: 'string', default: '10000' },
    kills: { type: 'string', default: '0' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1e9)) },
    database: { type: 'string' },
  },
})
const [count, kills] = [Number(values.posts), Number(values.kills)]
console.log(`Seed ${values.seed}, ${count} posts, ${kills} kills, ${values.database ? 'PostgreSQL' : 'SQLite'}`)
const random = seededRandom(Number(values.seed))
const SENTENCE = 'Der Abend war lang, und das Netz hielt, bis der Regen kam und alle nach Hause gingen. '
const PICTURES = kills > 0 ? 12 : 0
/** The kernel counts CPU time in hundredths of a second. */
const TICKS = 100

const pictures = await startPictureServer(await madeUp(PICTURES))

async function madeUp(many: number): Promise<Record<string, Buffer>> {
  const { default: sharp } = await import('sharp')
  const files: Record<string, Buffer> = {}
  for (let index = 0; index < many; index += 1) {
    const background = { r: index * 20, g: 100, b: 50 }
    const picture = sharp({ create: { width: 60, height: 40, channels: 3, background } })
    files[`/bild-${index}.png`] = await picture.png().toBuffer()
  }
  return files
}

function* posts(): Generator<WxrPost> {
  for (let id = 1; id <= count; id += 1) {
    const paragraphs = Array.from(
      { length: 12 },
      (_, index) => `<p>${SENTENCE.repeat(4)}<em>Absatz ${index} von ${id}.</em></p>`,
    )
    if (PICTURES > 0) paragraphs.push(`<p><img src="${pictures.url}/bild-${id % PICTURES}.png" alt=""></p>`)
    yield {
      id,
      // Three per day, two of which have the same date.
      gmt: new Date(Date.UTC(2009, 0, 1 + Math.floor(id / 3), id % 3 === 0 ? 8 : 12))
        .toISOString()
        .slice(0, 19)
        .replace('T', ' '),
      categories: [`Rubrik ${id % 12}`],
      tags: [`Wort ${id % 97}`, `Thema ${id % 31}`],
      content: `<!-- wp:paragraph -->${paragraphs.join('<!-- /wp:paragraph -->\n\n<!-- wp:paragraph -->')}<!-- /wp:paragraph -->`,
    }
  }
}

const file = new Blob([...wxr(posts())])

/** One run of the import with this many kills, and its result. */
async function run(killed: number) {
  const database = values.database ? await createDatabase(values.database) : undefined
  const dataDir = await mkdtemp(join(tmpdir(), 'blog-cms-import-'))
  const env = { ...UNLIMITED, ALLOW_PRIVATE_FETCH: 'true', LOG_LEVEL: 'error' }
  const start = () => startServer({ dataDir, env, ...(database && { databaseUrl: database.url }) })
  let server: ServerProcess = await start()
  const used = { memory: 0, processor: 0 }
  /** Peak memory of the process in MiB, and its CPU time in seconds. */
  const look = async () => {
    const status = await readFile(`/proc/${server.pid}/status`, 'utf8')
    used.memory = Math.max(used.memory, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
    const [, user = 0, system = 0] =
      /\) \S(?: -?\d+){10} (\d+) (\d+)/.exec(await readFile(`/proc/${server.pid}/stat`, 'utf8')) ?? []
    used.processor = (Number(user) + Number(system)) / TICKS
  }
  try {
    const account = { email: 'ruth@blog.example', password: 'geheim-genug' }
    const { body } = await callAs(server.url)('POST', '/auth/v1/signup', account)
    const token: string = body.access_token
    const { body: draft } = await callAs(server.url, token)('POST', '/api/articles', { title: 'Nebenbei' })
    const form = new FormData()
    form.append('file', file, 'altes-blog.xml')
    const began = performance.now()
    const answer = await fetch(`${server.url}/api/imports`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    })
    const { id } = (await answer.json()) as { id: string }
    const waited: number[] = []
    let version: number = draft.version
    for (let left = killed; ;) {
      if (left > 0) {
        left -= 1
        await setTimeout(200 + random() * 1500)
        await server.kill()
        server = await start()
        continue
      }
      await setTimeout(500)
      await look()
      const call = callAs(server.url, token)
      if (killed === 0) {
        const at = performance.now()
        const saved = await call('PATCH', `/api/articles/${draft.id}`, { version, content_markdown: `${at}` })
        waited.push(performance.now() - at)
        version = saved.body.version
      }
      const { body: now } = await call('GET', `/api/imports/${id}?limit=1`)
      if (now.state === 'running') continue
      const seconds = Math.round((performance.now() - began) / 1000)
      await look()
      console.log(`${killed} kills: ${now.state}`, JSON.stringify(now.counts), now.reason ?? '')
      if (killed === 0) {
        waited.sort((a, b) => a - b)
        const at = (part: number) => Math.round(waited[Math.floor((waited.length - 1) * part)] ?? 0)
        console.log(
          `${(file.size / 1024 ** 2).toFixed(1)} MB in ${seconds} s (${Math.round(used.processor)} s of a processor), at most ${Math.round(used.memory)} MiB`,
          `· ${waited.length} saves meanwhile: half within ${at(0.5)} ms, 99 % within ${at(0.99)} ms, all within ${at(1)} ms`,
        )
      }
      await call('DELETE', `/api/articles/${draft.id}`)
      return kills > 0 ? await importOutcome(server, token, [id]) : null
    }
  } finally {
    await server.kill()
    await database?.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** The first lines in which two results differ. */
function differences(a: unknown, b: unknown, path = ''): string[] {
  if (isDeepStrictEqual(a, b)) return []
  const isList = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
  if (!isList(a) || !isList(b)) return [`${path}: ${JSON.stringify(a)} – ${JSON.stringify(b)}`.slice(0, 1000)]
  return [...new Set([...Object.keys(a), ...Object.keys(b)])]
    .flatMap((key) => differences(a[key], b[key], `${path}/${key}`))
    .slice(0, 20)
}

try {
  const undisturbed = await run(0)
  if (kills > 0) {
    const disturbed = await run(kills)
    const isSame = isDeepStrictEqual(disturbed, undisturbed)
    console.log(
      isSame ? 'The same as undisturbed: records, texts, dates, terms, pictures, old addresses, report' : 'DIFFERENT',
    )
    if (!isSame) {
      process.exitCode = 1
      for (const line of differences(undisturbed, disturbed)) console.log(line)
    }
  }
} finally {
  await pictures.stop()
}
