import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { checkBackup } from '../../src/server/backups/restoring.service.ts'
import type { DialectName } from '../../src/server/platform/db/dialect.ts'
import { callAs, type Call } from '../support/test-app.ts'
import { ACCOUNT, leftOver, runStep, serve, serveToBeKilled, type Place, type Scenario } from './steps.ts'

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
]

const BACKUP = 'nacht.backup'

/** The blog of `BACKUP` comes in the place of another one, or of none: one of the two is there, whole. */
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
      // A bare machine on which nothing came back yet stays one, and the restore begins again.
      const isThere = former !== null || whole || !(await isBareSite(place))
      if (isThere) await checkOneOf(place, whole || !former ? [backedUp] : [former, backedUp])
      // Nothing of it stands in the way of the next one.
      await runStep(place, ['restore', join(place.beside, BACKUP), '--yes'])
      refuseLeftOver(place)
    },
  }
}

/** A blog goes to the other database: it is whole where it was, and written there again, or whole at the target. */
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
      // People start the server where it was.
      const isWritten = await checkOneOf(place, [blog], { mayOnlyRead: true })
      if (isWritten) return
      // It says that it has moved: then all of it is there.
      await checkOneOf(target(place), [blog])
    },
  }
}

/** The next backup is made at once, and nothing of the killed one is left, or all of it. */
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

/** Every backup that is there under its name is whole. */
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

/** A picture whose upload was acknowledged is there. */
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

/** Fills an empty place with a blog of somebody's, three articles and a picture. */
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

/** Whether there is nobody yet. */
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
 * Starts the server: its blog is one of these, every text and picture of it, and nothing of the others; it is written, unless it
 * `mayOnlyRead`; nothing is left over. Resolves to whether it is written.
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

/** Whether the server takes a write; one that only reads says why. */
async function isWrittenTo(url: string): Promise<boolean> {
  const { status, body } = await callAs(url)('POST', '/auth/v1/token?grant_type=password', ACCOUNT)
  if (status === 200) return true
  if (status === 503) return false
  throw new Error(`signing in answered ${status} ${JSON.stringify(body)}: the blog is empty or another one`)
}

/** What readers find at the addresses of a blog's texts; null where there is none. */
async function readAsIn({ texts }: Blog, url: string): Promise<Record<string, string | null>> {
  const found: Record<string, string | null> = {}
  for (const slug of Object.keys(texts)) {
    const { status, body } = await callAs(url)('GET', `/api/articles/by-slug/${slug}`)
    found[slug] = status === 200 ? body.content_markdown : null
  }
  return found
}
