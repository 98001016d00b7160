/** Every secret word: `zq` and ten letters, as titles, texts and slugs may hold it. */
export const SECRET = /zq[a-z]{10}/g
/** How long an instance that was not written to may answer with what was public before (milliseconds). */
const LAG_MS = 1000

type Span = { from: number; until: number }

/** Words that stand for one text in one state, and when readers were allowed to see them. */
export class Secrets {
  readonly #random: () => number
  readonly #spans = new Map<string, Span[]>()
  readonly #public = new Set<string>()
  /** How many allowed words answers held. */
  seen = 0

  constructor(random: () => number) {
    this.#random = random
  }

  /** A new word nobody has seen. */
  word(): string {
    const letters = Array.from({ length: 10 }, () => String.fromCharCode(97 + Math.floor(this.#random() * 26)))
    const word = `zq${letters.join('')}`
    this.#spans.set(word, [])
    return word
  }

  /** From now on readers may see these words, for a change is about to be sent that shows them. */
  open(words: Iterable<string>, at: number): void {
    for (const word of words) {
      if (this.#public.has(word)) continue
      this.#public.add(word)
      this.#spans.get(word)!.push({ from: at, until: Infinity })
    }
  }

  /** From now on readers see these words alone: the change is answered. */
  keepOnly(words: ReadonlySet<string>, at: number): void {
    for (const word of this.#public) {
      if (words.has(word)) continue
      this.#public.delete(word)
      this.#spans.get(word)!.at(-1)!.until = at
    }
  }

  /** Words of an answer that were not public at any moment while it was asked for and given. */
  leaked(text: string, { asked, answered, isFar }: { asked: number; answered: number; isFar: boolean }): string[] {
    const since = isFar ? asked - LAG_MS : asked
    return [...new Set(text.match(SECRET))].filter((word) => {
      const allowed = this.#spans.get(word)?.some(({ from, until }) => from <= answered && until >= since) ?? false
      if (allowed) this.seen += 1
      return !allowed
    })
  }
}
