import { sql, type Kysely } from 'kysely'
import { dialectOf } from '../platform/db/dialect.ts'

const NOUNS: Record<string, string> = {
  articles: 'articles',
  pages: 'pages',
  tasks: 'editorial_tasks',
  events: 'calendar_events',
  research: 'research_items',
  inbox: 'inbox_items',
  media: 'media_assets',
  links: 'link_library',
  prompts: 'prompt_library',
}

/**
 * The indexes of words hold whole words apart from beginnings, and of long words the part that may end a compound. Everything
 * is read anew for that; until then it is found as the former release found it, but for the ends of long words. A change of an
 * article's text has the article read anew for the search of the desk, too, which mends typing errors by its words.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const [noun, table] of [
    ['articles', 'articles'],
    ['pages', 'pages'],
  ] as const)
    await sql`insert into public_text_orders (noun, record_id, nonce)
      select ${noun}, id, '' from ${sql.table(table)} where status = 'published' and deleted_at is null
      on conflict (noun, record_id) do nothing`.execute(db)
  for (const [noun, table] of Object.entries(NOUNS))
    await sql`insert into search_orders (noun, record_id, turn)
      select ${noun}, id, 0 from ${sql.table(table)} where deleted_at is null
      on conflict (noun, record_id) do nothing`.execute(db)
  if (dialectOf(db) === 'postgres')
    await sql`create trigger articles_order_search_text after update of content_markdown on articles
      for each row when (old.content_markdown is distinct from new.content_markdown)
      execute function order_search('articles')`.execute(db)
  else
    await sql`create trigger articles_order_search_text after update of content_markdown on articles
      when old.content_markdown is not new.content_markdown
      begin
        insert into search_orders (noun, record_id, turn) values ('articles', new.id, 0)
          on conflict (noun, record_id) do update set turn = turn + 1;
      end`.execute(db)
}
