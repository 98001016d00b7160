const TEXTS = [
  'id',
  'url',
  'external_url',
  'title',
  'summary',
  'content_text',
  'content_html',
  'date_published',
  'date_modified',
] as const
const KNOWN = [...TEXTS, 'image', 'banner_image', 'author', 'authors', 'tags', 'language', 'attachments'] as const

/** An item of a JSON Feed; values that are no text are omitted. */
export type JsonItem = Record<(typeof TEXTS)[number], Optional>

type Optional = string | undefined

/**
 * Parses a JSON Feed 1.0 or 1.1 (jsonfeed.org). In a damaged document complete items are parsed one by one. Null when
 * it is no feed.
 */
export function readJson(document: string): { title: Optional; items: JsonItem[]; damaged: boolean } | null {
  const whole = parsed(document)
  if (whole !== undefined) {
    const feed = membersOf(whole)
    if (!feed || !isFeed(feed)) return null
    return { title: text(feed.get('title')), items: itemsOf(feed.get('items')), damaged: false }
  }
  const start = /"items"\s{0,1000}:\s{0,1000}\[/.exec(document)
  const head = membersOf(parsed(`${(start ? document.slice(0, start.index) : '').trimEnd().replace(/,$/, '')}}`))
  if (!start || !head || !isFeed(head.set('items', []))) return null
  const items = cutItems(document, start.index + start[0].length).flatMap((json) => parsed(json) ?? [])
  return { title: text(head.get('title')), items: itemsOf(items), damaged: true }
}

/** Recognises a JSON Feed by its version; without one, by its content. */
function isFeed(document: Members): boolean {
  const version = text(document.get('version'))
  if (version) return version.includes('jsonfeed.org/version/')
  if (!text(document.get('title'))) return false
  return (
    Array.isArray(document.get('items')) || ['home_page_url', 'feed_url', 'authors'].some((key) => document.has(key))
  )
}

function itemsOf(items: unknown): JsonItem[] {
  if (!Array.isArray(items)) return []
  return items.flatMap((item) => {
    const members = membersOf(item)
    if (!members || !KNOWN.some((key) => members.has(key))) return []
    return Object.fromEntries(TEXTS.map((key) => [key, text(members.get(key))])) as JsonItem
  })
}

type Members = Map<string, unknown>

/** The members of an object, with names in lower case; null for anything else. */
function membersOf(value: unknown): Members | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  return new Map(Object.entries(value).map(([key, member]) => [key.toLowerCase(), member]))
}

/** Text, or a number, which some feeds use for ids. */
function text(value: unknown): Optional {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' ? value : undefined
}

/** A feed has a handful of levels; parsing each takes forty times the memory of its character. */
const MOST_DEPTH = 200

function parsed(json: string): unknown {
  try {
    return JSON.parse(withoutDepths(json))
  } catch {
    // Damaged.
    return undefined
  }
}

/** The same JSON with `null` for values nested too deeply. */
function withoutDepths(json: string): string {
  const kept: string[] = []
  let depth = 0
  let quoted = false
  let from = 0
  for (let at = 0; at < json.length; at += 1) {
    const sign = json[at]
    if (quoted) {
      if (sign === '\\') at += 1
      else if (sign === '"') quoted = false
    } else if (sign === '"') quoted = true
    else if (sign === '{' || sign === '[') {
      if (depth === MOST_DEPTH) kept.push(json.slice(from, at), 'null')
      depth += 1
    } else if (sign === '}' || sign === ']') {
      depth -= 1
      if (depth === MOST_DEPTH) from = at + 1
    }
  }
  if (depth > MOST_DEPTH) from = json.length
  return kept.length === 0 ? json : kept.join('') + json.slice(from)
}

/** The sources of the complete objects of a list that begins at `from`. */
function cutItems(document: string, from: number): string[] {
  const items: string[] = []
  let depth = 0
  let start = -1
  let quoted = false
  for (let at = from; at < document.length; at += 1) {
    const sign = document[at]
    if (quoted) {
      if (sign === '\\') at += 1
      else if (sign === '"') quoted = false
    } else if (sign === '"') quoted = true
    else if (sign === '{' || sign === '[') {
      if (depth === 0) start = at
      depth += 1
    } else if (sign === '}' || sign === ']') {
      depth -= 1
      if (depth < 0) break
      if (depth === 0) items.push(document.slice(start, at + 1))
    }
  }
  return items
}
