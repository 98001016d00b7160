import type { Article } from '../../../contract/articles.ts'
import { EMPTY_TEXT, sameText, textOf, type ArticleText } from '../text/article-text.ts'
import type { CopyOrigin, FormerText, FoundCopy, UnconfirmedSave } from '../local/local-copies.ts'

type Options = {
  /** Id of this open editor, and the future id of a new article: UUIDs. */
  editor: string
  newId: string
  article: Article | null
  found: FoundCopy | null
}

/** Limit of remembered former editors that never got a response. */
const MOST_FORMERS = 8

/**
 * The base of the current text: the version it was written on, and the saves without a response. The server may have
 * any of them, so each may be the base of a merge. This way an editor never mistakes its own text for someone else's.
 */
export class MergeBase {
  readonly #editor: string
  #origin: CopyOrigin
  #saves = 0

  constructor({ editor, newId, article, found }: Options) {
    this.#editor = editor
    const origin = found?.origin
    // A copy that lost its origin has an unknown base, so every difference needs a choice.
    const unknown = { version: null, text: EMPTY_TEXT }
    const opened = article ? { version: article.version, text: textOf(article) } : unknown
    const { version, text } = origin ?? (found ? unknown : opened)
    this.#origin = {
      articleId: article?.id ?? origin?.articleId ?? newId,
      editor,
      version,
      text,
      unconfirmed: origin?.unconfirmed ?? [],
      kept: origin?.kept ?? [],
      record: article,
      formers: found && origin ? formersOf(found.copy, origin) : [],
    }
  }

  /** As stored beside the copy on this machine. A new object after every change. */
  get origin(): CopyOrigin {
    return this.#origin
  }

  /** Number of the last save that began. */
  get saves(): number {
    return this.#saves
  }

  /** The last save without a response. The next one waits until its outcome is known. */
  lastUnconfirmed(): UnconfirmedSave | null {
    return this.#origin.unconfirmed.at(-1) ?? null
  }

  /**
   * A save of `text` begins. Returns its id and whether it was sent before. It is unconfirmed until a response comes.
   */
  begin(text: ArticleText): { saveId: string; again: boolean } {
    const last = this.lastUnconfirmed()
    if (last && sameText(last.text, text)) return { saveId: last.saveId, again: true }
    const saveId = `${this.#editor}:${++this.#saves}`
    const save = { saveId, text, ...(this.#origin.kept.length > 0 && { withKept: true }) }
    this.#origin = { ...this.#origin, unconfirmed: [...this.#origin.unconfirmed, save] }
    return { saveId, again: false }
  }

  /** The server refused a save: it was not stored. */
  forget(saveId: string): void {
    const unconfirmed = this.#origin.unconfirmed.filter((save) => save.saveId !== saveId)
    this.#origin = { ...this.#origin, unconfirmed }
  }

  /**
   * The record is the new base. No older save can be accepted any more, since all had an older version. A save in it has
   * stored the text that it carried.
   */
  adopt(record: Article, text: ArticleText): void {
    const { id: articleId, version, recent_saves } = record
    if (this.#origin.unconfirmed.some(({ saveId, withKept }) => withKept && recent_saves.includes(saveId)))
      this.#origin = { ...this.#origin, kept: this.#origin.kept.slice(1) }
    const known = { articleId, editor: this.#editor, version, text, record }
    this.#origin = { ...this.#origin, ...known, unconfirmed: [], formers: [] }
  }

  /**
   * The text was written in steps until here: `text` is what the server had behind the last known step, and `unconfirmed` the
   * same with a step whose answer is missing. Its version is unknown, so that it is merged before anything is saved.
   */
  rebase(text: ArticleText, unconfirmed: UnconfirmedSave | null): void {
    this.#origin = { ...this.#origin, version: 0, text, unconfirmed: unconfirmed ? [unconfirmed] : [], formers: [] }
  }

  /** Nothing of this text is on the server; it becomes an article of its own under `id`. */
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

  /** A text that lost a conflict goes to the revisions. Each save takes one along, the oldest first. */
  keep(lost: ArticleText): void {
    this.#origin = { ...this.#origin, kept: [...this.#origin.kept, lost] }
  }

  /**
   * The common base of both texts. `sameWriter` is true if theirs contains a save of this author whose exact text is
   * unknown: a flush on unload.
   */
  baseFor({ recent_saves }: Article): { text: ArticleText; sameWriter: boolean } {
    const mine = this.#origin.unconfirmed.find(({ saveId }) => recent_saves.includes(saveId))
    if (mine) return { text: mine.text, sameWriter: false }
    // A former editor saved after its last copy here, so its text and this one share that copy as base.
    const former = this.#origin.formers?.findLast((one) => savedLater(recent_saves, one))
    return { text: former?.text ?? this.#origin.text, sameWriter: former !== undefined }
  }
}

/** The former editors of a found copy, the one that wrote the copy last. */
function formersOf({ saves, text }: FoundCopy['copy'], { editor, formers = [] }: CopyOrigin): FormerText[] {
  return [...formers, { editor, saves, text }].slice(-MOST_FORMERS)
}

/** Whether the record contains a save of this editor later than number `saves`. */
export function savedLater(recentSaves: string[], { editor, saves }: { editor: string; saves: number }): boolean {
  return recentSaves.some((saveId) => {
    const [of, number] = saveId.split(':')
    return of === editor && Number(number) > saves
  })
}
