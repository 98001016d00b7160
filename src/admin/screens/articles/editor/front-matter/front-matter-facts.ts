import { MOST_TAGS } from '../../../../../rules/articles.ts'
import { fold } from '../../../../../rules/fold.ts'
import { fieldsOf, flagField, listField, matterOf, textField, type Fields } from '../../../../../rules/front-matter.ts'
import { ADVERT_WORDS, ADVERTS, AI_SHARES, AI_TEXT_WORDS } from '../../../../../rules/labels.ts'
import { slugify } from '../../../../../rules/slug.ts'
import { isHttpUrl } from '../../../../../rules/url.ts'
import { dayIn, instantOf } from '../../../../../rules/written-dates.ts'
import type { ArticleText } from '../../../../writing/text/article-text.ts'

/** Content of front matter, as fields of an article. */
export type MatterFacts = {
  /** Length of the front matter in characters. */
  head: number
  /** Article fields filled by it. */
  fields: Partial<
    Pick<
      ArticleText,
      | 'title'
      | 'slug'
      | 'excerpt'
      | 'byline'
      | 'canonical_url'
      | 'seo_description'
      | 'series'
      | 'correction'
      | 'noindex'
      | 'advert'
      | 'ai_share'
    >
  >
  /** Names whose ids only the server knows. */
  category: string | null
  tags: string[]
  /** The address of a picture. */
  cover: string | null
  /** The civil day in the site's zone. */
  day: string | null
  /** Unused keys, as written. */
  unknown: string[]
}

const EXCERPTS = ['excerpt', 'summary']
const SEO = ['seo_description', 'seoDescription', 'meta_description']
const BYLINES = ['byline', 'author', 'authors']
const DATES = ['date', 'publishDate', 'pubDate', 'published_at']
const COVERS = ['cover', 'image', 'featured_image', 'coverImage']
const CANONICALS = ['canonical_url', 'canonical', 'canonicalURL']

/**
 * Parses the front matter of a text (YAML, TOML or JSON) with the key names of other programs and of the own export.
 * Null if there is none or it is invalid. Linear, so that it can run in the editor.
 */
export function matterFacts(source: string, timeZone: string): MatterFacts | null {
  const { fields: written, body, found, isWhole } = matterOf(source)
  if (!found || !isWhole || Object.keys(written).length === 0) return null
  // Values of the own export below `blogcms` take precedence over other keys (docs/reference/export-format.md).
  const all = { ...written, ...own(written) }
  const used = new Set<string>(['blogcms'])
  const line = (names: readonly string[], most: number) => {
    const name = names.find((each) => lineOf(all, each) !== '')
    if (name === undefined) return ''
    used.add(name)
    return lineOf(all, name).slice(0, most).trim()
  }
  const fields: MatterFacts['fields'] = {}
  const title = line(['title'], 300)
  if (title !== '') fields.title = title
  const slug = slugify(line(['slug'], 200))
  if (slug !== '') fields.slug = slug
  // If there is an excerpt, the description is the one for search engines.
  const excerpt = line(EXCERPTS, 2000)
  const description = line(['description'], excerpt === '' ? 2000 : 400)
  const seo = line(SEO, 400) || (excerpt === '' ? '' : description)
  if (excerpt || description) fields.excerpt = excerpt || description
  if (seo !== '' && seo !== fields.excerpt) fields.seo_description = seo
  const byline = line(BYLINES, 200)
  if (byline !== '') fields.byline = byline
  const canonical = line(CANONICALS, 2000)
  if (isHttpUrl(canonical)) fields.canonical_url = canonical
  else for (const name of CANONICALS) used.delete(name)
  const series = line(['series'], 120)
  if (series !== '') fields.series = series
  const correction = line(['correction'], 2000)
  if (correction !== '') fields.correction = correction
  const noindex = flagField(all, 'noindex')
  if (noindex !== null) {
    used.add('noindex')
    if (noindex) fields.noindex = true
  }
  const advert = line(['advert'], 20).toLowerCase()
  const paid = ADVERTS.find((each) => each === advert || fold(ADVERT_WORDS[each]) === fold(advert))
  if (paid) fields.advert = paid
  else used.delete('advert')
  const ai = line(['ai_share', 'ai'], 40)
  const share = AI_SHARES.find((each) => each === ai || AI_TEXT_WORDS[each] === ai)
  if (share) fields.ai_share = share
  else for (const name of ['ai_share', 'ai']) used.delete(name)

  const names = (...keys: string[]) =>
    keys.flatMap((key) => {
      const list = listField(all, key, /,/).map((name) => name.replace(/^#/, '').trim())
      if (list.some((name) => name !== '')) used.add(key)
      return list
    })
  const [category = null, ...further] = once(names('category', 'categories'))
  const tags = once([...further, ...names('tags', 'tag', 'keywords')]).slice(0, MOST_TAGS)
  const date = line(DATES, 100)
  const instant = date === '' ? null : instantOf(date, timeZone)
  if (instant === null) for (const name of DATES) used.delete(name)
  const cover = line(COVERS, 2000) || null
  return {
    head: source.length - body.length + (body.startsWith('\n') ? 1 : 0),
    fields,
    category,
    tags,
    cover,
    day: instant === null ? null : dayOf(instant, timeZone),
    unknown: Object.keys(written).filter((key) => !used.has(key) && !isNothing(written[key])),
  }
}

/** Several authors are joined into one line, as on the public page. */
function lineOf(fields: Fields, name: string): string {
  const value = fields[name]
  return Array.isArray(value) || fieldsOf(value) ? listField(fields, name).join(', ') : textField(fields, name)
}

function own(fields: Fields): Fields {
  const said = Object.entries(fieldsOf(fields['blogcms']) ?? {})
  return Object.fromEntries(said.filter(([, value]) => !isNothing(value)))
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

/** Each name once, in the spelling of its first occurrence. */
function once(names: readonly string[]): string[] {
  const found = new Map<string, string>()
  for (const name of names) if (name !== '' && !found.has(fold(name))) found.set(fold(name), name)
  return [...found.values()]
}

function dayOf(instant: string, timeZone: string): string {
  const { year, month, day } = dayIn(instant, timeZone)
  return `${year}-${month}-${day}`
}
