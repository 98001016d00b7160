import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import { forShare } from '../../../platform/db/locks.ts'
import { statement } from '../../../platform/db/statement.ts'
import type { MeasuredText } from './reading-time.job.ts'

const measuredAmong = statement((db: Db, { ids }: { ids: readonly string[] }) =>
  db
    .selectFrom('article_reading_times as time')
    .innerJoin('articles', 'articles.id', 'time.article_id')
    .select(['time.article_id', 'time.minutes', 'time.opening'])
    .where('time.article_id', 'in', ids)
    // Both databases know it without reading the text.
    .where(sql<boolean>`time.text_bytes = octet_length(articles.content_markdown)`)
    .compile(),
)

/** The cached measures of the present live texts of these articles; those not measured yet are missing. */
export async function keptMeasures(db: Db, ids: string[]): Promise<Map<string, MeasuredText>> {
  if (ids.length === 0) return new Map()
  const rows = await measuredAmong(db, { ids })
  return new Map(
    rows.flatMap(({ article_id, minutes, opening }) => (opening === null ? [] : [[article_id, { minutes, opening }]])),
  )
}

export async function liveText(db: Db, id: string): Promise<{ version: number; content_markdown: string } | null> {
  const row = await db
    .selectFrom('articles')
    .select(['version', 'content_markdown'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** Stores the measures of a text unless the article has been saved since: its row is locked meanwhile. */
export async function keepMeasure(
  db: Db,
  { id, version, minutes, opening }: MeasuredText & { id: string; version: number },
): Promise<void> {
  await sql`
    insert into article_reading_times (article_id, minutes, opening, text_bytes)
    select id, cast(${minutes} as integer), cast(${opening} as text), octet_length(content_markdown) from articles
    where id = ${id} and version = ${version} ${forShare(db)}
    on conflict (article_id) do update set minutes = excluded.minutes, opening = excluded.opening,
      text_bytes = excluded.text_bytes`.execute(db)
}
