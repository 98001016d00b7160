import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { zipSync } from 'fflate'
import sharp from 'sharp'
import { checkBackup } from '../../src/server/transfer/backups/restoring.service.ts'
import type { DialectName } from '../../src/server/platform/db/dialect.ts'
import { callAs, type Call } from '../support/test-app.ts'
import { ACCOUNT, leftOver, runStep, serve, serveToBeKilled, type Place, type Scenario, type Steps } from './steps.ts'

/** A blog: its texts by their addresses, and the addresses of its pictures. */
type Blog = { texts: Record<string, string>; pictures: string[] }
type Facts = { former: Blog | null; backedUp: Blog }

const SECOND = 'zweite.backup'

/** Every scenario; `steps.ts` says how to add one. */
export const SCENARIOS: readonly Scenario[] = [
  restoring('restore over a blog', 'sqlite', true),
  restoring('restore on a bare machine', 'sqlite', false),
  restoring('restore over a blog, PostgreSQL', 'postgres', true),
  restoring('restore on a bare machine, PostgreSQL', 'postgres', false),
  moving('move from SQLite to PostgreSQL', 'sqlite'),
  moving('move from PostgreSQL to SQLite', 'postgres'),
  backingUp('backup kept in its place', 'sqlite', []),
  backingUp('backup into a file', 'sqlite', ['--to', SECOND]),
  backingUp('backup kept in its place, PostgreSQL', 'postgres', []),
  exporting('export', 'sqlite'),
  exporting('export, PostgreSQL', 'postgres'),
  storing('storage of a picture', 'sqlite'),
  storing('storage of a picture, PostgreSQL', 'postgres'),
  importing('import', 'sqlite'),
  importing('import, PostgreSQL', 'postgres'),
  takingBack('undo of an import', 'sqlite'),
  takingBack('undo of an import, PostgreSQL', 'postgres'),
  replacing('find and replace', 'sqlite'),
  replacing('find and replace, PostgreSQL', 'postgres'),
  withdrawing('a bulk verb', 'sqlite'),
  withdrawing('a bulk verb, PostgreSQL', 'postgres'),
]

const BACKUP = 'nacht.backup'

/** The blog of `BACKUP` replaces another one, or none: afterwards one of the two is present and complete. */
function restoring(name: string, database: DialectName, isOver: boolean): Scenario<Facts> {
  return {
    name,
    database,
    async prepare(place) {
      const other: Place = { ...place, dataDir: join(place.beside, 'other'), databaseUrl: undefined }
      const backedUp = await makeBlog(other, 'Gesichert')
      await runStep(other, ['backup', '--to', join(place.beside, BACKUP)])
      return { backedUp, former: isOver ? await makeBlog(place, 'Bisher') : null }
    },
    act: (place, _facts, steps) => runStep(place, ['restore', join(place.beside, BACKUP), '--yes'], { steps }),
    async check(place, { former, backedUp }, { whole }) {
      // An empty machine on which nothing was restored yet stays empty, and the restore can begin again.
      const isThere = former !== null || whole || !(await isBareSite(place))
      if (isThere) await checkOneOf(place, whole || !former ? [backedUp] : [former, backedUp])
      // No remains block the next restore.
      await runStep(place, ['restore', join(place.beside, BACKUP), '--yes'])
      refuseLeftOver(place)
    },
  }
}

/** A blog moves to the other database: it is complete and writable at its source, or complete at the target. */
function moving(name: string, database: DialectName): Scenario<Blog> {
  const target = (place: Place): Place =>
    database === 'sqlite' ? { ...place, databaseUrl: place.second } : { ...place, databaseUrl: undefined }
  const word = (place: Place) => (database === 'sqlite' ? place.second! : 'sqlite')
  return {
    name,
    database,
    ...(database === 'sqlite' && { second: true as const }),
    prepare: (place) => makeBlog(place, 'Umzug'),
    act: (place, _facts, steps) => runStep(place, ['move', word(place)], { steps }),
    async check(place, blog, { whole }) {
      if (whole) return void (await checkOneOf(target(place), [blog]))
      // Users start the server at the source.
      const isWritten = await checkOneOf(place, [blog], { mayOnlyRead: true })
      if (isWritten) return
      // It reports that it has moved: then the target is complete.
      await checkOneOf(target(place), [blog])
    },
  }
}

/** The next backup succeeds at once, and the killed one is either absent or complete. */
function backingUp(name: string, database: DialectName, words: string[]): Scenario<Blog> {
  const inPlace = (place: Place) => words.map((word) => (word === SECOND ? join(place.beside, word) : word))
  return {
    name,
    database,
    prepare: (place) => makeBlog(place, 'Sicherung'),
    act: (place, _facts, steps) => runStep(place, ['backup', ...inPlace(place)], { steps }),
    async check(place, blog) {
      await checkKept(place)
      const third = join(place.beside, 'dritte.backup')
      await runStep(place, ['backup', '--to', third])
      await checkBackup(third, undefined)
      if (words.length > 0 && !existsSync(join(place.beside, SECOND)))
        await runStep(place, ['backup', ...inPlace(place)])
      await checkOneOf(place, [blog])
    },
  }
}

/** Every backup under its final name is complete. */
async function checkKept({ dataDir, beside }: Place): Promise<void> {
  for (const folder of [join(dataDir, 'backups'), beside])
    for (const name of existsSync(folder) ? readdirSync(folder) : [])
      if (name.endsWith('.backup')) await checkBackup(join(folder, name), undefined)
}

function exporting(name: string, database: DialectName): Scenario<Blog> {
  const words = (place: Place) => ['export', '--to', join(place.beside, 'blog.zip')]
  return {
    name,
    database,
    prepare: (place) => makeBlog(place, 'Export'),
    act: (place, _facts, steps) => runStep(place, words(place), { steps }),
    async check(place, blog) {
      await runStep(place, words(place))
      if (readdirSync(place.beside).join() !== 'blog.zip')
        throw new Error(`left over: ${readdirSync(place.beside).join()}`)
      await checkOneOf(place, [blog])
    },
  }
}

/** A picture whose upload was acknowledged is present. */
function storing(name: string, database: DialectName): Scenario<Blog> {
  return {
    name,
    database,
    begins: true,
    prepare: (place) => makeBlog(place, 'Bild'),
    async act(place, _blog, steps) {
      let stored: string | null = null
      await serveToBeKilled(place, steps, async ({ url }) => {
        const { body } = await callAs(url)('POST', '/auth/v1/token?grant_type=password', ACCOUNT)
        steps.begin()
        stored = await upload(callAs(url, body.access_token), 'crimson')
      })
      return stored
    },
    async check(place, { texts, pictures }, { acknowledged }) {
      const all = acknowledged === null ? pictures : [...pictures, String(acknowledged)]
      await checkOneOf(place, [{ texts, pictures: all }])
    },
  }
}

/** Uploads a small picture; resolves to its address. */
async function upload(call: Call, background: string): Promise<string> {
  const image = await sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .png()
    .toBuffer()
  const { status, body } = await call('POST', '/api/media?filename=da.png', image, { 'content-type': 'image/png' })
  if (status !== 201) throw new Error(`a picture was answered ${status}`)
  return body.url
}

/** Fills an empty place with an account, three articles and a picture. */
async function makeBlog(place: Place, word: string): Promise<Blog> {
  const server = await serve(place)
  try {
    const { body } = await callAs(server.url)('POST', '/auth/v1/signup', ACCOUNT)
    const call = callAs(server.url, body.access_token)
    const picture = await upload(call, 'teal')
    const blog: Blog = { texts: {}, pictures: [picture] }
    for (const number of [1, 2, 3]) {
      const [title, text] = [`${word} ${number}`, `${word}: Text ${number}\n\n![Bild](${picture})`]
      const made = await call('POST', '/api/articles', { title, content_markdown: text, status: 'published' })
      if (made.status !== 201) throw new Error(`an article was answered ${made.status}`)
      blog.texts[made.body.slug] = text
    }
    return blog
  } finally {
    await server.stop()
  }
}

/** Whether there is no account yet. */
async function isBareSite(place: Place): Promise<boolean> {
  const server = await serve(place)
  try {
    const { status } = await callAs(server.url)('POST', '/auth/v1/token?grant_type=password', ACCOUNT)
    return status !== 200
  } finally {
    await server.stop()
  }
}

/**
 * Starts the server: its blog is one of these, with every text and picture of it and nothing of the others. It accepts
 * writes, unless it `mayOnlyRead`, and nothing is left over. Resolves to whether it accepts writes.
 */
export async function checkOneOf(place: Place, blogs: readonly Blog[], { mayOnlyRead = false } = {}): Promise<boolean> {
  const server = await serve(place)
  let isWritten = false
  try {
    isWritten = await isWrittenTo(server.url)
    if (!isWritten && !mayOnlyRead) throw new Error('nothing can be written')
    const found = await Promise.all(blogs.map((blog) => readAsIn(blog, server.url)))
    const there = blogs.filter((blog, index) => JSON.stringify(found[index]) === JSON.stringify(blog.texts))
    const isMixed = blogs.some((blog, index) => !there.includes(blog) && Object.values(found[index]!).some(Boolean))
    if (there.length !== 1 || isMixed) throw new Error(`another blog is there: ${JSON.stringify(found)}`)
    for (const address of there[0]!.pictures) {
      const { status } = await fetch(new URL(address, server.url))
      if (status !== 200) throw new Error(`the picture ${address} answered ${status}`)
    }
  } finally {
    await server.stop()
  }
  refuseLeftOver(place)
  return isWritten
}

function refuseLeftOver(place: Place): void {
  const left = leftOver(place)
  if (left.length > 0) throw new Error(`left over: ${left.join(', ')}`)
}

/** Whether the server accepts a write; a read-only one gives the reason. */
async function isWrittenTo(url: string): Promise<boolean> {
  const { status, body } = await callAs(url)('POST', '/auth/v1/token?grant_type=password', ACCOUNT)
  if (status === 200) return true
  if (status === 503) return false
  throw new Error(`signing in answered ${status} ${JSON.stringify(body)}: the blog is empty or another one`)
}

/** The content at the addresses of a blog's texts; null if there is none. */
async function readAsIn({ texts }: Blog, url: string): Promise<Record<string, string | null>> {
  const found: Record<string, string | null> = {}
  for (const slug of Object.keys(texts)) {
    const { status, body } = await callAs(url)('GET', `/api/articles/by-slug/${slug}`)
    found[slug] = status === 200 ? body.content_markdown : null
  }
  return found
}

/** Starts the server, signs in, and stops it after `use`; nothing may be left over then. */
async function visit<T>(place: Place, use: (call: Call, url: string) => Promise<T>): Promise<T> {
  const server = await serve(place)
  try {
    const { body } = await callAs(server.url)('POST', '/auth/v1/token?grant_type=password', ACCOUNT)
    return await use(callAs(server.url, body.access_token), server.url)
  } finally {
    await server.stop()
  }
}

/** Requests to a server that will be killed: the account signs in first, and counting begins with `use`. */
async function visitToBeKilled(place: Place, steps: Steps, use: (call: Call) => Promise<void>): Promise<void> {
  await serveToBeKilled(place, steps, async ({ url }) => {
    const { body } = await callAs(url)('POST', '/auth/v1/token?grant_type=password', ACCOUNT)
    const call = callAs(url, body.access_token)
    steps.begin()
    await use(call)
  })
}

/** The maximum time until a job has run after a start. */
const JOB_MS = 90_000

/** The content of an import: texts by their addresses, one of them with a picture. */
const BROUGHT = ['kam-1', 'kam-2', 'kam-3']
type Moved = { blog: Blog; files: number; id: string | null }

const isAtWork = ({ state }: { state: string }) => state === 'running' || state === 'undoing'

async function imports(call: Call): Promise<{ id: string; state: string }[]> {
  return (await call('GET', '/api/imports')).body.items
}

/** Resolves with the imports once none is running. */
async function settledImports(call: Call): Promise<{ id: string; state: string }[]> {
  for (;;) {
    const all = await imports(call)
    if (!all.some(isAtWork)) return all
    await setTimeout(50)
  }
}

async function orderImport(call: Call): Promise<string> {
  const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'plum' } })
    .png()
    .toBuffer()
  const files = Object.fromEntries(
    BROUGHT.map((slug, index) => [
      `content/posts/${slug}.md`,
      Buffer.from(
        `---\ntitle: ${slug}\ndate: 2019-05-0${index + 1}\n---\nGekommen.${index === 1 ? ' ![Bild](da.png)' : ''}\n`,
      ),
    ]),
  )
  const form = new FormData()
  const archive = zipSync({ ...files, 'content/posts/da.png': picture })
  form.append('file', new Blob([Buffer.from(archive)]), 'blog.zip')
  form.append('dry_run', 'false')
  const sent = new Response(form)
  const { status, body } = await call('POST', '/api/imports', new Uint8Array(await sent.arrayBuffer()), {
    'content-type': sent.headers.get('content-type') ?? '',
  })
  if (status !== 201) throw new Error(`an import was answered ${status} ${JSON.stringify(body)}`)
  return body.id
}

/** The former blog is complete; the import is present with all pictures, or absent without remains. */
async function checkBrought(place: Place, { blog, files }: Moved, isThere: boolean): Promise<void> {
  const until = performance.now() + JOB_MS
  await visit(place, async (call, url) => {
    for (const slug of BROUGHT) {
      const { status, body } = await callAs(url)('GET', `/api/articles/by-slug/${slug}`)
      if (status !== (isThere ? 200 : 404)) throw new Error(`${slug} is answered ${status}`)
      if (isThere && !body.content_markdown.startsWith('Gekommen.'))
        throw new Error(`${slug}: ${body.content_markdown}`)
      for (const [, address] of isThere ? body.content_markdown.matchAll(/\((\/[^)]+)\)/g) : [])
        if ((await fetch(new URL(address, url))).status !== 200) throw new Error(`the picture ${address} is missing`)
    }
    const { items } = (await call('GET', '/api/media')).body
    const wanted = blog.pictures.length + (isThere ? 1 : 0)
    if (items.length !== wanted) throw new Error(`${items.length} pictures in the library instead of ${wanted}`)
    // Files that the killed server had still to remove are removed by the next run of the job.
    while (!isThere && countFiles(place) > files && performance.now() < until) await setTimeout(100)
  })
  if (!isThere && countFiles(place) > files)
    throw new Error(`more than ${files} files of pictures: ${filesOf(place).join(', ')}`)
  await checkOneOf(place, [blog])
}

const filesOf = ({ dataDir }: Place): string[] =>
  readdirSync(join(dataDir, 'media'), { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [entry.name] : [],
  )

const countFiles = (place: Place) => filesOf(place).length

/** An acknowledged import continues by itself and completes; one that was not is complete or absent. */
function importing(name: string, database: DialectName): Scenario<Moved> {
  return {
    name,
    database,
    begins: true,
    async prepare(place) {
      const blog = await makeBlog(place, 'Import')
      return { blog, files: countFiles(place), id: null }
    },
    async act(place, _facts, steps) {
      let ordered = false
      await visitToBeKilled(place, steps, async (call) => {
        await orderImport(call)
        ordered = true
        await settledImports(call)
      })
      return ordered
    },
    async check(place, moved, { acknowledged }) {
      const all = await visit(place, settledImports)
      if (all.some(({ state }) => state !== 'finished')) throw new Error(`an import is ${all[0]?.state}`)
      if (acknowledged === true && all.length === 0) throw new Error('an import that was acknowledged is gone')
      await checkBrought(place, moved, all.length > 0)
    },
  }
}

/** An acknowledged undo continues by itself until nothing of the import is left; without one everything stays. */
function takingBack(name: string, database: DialectName): Scenario<Moved> {
  return {
    name,
    database,
    begins: true,
    async prepare(place) {
      const blog = await makeBlog(place, 'Zurück')
      const files = countFiles(place)
      const id = await visit(place, async (call) => {
        const made = await orderImport(call)
        await settledImports(call)
        return made
      })
      return { blog, files, id }
    },
    async act(place, { id }, steps) {
      let ordered = false
      await visitToBeKilled(place, steps, async (call) => {
        const { status } = await call('POST', `/api/imports/${id}/undo`)
        ordered = status === 200
        await settledImports(call)
      })
      return ordered
    },
    async check(place, moved, { acknowledged }) {
      const [run] = await visit(place, settledImports)
      if (acknowledged === true && run?.state !== 'undone') throw new Error(`the import is ${run?.state}`)
      await checkBrought(place, moved, run?.state !== 'undone')
    },
  }
}

const REPLACED = { find: 'Text', replacement: 'Absatz', match_case: true, whole_words: true }

const replaced = ({ texts, pictures }: Blog): Blog => ({
  pictures,
  texts: Object.fromEntries(Object.entries(texts).map(([slug, text]) => [slug, text.replace('Text', 'Absatz')])),
})

/** Runs an order until it is complete. */
async function workOn(call: Call, id: string): Promise<void> {
  for (;;) {
    const { status, body } = await call('POST', `/api/replacements/${id}/work`)
    if (status !== 200) throw new Error(`work on an order was answered ${status}`)
    if (body.state !== 'running') return
  }
}

/** Each text is the former or the new one; an acknowledged order can be completed. */
function replacing(name: string, database: DialectName): Scenario<Blog> {
  return {
    name,
    database,
    begins: true,
    prepare: (place) => makeBlog(place, 'Ersetzen'),
    async act(place, _blog, steps) {
      let ordered = false
      await visitToBeKilled(place, steps, async (call) => {
        const { items } = (await call('POST', '/api/replacements/search', REPLACED)).body
        const articles = items.map(({ id, version, places }: any) => ({
          ...{ id, version },
          places: places.map(({ index }: any) => index),
        }))
        const { status, body } = await call('POST', '/api/replacements', { ...REPLACED, articles, live: true })
        ordered = status === 201
        await workOn(call, body.id)
      })
      return ordered
    },
    async check(place, blog, { acknowledged }) {
      const order = await visit(place, async (call, url) => {
        const found = await readAsIn(blog, url)
        const next = replaced(blog)
        for (const [slug, text] of Object.entries(found))
          if (text !== blog.texts[slug] && text !== next.texts[slug]) throw new Error(`${slug} is mixed: ${text}`)
        const [known] = (await call('GET', '/api/replacements')).body.items
        if (known) await workOn(call, known.id)
        return known
      })
      if (acknowledged === true && !order) throw new Error('an order that was acknowledged is gone')
      await checkOneOf(place, [order ? replaced(blog) : blog])
    },
  }
}

/** Each article is published or withdrawn, with its whole text. If the request was acknowledged, all are withdrawn. */
function withdrawing(name: string, database: DialectName): Scenario<Blog> {
  const withdraw = async (call: Call) => {
    const { items } = (await call('GET', '/api/articles')).body
    const ids = items.map(({ id }: { id: string }) => id)
    return (await call('POST', '/api/articles/bulk', { ids, action: { do: 'status', status: 'draft' } })).status
  }
  return {
    name,
    database,
    begins: true,
    prepare: (place) => makeBlog(place, 'Sammel'),
    async act(place, _blog, steps) {
      let answered = false
      await visitToBeKilled(place, steps, async (call) => {
        answered = (await withdraw(call)) === 200
      })
      return answered
    },
    async check(place, { texts }, { acknowledged }) {
      await visit(place, async (call, url) => {
        const read = async () => {
          const { items } = (await call('GET', '/api/articles')).body
          return Promise.all(
            items.map(async ({ id }: { id: string }) => (await call('GET', `/api/articles/${id}`)).body),
          )
        }
        const articles = await read()
        for (const { slug, status, content_markdown } of articles) {
          const isRead = (await callAs(url)('GET', `/api/articles/by-slug/${slug}`)).status === 200
          if (content_markdown !== texts[slug] || isRead !== (status === 'published'))
            throw new Error(`${slug} is mixed`)
          if (acknowledged === true && status !== 'draft') throw new Error(`${slug} was withdrawn and is ${status}`)
        }
        if (articles.length !== Object.keys(texts).length) throw new Error(`${articles.length} articles are left`)
        await withdraw(call)
        if ((await read()).some(({ status }) => status !== 'draft')) throw new Error('the verb cannot be done again')
      })
      refuseLeftOver(place)
    },
  }
}
