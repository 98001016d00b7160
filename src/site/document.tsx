import type { ReactNode } from 'react'
import { GROUNDS } from '../rules/accent.ts'
import { Moon, Rss, Search, Sun } from './icons.tsx'
import { BrandLink, Here, Mark, Navigation } from './masthead.tsx'
import type { Assets, Site } from './page-props.ts'
import { dayInWords } from './published-date.ts'
import { DEFAULT_LANGUAGE, isGerman, openGraphLocale } from '../rules/languages.ts'

export interface Head {
  /** For the tab and for search; never with soft hyphens. */
  title: string
  /** For networks, which name the site themselves; the title where it does not name it. */
  shared?: string
  description: string
  /** Path of the page with its query; `null` for pages that are not to be found again. */
  path: string | null
  /** The address search engines are sent to instead, where the page has one. */
  canonical?: string | null
  /** Addresses of the pages before and after this one of a list. */
  prev?: string | null
  next?: string | null
  /** Search engines are asked to leave the page out, or to `follow` its links alone; it keeps its address for sharing. */
  noindex?: boolean | 'follow'
  /** What networks show when the page is shared. */
  article?: { publishedAt: string; updatedAt: string; authors: string[]; section: string | null; tags: string[] }
  image?: SharedPicture
  /** The path of the page's own social image; null for the blog's. */
  card?: string | null
  /** The path of the page as markdown. */
  markdown?: string
  /** What the page holds, and needs the styles of: a text, one with comments, one with titles below, a form, or lists. */
  holds?: keyof Assets['styles']
  /** Names of its authors in the fediverse. */
  creators?: readonly string[]
  /** The blog has a podcast. */
  podcast?: boolean
  /** The markup of the page's text, which may need further styles. */
  text?: string
  /** The language of the page's text (BCP 47), German by default. */
  lang?: string
  /** The same text in other languages and this one, each with its path. */
  versions?: readonly { lang: string; path: string }[]
  /** The page begins with a text in italics. */
  italics?: boolean
  /** What search engines may know of the page (JSON-LD). */
  data?: readonly object[]
  /** The path of the list whose feeds are named, for lists that have their own. */
  feeds?: { path: string; title: string }
  /** The path of the comments' feed. */
  commentFeed?: string
}

export interface SharedPicture {
  src: string
  width: number | null
  height: number | null
  alt: string
}

/** The files of a list's feeds, below its path. */
export const FEEDS = [
  { file: 'feed.xml', type: 'application/rss+xml', name: 'RSS' },
  { file: 'atom.xml', type: 'application/atom+xml', name: 'Atom' },
  { file: 'feed.json', type: 'application/feed+json', name: 'JSON Feed' },
]

/** A list's feeds for those who want to follow it, in one line below its name. */
export function FeedLine({ path, children }: { path: string; children?: ReactNode }) {
  return (
    <p className="line">
      {children}
      <Rss />
      <span>Als Feed:</span>
      {FEEDS.map(({ file, name }) => (
        <a key={file} className="text" href={`${path}/${file}`}>
          {name}
        </a>
      ))}
    </p>
  )
}

/** The feeds of the blog, and of the list the page shows. */
function FeedLinks({ site, feeds }: { site: Site; feeds: Head['feeds'] }) {
  const lists = [{ path: '', title: site.title }, ...(feeds ? [feeds] : [])]
  return lists.flatMap(({ path, title }) =>
    FEEDS.map(({ file, type, name }) => (
      <link key={path + file} rel="alternate" type={type} title={`${title} (${name})`} href={`${path}/${file}`} />
    )),
  )
}

/** The colour of the browser's frame: the page's. The script keeps it equal to the appearance the reader chose. */
function ThemeColour({ theme }: { theme: Site['theme'] }) {
  const { dark, light } = GROUNDS
  const colours = { 'data-dark': dark.page, 'data-light': light.page }
  if (theme !== 'system')
    return <meta name="theme-color" content={theme === 'light' ? light.page : dark.page} {...colours} />
  return (
    <>
      <meta name="theme-color" content={light.page} media="(prefers-color-scheme: light)" {...colours} />
      <meta name="theme-color" content={dark.page} media="(prefers-color-scheme: dark)" {...colours} />
    </>
  )
}

/** Data in the page, not a script: nothing runs it. No text can end it. */
function StructuredData({ data }: { data: object }) {
  const json = JSON.stringify(data).replaceAll('<', String.raw`\u003c`)
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
}

/** The frame of every public page. All scripts, styles and fonts are files of the site: the CSP allows nothing else. */
export function Document({
  site,
  head,
  header,
  children,
}: {
  site: Site
  head: Head
  header: ReactNode
  children: ReactNode
}) {
  const { assets } = site
  const { lang = DEFAULT_LANGUAGE } = head
  // Around a text in another language the page stays German.
  const around = isGerman(lang) ? undefined : DEFAULT_LANGUAGE
  const address = head.path === null ? null : (head.canonical ?? site.origin + head.path)
  return (
    <html lang={lang} data-default={site.theme === 'dark' ? undefined : site.theme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={site.theme === 'dark' ? 'dark light' : 'light dark'} />
        <ThemeColour theme={site.theme} />
        <title>{head.title}</title>
        {site.identity.icons === null ? (
          <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        ) : (
          <link rel="icon" href={site.identity.icons.tab} type="image/png" sizes="192x192" />
        )}
        <link rel="apple-touch-icon" href={site.identity.icons?.touch ?? '/apple-touch-icon.png'} />
        <link rel="manifest" href="/site.webmanifest" />
        {/* blocking on purpose: it sets the reader's theme before anything is painted */}
        <script src={assets.script} />
        <link rel="stylesheet" href={assets.styles[head.holds ?? 'lists']} />
        {head.holds !== 'talk' && <TextStyles text={head.text ?? ''} assets={assets} />}
        {site.identity.style !== null && <link rel="stylesheet" href={site.identity.style} />}
        {site.identity.plainStyle !== null && (
          <noscript>
            <link rel="stylesheet" href={site.identity.plainStyle} />
          </noscript>
        )}
        {[...assets.fonts, ...(head.italics ? [assets.italics] : [])].map((font) => (
          <link key={font} rel="preload" href={font} as="font" type="font/woff2" crossOrigin="" />
        ))}
        {head.description !== '' && <meta name="description" content={head.description} />}
        {site.verification.map(({ name, content }) => (
          <meta key={name + content} name={name} content={content} />
        ))}
        {site.profiles.map((profile) => (
          <link key={profile} rel="me" href={profile} />
        ))}
        {head.creators?.map((name) => (
          <meta key={name} name="fediverse:creator" content={name} />
        ))}
        {head.prev && <link rel="prev" href={head.prev} />}
        {head.next && <link rel="next" href={head.next} />}
        {(address === null || head.noindex) && (
          <meta name="robots" content={head.noindex === 'follow' ? 'noindex, follow' : 'noindex'} />
        )}
        {address !== null && <Sharing site={site} head={head} address={address} />}
        {address !== null && <FeedLinks site={site} feeds={head.feeds} />}
        {address !== null && head.podcast && (
          <link rel="alternate" type="application/rss+xml" title={`${site.title} (Podcast)`} href="/podcast.xml" />
        )}
        {head.commentFeed && (
          <link rel="alternate" type="application/atom+xml" title="Kommentare" href={head.commentFeed} />
        )}
        {head.data?.map((data) => (
          <StructuredData key={JSON.stringify(data)} data={data} />
        ))}
      </head>
      <body>
        <a className="skip" href="#inhalt" lang={around}>
          Zum Inhalt springen
        </a>
        <Here value={head.path}>{header}</Here>
        {children}
        <footer lang={around}>
          <div className="frame hang">
            <p className="side">
              {site.navigation.length > 0 && <Mark />}
              {site.name}
            </p>
            <div className="foot">
              {site.links.length > 0 && (
                <ul>
                  {site.links.map(({ label, href }) => (
                    <li key={href}>
                      <a href={href}>{label}</a>
                    </li>
                  ))}
                </ul>
              )}
              <ul>
                {FEEDS.map(({ file, name }) => (
                  <li key={file}>
                    <a href={`/${file}`}>{name}</a>
                  </li>
                ))}
              </ul>
            </div>
          </div>
        </footer>
      </body>
    </html>
  )
}

/** Sheets for what few texts hold: players or their placeholders, and notes beside the text. */
function TextStyles({ text, assets }: { text: string; assets: Assets }) {
  return (
    <>
      {/<(?:audio|video) | data-embed="/.test(text) && <link rel="stylesheet" href={assets.players} />}
      {text.includes('<li class="beside"') && <link rel="stylesheet" href={assets.notes} />}
    </>
  )
}

function Sharing({ site, head, address }: { site: Site; head: Head; address: string }) {
  const { article, image } = head
  const shown = image ?? { src: head.card ?? '/card.png', width: 1200, height: 630, alt: head.shared ?? head.title }
  return (
    <>
      <link rel="canonical" href={address} />
      {head.versions?.map(({ lang, path }) => (
        <link key={lang} rel="alternate" hrefLang={lang} href={site.origin + path} />
      ))}
      <meta property="og:type" content={article ? 'article' : 'website'} />
      <meta property="og:locale" content={openGraphLocale(head.lang ?? DEFAULT_LANGUAGE)} />
      <meta property="og:site_name" content={site.title} />
      <meta property="og:title" content={head.shared ?? head.title} />
      {head.description !== '' && <meta property="og:description" content={head.description} />}
      <meta property="og:url" content={address} />
      {article && <meta property="article:published_time" content={article.publishedAt} />}
      {article && <meta property="article:modified_time" content={article.updatedAt} />}
      {article?.authors.map((name) => (
        <meta key={name} name="author" content={name} />
      ))}
      {article?.section && <meta property="article:section" content={article.section} />}
      {article?.tags.map((tag) => (
        <meta key={tag} property="article:tag" content={tag} />
      ))}
      <PictureOf image={shown} origin={site.origin} />
      <meta name="twitter:card" content="summary_large_image" />
      {head.markdown && <link rel="alternate" type="text/markdown" href={head.markdown} />}
    </>
  )
}

function PictureOf({ image, origin }: { image: SharedPicture; origin: string }) {
  return (
    <>
      <meta property="og:image" content={new URL(image.src, origin).href} />
      {image.width !== null && <meta property="og:image:width" content={String(image.width)} />}
      {image.height !== null && <meta property="og:image:height" content={String(image.height)} />}
      {image.alt !== '' && <meta property="og:image:alt" content={image.alt} />}
    </>
  )
}

/**
 * Right end of the header: the word for „on its way“ (RUL-24), the way to the search, the theme switch (RUL-38).
 */
export function HeaderEnd() {
  return (
    <div className="end">
      <output className="loading" />
      <a className="icon" href="/suche" aria-label="Suche" title="Suche">
        <Search />
      </a>
      <button className="icon" type="button" aria-label="Helles oder dunkles Design" title="Design wechseln">
        <Moon />
        <Sun />
      </button>
    </div>
  )
}

/** Header of every page below the landing page: the way back to it, and the entries where there are any. */
export function BackHeader({ site, lang }: { site: Site; lang?: string | undefined }) {
  return (
    <header className="frame masthead" lang={lang}>
      <BrandLink site={site} />
      <Navigation site={site} />
      <HeaderEnd />
    </header>
  )
}

export function Main({ children, status, className }: { children: ReactNode; status?: number; className?: string }) {
  return (
    <main className={className ? `frame ${className}` : 'frame'} id="inhalt" tabIndex={-1} data-status={status}>
      {children}
    </main>
  )
}

/** Says that a page is not public, and how long its link opens (RUL-37). The page follows its text. */
export function PreviewNote({ until, site }: { until: string; site: Site }) {
  return (
    <p className="note">
      <script defer src={site.assets.previewScript} />
      <b>Vorschau – nicht öffentlich</b>{' '}
      <span>
        Der Link gilt bis zum <time dateTime={until}>{dayInWords(until, site.timezone)}</time>.
      </span>
    </p>
  )
}
