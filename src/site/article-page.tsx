import { ArticleEnd } from './article-end.tsx'
import { ArticleView } from './article-view.tsx'
import { Comments } from './comments.tsx'
import { BackHeader, Document, Main, PreviewNote } from './document.tsx'
import { GuestRemarks } from './guest-remarks.tsx'
import type { ArticleProps } from './page-props.ts'
import { articleData, breadcrumbs } from './structured-data.ts'
import { fediverseName } from '../rules/head-tags.ts'
import { DEFAULT_LANGUAGE, isGerman } from '../rules/languages.ts'
import { dateIn, publishedDay } from './published-date.ts'
import { commentFeedPath } from '../rules/public-paths.ts'

/** The public page of one article (PUB-5), or its preview. */
export function ArticlePage(props: ArticleProps) {
  const { site, article, preview } = props
  const plain = plainNames(article)
  // Networks that show a card draw the title under a cover; without one the card itself carries it (RUL-45).
  const image = article.cover ?? {
    src: `/article/${article.slug}/card.png`,
    width: 1200,
    height: 630,
    alt: article.title,
  }
  const hasForms = props.comments !== null || (preview ? Boolean(preview.remarks) : site.newsletter !== null)
  const head = {
    title: `${article.title} – ${site.title}`,
    shared: article.title,
    description: article.description,
    canonical: article.canonical,
    noindex: article.noindex,
    path: preview ? null : `/article/${article.slug}`,
    article: {
      publishedAt: article.publishedAt,
      updatedAt: article.updatedAt,
      authors: plain.authors.map(({ name }) => name),
      section: plain.category,
      tags: plain.tags.map(({ name }) => name),
    },
    image,
    ...(!preview && { markdown: `/article/${article.slug}.md` }),
    holds: hasForms ? ('talk' as const) : ('text' as const),
    lang: article.lang,
    versions: props.versions.map(({ lang, slug }) => ({ lang, path: `/article/${slug}` })),
    italics: article.excerpt !== '',
    text: article.html,
    creators: preview ? [] : creatorsOf(article),
    podcast: article.sounds.some(({ type }) => type.startsWith('audio/')),
    ...(props.comments && { commentFeed: commentFeedPath(article.slug) }),
    data: preview
      ? []
      : [
          articleData(site, plain, new URL(image.src, site.origin).href, props.comments?.count),
          breadcrumbs(site, [
            ...(plain.category !== null && article.categoryPath !== null
              ? [{ name: plain.category, path: article.categoryPath }]
              : []),
            { name: article.title, path: `/article/${article.slug}` },
          ]),
        ],
  }
  return (
    <Document
      site={site}
      head={head}
      header={<BackHeader site={site} lang={isGerman(article.lang) ? undefined : DEFAULT_LANGUAGE} />}
    >
      <Main>
        {preview && <PreviewNote until={preview.until} site={site} />}
        <ArticleView
          article={article}
          published={{
            day: publishedDay(article.publishedAt, site.timezone),
            words: dateIn(article.lang, article.publishedAt, site),
          }}
          marks={
            preview
              ? null
              : {
                  ...article,
                  people: head.article.authors,
                  address: `${site.origin}/article/${article.slug}`,
                }
          }
          versions={props.versions}
          comments={props.comments?.count ?? 0}
          corrected={article.correction !== null}
          changed={
            article.changedAt !== null &&
            article.changedAt > article.publishedAt &&
            // A change of the same day is no news, a correction is.
            (article.correction !== null ||
              publishedDay(article.changedAt, site.timezone) !== publishedDay(article.publishedAt, site.timezone))
              ? {
                  day: publishedDay(article.changedAt, site.timezone),
                  words: dateIn(article.lang, article.changedAt, site),
                }
              : null
          }
        >
          <ArticleEnd {...props} />
          {preview?.remarks && <GuestRemarks remarks={preview.remarks} timezone={site.timezone} />}
          {props.comments && <Comments site={site} article={article} comments={props.comments} />}
        </ArticleView>
      </Main>
    </Document>
  )
}

/** The names of its people in the fediverse: networks show them beside a shared link. */
function creatorsOf({ people }: ArticleProps['article']): string[] {
  const names = people.flatMap(({ links }) => links.flatMap(({ url }) => fediverseName(url) ?? []))
  return [...new Set(names)]
}

/** The article with its names as machines read them: soft hyphens are for the eye. */
function plainNames(article: ArticleProps['article']): ArticleProps['article'] {
  const plain = (name: string) => name.replaceAll('\u00ad', '')
  return {
    ...article,
    category: article.category && plain(article.category),
    authors: article.authors.map(({ name, path }) => ({ name: plain(name), path })),
    tags: article.tags.map(({ name, path }) => ({ name: plain(name), path })),
  }
}
