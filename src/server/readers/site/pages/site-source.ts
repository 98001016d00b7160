import type { ReaderTheme } from '../../../../contract/settings.ts'
import { isLegal } from '../../../../rules/pages.ts'
import type { Site, SiteLink } from '../../../../site/page-props.ts'
import { type Appearance, iconName, sheetHash, themeHash } from '../../appearance/appearance.service.ts'
import type { NewsletterChoices } from '../../newsletter/settings.service.ts'
import type { PublishedPage } from '../../../writing/pages/pages.public.ts'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../platform/db/db.ts'
import { ownAddress } from '../../../platform/own-address.ts'
import type { InWorker } from '../../../platform/workers/worker-pool.ts'
import { publicAddress, type FullSettings, siteTitle } from '../../../settings/settings.service.ts'
import type { KnownLists } from '../cache/known-lists.ts'
import type { BuiltAssets } from './built-site.ts'
import type { PublishedOrder } from '../cache/published-order.ts'
import { tags } from '../cache/tags.ts'

/** Data of a public response, all of it read after the cache's generation was taken. */
export interface PageSource {
  db: Db
  config: Config
  settings: FullSettings
  /** The site's title with soft hyphens. */
  siteName: string
  appearance: Appearance
  newsletter: NewsletterChoices
  lists: KnownLists
  /** When the work began. */
  now: Date
  /** All published articles. */
  published: PublishedOrder
  /** Whether there are any. */
  hasArticles: boolean
  /** Absolute origins of this site. */
  origins: string[]
  /** Published static pages, in their order. */
  pages: readonly PublishedPage[]
  /** Runs a job in a worker, while other pages are made. Throws `WorkerFault` and `Overloaded`. */
  inWorker: InWorker
}

/** The site's data on every page. */
export function toSite(source: PageSource, built: BuiltAssets): Site {
  const { settings, appearance, newsletter, hasArticles, pages } = source
  return {
    ...siteNames(source),
    name: source.siteName,
    timezone: settings.effective_timezone,
    dateFormat: settings.public_date_format,
    navigation: withoutTwins([...appearance.navigation, ...linksTo(pages, 'header')]),
    links: withoutTwins([
      ...(hasArticles ? [{ label: 'Archiv', href: '/archiv' }] : []),
      ...(hasNewsletter(source) ? [{ label: 'Newsletter', href: '/newsletter' }] : []),
      ...appearance.footer,
      // The law requires these to be reachable from every page.
      ...linksTo(pages, 'footer', ({ slug }) => isLegal(slug)),
    ]),
    newsletter: hasNewsletter(source) && newsletter.at_articles ? { text: newsletter.intro } : null,
    identity: toIdentity(appearance, settings.reader_theme),
    theme: settings.reader_theme,
    verification: settings.verification,
    profiles: settings.profiles,
    assets: {
      script: built.script,
      previewScript: built.previewScript,
      styles: built.stylesOf[appearance.pairing],
      players: built.players,
      notes: built.notes,
      fonts: built.fontsOf[appearance.pairing],
      italics: built.italicsOf[appearance.pairing],
    },
  }
}

/** Whether readers can subscribe: the newsletter is on, mail can be sent (NEWS-12), and the blog is public. */
export function hasNewsletter({ settings, config, newsletter }: PageSource): boolean {
  return newsletter.enabled && config.SMTP_URL !== undefined && settings.visibility !== 'privat'
}

/** Of entries with the same target, the first. */
function withoutTwins(links: readonly SiteLink[]): SiteLink[] {
  return links.filter(({ href }, place) => links.findIndex((other) => other.href === href) === place)
}

/** The site's identity: addresses of its CSS, logo and icon. */
function toIdentity(appearance: Appearance, theme: ReaderTheme): Site['identity'] {
  const { logo, 'logo-dark': dark } = appearance.pictures
  const themed = themeHash(appearance, theme)
  const hash = sheetHash(appearance)
  const shown = (picture: typeof logo) => picture && { ...picture, src: `/site/${picture.file}` }
  return {
    style: hash === null ? null : `/site/identity-${hash}.css`,
    plainStyle: themed === null ? null : `/site/theme-${themed}.css`,
    logo: shown(logo) ?? null,
    logoDark: shown(dark) ?? null,
    icons:
      appearance.icons === null
        ? null
        : {
            // Search engines show icons of 48 pixels and more.
            tab: `/site/${iconName(192, appearance.icons)}`,
            touch: `/site/${iconName(180, appearance.icons)}`,
          },
  }
}

/** The pages assigned to this menu, and those always in it. */
function linksTo(
  pages: readonly PublishedPage[],
  placement: PublishedPage['placement'],
  always: (page: PublishedPage) => boolean = () => false,
): Site['links'] {
  const linked = pages.filter((page) => page.placement === placement || always(page))
  return linked.map(({ title, slug }) => ({ label: title, href: `/${slug}` }))
}

/** Title and description of the site, and its public address without a trailing slash. */
export function siteNames({ settings, config }: PageSource): Pick<Site, 'title' | 'description' | 'origin'> {
  return {
    title: siteTitle(settings),
    description: settings.site_description.trim() || 'Willkommen',
    origin: publicAddress(settings, config),
  }
}

/** Absolute origins of this site: the one that readers know, and its own. */
export function ownOrigins({ settings, config }: Pick<PageSource, 'settings' | 'config'>): string[] {
  return [publicAddress(settings, config), ownAddress(config)].map((address) => new URL(address).origin)
}

/** The public articles whose texts name a sound of the library: the blog's podcast (RUL-110). */
export function podcastOrder({ lists }: PageSource): PublishedOrder {
  return lists.order(tags.podcast, { of: 'sound' })
}

/** Whether there is a podcast, with the tags of a page that says so. */
export async function podcastOf(source: PageSource): Promise<{ podcast: boolean; tags: string[] }> {
  const podcast = (await podcastOrder(source).count()) > 0
  // The last sound may leave the library.
  return { podcast, tags: podcast ? [tags.podcast, tags.pictures] : [tags.podcast] }
}
