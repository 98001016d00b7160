import type { NewsletterProps } from '../../../../site/page-props.ts'
import { newsletterName } from '../../newsletter/settings.service.ts'
import { listSentArticles } from '../../newsletter/sent-issues.service.ts'
import { siteTitle } from '../../../settings/settings.service.ts'
import { tags } from '../cache/tags.ts'
import type { Asked, PublicAnswer } from '../public-answer.ts'
import { builtSite } from './built-site.ts'
import { contentPage } from './content-page.ts'
import { toNeighbour } from './entries.ts'
import { hasNewsletter, type PageSource, toSite } from './site-source.ts'

/** Titles of the last issues below the form. */
const MOST_SENT = 5

type Sent = Awaited<ReturnType<typeof listSentArticles>>
type Form = Extract<NewsletterProps['view'], { kind: 'form' }>

/** The page with the form, as the reader has filled it in. */
export async function formView(
  source: PageSource,
  typed: Form['typed'] = { email: '', rhythm: 'each' },
  { fault, sent }: { fault?: string; sent?: Sent } = {},
): Promise<Form> {
  const { newsletter, settings, pages } = source
  return {
    kind: 'form',
    name: newsletterName(newsletter, siteTitle(settings)),
    intro: newsletter.intro,
    typed,
    ...(fault && { fault }),
    sent: await Promise.all(
      (sent ?? (await listSentArticles(source.db, MOST_SENT))).map(async ({ at, ...article }) => ({
        ...(await toNeighbour(article)),
        at,
      })),
    ),
    privacy: pages.some(({ slug }) => slug === 'datenschutz') ? '/datenschutz' : null,
  }
}

/** `GET /newsletter`. Where there is no newsletter, a page that has had this address before is still there. */
export async function subscribingPage(source: PageSource, asked: Asked): Promise<PublicAnswer | null> {
  if (!hasNewsletter(source)) return contentPage(source, { ...asked, params: { slug: 'newsletter' } })
  const sent = await listSentArticles(source.db, MOST_SENT)
  const body = await newsletterPage(source, await formView(source, undefined, { sent }))
  return { body, tags: [tags.newsletter, tags.list, tags.pages, ...sent.map(({ id }) => tags.article(id))] }
}

/** A page of the newsletter as a whole document. */
export async function newsletterPage(source: PageSource, view: NewsletterProps['view']): Promise<string> {
  const { render, assets } = await builtSite()
  return render.renderNewsletter({ site: toSite(source, assets), view })
}
