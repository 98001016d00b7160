import { dayInWords } from '../../../../site/published-date.ts'
import { titleWithAdvert } from '../../../../rules/labels.ts'
import { getForMail, getPublishedEntries, shownExcerpts } from '../../../writing/articles/articles.public.ts'
import type { Runtime } from '../../../platform/runtime.ts'
import { siteTitle } from '../../../settings/settings.service.ts'
import type { MailContent } from '../../newsletter/mail-content.ts'
import { PageCache } from '../cache/page-cache.ts'
import { PageMaker } from '../cache/page-maker.ts'
import { articleView } from '../pages/shown-article.ts'
import { authorsOf } from '../pages/shown-people.ts'
import { siteNames } from '../pages/site-source.ts'
import { absoluteText } from './absolute-text.ts'

/** What mails of the newsletter show, rendered as for feeds. It is read from the database at each call. */
export function mailContent(runtime: Pick<Runtime, 'db' | 'config'>): MailContent {
  const read = <T>(work: Parameters<PageMaker['take']>[0]) =>
    new PageMaker(runtime, new PageCache(0)).take(work, 'machines') as Promise<T>
  return {
    site: () =>
      read(async (ready) => {
        const source = await ready()
        const legal = (slug: string) => (source.pages.some((page) => page.slug === slug) ? `/${slug}` : null)
        return {
          name: siteTitle(source.settings),
          origin: siteNames(source).origin,
          imprint: legal('impressum'),
          privacy: legal('datenschutz'),
          dayInWords: (instant: string) => dayInWords(instant, source.settings.effective_timezone),
          isClosed: source.settings.visibility === 'privat',
        }
      }),
    article: (id) =>
      read(async (ready) => {
        const source = await ready()
        const article = await getForMail(source.db, id)
        if (!article) return null
        const view = await articleView(source, article, { embedsAsLinks: true })
        const url = `${siteNames(source).origin}/article/${article.slug}`
        const text = await absoluteText(view.props.html, url, source.inWorker)
        return {
          id,
          title: titleWithAdvert(article.title, article.advert),
          advert: article.advert,
          lang: article.lang,
          url,
          excerpt: (await shownExcerpts(source.db, [article])).get(id) ?? '',
          isPublic: article.status === 'published',
          authors: await authorsOf(source, article),
          category: article.category?.name ?? null,
          minutes: view.props.minutes,
          html: text.html ?? '',
        }
      }),
    entries: (ids) =>
      read(async (ready) => {
        const source = await ready()
        const entries = await getPublishedEntries(source.db, ids)
        return Promise.all(
          entries.map(async (entry) => ({
            id: entry.id,
            title: titleWithAdvert(entry.title, entry.advert),
            advert: entry.advert,
            lang: entry.lang,
            url: `${siteNames(source).origin}/article/${entry.slug}`,
            excerpt: entry.excerpt,
            isPublic: true,
            authors: await authorsOf(source, entry),
            category: entry.category?.name ?? null,
            minutes: entry.minutes,
          })),
        )
      }),
  }
}
