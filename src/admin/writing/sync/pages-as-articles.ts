import type { Article } from '../../../contract/articles.ts'
import { isApiError } from '../../../contract/errors.ts'
import type { Page, UpdatePage } from '../../../contract/pages.ts'
import { BLANK_TEXT } from '../../../rules/article-text.ts'
import type { Api } from '../../data/api.ts'
import type { ArticleApi } from './saving.ts'

/** Page fields outside the text. They are live at once. */
export type PageFacts = Pick<Page, 'placement' | 'noindex' | 'lang'>

/** A page in the shape of an article. Fields that only articles have are empty. */
type WrittenPage = Article & { page: PageFacts }

function toArticle(page: Page): WrittenPage {
  const { id, title, slug, status, content_markdown, created_at, updated_at, author_id, version } = page
  const { has_unpublished_changes, slug_is_own, working_copy, recent_saves, placement, noindex, lang } = page
  return {
    ...BLANK_TEXT,
    id,
    title,
    slug,
    status,
    content_markdown,
    created_at,
    updated_at,
    author_id,
    assignee_id: null,
    version,
    has_unpublished_changes,
    slug_is_own,
    recent_saves,
    published_at: null,
    unpublish_at: null,
    pinned_at: null,
    review: 'none',
    review_details: null,
    text_changed_at: null,
    category: null,
    tags: [],
    working_copy: working_copy && { ...BLANK_TEXT, ...working_copy, tag_ids: [], goes_live_at: null },
    lang,
    page: { placement, noindex, lang },
  }
}

/** The page fields of an open record; null for articles, and for a page the server does not know yet. */
export function pageFactsOf(base: Article | null): PageFacts | null {
  return base && 'page' in base ? (base as WrittenPage).page : null
}

type Written = Omit<Partial<UpdatePage>, 'id' | 'version' | 'status'> & { status?: Article['status'] | undefined }

/** The fields of an article save that pages have. */
function textFields({ title, slug, content_markdown, status, save_id, autosave, kept }: Written) {
  const own = status === 'draft' || status === 'published' ? { status } : {}
  return { title, slug, content_markdown, save_id, autosave, kept, ...own }
}

/** Adapts pages to the editor of articles: the same saves, merges and local copies (ADR 26). */
export function pagesAsArticles({ pages }: Pick<Api, 'pages'>): ArticleApi {
  const asArticle = async (work: Promise<Page>): Promise<WrittenPage> => {
    try {
      return toArticle(await work)
    } catch (error) {
      const current = isApiError(error, 'version_conflict') ? (error.data.current as Page | undefined) : undefined
      if (isApiError(error) && current) error.data.current = toArticle(current)
      throw error
    }
  }
  return {
    get: (input, options) => asArticle(pages.get(input, options)),
    create: ({ id, title, content_markdown, ...input }, options) =>
      asArticle(pages.create({ ...textFields(input), content_markdown, id, title, placement: 'footer' }, options)),
    update: ({ id, version, ...input }, options) => {
      const facts = 'page' in input ? (input.page as Partial<PageFacts>) : {}
      return asArticle(pages.update({ ...textFields(input), ...facts, id, version }, options))
    },
    saveWorkingCopy: ({ id, version, title, slug, content_markdown, save_id, autosave, kept }, options) =>
      asArticle(
        pages.saveWorkingCopy({ id, version, title, slug, content_markdown, save_id, autosave, kept }, options),
      ),
    discardWorkingCopy: (input, options) => asArticle(pages.discardWorkingCopy(input, options)),
    undo: (input, options) => asArticle(pages.undo(input, options)),
    steps: pages.steps,
  }
}
