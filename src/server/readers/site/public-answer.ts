/** The request for a public address. */
export interface Asked {
  /** Named parts of the address. */
  params: Readonly<Record<string, string>>
  /** The page number of a list, from 1. */
  page: number
  /** The search text; empty where the address reads no query. */
  query: string
  /** The slug of the category that hits are filtered by; absent without one. */
  category?: string
}

/** A public response: its bytes, and its tags. */
export interface PublicAnswer {
  body: string | Buffer
  /** Content type; HTML by default. */
  type?: string
  /** Further headers, by name. */
  headers?: Readonly<Record<string, string>>
  /** Tags that drop it from the cache (`cache/tags.ts`). */
  tags: readonly string[]
  /**
   * For a response that shows the beginning or a part of a list, but not its end: the instant of the last article it
   * shows. Later changes in the list affect it only if it shows the number of pages, and that number changes.
   */
  upTo?: { instant: string; pages?: number }
  /** The article whose page it is: each response counts as a view (RUL-50). */
  article?: string
  /** The instant from which it is another one by itself: comments close. */
  until?: string
  /** Whether it should be rendered again for the next reader: a long text could not be rendered this time. */
  passing?: boolean
}
