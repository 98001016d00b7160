import { v7 as uuid } from 'uuid'
import { FORM_FIELDS } from '../../nouns/registries.ts'

/**
 * Fields of each form that are persisted on this machine (RUL-70): those of the cards of nouns, and others. It is an
 * allow-list, so that a field not named here, such as a password or a code, is never stored.
 */
export const KEPT_FIELDS = {
  ...FORM_FIELDS,
  'research-link': ['url'],
  'research-note': ['text'],
  'task-note': ['text'],
  'task-check': ['text'],
  'tasks-due': ['typed'],
  'task-template': ['name'],
  'task-template-name': ['name'],
  'board-limits': ['idea', 'draft', 'editing', 'ready', 'scheduled', 'published'],
  'planning-pause': ['name', 'from', 'to'],
  'calendar-move': ['typed'],
  'article-category': ['words'],
  'article-date': ['typed'],
  'article-tag': ['words'],
  'articles-date': ['typed'],
  'articles-tag': ['words'],
  'article-template': ['name'],
  'list-view': ['name'],
  'revision-name': ['name'],
  remark: ['text'],
  'remark-answer': ['text'],
  suggestion: ['text', 'was', 'from', 'version', 'epoch', 'seq'],
  'own-word': ['word', 'kind', 'suggestion'],
  'replace-words': ['find', 'replacement', 'match_case', 'whole_words', 'live'],
  'images-words': ['credit', 'alts'],
  redirect: ['from', 'kind', 'to', 'article'],
  'import-address': ['url', 'site'],
  'backup-schedule': ['schedule', 'time'],
  invite: ['note', 'role'],
  'review-request': ['reviewer_id', 'note'],
  'review-return': ['reason'],
  settings: [
    'site_title',
    'site_description',
    'author_name',
    'base_url',
    'timezone',
    'visibility',
    'registration',
    'public_date_format',
  ],
  'settings-comments': ['comments', 'close_days', 'comment_words'],
  'comment-answer': ['text'],
  'comment-report': ['outcome'],
  'settings-newsletter': ['enabled', 'name', 'intro', 'address', 'at_articles', 'pace'],
  'newsletter-issue': ['subject', 'lead', 'typed', 'since', 'rhythm'],
  'settings-reading': [
    'reader_theme',
    'front_page',
    'formulas',
    'podcast_category',
    'verification',
    'profiles',
    'security_contact',
  ],
  appearance: ['accent', 'pairing', 'landing', 'navigation', 'footer', 'custom_css'],
  'inbox-token': ['name'],
  'inbox-capture': ['text'],
  'waiting-entry': ['text'],
  'inbox-note': ['text'],
  'inbox-title': ['text'],
  'inbox-window': ['title', 'url', 'type', 'note'],
  'account-name': ['display_name'],
  'account-email': ['email'],
  factor: ['name', 'phone'],
  'passkey-name': ['name'],
} as const satisfies Record<string, readonly string[]>

export type KeptFormName = keyof typeof KEPT_FIELDS

/** Whose input it is, of which form, and of which record: absent for a new one. */
export type KeptPlace = { userId: string; form: KeptFormName; thing: string | undefined }

type Entry = { savedAt: string; input: Record<string, unknown> }

const PREFIX = 'blog-cms-form:'
export const FOURTEEN_DAYS_MS = 14 * 24 * 60 * 60 * 1000

/** Input that the browser refused to store. It survives the dialog, and the page warns before it unloads. */
const unprotected = new Map<string, string>()

function askBeforeLeaving(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

function store(key: string, entry: string): void {
  try {
    localStorage.setItem(key, entry)
    unprotected.delete(key)
  } catch {
    if (unprotected.size === 0) addEventListener('beforeunload', askBeforeLeaving)
    unprotected.set(key, entry)
  }
}

function remove(key: string): void {
  localStorage.removeItem(key)
  if (unprotected.delete(key) && unprotected.size === 0) removeEventListener('beforeunload', askBeforeLeaving)
}

function readAll(prefix: string): { key: string; entry: Entry }[] {
  const keys = new Set([...Object.keys(localStorage), ...unprotected.keys()])
  return [...keys].flatMap((key) => {
    const entry = key.startsWith(prefix) && readEntry(unprotected.get(key) ?? localStorage.getItem(key))
    return entry ? [{ key, entry }] : []
  })
}

function readEntry(text: string | null): Entry | null {
  try {
    const entry: unknown = JSON.parse(text ?? '')
    if (typeof entry !== 'object' || entry === null || !('savedAt' in entry) || !('input' in entry)) return null
    return typeof entry.savedAt === 'string' && typeof entry.input === 'object' ? (entry as Entry) : null
  } catch {
    return null
  }
}

/**
 * Storage of one form for unsaved input (RUL-70). It restores the last input and writes under a key of its own, so that
 * two tabs with the same form do not overwrite each other. The input belongs to the account, as drafts do (RUL-28).
 */
export class KeptInput {
  /** The restored input, reduced to allowed fields. */
  readonly found: Readonly<Record<string, unknown>>
  readonly #fields: readonly string[]
  readonly #key: string
  #source: string | undefined
  #written = ''

  constructor({ userId, form, thing }: KeptPlace) {
    const prefix = `${PREFIX}${userId}:${form}:${thing ?? 'new'}:`
    const newest = readAll(prefix).toSorted((a, b) => b.entry.savedAt.localeCompare(a.entry.savedAt))[0]
    this.#fields = KEPT_FIELDS[form]
    this.#key = prefix + uuid()
    this.#source = newest?.key
    this.found = this.#allowed(newest?.entry.input ?? {})
  }

  /**
   * Stores the fields that differ from the record, or nothing if none does. It is synchronous, since a reload may
   * follow the keystroke.
   */
  write(input: Readonly<Record<string, unknown>>, now = new Date()): void {
    const kept = this.#allowed(input)
    if (Object.keys(kept).length === 0) return this.drop()
    const text = JSON.stringify(kept)
    if (text === this.#written) return
    this.#written = text
    store(this.#key, JSON.stringify({ savedAt: now.toISOString(), input: kept } satisfies Entry))
    this.#forgetSource()
  }

  /** Deletes the input after it was saved or discarded. */
  drop(): void {
    this.#written = ''
    remove(this.#key)
    this.#forgetSource()
  }

  #forgetSource(): void {
    if (this.#source !== undefined) remove(this.#source)
    this.#source = undefined
  }

  #allowed(input: Readonly<Record<string, unknown>>): Record<string, unknown> {
    return Object.fromEntries(Object.entries(input).filter(([field]) => this.#fields.includes(field)))
  }
}

/** Deletes input of other accounts that is older than 14 days (RUL-28). The input of the own account has no expiry. */
export function forgetOldInputs(userId: string | undefined, now: Date): void {
  for (const { key, entry } of readAll(PREFIX)) {
    const own = userId !== undefined && key.startsWith(`${PREFIX}${userId}:`)
    if (!own && now.getTime() - Date.parse(entry.savedAt) > FOURTEEN_DAYS_MS) remove(key)
  }
}
