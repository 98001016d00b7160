import { writtenFields } from '../../../../contract/articles/text.ts'
import { id, instantInput } from '../../../../contract/fields.ts'
import { pagePlacement } from '../../../../contract/pages.ts'
import { BLANK_TEXT, TEXT_FIELDS, type Text } from '../../../../rules/article-text.ts'
import { guessedLanguage } from '../../../../rules/languages.ts'
import type { OwnText } from '../../../../formats/source/source-items.ts'
import { quoted } from '../../../../rules/quoted.ts'
import type { StagedText } from '../staged-items.ts'

/** Fields of a text common to all sources; all others are only in our own exports. */
const COMMON = [
  'title',
  'excerpt',
  'content_markdown',
  'cover_image_url',
  'category_id',
  'byline',
  'seo_description',
] as const
type OwnField = Exclude<keyof Text, (typeof COMMON)[number]>

export const OWN_FIELDS = TEXT_FIELDS.filter((field) => !(COMMON as readonly string[]).includes(field)) as OwnField[]

/** Fields that only our own articles have. */
export type OwnArticle = Pick<Text, OwnField> & {
  unpublish_at: string | null
  first_published_at?: string | null
  pinned_at?: string | null
  assignee_id?: string | null
}

export type OwnPage = { noindex: boolean; lang: string; placement: 'header' | 'footer' | 'none'; position?: number }

/** The additional fields of an article in our own export; invalid values are reported and omitted. */
export function ownArticle({ own, markdown }: StagedText, reasons: string[]): OwnArticle {
  const facts: OwnText['facts'] = own?.facts ?? { lang: guessedLanguage(markdown) }
  const fields = OWN_FIELDS.map((field) => {
    // Its id is one of the other blog.
    if (field === 'version_of') return [field, null]
    const value = writtenFields[field].safeParse(facts[field] ?? BLANK_TEXT[field])
    if (!value.success) reasons.push(`${quoted(field)} ist im Archiv beschädigt und kommt nicht mit.`)
    return [field, value.success ? value.data : BLANK_TEXT[field]]
  })
  if (typeof facts.version_of === 'string')
    reasons.push('War die Fassung eines anderen Artikels; das bitte hier neu einstellen.')
  const instant = (field: string) => instantInput.safeParse(facts[field]).data ?? null
  return {
    ...(Object.fromEntries(fields) as Pick<Text, OwnField>),
    unpublish_at: instant('unpublish_at'),
    ...(own && {
      first_published_at: instant('first_published_at'),
      pinned_at: instant('pinned_at'),
      assignee_id: id.safeParse(facts.assignee_id).data ?? null,
    }),
  }
}

/** The same for a page: its position among the others. */
export function ownPage({ own, markdown }: StagedText): OwnPage {
  const facts: OwnText['facts'] = own?.facts ?? { lang: guessedLanguage(markdown) }
  const placement = pagePlacement.safeParse(facts.placement)
  const position = Number(facts.position)
  return {
    noindex: facts.noindex === true,
    lang: writtenFields.lang.safeParse(facts.lang ?? '').data ?? BLANK_TEXT.lang,
    placement: placement.data ?? 'none',
    ...(Number.isInteger(position) && position >= 0 && position <= 1_000_000 && { position }),
  }
}
