import { createContext, use } from 'react'
import { ArrowLeft } from './icons.tsx'
import type { Logo, Site } from './page-props.ts'

/** The path of the page being drawn, for the entry of the header that leads to it. */
export const Here = createContext<string | null>(null)

/** The product's own sign, where a site has no logo. */
export function Mark() {
  return (
    <svg className="mark" aria-hidden="true" viewBox="0 0 24 24">
      <path fill="currentColor" d="M1 3h4v18H1zM19 3h4v18h-4z" />
      <path className="m" d="M8 3h8v18H8z" />
    </svg>
  )
}

function LogoImage({ logo, alt, className }: { logo: Logo; alt: string; className?: string }) {
  const { src, width, height } = logo
  return <img className={className} src={src} width={width} height={height} alt={alt} decoding="async" />
}

/** Name or logo of the site; a second file where the dark appearance has its own. Of the two, the reader's browser loads one. */
function Brand({ site, mark }: { site: Site; mark: boolean }) {
  const { logo, logoDark } = site.identity
  if (logo === null)
    return (
      <>
        {mark && <Mark />}
        <span>{site.name}</span>
      </>
    )
  if (logoDark === null) return <LogoImage logo={logo} alt={site.title} />
  return (
    <>
      <LogoImage logo={logo} alt={site.title} className="on-light" />
      <LogoImage logo={logoDark} alt={site.title} className="on-dark" />
    </>
  )
}

/** The entries of the header; the one of the page itself says so. */
export function Navigation({ site }: { site: Site }) {
  const here = use(Here)
  if (site.navigation.length === 0) return null
  return (
    <nav className="nav" aria-label="Rubriken">
      <ul>
        {site.navigation.map(({ label, href }) => (
          <li key={href}>
            <a href={href} aria-current={href === here ? 'page' : undefined}>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The site's name on its landing page. */
export function BrandTitle({ site }: { site: Site }) {
  if (site.navigation.length === 0 && site.identity.logo === null)
    return (
      <h1>
        <a href="/">{site.name}</a>
      </h1>
    )
  return (
    <h1>
      <a className="back" href="/">
        <Brand site={site} mark={site.navigation.length > 0} />
      </a>
    </h1>
  )
}

/** The way back to the landing page from every other one. */
export function BrandLink({ site }: { site: Site }) {
  return (
    <a className="back" href="/">
      {site.navigation.length === 0 && site.identity.logo === null && <ArrowLeft />}
      <span className="sr">Zurück zu </span>
      <Brand site={site} mark={site.navigation.length > 0} />
    </a>
  )
}
