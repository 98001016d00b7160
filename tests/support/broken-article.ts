import { sql } from 'kysely'
import type { Db } from '../../src/server/platform/db/db.ts'
import { dialectOf } from '../../src/server/platform/db/dialect.ts'

/** Makes the database refuse every change of one article; returns how to lift that. */
export function refuseChangesOf(db: Db, id: string): Promise<() => Promise<void>> {
  return refuse(db, 'update', id)
}

/** Makes the database refuse to delete one article; returns how to lift that. */
export function refuseDeletionOf(db: Db, id: string): Promise<() => Promise<void>> {
  return refuse(db, 'delete', id)
}

async function refuse(db: Db, what: 'update' | 'delete', id: string): Promise<() => Promise<void>> {
  const before = sql.raw(`create trigger broken before ${what} on articles`)
  if (dialectOf(db) === 'sqlite') {
    await sql`${before} when old.id = ${sql.lit(id)} begin select raise(abort, 'gesperrt'); end`.execute(db)
    return async () => void (await sql`drop trigger broken`.execute(db))
  }
  const refusal = sql`begin raise exception 'gesperrt'; end`
  await sql`create function refuse() returns trigger language plpgsql as $$ ${refusal} $$`.execute(db)
  await sql`${before} for each row when (old.id = ${sql.lit(id)}) execute function refuse()`.execute(db)
  return async () => void (await sql`drop function refuse cascade`.execute(db))
}
