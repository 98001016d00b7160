import type { CompiledQuery } from 'kysely'
import type { Db } from './db.ts'
import { dialectOf } from './dialect.ts'

type Values = Readonly<Record<string, string | number | null | readonly string[]>>

/** Placeholder for a value in a statement that is compiled before its values exist. */
class Slot {
  readonly #name: string
  readonly #place: number | null

  constructor(name: string, place: number | null) {
    this.#name = name
    this.#place = place
  }

  of(values: Values): unknown {
    const value = values[this.#name]
    return this.#place === null ? value : (value as readonly string[])[this.#place]
  }
}

/** Each list length is a statement of its own; this many are cached. */
const MOST_SHAPES = 100

/**
 * A statement that runs often and is compiled once: compiling takes several times as long as running it on SQLite. Its
 * SQL may depend only on the dialect and on the length of the lists among the values.
 */
export function statement<V extends Values, Row>(
  words: (db: Db, values: V) => CompiledQuery<Row>,
): (db: Db, values: V) => Promise<Row[]> {
  const known = new Map<string, CompiledQuery<Row>>()
  return async (db, values) => {
    const shape = shapeOf(db, values)
    let query = known.get(shape)
    if (!query) {
      query = words(db, slotsOf(values))
      if (known.size < MOST_SHAPES) known.set(shape, query)
    }
    const parameters = query.parameters.map((value) => (value instanceof Slot ? value.of(values) : value))
    return (await db.executeQuery<Row>({ ...query, parameters })).rows
  }
}

function shapeOf(db: Db, values: Values): string {
  let shape: string = dialectOf(db)
  for (const name in values) {
    const value = values[name]
    if (Array.isArray(value)) shape += ` ${name}:${value.length}`
  }
  return shape
}

/** Placeholders in place of the values: Kysely accepts any object as a value. */
function slotsOf<V extends Values>(values: V): V {
  const slots = Object.entries(values).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map((_, place) => new Slot(name, place)) : new Slot(name, null),
  ])
  return Object.fromEntries(slots) as V
}
