import type { ReactNode } from 'react'
import { ArrowLeft, Moon, Search, Sun } from './icons.tsx'
import type { Site } from './page-props.ts'

export interface Head {
  /** For the tab and for search; never with soft hyphens. */
  title: string
  description: string
  /** Path of the page with its query; `null` for pages that are not to be found again. */
  path: string | null
  /** The address search engines are sent to instead, where the page has one. */
  canonical?: string | null
  /** Addresses of the pages before and after this one of a list. */
  prev?: string | null
  next?: string | null
  /** Search engines are asked to leave the page out; it keeps its address for sharing. */
  noindex?: boolean
  /** What networks show when the page is shared. */
  article?: { publishedAt: string; updatedAt: string; image: string | null }
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
  const address = head.path === null ? null : (head.canonical ?? site.origin + head.path)
  return (
    <html lang="de">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="dark light" />
        <title>{head.title}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {/* blocking on purpose: it sets the reader's theme before anything is painted */}
        <script src={assets.script} />
        <link rel="stylesheet" href={assets.style} />
        {assets.fonts.map((font) => (
          <link key={font} rel="preload" href={font} as="font" type="font/woff2" crossOrigin="" />
        ))}
        {head.description !== '' && <meta name="description" content={head.description} />}
        {head.prev && <link rel="prev" href={head.prev} />}
        {head.next && <link rel="next" href={head.next} />}
        {(address === null || head.noindex) && <meta name="robots" content="noindex" />}
        {address !== null && <Sharing site={site} head={head} address={address} />}
      </head>
      <body>
        <a className="skip" href="#inhalt">
          Zum Inhalt springen
        </a>
        {header}
        {children}
        <footer>
          <div className="frame hang">
            <p className="side">{site.title}</p>
            {site.links.length > 0 && (
              <ul>
                {site.links.map(({ label, href }) => (
                  <li key={href}>
                    <a href={href}>{label}</a>
                  </li>
                ))}
              </ul>
            )}
          </div>
        </footer>
      </body>
    </html>
  )
}

function Sharing({ site, head, address }: { site: Site; head: Head; address: string }) {
  const { article } = head
  const image = article?.image ? new URL(article.image, site.origin).href : null
  return (
    <>
      <link rel="canonical" href={address} />
      <meta property="og:type" content={article ? 'article' : 'website'} />
      <meta property="og:locale" content="de_DE" />
      <meta property="og:site_name" content={site.title} />
      <meta property="og:title" content={head.title} />
      {head.description !== '' && <meta property="og:description" content={head.description} />}
      <meta property="og:url" content={address} />
      {article && <meta property="article:published_time" content={article.publishedAt} />}
      {article && <meta property="article:modified_time" content={article.updatedAt} />}
      {image && <meta property="og:image" content={image} />}
      <meta name="twitter:card" content={image ? 'summary_large_image' : 'summary'} />
    </>
  )
}

/** Right end of the header: the word for „on its way“ (ruling R24), a page's own controls, the way to the search, the theme switch (ruling R38). */
export function HeaderEnd({ children }: { children?: ReactNode }) {
  return (
    <div className="end">
      <output className="loading" />
      {children}
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

/** Header of every page below the landing page: the way back to it. */
export function BackHeader({ site }: { site: Site }) {
  return (
    <header className="frame masthead">
      <a className="back" href="/">
        <ArrowLeft />
        <span>
          <span className="sr">Zurück zu </span>
          {site.title}
        </span>
      </a>
      <HeaderEnd />
    </header>
  )
}

export function Main({ children, status }: { children: ReactNode; status?: number }) {
  return (
    <main className="frame" id="inhalt" tabIndex={-1} data-status={status}>
      {children}
    </main>
  )
}
