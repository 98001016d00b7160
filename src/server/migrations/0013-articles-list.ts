import { sql, type Kysely } from 'kysely'
import { fold } from '../../rules/fold.ts'
import { columnTypes } from './column-types.ts'
import { dialectOf } from '../platform/db/dialect.ts'
import { firstLine, instantOrFirst } from '../platform/db/expressions.ts'

const BATCH = 200

/** The article list at 100,000: an index for every order, alone and below each filter, and the texts folded for searching. */
export async function up(db: Kysely<never>): Promise<void> {
  const { searchableTable, searchIndex } = columnTypes(db)
  const orders = {
    created: sql`created_at`,
    updated: sql`updated_at`,
    date: instantOrFirst(db, 'published_at'),
    title: firstLine(db, 'search_text'),
  }
  // By creation in 0001, by the last change in 0006.
  const present = ['created', 'status created', 'category created', 'updated']
  for (const [order, expression] of Object.entries(orders)) {
    for (const filter of ['', 'status', 'category', 'author']) {
      if (present.includes(`${filter} ${order}`.trim())) continue
      const index = sql.id(['articles', 'by', filter, order].filter(Boolean).join('_'))
      const column = filter === '' ? sql`` : sql`${sql.id(filter === 'status' ? filter : `${filter}_id`)},`
      await sql`create index ${index} on articles (${column} ${expression}, id) where deleted_at is null`.execute(db)
    }
  }
  // The trash alone needs it; for living rows it only tempts SQLite to sort them all.
  await sql`drop index articles_deleted`.execute(db)
  await sql`create index articles_deleted on articles (deleted_at, id) where deleted_at is not null`.execute(db)

  // SQLite keeps a row's later columns behind its text: words are looked for in an index of their own, newest first.
  if (dialectOf(db) === 'sqlite') {
    await sql`create index articles_words on articles (created_at, id, status, category_id, author_id, deleted_at, search_text) where deleted_at is null`.execute(
      db,
    )
  }

  await searchableTable(db.schema.createTable('article_texts'), 'article_id')
    .addColumn('search_text', 'text', (c) => c.notNull())
    .addForeignKeyConstraint('article_texts_article', ['article_id'], 'articles', ['id'], (c) => c.onDelete('cascade'))
    .execute()
  await foldTexts(db)
  await searchIndex('article_texts', { positions: false })
}

/** Fills the table from the articles there are. */
async function foldTexts(db: Kysely<never>): Promise<void> {
  for (let last = ''; ;) {
    const { rows } = await sql<{ id: string; content_markdown: string }>`
      select id, content_markdown from articles where id > ${last} order by id limit ${BATCH}`.execute(db)
    for (const { id, content_markdown } of rows) {
      await sql`insert into article_texts (article_id, search_text) values (${id}, ${fold(content_markdown)})`.execute(
        db,
      )
    }
    if (rows.length < BATCH) return
    last = rows.at(-1)?.id ?? ''
  }
}
