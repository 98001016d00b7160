import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { MOST_LINKS } from '../rules/limits.ts'
import { COMMENT_MODES, LONGEST_OPEN_DAYS } from '../rules/comments.ts'
import { PODCAST_CATEGORIES } from '../rules/podcast-categories.ts'
import { hasOwnMeaning, isContact, isProfile } from '../rules/head-tags.ts'
import { line, text } from './fields.ts'

export const VISIBILITIES = ['öffentlich', 'privat'] as const
export const visibility = z.enum(VISIBILITIES)
export type Visibility = z.infer<typeof visibility>

export const REGISTRATION_MODES = ['freigabe', 'offen', 'geschlossen'] as const
export const registrationMode = z.enum(REGISTRATION_MODES)
export type RegistrationMode = z.infer<typeof registrationMode>

/** How readers see dates (RUL-68): `März 3, 2026` as specified, or `3. März 2026`. */
export const PUBLIC_DATE_FORMATS = ['MMMM d, yyyy', 'd. MMMM yyyy'] as const
export const publicDateFormat = z.enum(PUBLIC_DATE_FORMATS)
export type PublicDateFormat = z.infer<typeof publicDateFormat>

/** The appearance readers get before they use the switch (RUL-101). */
export const READER_THEMES = ['dark', 'light', 'system'] as const
export const readerTheme = z.enum(READER_THEMES)
export type ReaderTheme = z.infer<typeof readerTheme>

/** Whether readers may comment, unless an article says something else (RUL-82). */
export const commentMode = z.enum(COMMENT_MODES)

const DAYS_FAULT = `Eine Zahl von 1 bis ${LONGEST_OPEN_DAYS}`
/** Days after publication until comments close; null for never. */
export const closeDays = z
  .number(DAYS_FAULT)
  .int(DAYS_FAULT)
  .min(1, DAYS_FAULT)
  .max(LONGEST_OPEN_DAYS, DAYS_FAULT)
  .nullable()

/** A `meta` element by which a service recognises the owner of the site (RUL-112). */
export const verification = z.object({
  name: line(100)
    .refine((name) => /^[\w.:-]+$/.test(name), 'Bitte einen Namen wie google-site-verification eingeben')
    .refine((name) => !hasOwnMeaning(name), 'Diesen Namen vergibt Blog CMS selbst'),
  content: line(300).refine((words) => words !== '', 'Bitte den Inhalt des Tags eingeben'),
})
export type Verification = z.infer<typeof verification>

const verifications = z.array(verification).max(MOST_LINKS, `Höchstens ${MOST_LINKS} Einträge`)
const profiles = z
  .array(line(500).refine(isProfile, 'Bitte eine Adresse mit https:// eingeben'))
  .max(MOST_LINKS, `Höchstens ${MOST_LINKS} Einträge`)

/** The category under which directories list the podcast (RUL-110): `Arts`, or `Arts/Books`. */
const podcastCategory = z
  .string()
  .refine(
    (name) => PODCAST_CATEGORIES.some(({ value }) => value === name),
    'Diese Kategorie kennen Verzeichnisse nicht',
  )

/** What anyone may read (RUL-30). */
export const publicSettings = z.object({
  site_title: z.string(),
  site_description: z.string(),
  author_name: z.string(),
  timezone: z.string(),
  visibility,
  registration: registrationMode,
})
export type PublicSettings = z.infer<typeof publicSettings>

/**
 * The record as one reads it: anonymous callers get the public fields alone. `timezone` is kept as typed,
 * `effective_timezone` is what dates use (RUL-21).
 */
export const settingsRecord = publicSettings.extend({
  id: z.string().optional(),
  effective_timezone: z.string().optional(),
  base_url: z.string().optional(),
  public_date_format: publicDateFormat.optional(),
  reader_theme: readerTheme.optional(),
  /** The page shown at `/`, by its id; null for the list of articles (RUL-109). */
  front_page: z.string().nullable().optional(),
  verification: z.array(verification).optional(),
  /** Addresses of the blog's profiles elsewhere, as `rel=me`. */
  profiles: z.array(z.string()).optional(),
  /** An address or e-mail address for reports of security faults; empty for none (RFC 9116). */
  security_contact: z.string().optional(),
  /** Whether `$…$` and `$$…$$` are formulas (RUL-111). */
  formulas: z.boolean().optional(),
  /** Whether another person approves what goes live (RUL-61). */
  four_eyes: z.boolean().optional(),
  podcast_category: z.string().optional(),
  comments: commentMode.optional(),
  comments_close_days: closeDays.optional(),
  /** Words and hosts that let a comment wait, one per line. */
  comment_words: z.string().optional(),
})
export type Settings = z.infer<typeof settingsRecord>

export const settingsInput = z.object({
  site_title: text(300).optional(),
  site_description: text(2000).optional(),
  author_name: text(300).optional(),
  base_url: text(2000).optional(),
  timezone: text(100).optional(),
  visibility: visibility.optional(),
  registration: registrationMode.optional(),
  public_date_format: publicDateFormat.optional(),
  reader_theme: readerTheme.optional(),
  front_page: z.string().max(100).nullable().optional(),
  verification: verifications.optional(),
  profiles: profiles.optional(),
  security_contact: line(300)
    .refine(
      (words) => words === '' || isContact(words),
      'Bitte eine E-Mail-Adresse oder eine Adresse mit https:// eingeben',
    )
    .optional(),
  formulas: z.boolean().optional(),
  four_eyes: z.boolean().optional(),
  podcast_category: podcastCategory.optional(),
  comments: commentMode.optional(),
  comments_close_days: closeDays.optional(),
  comment_words: text(20_000).optional(),
})
export type UpdateSettings = z.infer<typeof settingsInput>

export const settings = {
  get: endpoint('GET', '/settings', 'public').output(settingsRecord),
  /** Texts are never refused for their content (RUL-21); `registration` and `four_eyes` are for owners (403 `owner_only`, RUL-4). */
  update: endpoint('PATCH', '/settings', 'approved').input(settingsInput).output(settingsRecord),
}
