import { Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { sqliteFile, type Db, type Tables } from '../../platform/db/db.ts'
import { dialectOf } from '../../platform/db/dialect.ts'
import { SnapshotDriver } from '../../platform/db/sqlite-dialect.ts'
import { mayStandStill } from '../../platform/db/postgres-servers.ts'

/**
 * Lets `work` read the database at one instant, for any time and beside any writes, without blocking them. The handle
 * is read-only.
 */
export async function atOneInstant<T>(
  { db, dataDir }: { db: Db; dataDir: string },
  work: (snapshot: Db) => Promise<T>,
): Promise<T> {
  if (dialectOf(db) === 'postgres')
    return db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (tx) => {
        await mayStandStill(tx)
        return work(tx)
      })
  const snapshot = new Kysely<Tables>({
    dialect: {
      createDriver: () => new SnapshotDriver(sqliteFile(dataDir)),
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createAdapter: () => new SqliteAdapter(),
      createIntrospector: (handle) => new SqliteIntrospector(handle),
    },
  })
  try {
    return await work(snapshot)
  } finally {
    await snapshot.destroy()
  }
}
