/** This instance among all that work with the same database. */
export type Fleet = {
  /** From now on this instance gives pages it keeps only while it is sure to hear of changes. Reads a table: call it after migrating. */
  holdLease: () => Promise<void>
  /** Leaves the others. */
  stop: () => Promise<void>
}

/** The fleet of an instance that has the database for itself: a SQLite file belongs to one instance. */
export function alone(): Fleet {
  return { holdLease: async () => {}, stop: async () => {} }
}
