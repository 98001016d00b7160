import { randomBytes } from 'node:crypto'
import type { Config } from '../../server/config.ts'
import { changeMedia } from '../../server/writing/media/media.service.ts'
import { relateWritten } from '../../server/writing/articles/finding/related.service.ts'
import { addUpload } from '../../server/writing/media/uploads.service.ts'
import { migrations } from '../../server/migrations/migrations.ts'
import type { Db } from '../../server/platform/db/db.ts'
import { migrate } from '../../server/platform/db/migrate.ts'
import { announce, inTransaction } from '../../server/platform/db/transaction.ts'
import type { FileStore } from '../../server/platform/file-store.ts'
import { newId } from '../../server/platform/ids.ts'
import { spooled } from '../../server/files/spool.ts'
import { orderMissed } from '../../server/writing/reader-index/reader-index.service.ts'
import { ensureSettings, readSettings } from '../../server/settings/settings.service.ts'
import { COVERS, readCover } from '../builders/covers.ts'
import { createKit, type Kit } from '../builders/kit.ts'
import { createPeople, invitePeople, type Person } from './accounts.ts'
import { fillArticles, fillNames, type Cover } from './articles.ts'
import { fillArchive } from './bulk.ts'
import { fillDesk, storeAttachments } from './desk.ts'
import { publishLegalPages } from './legal-pages.ts'
import { dressWebsite } from './website.ts'
import { inspect, keepRecord, tidyUp, removeOwnData, type Found, type SeedRecord } from './own-data.ts'

export type SeedOptions = {
  config: Config
  db: Db
  files: FileStore
  now: Date
  /** Articles there shall be; the demo blog's own are the least. */
  articles?: number
  /** Removes the seed's own data first and makes it again. */
  reset?: boolean
  tell?: (line: string) => void
}

export type SeedResult =
  | { outcome: 'seeded'; people: Person[]; articles: number; images: number }
  | { outcome: 'present'; articles: number }
  | { outcome: 'unfinished' }
  | ({ outcome: 'refused' } & Pick<Found, 'foreign'>)

/**
 * Fills an empty database with the demo blog (RUL-42). One with accounts or articles that it did not make is left alone, its
 * schema too; its own stays as it is unless `reset` asks for a new one.
 */
export async function seedDatabase({
  config,
  db,
  files,
  now,
  articles = 0,
  reset = false,
  tell = () => {},
}: SeedOptions): Promise<SeedResult> {
  const { record: former, foreign } = await inspect(db)
  if (foreign.accounts > 0 || foreign.articles > 0) return { outcome: 'refused', foreign }
  if (former && !reset)
    return former.complete ? { outcome: 'present', articles: former.articles } : { outcome: 'unfinished' }

  await migrate(db, migrations, config.dataDir)
  if (former) await removeOwnData(db, files, former)
  await ensureSettings(db, config.REGISTRATION, now)

  const record: SeedRecord = {
    mark: randomBytes(6).toString('hex'),
    seededAt: now.toISOString(),
    accounts: [],
    objects: COVERS.map(() => `${newId()}.webp`),
    articles: 0,
    complete: false,
  }
  const kit = createKit({ mark: record.mark, now })
  const applicants = await invitePeople()
  const people = await inTransaction(db, async (tx) => {
    const made = await createPeople(tx, applicants, now)
    record.accounts = made.map(({ id }) => id)
    await keepRecord(tx, record)
    return made
  })
  const authors = people.filter(({ standing }) => standing !== 'pending').map(({ id }) => id)
  const steps = articles > 0 ? 4 : 3
  const tellStep = (step: number, words: string) => tell(`Schritt ${step} von ${steps}: ${words} …`)
  tellStep(1, 'Bilder ablegen')
  const covers = await storeCovers({ config, db, files }, kit, { objects: record.objects, authors })

  tellStep(2, 'Artikel und Redaktionstisch füllen')
  const { names, demo, attachments } = await inTransaction(db, async (tx) => {
    const taxonomy = await fillNames(tx, kit)
    const rows = await fillArticles(tx, kit, { people, names: taxonomy, covers })
    const published = rows.filter(({ status }) => status === 'published').map(({ id }) => id)
    for (const id of published.toSorted()) await relateWritten(tx, id)
    await publishLegalPages(tx, now)
    return { names: taxonomy, demo: rows.length, attachments: await fillDesk(tx, kit, { people, articles: rows }) }
  })
  await storeAttachments(files, attachments)
  await dressWebsite(db, { people, names, covers, now })
  const more = Math.max(0, articles - demo)
  if (articles > 0) tellStep(3, 'Archiv füllen')
  await fillArchive(db, kit, {
    count: more,
    names,
    authors,
    tell: (done) => tell(`${(demo + done).toLocaleString('de')} Artikel`),
  })
  if (more > 0) await tidyUp(db)
  tellStep(steps, 'Suche vorbereiten')
  // The server reads them with its first jobs.
  await orderMissed(db)

  record.articles = demo + more
  record.complete = true
  await inTransaction(db, async (tx) => {
    await keepRecord(tx, record)
    // Servers running on the same PostgreSQL database drop every page they keep (RUL-40).
    await announce(tx, { noun: 'settings', id: (await readSettings(tx)).id, verb: 'updated' })
  })
  return { outcome: 'seeded', people, articles: record.articles, images: covers.length }
}

/** Uploads the illustrations to the media library, the first ones newest. */
async function storeCovers(
  runtime: Pick<SeedOptions, 'config' | 'db' | 'files'>,
  kit: Kit,
  { objects, authors }: { objects: string[]; authors: string[] },
): Promise<Cover[]> {
  const covers: Cover[] = []
  for (const [index, cover] of COVERS.entries()) {
    const { name, alt, caption } = cover
    const actor = { caller: { userId: kit.random.pick(authors) }, now: new Date(kit.at(-1 - index * 9)) }
    const upload = { filename: `${name}.webp`, objectName: objects[index]! }
    const arriving = { config: runtime.config, filename: upload.filename, maxBytes: Number.MAX_SAFE_INTEGER }
    await spooled([await readCover(cover)], arriving, async (file) => {
      const { id, url } = await addUpload(runtime, { file, ...upload }, actor)
      await changeMedia(runtime.db, { id, alt, caption })
      covers.push({ url, name, alt, caption })
    })
  }
  return covers
}
