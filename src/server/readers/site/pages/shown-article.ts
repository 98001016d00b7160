import type { PublicArticle } from '../../../../contract/articles.ts'
import { isGerman } from '../../../../rules/languages.ts'
import type { ArticleProps } from '../../../../site/page-props.ts'
import { hyphenatedHeadings, softHyphens } from '../text/soft-hyphens.ts'
import { toEntry } from './entries.ts'
import { shownPeople } from './shown-people.ts'
import { shownText, type ShownText } from './shown-text.ts'
import type { PageSource } from './site-source.ts'

/** An article with its names and headings as on pages: with soft hyphens. */
export async function named(article: ArticleProps['article']): Promise<ArticleProps['article']> {
  const { chapters, lang } = article
  return {
    ...article,
    authors: await Promise.all(article.authors.map(softNamed)),
    people: await Promise.all(article.people.map(softNamed)),
    tags: await Promise.all(article.tags.map(softNamed)),
    chapters: await Promise.all(chapters.map(async ({ id, text }) => ({ id, text: await softHyphens(text, lang) }))),
    html: isGerman(lang) ? await hyphenatedHeadings(article.html) : article.html,
  }
}

async function softNamed<T extends { name: string }>(named: T): Promise<T> {
  return { ...named, name: await softHyphens(named.name) }
}

type ViewOptions = {
  /** Maps the addresses of its pictures. */
  imageAddress?: (address: string) => string
  /** Renders embeds as links: feeds have no script that would load them. */
  embedsAsLinks?: boolean
}

/** The visible content of an article's page. */
export async function articleView(
  source: PageSource,
  article: PublicArticle,
  { imageAddress, embedsAsLinks = false }: ViewOptions = {},
): Promise<{
  props: ArticleProps['article']
  tags: string[]
  passing: boolean
  embeds: string[]
  sounds: ShownText['sounds']
}> {
  const sponsored = article.advert !== null
  const { body, cover, sizes, sounds, tags } = await shownText(source, article, {
    imageAddress,
    embedsAsLinks,
    sponsored,
  })
  const entry = await toEntry(article, { cover: cover?.path ?? null, sizes, minutes: body.minutes })
  const { authors, people, tags: peopleTags } = await shownPeople(source, article)
  const props = {
    ...entry,
    cover: entry.cover && {
      ...entry.cover,
      ...(cover && { src: cover.picture.src, srcset: cover.picture.size?.srcset ?? '' }),
    },
    authors,
    people,
    canonical: article.canonical_url,
    noindex: article.noindex,
    description: article.seo_description ?? article.excerpt,
    tags: article.tags.map((tag) => ({ name: tag.name, path: `/schlagwort/${tag.slug}` })),
    categoryPath: article.category && `/kategorie/${article.category.slug}`,
    updatedAt: article.updated_at,
    changedAt: article.text_changed_at,
    correction: article.correction,
    aiShare: article.ai_share,
    html: body.html,
    chapters: body.chapters,
    sounds: sounds.map(({ src, type, bytes, seconds }) => ({ src, type, bytes, seconds })),
  }
  return { props, tags: [...tags, ...peopleTags], passing: body.passing, embeds: body.embeds, sounds }
}
