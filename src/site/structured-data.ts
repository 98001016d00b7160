import type {
  AudioObject,
  BlogPosting,
  BreadcrumbList,
  Person,
  ProfilePage,
  VideoObject,
  WebSite,
  WithContext,
} from 'schema-dts'
import type { AiShare } from '../rules/labels.ts'
import type { ArticleProps, Person as PersonProps, PersonName, Site } from './page-props.ts'

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

/** What search engines may know of an article; `image` is the absolute address of its cover or card; `comments`
 * are shown ones, where anybody may comment. */
export function articleData(site: Site, article: Article, image: string, comments?: number): WithContext<BlogPosting> {
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
    ...authorOf(site, article),
    publisher: { '@type': 'Organization', name: site.title, url: `${site.origin}/` },
    isPartOf: { '@type': 'WebSite', '@id': `${site.origin}/#website`, name: site.title, url: `${site.origin}/` },
    ...(article.category !== null && { articleSection: article.category }),
    ...(article.tags.length > 0 && { keywords: article.tags.map(({ name }) => name) }),
    timeRequired: `PT${article.minutes}M`,
    inLanguage: article.lang,
    ...(comments !== undefined && { commentCount: comments }),
    ...(article.aiShare !== null && { digitalSourceType: AI_SOURCES[article.aiShare] }),
    ...playedIn(site, article, image),
  }
}

/** The sound and film of an article. */
function playedIn(site: Site, article: Article, image: string): { audio?: AudioObject[]; video?: VideoObject[] } {
  const facts = article.sounds.map(({ src, type, bytes, seconds }) => ({
    contentUrl: new URL(src, site.origin).href,
    encodingFormat: type,
    contentSize: String(bytes),
    name: shortened(article.title),
    description: article.description || article.title,
    uploadDate: article.publishedAt,
    ...(seconds !== null && { duration: `PT${Math.round(seconds)}S` }),
  }))
  const audio = facts.filter((file) => file.encodingFormat.startsWith('audio/'))
  const video = facts.filter((file) => file.encodingFormat.startsWith('video/'))
  return {
    ...(audio.length > 0 && { audio: audio.map((file) => ({ '@type': 'AudioObject', ...file }) as const) }),
    ...(video.length > 0 && {
      video: video.map((file) => ({ '@type': 'VideoObject', thumbnailUrl: image, ...file }) as const),
    }),
  }
}

/** One person, or all of them. */
function authorOf(site: Site, { authors }: Article): { author?: Person | Person[] } {
  const people = authors.map((person) => personOf(site, person))
  return people.length === 0 ? {} : { author: people.length === 1 ? people[0]! : people }
}

function personOf(site: Site, { name, path }: PersonName): Person {
  return { '@type': 'Person', name, ...(path !== null && { url: site.origin + path }) }
}

/** What search engines may know of a person who writes here. */
export function profileData(site: Site, person: PersonProps): WithContext<ProfilePage> {
  const url = site.origin + (person.path ?? '/')
  const { text, face, links } = person
  const pages = links.filter((link) => /^https?:/i.test(link.url)).map((link) => link.url)
  return {
    '@context': CONTEXT,
    '@type': 'ProfilePage',
    '@id': `${url}#profile`,
    url,
    inLanguage: 'de',
    mainEntity: {
      ...{ '@type': 'Person', '@id': `${url}#person`, name: person.name, url },
      ...(text !== '' && { description: text }),
      ...(face && { image: new URL(face.src, site.origin).href }),
      ...(pages.length > 0 && { sameAs: pages }),
    },
  }
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
