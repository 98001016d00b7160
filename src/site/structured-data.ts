import type { BlogPosting, BreadcrumbList, Person, WebSite, WithContext } from 'schema-dts'
import type { AiShare } from '../rules/labels.ts'
import type { ArticleProps, Site } from './page-props.ts'

const CONTEXT = 'https://schema.org'
/** Longer headlines are cut off by those who read these data. */
const LONGEST_HEADLINE = 110

/** What search engines may know of the blog: its name, and how to search it. */
export function siteData(site: Site): WithContext<WebSite> {
  return {
    '@context': CONTEXT,
    '@type': 'WebSite',
    '@id': `${site.origin}/#website`,
    url: `${site.origin}/`,
    name: site.title,
    description: site.description,
    inLanguage: 'de',
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${site.origin}/suche?q={search_term_string}` },
      // schema.org names its parameters in a property that is not part of the vocabulary
      ...{ 'query-input': 'required name=search_term_string' },
    },
  }
}

type Article = ArticleProps['article']

/** What the vocabulary calls what a machine had a part in (IPTC). */
const AI_SOURCES = {
  assisted: `${CONTEXT}/CompositeWithTrainedAlgorithmicMediaDigitalSource`,
  generated: `${CONTEXT}/TrainedAlgorithmicMediaDigitalSource`,
} as const satisfies Record<AiShare, string>

/** What search engines may know of an article; `image` is the absolute address of its cover or card. */
export function articleData(site: Site, article: Article, image: string): WithContext<BlogPosting> {
  const url = `${site.origin}/article/${article.slug}`
  return {
    '@context': CONTEXT,
    // both are kinds of `Article`; the types of the vocabulary know them one at a time
    '@type': (article.advert === null ? 'BlogPosting' : 'AdvertiserContentArticle') as 'BlogPosting',
    '@id': `${url}#article`,
    mainEntityOfPage: { '@type': 'WebPage', '@id': article.canonical ?? url },
    url,
    headline: shortened(article.title),
    ...(article.description !== '' && { description: article.description }),
    image: [image],
    datePublished: article.publishedAt,
    dateModified: article.updatedAt,
    ...(article.author !== '' && { author: personOf(site, article) }),
    publisher: { '@type': 'Organization', name: site.title, url: `${site.origin}/` },
    isPartOf: { '@type': 'WebSite', '@id': `${site.origin}/#website`, name: site.title, url: `${site.origin}/` },
    ...(article.category !== null && { articleSection: article.category }),
    ...(article.tags.length > 0 && { keywords: article.tags.map(({ name }) => name) }),
    timeRequired: `PT${article.minutes}M`,
    inLanguage: 'de',
    ...(article.aiShare !== null && { digitalSourceType: AI_SOURCES[article.aiShare] }),
  }
}

function personOf(site: Site, { author, authorPath }: Article): Person {
  return { '@type': 'Person', name: author, ...(authorPath !== null && { url: site.origin + authorPath }) }
}

/** The way from the landing page to a page, each step with its path. */
export function breadcrumbs(site: Site, steps: readonly { name: string; path: string }[]): WithContext<BreadcrumbList> {
  return {
    '@context': CONTEXT,
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: site.title, path: '/' }, ...steps].map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: site.origin + path,
    })),
  }
}

function shortened(headline: string): string {
  const letters = [...headline]
  return letters.length <= LONGEST_HEADLINE ? headline : `${letters.slice(0, LONGEST_HEADLINE - 1).join('')}…`
}
