import { readableText } from '../../../../rules/readable-text.ts'
import { iconName } from '../../appearance/appearance.service.ts'
import { type PageSource, siteNames } from '../pages/site-source.ts'
import type { PublicAnswer } from '../public-answer.ts'

/** The page colour of the dark appearance (`tokens.css`), as systems that know no `oklch` are told. */
const PAGE_COLOUR = '#0e0f13'

/** The web manifest: how systems name and draw the blog where readers keep it. */
export async function manifest(source: PageSource): Promise<PublicAnswer> {
  const { title, description } = siteNames(source)
  const own = source.appearance.icons
  const icon = (size: 192 | 512, purpose: string) => ({
    src: own === null ? `/icon-${size}.png` : `/site/${iconName(size, own)}`,
    sizes: `${size}x${size}`,
    type: 'image/png',
    purpose,
  })
  const written = {
    name: readableText(title),
    short_name: readableText(title),
    description: readableText(description),
    lang: 'de',
    dir: 'ltr',
    id: '/',
    start_url: '/',
    scope: '/',
    display: 'browser',
    background_color: PAGE_COLOUR,
    theme_color: PAGE_COLOUR,
    // One of the site's own may be transparent up to its edge: systems that cut it would cut it off.
    icons: [icon(192, 'any'), icon(512, 'any'), ...(own === null ? [icon(512, 'maskable')] : [])],
  }
  return { body: `${JSON.stringify(written)}\n`, type: 'application/manifest+json; charset=utf-8', tags: [] }
}
