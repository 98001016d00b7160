/** The entry of a table for a name from outside; undefined also for names that every object inherits (`constructor`). */
export function ownEntry<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}
