import { FeedFault } from '../source/source-items.ts'

/** Maximum bytes of all expansions of a document: a feed needs less, an entity bomb more. */
const MAX_EXPANDED = 1_000_000
const MAX_ENTITIES = 500
const MAX_DEPTH = 8

/** The document's own entities, with a function to expand them. */
export type Entities = { expand: (text: string) => string }

const DECLARATION = /<!ENTITY\s{1,50}([\w.:-]{1,100})\s{1,50}(?:"([^"]*)"|'([^']*)')/g
const REFERENCE = /&([\w.:-]{1,100});/g

/** Parses the internal subset of a document type (XML 1.0 §4.2); external and parameter entities are skipped. */
export function declaredEntities(doctype: string): Entities | null {
  const values = new Map<string, string>()
  for (const [, name = '', one, two] of doctype.matchAll(DECLARATION)) {
    if (values.size < MAX_ENTITIES && !values.has(name)) values.set(name, one ?? two ?? '')
  }
  if (values.size === 0) return null
  let expanded = 0
  const expand = (text: string, depth: number): string =>
    text.replace(REFERENCE, (reference, name: string) => {
      const value = values.get(name)
      if (value === undefined || depth > MAX_DEPTH) return reference
      expanded += value.length + 1
      if (expanded > MAX_EXPANDED) throw new FeedFault('Der Feed dehnt sich beim Lesen über jedes Maß aus.')
      return expand(value, depth + 1)
    })
  return { expand: (text) => expand(text, 0) }
}
