/** The group of instances that work with the same database, from the view of this one. */
export type Fleet = {
  /**
   * Starts the lease: from now on this instance serves cached pages only while it is sure to receive changes. Reads a
   * table, so call it after migrating.
   */
  holdLease: () => Promise<void>
  /** Leaves the group. */
  stop: () => Promise<void>
}

/** The fleet of an instance that has its database to itself, as with a SQLite file. */
export function alone(): Fleet {
  return { holdLease: async () => {}, stop: async () => {} }
}
