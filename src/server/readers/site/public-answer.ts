/** What a public address was asked for. */
export interface Asked {
  /** Named parts of the address. */
  params: Readonly<Record<string, string>>
  /** The page of a list, from 1. */
  page: number
  /** What is searched for; empty where the address reads no query. */
  query: string
}

/** An answer to everybody: its bytes, and what they were made from. */
export interface PublicAnswer {
  body: string | Buffer
  /** Content type; pages for people when it is missing. */
  type?: string
  /** Further headers, by their names. */
  headers?: Readonly<Record<string, string>>
  /** What drops it from the cache (`cache/tags.ts`). */
  tags: readonly string[]
  /**
   * Of an answer that shows the newest articles, or some of them, of a list in its order, and does not end with the last one:
   * the instant of the last article it shows. What comes, goes or moves behind that concerns it only if it says how many pages
   * the list has, and that number changes.
   */
  upTo?: { instant: string; pages?: number }
  /** The article whose own page it is: each time it is answered, the article was read (RUL-50). */
  article?: string
  /** Whether it is worth making again for the next reader: a long text could not be rendered just now. */
  passing?: boolean
}
