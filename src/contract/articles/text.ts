import { z } from 'zod'
import { BLANK_TEXT, TEXT_FIELDS, type Text } from '../../rules/article-text.ts'
import { MOST_CHARACTERS, MOST_TAGS, TITLE_MISSING } from '../../rules/articles.ts'
import { ADVERTS, AI_SHARES } from '../../rules/labels.ts'
import { canonicalLanguage, DEFAULT_LANGUAGE } from '../../rules/languages.ts'
import { isHttpUrl } from '../../rules/url.ts'
import { id, line, text } from '../fields.ts'

export const title = line(300, TITLE_MISSING).refine((value) => value !== '', TITLE_MISSING)
export const slug = line(200).refine((value) => value !== '', 'Die Adresse darf nicht leer sein')
export const tagIds = z.array(id).max(MOST_TAGS, `Höchstens ${MOST_TAGS} Schlagwörter`)

const advert = z.enum(ADVERTS, 'anzeige, werbung oder nichts').nullable()
export const aiShare = z.enum(AI_SHARES, 'assisted, generated oder nichts').nullable()
const string = z.string()
const stringOrNull = z.string().nullable()
/** A language tag (BCP 47) in its canonical form; German where it is empty. */
export const language = line(35)
  .transform((value) => canonicalLanguage(value || DEFAULT_LANGUAGE) ?? '')
  .refine((value) => value !== '', 'Keine Sprache wie de, en oder pt-BR')
const orNull = (written: z.ZodType<string, string>) => written.transform((value) => value || null).nullable()

/** Each field of a text as it is read, and as it comes in. */
const FIELDS = {
  title: { read: string, written: title },
  excerpt: { read: string, written: text(2000) },
  content_markdown: { read: string, written: text(MOST_CHARACTERS) },
  cover_image_url: {
    read: stringOrNull,
    written: orNull(
      line(2000).refine(
        (value) => value === '' || value.startsWith('/') || /^https?:\/\//i.test(value),
        'Nur http(s)-Adressen oder Pfade dieses Servers',
      ),
    ),
  },
  category_id: { read: id.nullable(), written: id.nullable() },
  byline: { read: stringOrNull, written: orNull(line(200)) },
  canonical_url: {
    read: stringOrNull,
    written: orNull(
      line(2000).refine(
        (value) => value === '' || isHttpUrl(value),
        'Bitte geben Sie eine Adresse mit http:// oder https:// ein',
      ),
    ),
  },
  seo_description: { read: stringOrNull, written: orNull(line(400)) },
  correction: { read: stringOrNull, written: orNull(text(2000).transform((value) => value.trim())) },
  series: { read: stringOrNull, written: orNull(line(120)) },
  noindex: { read: z.boolean(), written: z.boolean() },
  advert: { read: advert, written: advert },
  ai_share: { read: aiShare, written: aiShare },
  lang: { read: string, written: language },
  version_of: { read: id.nullable(), written: id.nullable() },
  template: { read: stringOrNull, written: orNull(line(120)) },
} satisfies { [Field in keyof Text]: Record<'read' | 'written', z.ZodType<Text[Field], unknown>> }

type Fields = typeof FIELDS
type Others = Exclude<keyof Text, 'title'>
const each = <Made>(fields: (keyof Text)[], make: (field: keyof Text) => z.ZodType) =>
  Object.fromEntries(fields.map((field) => [field, make(field)])) as Made
const OTHERS = TEXT_FIELDS.filter((field) => field !== 'title')

/** A text as it is read. */
export const textFields = each<{ [Field in keyof Text]: Fields[Field]['read'] }>(
  TEXT_FIELDS,
  (field) => FIELDS[field].read,
)

/** A text in a request. The title is separate, since it is required where the others are optional. */
export const writtenFields = each<{ [Field in Others]: Fields[Field]['written'] }>(
  OTHERS,
  (field) => FIELDS[field].written,
)

/** A text in a request for a new article: missing fields are empty. */
export const newFields = each<{ [Field in Others]: z.ZodDefault<Fields[Field]['written']> }>(OTHERS, (field) =>
  (FIELDS[field].written as z.ZodType<unknown>).default(BLANK_TEXT[field]),
)

/** PostgreSQL stores versions in four bytes. */
const LARGEST_VERSION = 2_147_483_647
/** The version of a text that a caller knows. */
export const version = z
  .number({ error: 'Die Angabe „version“ fehlt' })
  .int()
  .max(LARGEST_VERSION, 'Diese Fassung gibt es nicht')
