import { Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { sqliteFile, type Db, type Tables } from './db.ts'
import { dialectOf } from './dialect.ts'
import { SnapshotDriver } from './sqlite-dialect.ts'
import { mayStandStill } from './postgres-servers.ts'

const snapshots = new WeakSet<Db>()

/** Whether this handle reads the database at one instant and cannot write. */
export function isSnapshot(db: Db): boolean {
  return snapshots.has(db)
}

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
        snapshots.add(tx)
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
  snapshots.add(snapshot)
  try {
    return await work(snapshot)
  } finally {
    await snapshot.destroy()
  }
}
