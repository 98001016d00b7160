import type { Article } from '../../../contract/articles.ts'
import { EMPTY_TEXT, sameText, textOf, type ArticleText } from '../text/article-text.ts'
import type { CopyOrigin, FormerText, FoundCopy, UnconfirmedSave } from '../local/local-copies.ts'

type Options = {
  /** This open editor, and the id a new article will have: UUIDs. */
  editor: string
  newId: string
  article: Article | null
  found: FoundCopy | null
}

/** So many editors before this one are remembered: none of them has heard from the server. */
const MOST_FORMERS = 8

/**
 * What the text being typed came of: the version it was written on, and the saves of it whose answers never came. Either may
 * be what the server has now, so either may be the base of a merge; an editor never takes its own text for somebody else's.
 */
export class MergeBase {
  readonly #editor: string
  #origin: CopyOrigin
  #saves = 0

  constructor({ editor, newId, article, found }: Options) {
    this.#editor = editor
    const origin = found?.origin
    // A copy that lost its origin may be based on anything; whatever it differs in is to be chosen.
    const unknown = { version: null, text: EMPTY_TEXT }
    const opened = article ? { version: article.version, text: textOf(article) } : unknown
    const { version, text } = origin ?? (found ? unknown : opened)
    this.#origin = {
      articleId: article?.id ?? origin?.articleId ?? newId,
      editor,
      version,
      text,
      unconfirmed: origin?.unconfirmed ?? [],
      kept: origin?.kept ?? null,
      record: article,
      formers: found && origin ? formersOf(found.copy, origin) : [],
    }
  }

  /** As it is kept beside the copy on this machine; another object after every change. */
  get origin(): CopyOrigin {
    return this.#origin
  }

  /** Number of the last save that was begun. */
  get saves(): number {
    return this.#saves
  }

  /** The last save that may or may not have arrived; the next one has to wait until that is known. */
  lastUnconfirmed(): UnconfirmedSave | null {
    return this.#origin.unconfirmed.at(-1) ?? null
  }

  /** A save of `text` goes out: under which number, and whether it went out before. It is unconfirmed until an answer comes. */
  begin(text: ArticleText): { saveId: string; again: boolean } {
    const last = this.lastUnconfirmed()
    if (last && sameText(last.text, text)) return { saveId: last.saveId, again: true }
    const saveId = `${this.#editor}:${++this.#saves}`
    this.#origin = { ...this.#origin, unconfirmed: [...this.#origin.unconfirmed, { saveId, text }] }
    return { saveId, again: false }
  }

  /** The server has refused a save: it did not arrive. */
  forget(saveId: string): void {
    const unconfirmed = this.#origin.unconfirmed.filter((save) => save.saveId !== saveId)
    this.#origin = { ...this.#origin, unconfirmed }
  }

  /** The record is what is typed on from now on; no older save can be taken in any more, since all had an older version. */
  adopt(record: Article, text: ArticleText): void {
    const { id: articleId, version } = record
    const known = { articleId, editor: this.#editor, version, text, record }
    this.#origin = { ...this.#origin, ...known, unconfirmed: [], formers: [] }
  }

  /** Nothing of this text is on the server, and it will be an article of its own under `id`. */
  restart(id: string): void {
    this.#origin = {
      articleId: id,
      editor: this.#editor,
      version: null,
      text: EMPTY_TEXT,
      unconfirmed: [],
      kept: this.#origin.kept,
      record: null,
      formers: [],
    }
  }

  /** A text that gave way goes to the revisions with the next save; null when it is there. */
  keep(kept: ArticleText | null): void {
    this.#origin = { ...this.#origin, kept }
  }

  /**
   * The text that both mine and theirs came of, and whether theirs holds a save of this writer's that is not known to the letter:
   * what a page sent as it went.
   */
  baseFor({ recent_saves }: Article): { text: ArticleText; sameWriter: boolean } {
    const mine = this.#origin.unconfirmed.find(({ saveId }) => recent_saves.includes(saveId))
    if (mine) return { text: mine.text, sameWriter: false }
    // A former editor saved after the last copy it kept here: its text came of that copy, and this one of both.
    const former = this.#origin.formers?.findLast((one) => savedLater(recent_saves, one))
    return { text: former?.text ?? this.#origin.text, sameWriter: former !== undefined }
  }
}

/** The editors before one that finds a copy, that of the copy last. */
function formersOf({ saves, text }: FoundCopy['copy'], { editor, formers = [] }: CopyOrigin): FormerText[] {
  return [...formers, { editor, saves, text }].slice(-MOST_FORMERS)
}

/** Whether an editor's save number `saves` was followed by another one that the record holds. */
export function savedLater(recentSaves: string[], { editor, saves }: { editor: string; saves: number }): boolean {
  return recentSaves.some((saveId) => {
    const [of, number] = saveId.split(':')
    return of === editor && Number(number) > saves
  })
}
