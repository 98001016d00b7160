/** A secret word: `zq` and ten characters, valid in titles, texts and slugs. */
export const SECRET = /zq[a-z]{10}/g
/** Ids of articles and pages and names of pictures are secret, too; other ids of this form are not tracked. */
const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

type Span = { from: number; until: number }
/** Words by audience: everyone (`''`), or the holders of a link. */
type Seen = Map<string, Span[]>
export type Asking = {
  asked: number
  answered: number
  /** The token of the link in the request. */
  link?: string | undefined
}

/** Words that identify one text or picture in one state, and when readers were allowed to see them. */
export class Secrets {
  readonly #random: () => number
  readonly #words = new Set<string>()
  readonly #seen = new Map<string, Seen>([['', new Map()]])
  readonly #open = new Map<string, Set<string>>([['', new Set()]])
  /** Number of allowed words in responses. */
  seen = 0

  constructor(random: () => number) {
    this.#random = random
  }

  /** A new word. */
  word(): string {
    const letters = Array.from({ length: 10 }, () => String.fromCharCode(97 + Math.floor(this.#random() * 26)))
    return this.keep(`zq${letters.join('')}`)
  }

  /** Registers another secret: an id, a picture's name, its content. */
  keep(word: string): string {
    this.#words.add(word)
    return word
  }

  /** Allows these words from now on, before a change that shows them is sent; `link` limits them to its holders. */
  open(words: Iterable<string>, at: number, link = ''): void {
    const open = kept(this.#open, link, () => new Set())
    const seen = kept(this.#seen, link, () => new Map())
    for (const word of words) {
      if (open.has(word)) continue
      open.add(word)
      kept(seen, word, () => []).push({ from: at, until: Infinity })
    }
  }

  /** Allows only these words from now on, on every instance: the change is acknowledged (ADR 47). */
  keepOnly(words: ReadonlySet<string>, at: number, link = ''): void {
    const open = kept(this.#open, link, () => new Set())
    for (const word of open) {
      if (words.has(word)) continue
      open.delete(word)
      this.#seen.get(link)!.get(word)!.at(-1)!.until = at
    }
  }

  /** Words of a response that were not allowed at any moment between request and response. */
  leaked(text: string, asking: Asking): string[] {
    const ids = text.match(ID)?.filter((id) => this.#words.has(id)) ?? []
    return [...new Set([...(text.match(SECRET) ?? []), ...ids])].filter((word) => !this.isAllowed(word, asking))
  }

  /** Whether a word was allowed at some moment between request and response. */
  isAllowed(word: string, { asked, answered, link }: Asking): boolean {
    const isSeen = (who: string) =>
      this.#seen
        .get(who)
        ?.get(word)
        ?.some(({ from, until }) => from <= answered && until >= asked) ?? false
    const allowed = isSeen('') || (link !== undefined && isSeen(link))
    if (allowed) this.seen += 1
    return allowed
  }

  /** All words with this prefix, seen or not. */
  beginning(start: string): string[] {
    return [...this.#words].filter((word) => word.startsWith(start))
  }
}

function kept<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const present = map.get(key)
  if (present !== undefined) return present
  const made = make()
  map.set(key, made)
  return made
}
