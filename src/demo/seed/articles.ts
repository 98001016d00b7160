import { fold } from '../../rules/fold.ts'
import { freeSlug } from '../../rules/slug.ts'
import type { Db, Tx } from '../../server/platform/db/db.ts'
import {
  articleRow,
  formerSlugRow,
  namedRow,
  revisionRow,
  textRow,
  workingCopyRow,
  type ArticleRow,
} from '../builders/articles.ts'
import { writeBody, type Picture } from '../builders/bodies.ts'
import { listManuscripts, TOPICS, type Manuscript } from '../builders/corpus.ts'
import { insertRows } from '../builders/insert.ts'
import type { Kit } from '../builders/kit.ts'
import type { Person } from './accounts.ts'
import { showWhatArticlesCan } from './showcase.ts'

/** Fourteen months. */
const PUBLISHED_DAYS = 425
const LEAD = '„Nachtzug“, noch einmal: Wie man ein Meisterwerk zweimal spielt'
/** Days from now; null waits without a date (RUL-3). */
const SCHEDULED_FOR = [1, 3, 6, 12, null, null]
const DRAFTS = 10

/** Ids of categories and tags by name. */
export type Names = { categories: Map<string, string>; tags: Map<string, string> }

/** Makes sure that every category and tag of the corpus exists; one of the same name that somebody else made serves too. */
export async function fillNames(tx: Tx, kit: Kit): Promise<Names> {
  const tagNames = [...new Set(listManuscripts().flatMap(({ tags }) => tags))].sort((a, b) => a.localeCompare(b, 'de'))
  return {
    categories: await ensureNames(tx, kit, 'categories', Object.keys(TOPICS)),
    tags: await ensureNames(tx, kit, 'tags', tagNames),
  }
}

async function ensureNames(
  db: Db,
  kit: Kit,
  table: 'categories' | 'tags',
  names: string[],
): Promise<Map<string, string>> {
  const present = await db.selectFrom(table).select(['id', 'folded_name', 'slug']).execute()
  const known = new Map(present.map(({ folded_name, id }) => [folded_name, id]))
  const slugs = new Set(present.map(({ slug }) => slug))
  const rows = names
    .filter((name) => !known.has(fold(name)))
    .map((name) => namedRow(kit, name, { created_at: kit.at(-PUBLISHED_DAYS - 30) }))
  for (const row of rows) {
    row.slug = freeSlug(row.slug, slugs)
    slugs.add(row.slug)
    known.set(row.folded_name, row.id)
  }
  await insertRows(db, table, rows)
  return new Map(names.map((name) => [name, known.get(fold(name))!]))
}

type Writing = { manuscript: Manuscript; row: ArticleRow }
export type Cover = Picture & { name: string }

/**
 * Every manuscript of the corpus as an article: published ones over fourteen months, some of them with a working copy or
 * former addresses, scheduled ones with and without a date, drafts in all lengths, and one in the trash.
 */
export async function fillArticles(
  tx: Tx,
  kit: Kit,
  { people, names, covers }: { people: Person[]; names: Names; covers: Cover[] },
): Promise<ArticleRow[]> {
  const authors = people.filter(({ standing }) => standing !== 'pending')
  const { drafts, scheduled, published } = sortOut(kit)
  const write = (manuscript: Manuscript, sections: number, given: Partial<ArticleRow>): Writing => {
    const author = kit.random.pick(authors)
    const pictures = manuscript.cover ? [] : kit.random.sample(covers, kit.random.int(0, 2))
    const row = articleRow(kit, {
      title: manuscript.title,
      excerpt: manuscript.excerpt,
      content_markdown: sections === 0 ? `${manuscript.opening}\n` : writeBody(kit, manuscript, { sections, pictures }),
      cover_image_url: covers.find(({ name }) => name === manuscript.cover)?.url ?? null,
      category_id: names.categories.get(manuscript.topic)!,
      author_id: author.id,
      byline: kit.random.chance(0.7) ? author.name : null,
      version: kit.random.int(1, 6),
      ...given,
    })
    return { manuscript, row }
  }

  const writings = [
    ...published.map((manuscript, index) => {
      const days = 1 + Math.round((index * PUBLISHED_DAYS) / published.length) + (index > 0 ? kit.random.int(0, 4) : 0)
      const at = kit.at(-days, `0${kit.random.int(5, 8)}:${kit.random.pick(['00', '15', '30', '45'])}`)
      return write(manuscript, kit.random.pick([2, 2, 3, 4, 4, 5, 7, 9, 12, 14]), {
        status: 'published',
        published_at: at,
      })
    }),
    ...scheduled.map((manuscript, index) => {
      const days = SCHEDULED_FOR[index] ?? null
      const written = kit.at(-kit.random.int(1, 20))
      const published_at = days === null ? null : kit.at(days, `0${kit.random.int(5, 8)}:30`)
      return write(manuscript, kit.random.int(3, 8), {
        status: 'scheduled',
        published_at,
        created_at: written,
        updated_at: kit.at(-1),
      })
    }),
    ...drafts.map((manuscript, index) => {
      const age = index < 3 ? kit.random.int(35, 70) : kit.random.int(1, 25)
      const dates = { created_at: kit.at(-age - 1), updated_at: kit.at(-Math.ceil(age / 3)) }
      const trashed =
        index === drafts.length - 1 ? { deleted_at: kit.at(-1), trashed_slug: kit.slug(manuscript.title) } : {}
      return write(manuscript, index % 3 === 0 ? 0 : kit.random.int(1, 4), {
        ...dates,
        ...trashed,
        ...(index % 4 === 1 ? { category_id: null, excerpt: '' } : {}),
      })
    }),
  ]

  const rows = writings.map(({ row }) => row)
  const topics = new Map(writings.map(({ manuscript, row }) => [row.id, manuscript.topic]))
  showWhatArticlesCan(rows, { nameOf: ({ id }) => topics.get(id) ?? '', pictures: covers.slice(1, 4) })
  await insertRows(tx, 'articles', rows)
  await insertRows(tx, 'article_texts', rows.map(textRow))
  await insertRows(
    tx,
    'article_tags',
    writings.flatMap(({ manuscript, row }) =>
      manuscript.tags.map((tag) => ({
        article_id: row.id,
        tag_id: names.tags.get(tag)!,
        article_created_at: row.created_at,
      })),
    ),
  )
  await insertRows(
    tx,
    'article_revisions',
    rows.flatMap((row) => revisions(kit, row)),
  )
  const living = rows.filter(({ status }) => status === 'published')
  await insertRows(
    tx,
    'article_working_copies',
    [1, 4, 9, 15].map((index) => workingCopyRow(kit, living[index]!, { updated_at: kit.at(-1) })),
  )
  await insertRows(
    tx,
    'slug_history',
    [2, 7, 12].flatMap((index) => [formerSlugRow(kit, living[index]!, `Arbeitstitel ${living[index]!.title}`)]),
  )
  return rows
}

/** Which manuscript becomes what. Those with a cover are mostly published; the lead is the newest. */
function sortOut({ random }: Kit): { drafts: Manuscript[]; scheduled: Manuscript[]; published: Manuscript[] } {
  const shuffle = (list: Manuscript[]) => random.sample(list, list.length)
  const all = listManuscripts()
  const lead = all.filter(({ title }) => title === LEAD)
  const covered = shuffle(all.filter(({ title, cover }) => cover && title !== LEAD))
  const plain = shuffle(all.filter(({ cover }) => !cover))
  const scheduled = [...covered.splice(0, 2), ...plain.splice(0, SCHEDULED_FOR.length - 2)]
  const drafts = [...plain.splice(0, DRAFTS - 2), ...covered.splice(0, 2)]
  return { drafts, scheduled: shuffle(scheduled), published: [...lead, ...shuffle([...covered, ...plain])] }
}

/** The versions up to the present one: each holds a little more of the text. */
function revisions(kit: Kit, row: ArticleRow) {
  const paragraphs = row.content_markdown.split('\n\n')
  const [from, to] = [Date.parse(row.created_at), Date.parse(row.updated_at)]
  return Array.from({ length: row.version }, (_, index) => {
    const share = (index + 1) / row.version
    const text =
      share === 1 ? row.content_markdown : `${paragraphs.slice(0, Math.ceil(paragraphs.length * share)).join('\n\n')}\n`
    return revisionRow(kit, row, {
      version: index + 1,
      content_markdown: text,
      created_at: new Date(from + (to - from) * share).toISOString(),
    })
  })
}
