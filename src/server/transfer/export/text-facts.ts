import { TEXT_FIELDS, type Text } from '../../../rules/article-text.ts'

/** Fields of a text with common names in other systems. */
const COMMON = ['title', 'excerpt', 'content_markdown', 'cover_image_url', 'category_id'] as const
type OwnField = Exclude<keyof Text, (typeof COMMON)[number]>
const OWN_FIELDS = TEXT_FIELDS.filter((field) => !(COMMON as readonly string[]).includes(field)) as OwnField[]

type ArticleRow = Omit<Text, 'content_markdown' | 'noindex'> & {
  id: string
  slug: string | null
  status: string
  noindex: number
  pinned_at: string | null
  assignee_id: string | null
  published_at: string | null
  unpublish_at: string | null
  first_published_at: string | null
  created_at: string
  updated_at: string
}

/** Front matter of an article: common fields, and our own below `blogcms`. */
export function articleFacts(
  row: ArticleRow,
  { cover, category, tags, author }: { cover: string | null; category: string | null; tags: string[]; author: string },
): Record<string, unknown> {
  const { id, title, slug, status, excerpt, published_at, created_at, updated_at } = row
  const { unpublish_at, first_published_at, pinned_at, assignee_id } = row
  return {
    title,
    date: published_at ?? created_at,
    lastmod: updated_at,
    // Without a date a scheduled article is never published (RUL-3).
    draft: status === 'draft' || (status === 'scheduled' && published_at === null),
    slug,
    author: (row.byline ?? '').trim() || author,
    categories: category === null ? [] : [category],
    tags,
    description: excerpt,
    cover,
    blogcms: {
      id,
      status,
      published_at,
      unpublish_at,
      first_published_at,
      created_at,
      updated_at,
      ...Object.fromEntries(OWN_FIELDS.map((field) => [field, row[field]])),
      noindex: row.noindex === 1,
      pinned_at,
      assignee_id,
    },
  }
}

type PageRow = {
  id: string
  title: string
  slug: string | null
  status: string
  noindex: number
  lang: string
  placement: string
  position: number
  created_at: string
  updated_at: string
}

/** The same for a page. */
export function pageFacts(row: PageRow): Record<string, unknown> {
  const { id, title, slug, status, lang, placement, position, created_at, updated_at } = row
  return {
    title,
    date: created_at,
    lastmod: updated_at,
    draft: status === 'draft',
    slug,
    blogcms: { id, status, noindex: row.noindex === 1, lang, placement, position, created_at, updated_at },
  }
}
