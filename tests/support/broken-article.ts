import { sql } from 'kysely'
import { dialectOf, type Db } from '../../src/server/platform/db/db.ts'

/** Makes the database refuse every change of one article; returns how to lift that. */
export async function refuseChangesOf(db: Db, id: string): Promise<() => Promise<void>> {
  if (dialectOf(db) === 'sqlite') {
    await sql`create trigger broken before update on articles when new.id = ${sql.lit(id)}
      begin select raise(abort, 'gesperrt'); end`.execute(db)
    return async () => void (await sql`drop trigger broken`.execute(db))
  }
  await sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'gesperrt'; end $$`.execute(
    db,
  )
  await sql`create trigger broken before update on articles for each row when (new.id = ${sql.lit(id)})
    execute function refuse()`.execute(db)
  return async () => void (await sql`drop function refuse cascade`.execute(db))
}
