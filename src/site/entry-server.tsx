import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { readableText } from '../rules/readable-text.ts'
import { ArticlePage } from './article-page.tsx'
import { ArchivePage, Titles, YearPage } from './archive-page.tsx'
import { CommentEditPage, CommentFormPage, CommentReportPage, CommentsPage } from './comment-pages.tsx'
import { ContentPage } from './content-page.tsx'
import { FrontPage } from './front-page.tsx'
import { LandingPage } from './landing-page.tsx'
import { ListPage } from './list-page.tsx'
import { NewsletterPage } from './newsletter-page.tsx'
import { ArticleNotFoundPage, PageNotFoundPage, PreviewNotFoundPage } from './not-found-page.tsx'
import type {
  ArchiveProps,
  ArticleProps,
  CommentEditProps,
  CommentFormProps,
  CommentReportProps,
  CommentsPageProps,
  ContentPageProps,
  FrontPageProps,
  LandingProps,
  ListProps,
  NewsletterProps,
  NotFoundProps,
  SearchProps,
  TopicsProps,
  YearProps,
  YearTitle,
} from './page-props.ts'
import { SearchPage } from './search-page.tsx'
import { TopicsPage } from './topics-page.tsx'

function page(element: ReactElement): string {
  // titles, names and descriptions may hold what nobody can read
  return `<!doctype html>${readableText(renderToStaticMarkup(element))}`
}

/** The landing page as a whole document. */
export function renderLanding(props: LandingProps): string {
  return page(<LandingPage {...props} />)
}

/** A page at the address of the landing page as a whole document. */
export function renderFrontPage(props: FrontPageProps): string {
  return page(<FrontPage {...props} />)
}

/** The overview of topics as a whole document. */
export function renderTopics(props: TopicsProps): string {
  return page(<TopicsPage {...props} />)
}

/** A page of a list as a whole document. */
export function renderList(props: ListProps): string {
  return page(<ListPage {...props} />)
}

/** A page of the newsletter as a whole document. */
export function renderNewsletter(props: NewsletterProps): string {
  return page(<NewsletterPage {...props} />)
}

/** The archive as a whole document. */
export function renderArchive(props: ArchiveProps): string {
  return page(<ArchivePage {...props} />)
}

/** Rows of a month in the archive of its year. */
export function renderTitles(props: { timezone: string; titles: readonly YearTitle[] }): string {
  return renderToStaticMarkup(<Titles {...props} />)
}

/** A year of the archive as a whole document. */
export function renderYear(props: YearProps): string {
  return page(<YearPage {...props} />)
}

/** An article as a whole document. */
export function renderArticle(props: ArticleProps): string {
  return page(<ArticlePage {...props} />)
}

/** A page apart from articles as a whole document. */
export function renderContentPage(props: ContentPageProps): string {
  return page(<ContentPage {...props} />)
}

/** What stands at the address of an article that readers cannot see. */
export function renderArticleNotFound(props: NotFoundProps): string {
  return page(<ArticleNotFoundPage {...props} />)
}

/** What stands at any address that does not exist. */
export function renderPageNotFound(props: NotFoundProps): string {
  return page(<PageNotFoundPage {...props} />)
}

/** What stands at the address of a preview link that opens nothing. */
export function renderPreviewNotFound(props: Pick<NotFoundProps, 'site'>): string {
  return page(<PreviewNotFoundPage {...props} />)
}

/** What was found for a search. */
export function renderSearch(props: SearchProps): string {
  return page(<SearchPage {...props} />)
}

/** Further comments of an article. */
export function renderComments(props: CommentsPageProps): string {
  return page(<CommentsPage {...props} />)
}

/** A comment before it is sent, or why it is not. */
export function renderCommentForm(props: CommentFormProps): string {
  return page(<CommentFormPage {...props} />)
}

/** What stands behind the secret link of a comment. */
export function renderCommentEdit(props: CommentEditProps): string {
  return page(<CommentEditPage {...props} />)
}

/** The form to report a comment, and what became of a report. */
export function renderCommentReport(props: CommentReportProps): string {
  return page(<CommentReportPage {...props} />)
}
