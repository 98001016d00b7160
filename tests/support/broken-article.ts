import { sql } from 'kysely'
import type { Db } from '../../src/server/platform/db/db.ts'
import { dialectOf } from '../../src/server/platform/db/dialect.ts'

/** Makes the database refuse every change of one article, or of one record of `table`; returns how to lift that. */
export function refuseChangesOf(db: Db, id: string, table = 'articles'): Promise<() => Promise<void>> {
  return refuse(db, 'update', { id, table })
}

/** Makes the database refuse to delete one article; returns how to lift that. */
export function refuseDeletionOf(db: Db, id: string): Promise<() => Promise<void>> {
  return refuse(db, 'delete', { id, table: 'articles' })
}

/** Makes the database refuse every new row of a table; returns how to lift that. */
export async function refuseRowsOf(db: Db, table: string): Promise<() => Promise<void>> {
  const before = sql.raw(`create trigger broken before insert on ${table}`)
  if (dialectOf(db) === 'sqlite') {
    await sql`${before} begin select raise(abort, 'gesperrt'); end`.execute(db)
    return async () => void (await sql`drop trigger broken`.execute(db))
  }
  await sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'gesperrt'; end $$`.execute(
    db,
  )
  await sql`${before} for each row execute function refuse()`.execute(db)
  return async () => void (await sql`drop function refuse cascade`.execute(db))
}

async function refuse(
  db: Db,
  what: 'update' | 'delete',
  { id, table }: { id: string; table: string },
): Promise<() => Promise<void>> {
  const before = sql.raw(`create trigger broken before ${what} on ${table}`)
  if (dialectOf(db) === 'sqlite') {
    await sql`${before} when old.id = ${sql.lit(id)} begin select raise(abort, 'gesperrt'); end`.execute(db)
    return async () => void (await sql`drop trigger broken`.execute(db))
  }
  const refusal = sql`begin raise exception 'gesperrt'; end`
  await sql`create function refuse() returns trigger language plpgsql as $$ ${refusal} $$`.execute(db)
  await sql`${before} for each row when (old.id = ${sql.lit(id)}) execute function refuse()`.execute(db)
  return async () => void (await sql`drop function refuse cascade`.execute(db))
}
