import { sql } from 'kysely'
import type { Db } from '../platform/db/db.ts'
import { readPersonName } from '../../rules/person-name.ts'

/**
 * Names people give themselves (RUL-69), begun with those that clients and providers have sent so far, and whether somebody has
 * put the first steps away. Texts, versions and lists have always named accounts by id, so nothing else moves.
 */
export async function up(db: Db): Promise<void> {
  await db.schema.alterTable('users').addColumn('display_name', 'text').execute()
  await db.schema
    .alterTable('users')
    .addColumn('first_steps_hidden', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  const { rows } = await sql<{ id: string; user_metadata: string }>`
    select id, user_metadata from users where user_metadata <> '{}'`.execute(db)
  for (const { id, user_metadata } of rows) {
    const name = sentName(user_metadata)
    if (name) await sql`update users set display_name = ${name} where id = ${id}`.execute(db)
  }
}

function sentName(metadata: string): string | null {
  const sent = JSON.parse(metadata) as Record<string, unknown>
  for (const value of [sent.display_name, sent.name, sent.full_name]) {
    const read = typeof value === 'string' ? readPersonName(value) : null
    if (read && 'name' in read) return read.name
  }
  return null
}
