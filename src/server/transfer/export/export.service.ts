import { extname } from 'node:path'
import type { Readable } from 'node:stream'
import { getAppearance, readAppearance, storedAs } from '../../readers/appearance/appearance.service.ts'
import { storedName } from '../../files/bucket/addresses.ts'
import { foldAll } from '../../writing/steps/folding.service.ts'
import { withoutLogin } from '../../../rules/url.ts'
import type { Db } from '../../platform/db/db.ts'
import { atOneInstant } from '../../platform/db/one-instant.ts'
import { ownAddress } from '../../platform/own-address.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { publicAddress, readSettings } from '../../settings/settings.service.ts'
import { ArchiveWriter } from './archive.ts'
import * as queries from './export.queries.ts'
import { articleFacts, pageFacts } from './text-facts.ts'
import { withFrontMatter } from './front-matter.ts'
import { archivePicture, withArchivePictures } from './picture-addresses.ts'
import { APPEARANCE_FIELDS, COMMENTS_FILE, MEDIA_FILE, RECORD_FILES, SETTINGS_FIELDS } from './record-files.ts'

export const EXPORT_FORMAT = 'blog-cms-export'
/** Raised when an older import could not read the format. */
export const EXPORT_VERSION = 1

type Tools = Pick<Runtime, 'db' | 'files' | 'config' | 'clock'>
/** Files that are copied after the database has been read. */
type Stored = { path: string; name: string; at: Date }
type Counts = Record<string, number>

/**
 * The whole blog as a zip of markdown, pictures and JSON (RUL-54; docs/reference/export-format.md), streamed while it
 * is written: the database at one instant, then the bytes of pictures and files. Secrets, accounts and the trash are
 * excluded. A fault aborts the stream.
 */
export function openExport(tools: Tools): Readable {
  const archive = new ArchiveWriter()
  writeExport(tools, archive).catch((error: unknown) => archive.fail(error))
  return archive.stream
}

async function writeExport({ db, files, config, clock }: Tools, archive: ArchiveWriter): Promise<void> {
  const at = clock()
  await foldAll(db)
  const counts: Counts = {}
  const missing: string[] = []
  const address = await atOneInstant({ db, dataDir: config.dataDir }, async (snapshot) => {
    const settings = await readSettings(snapshot)
    const own = [...new Set([ownAddress(config), publicAddress(settings, config)])]
    const writer = {
      db: snapshot,
      archive,
      own,
      at,
      counts,
      author: settings.author_name.trim(),
      shown: new Set<string>(),
    }
    await writeArticles(writer)
    await writePages(writer)
    await writeWorkingCopies(writer)
    await writeRecords(writer)
    const stored = [...(await writeResearch(writer)), ...(await writeMedia(writer))]
    await writeRedirects(writer)
    await writeComments(writer)
    const chosen = Object.fromEntries(SETTINGS_FIELDS.map((field) => [field, settings[field]]))
    await archive.add('data/settings.json', json(chosen), { at })
    stored.push(...(await writeAppearance(writer)))
    return { stored, site: { title: settings.site_title, address: publicAddress(settings, config) } }
  })
  for (const { path, name, at: changed } of address.stored) {
    // Deleted for good since the instant: reported, without failing the export.
    const file = await files.get(name)
    if (file) await archive.add(path, file.stream(), { at: changed, isPacked: true })
    else missing.push(path)
  }
  const manifest = { format: EXPORT_FORMAT, version: EXPORT_VERSION, created_at: at.toISOString(), site: address.site }
  await archive.add('manifest.json', json({ ...manifest, counts, missing, files: { ...archive.hashes } }), { at })
  archive.end()
}

type Writer = {
  db: Db
  archive: ArchiveWriter
  /** Origins of this site. */
  own: readonly string[]
  at: Date
  counts: Counts
  /** Default author without a byline. */
  author: string
  /** Names of pictures shown in texts. */
  shown: Set<string>
}

async function writeArticles({ db, archive, own, counts, author, shown }: Writer): Promise<void> {
  const categories = await queries.categoryNames(db)
  counts.articles = 0
  for await (const row of queries.articlesOf(db)) {
    const { text, names } = withArchivePictures(await queries.textOf(db, 'articles', row.id), own)
    const cover = row.cover_image_url === null ? null : archivePicture(row.cover_image_url, own)
    for (const name of cover ? [...names, cover.name] : names) shown.add(name)
    const facts = articleFacts(row, {
      cover: cover?.address ?? row.cover_image_url,
      category: categories.get(row.category_id ?? '') ?? null,
      tags: await queries.tagNames(db, row.id),
      author,
    })
    await archive.add(`articles/${row.slug ?? row.id}.md`, withFrontMatter(facts, text), {
      at: new Date(row.updated_at),
    })
    counts.articles += 1
  }
}

async function writePages({ db, archive, own, counts, shown }: Writer): Promise<void> {
  counts.pages = 0
  for await (const row of queries.pagesOf(db)) {
    const { text, names } = withArchivePictures(await queries.textOf(db, 'pages', row.id), own)
    for (const name of names) shown.add(name)
    const at = new Date(row.updated_at)
    await archive.add(`pages/${row.slug ?? row.id}.md`, withFrontMatter(pageFacts(row), text), { at })
    counts.pages += 1
  }
}

/** Unpublished changes of published texts (RUL-27) and versions with a name (WEEK-25), with their pictures as in the texts. */
async function writeWorkingCopies({ db, archive, own, at, shown }: Writer): Promise<void> {
  const rewritten = (content_markdown: string) => {
    const { text, names } = withArchivePictures(content_markdown, own)
    for (const name of names) shown.add(name)
    return { content_markdown: text }
  }
  const articles = mapped(queries.workingCopiesOf(db), ({ id, ...row }) => {
    const cover = row.cover_image_url === null ? null : archivePicture(row.cover_image_url, own)
    if (cover) shown.add(cover.name)
    const cover_image_url = cover?.address ?? row.cover_image_url
    const tag_ids = row.tag_ids === null ? null : (JSON.parse(row.tag_ids) as string[])
    const text = { ...rewritten(row.content_markdown), cover_image_url, noindex: row.noindex === 1 }
    return { article_id: id, ...row, ...text, tag_ids }
  })
  const pages = mapped(queries.pageWorkingCopiesOf(db), ({ id, ...row }) => ({
    page_id: id,
    ...row,
    ...rewritten(row.content_markdown),
  }))
  await archive.add('data/working-copies.json', jsonList(joined(articles, pages)), { at })
  const named = <Row extends { content_markdown: string }>(row: Row) => ({ ...row, ...rewritten(row.content_markdown) })
  const versions = joined(mapped(queries.namedVersionsOf(db), named), mapped(queries.namedPageVersionsOf(db), named))
  await archive.add('data/named-versions.json', jsonList(versions), { at })
}

async function writeRecords({ db, archive, own, at, counts, shown }: Writer): Promise<void> {
  /** A person or topic with the address of the picture in the archive. */
  const person = ({ picture, links, ...row }: Record<string, unknown>) => {
    const face = typeof picture === 'string' ? archivePicture(picture, own) : null
    if (face) shown.add(face.name)
    const written = links === undefined ? {} : { links: JSON.parse(String(links)) as unknown }
    return { ...row, picture: face?.address ?? picture, ...written }
  }
  const written: Record<string, (row: Record<string, unknown>) => unknown> = {
    rss_feeds: (row) => ({ ...row, url: withoutLogin(String(row.url)) }),
    authors: person,
    categories: person,
    tags: person,
  }
  for (const file of RECORD_FILES) {
    if (file.table === 'research_items') continue
    const records = mapped(queries.recordsOf(db, file), (row) => written[file.table]?.(row) ?? row)
    await archive.add(file.path, jsonList(counted(records, counts, nameOf(file.path))), { at })
  }
}

async function writeResearch({ db, archive, at, counts }: Writer): Promise<Stored[]> {
  const file = RECORD_FILES.find(({ table }) => table === 'research_items')
  if (!file) throw new Error('research is in no file')
  const stored: Stored[] = []
  const items = mapped(queries.recordsOf(db, file), async (row) => {
    const { links, files } = await queries.partsOfResearch(db, row.id)
    for (const { object_name: name, created_at } of files)
      stored.push({ path: `research/${name}`, name: storedName(name), at: new Date(created_at) })
    return {
      ...row,
      links,
      files: files.map(({ object_name, ...facts }) => ({ file: `research/${object_name}`, ...facts })),
    }
  })
  await archive.add(file.path, jsonList(counted(items, counts, nameOf(file.path))), { at })
  return stored
}

/** Pictures of the library, and trashed ones that texts show. */
async function writeMedia({ db, archive, at, counts, shown }: Writer): Promise<Stored[]> {
  const stored: Stored[] = []
  const records = mapped(
    kept(queries.picturesOf(db), ({ deleted_at, object_name }) => deleted_at === null || shown.has(object_name)),
    ({ stored_as, deleted_at: _deleted, object_name, ...facts }) => {
      const path = `media/${object_name}`
      stored.push({ path, name: storedName(object_name, stored_as), at: new Date(facts.created_at) })
      return { file: path, ...facts }
    },
  )
  await archive.add(MEDIA_FILE.path, jsonList(counted(records, counts, nameOf(MEDIA_FILE.path))), { at })
  return stored
}

/** The appearance of the blog, with logo and icon. */
async function writeAppearance({ db, archive, at }: Writer): Promise<Stored[]> {
  const [{ custom_css, ...appearance }, known] = [await getAppearance(db), await readAppearance(db)]
  const look = Object.fromEntries(APPEARANCE_FIELDS.map((field) => [field, appearance[field]]))
  const named = Object.entries(known.pictures).flatMap(([name, picture]) => (picture ? [{ name, ...picture }] : []))
  // The same in every export: names of stored files are used once.
  const pathOf = (name: string, file: string) => `appearance/${name}${extname(file)}`
  const pictures = Object.fromEntries(
    named.map(({ name, file, filename }) => [name, { file: pathOf(name, file), filename }]),
  )
  await archive.add('data/appearance.json', json({ ...look, custom_css, pictures }), { at })
  return named.map(({ name, file }) => ({ path: pathOf(name, file), name: storedAs(file), at }))
}

async function writeRedirects({ db, archive, at, counts }: Writer): Promise<void> {
  await archive.add('redirects.json', jsonList(counted(queries.redirectsOf(db), counts, 'redirects')), { at })
}

/** Comments of articles outside the trash, the first one of a thread before its answers: ids sort by creation. */
async function writeComments({ db, archive, at, counts }: Writer): Promise<void> {
  const living = new Set(await queries.livingArticles(db))
  const records = kept(queries.recordsOf(db, COMMENTS_FILE), ({ article_id }) => living.has(String(article_id)))
  await archive.add(COMMENTS_FILE.path, jsonList(counted(records, counts, nameOf(COMMENTS_FILE.path))), { at })
}

const nameOf = (path: string) => path.slice('data/'.length, -'.json'.length)

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

/** A list of records, one per line. */
async function* jsonList(records: AsyncIterable<unknown>): AsyncGenerator<string> {
  let first = true
  for await (const record of records) {
    yield `${first ? '[\n' : ',\n'}${JSON.stringify(record)}`
    first = false
  }
  yield first ? '[]\n' : '\n]\n'
}

async function* mapped<T, R>(rows: AsyncIterable<T>, map: (row: T) => R | Promise<R>): AsyncGenerator<R> {
  for await (const row of rows) yield await map(row)
}

async function* kept<T>(rows: AsyncIterable<T>, keeps: (row: T) => boolean): AsyncGenerator<T> {
  for await (const row of rows) if (keeps(row)) yield row
}

async function* joined(...lists: AsyncIterable<unknown>[]): AsyncGenerator<unknown> {
  for (const list of lists) yield* list
}

async function* counted<T>(rows: AsyncIterable<T>, counts: Counts, name: string): AsyncGenerator<T> {
  counts[name] = 0
  for await (const row of rows) {
    counts[name] += 1
    yield row
  }
}
