import { sql, type Kysely } from 'kysely'
import { dialectOf } from '../platform/db/dialect.ts'

/**
 * PostgreSQL only: texts and their words lie beside the rows of `public_texts`, whose own table is a tenth as large then. A
 * search reads the rows of all texts that have its words (ADR 31), most of them on pages of their own before. What is there
 * moves as it is read anew, behind the answers; both ways are read alike.
 */
export async function up(db: Kysely<never>): Promise<void> {
  if (dialectOf(db) === 'sqlite') return
  await sql`alter table public_texts set (toast_tuple_target = 128)`.execute(db)
  await sql`insert into public_text_orders (noun, record_id, nonce)
    select noun, record_id, '' from public_texts on conflict (noun, record_id) do nothing`.execute(db)
}
