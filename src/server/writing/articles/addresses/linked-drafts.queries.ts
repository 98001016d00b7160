import { sql } from 'kysely'
import type { Db, Tx } from '../../../platform/db/db.ts'

/** The live and working texts of an article or page that name an article. */
export async function linkingTexts(db: Db, noun: 'articles' | 'pages', id: string): Promise<string[]> {
  const [copies, owner] =
    noun === 'articles' ? ['article_working_copies', 'article_id'] : ['page_working_copies', 'page_id']
  const { rows } = await sql<{ content_markdown: string }>`
    select content_markdown from ${sql.table(noun)} where id = ${id} and content_markdown like '%/article/%'
    union all
    select content_markdown from ${sql.table(copies)}
    where ${sql.ref(owner)} = ${id} and content_markdown like '%/article/%'`.execute(db)
  return rows.map((row) => row.content_markdown)
}

/** Records these slugs of non-public articles as their former ones, unless they lead somewhere already. */
export async function keepLinkedDrafts(tx: Tx, namedBy: string, slugs: readonly string[]): Promise<void> {
  await tx
    .insertInto('slug_history')
    .columns(['slug', 'article_id', 'created_at'])
    .expression((e) =>
      e
        .selectFrom('articles')
        .select((of) => [of.ref('slug').$notNull().as('slug'), 'id', 'updated_at'])
        .where('slug', 'in', slugs)
        .where('id', '<>', namedBy)
        .where('status', '<>', 'published')
        .where('deleted_at', 'is', null)
        .orderBy('slug'),
    )
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .execute()
}
