import { ApiError, invalidField } from '../../contract/errors.ts'
import type {
  PublicDateFormat,
  ReaderTheme,
  RegistrationMode,
  Settings,
  UpdateSettings,
  Visibility,
} from '../../contract/settings.ts'
import type { CommentMode } from '../../rules/comments.ts'
import { USUAL_PODCAST_CATEGORY } from '../../rules/podcast-categories.ts'
import { effectiveTimezone } from '../../rules/site-time.ts'
import type { Db, Tx } from '../platform/db/db.ts'
import { holdRecord } from '../platform/db/locks.ts'
import { announce, inTransaction } from '../platform/db/transaction.ts'
import type { Caller } from '../platform/caller.ts'
import { getSettings, hasPage, insertSettings, SETTINGS_ID, updateSettings } from './settings.queries.ts'
import type { Config } from '../config.ts'
import { ownAddress } from '../platform/own-address.ts'

export { SETTINGS_ID } from './settings.queries.ts'

/** The whole settings record with every field present. */
export type FullSettings = Required<Settings>

/** Makes the single row at first start; `registration` is the operator's initial mode (REGISTRATION). */
export async function ensureSettings(db: Db, registration: RegistrationMode, now: Date): Promise<void> {
  // A blog that has moved away accepts no write, not even one that changes nothing.
  if (await getSettings(db)) return
  await insertSettings(db, {
    id: SETTINGS_ID,
    site_title: '',
    site_description: '',
    author_name: '',
    base_url: '',
    timezone: '',
    visibility: 'öffentlich',
    registration,
    public_date_format: 'MMMM d, yyyy',
    reader_theme: 'dark',
    front_page: null,
    verification: '[]',
    profiles: '[]',
    security_contact: '',
    formulas: 0,
    four_eyes: 0,
    podcast_category: USUAL_PODCAST_CATEGORY,
    comments: 'off',
    comments_close_days: null,
    comment_words: '',
    updated_at: now.toISOString(),
  })
}

/** The settings with the effective zone (RUL-21). Throws when `ensureSettings` never ran. */
export async function readSettings(db: Db): Promise<FullSettings> {
  const row = await getSettings(db)
  if (!row) throw new Error('the settings row is missing')
  return {
    id: row.id,
    site_title: row.site_title,
    site_description: row.site_description,
    author_name: row.author_name,
    base_url: row.base_url,
    timezone: row.timezone,
    effective_timezone: effectiveTimezone(row.timezone),
    visibility: row.visibility as Visibility,
    registration: row.registration as RegistrationMode,
    public_date_format: row.public_date_format as PublicDateFormat,
    reader_theme: row.reader_theme as ReaderTheme,
    front_page: row.front_page,
    verification: JSON.parse(row.verification) as FullSettings['verification'],
    profiles: JSON.parse(row.profiles) as FullSettings['profiles'],
    security_contact: row.security_contact,
    formulas: row.formulas === 1,
    four_eyes: row.four_eyes === 1,
    podcast_category: row.podcast_category,
    comments: row.comments as CommentMode,
    comments_close_days: row.comments_close_days,
    comment_words: row.comment_words,
  }
}

/** The settings with their row locked until the transaction ends. */
export async function holdSettings(tx: Tx): Promise<FullSettings> {
  await holdRecord(tx, 'settings', SETTINGS_ID)
  return readSettings(tx)
}

/** The settings visible to a caller: only the public fields for strangers and waiting accounts (RUL-30). */
export function visibleTo(settings: FullSettings, caller: Caller | null): Settings {
  if (caller?.approval === 'approved') return settings
  const { site_title, site_description, author_name, timezone, visibility, registration } = settings
  return { site_title, site_description, author_name, timezone, visibility, registration }
}

/**
 * Saves the given fields; no text is refused for its content (RUL-21), 400 `validation_failed` for a `front_page` that does not
 * exist. Only owners change the registration mode and `four_eyes`: 403
 * `owner_only` (RUL-4, RUL-61).
 */
export async function saveSettings(
  db: Db,
  input: UpdateSettings,
  { caller, now }: { caller: Caller; now: Date },
): Promise<FullSettings> {
  return inTransaction(db, async (tx) => {
    const before = await holdSettings(tx)
    if (input.registration && input.registration !== before.registration && caller.role !== 'owner') {
      throw new ApiError('owner_only', { fields: [{ field: 'registration', reason: 'Das dürfen nur Inhaber.' }] })
    }
    if (input.four_eyes !== undefined && input.four_eyes !== before.four_eyes && caller.role !== 'owner')
      throw new ApiError('owner_only', { fields: [{ field: 'four_eyes', reason: 'Das dürfen nur Inhaber.' }] })
    const { registration, verification, profiles, formulas, four_eyes, ...fields } = input
    if (input.front_page != null && !(await hasPage(tx, input.front_page)))
      throw invalidField('front_page', 'Diese Seite gibt es nicht.')
    // An editor's form must not revert an owner's concurrent change.
    const mode = registration && caller.role === 'owner' ? { registration } : {}
    await updateSettings(tx, {
      ...fields,
      ...mode,
      ...(verification && { verification: JSON.stringify(verification) }),
      ...(profiles && { profiles: JSON.stringify(profiles) }),
      ...(formulas !== undefined && { formulas: formulas ? 1 : 0 }),
      ...(four_eyes !== undefined && caller.role === 'owner' && { four_eyes: four_eyes ? 1 : 0 }),
      updated_at: now.toISOString(),
    })
    const after = await readSettings(tx)
    await announce(tx, { noun: 'settings', id: before.id, verb: 'updated', hidden: isSameForReaders(before, after) })
    return after
  })
}

/** Replaces the author line of the settings, when a person in it is renamed or removed (RUL-99). */
export async function changeAuthorName(tx: Tx, rewritten: (line: string) => string, now: Date): Promise<void> {
  const { id, author_name } = await holdSettings(tx)
  const line = rewritten(author_name)
  if (line === author_name) return
  await updateSettings(tx, { author_name: line, updated_at: now.toISOString() })
  await announce(tx, { noun: 'settings', id, verb: 'updated' })
}

/** Whether a change is invisible to readers, as that of the registration mode and of the filter of comments is. */
function isSameForReaders(
  { registration: _mode, comment_words: _words, four_eyes: _eyes, ...before }: FullSettings,
  after: FullSettings,
): boolean {
  return Object.entries(before).every(
    ([name, value]) => JSON.stringify(after[name as keyof FullSettings]) === JSON.stringify(value),
  )
}

/** The title of the blog on its public side, with a default. */
export function siteTitle({ site_title }: Pick<FullSettings, 'site_title'>): string {
  return site_title.trim() || 'Blog'
}

/**
 * The address that canonical links begin with, without a trailing slash: base_url where it is http(s), else the
 * server's own (RUL-32).
 */
export function publicAddress({ base_url }: Pick<FullSettings, 'base_url'>, config: Config): string {
  const typed = base_url.trim()
  const usable = /^https?:\/\//i.test(typed) && URL.canParse(typed)
  return (usable ? (typed.split(/[?#]/, 1)[0] ?? '') : ownAddress(config)).replace(/\/+$/, '')
}
