import type { Db } from '../../platform/db/db.ts'
import type { Change } from '../../platform/db/transaction.ts'
import { namesOf, type OldAddress } from './old-address.ts'
import { findByPath, findByQuery, listShapes, type Met } from './redirects.queries.ts'

/** The significant parameters by path, against which ordinary addresses are checked without the database. */
export type QueryShapes = ReadonlyMap<string, readonly string[]>

/** Marks a change (`redirects.service.ts`) that makes further parameters of a path significant. */
export const NEW_SHAPE = 'new-shape'

/** Whether a change may turn cached addresses of a path into old addresses. */
export function tellsApartAnew({ noun, facts }: Change): boolean {
  return noun === 'redirects' && facts === NEW_SHAPE
}

/** All shapes; few, since the addresses of one system look alike. */
export async function readQueryShapes(db: Db): Promise<QueryShapes> {
  const shapes = new Map<string, string[]>()
  for (const { path, shape } of await listShapes(db)) {
    const known = shapes.get(path)
    if (known) known.push(shape)
    else shapes.set(path, [shape])
  }
  return shapes
}

/** Whether an address may be an old one by its query: only these pages need a database lookup. */
export function mayBeOld(shapes: QueryShapes, asked: OldAddress): boolean {
  const here = asked.query.size === 0 ? undefined : shapes.get(asked.path)
  return here !== undefined && here.some((shape) => namesOf(shape).every((name) => asked.query.has(name)))
}

/** The redirect of an address with its query, before the product's own routes; null without one. */
export async function metByQuery(db: Db, shapes: QueryShapes, asked: OldAddress): Promise<Met | null> {
  return mayBeOld(shapes, asked) ? findByQuery(db, asked, shapes.get(asked.path) ?? []) : null
}

/** The redirect of a path, after the product's own routes; null without one. */
export async function metByPath(db: Db, asked: OldAddress): Promise<Met | null> {
  return findByPath(db, asked)
}
