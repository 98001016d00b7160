import { readableText } from '../../../../rules/readable-text.ts'
import { iconName } from '../../appearance/appearance.service.ts'
import { type PageSource, siteNames } from '../pages/site-source.ts'
import type { PublicAnswer } from '../public-answer.ts'

/** The page colour of the dark appearance (`tokens.css`), for systems without `oklch`. */
const PAGE_COLOUR = '#0e0f13'

/** The web manifest: name and icon of the blog for installed apps. */
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
    // A custom icon may be transparent up to its edge: as a maskable icon it would be cropped.
    icons: [icon(192, 'any'), icon(512, 'any'), ...(own === null ? [icon(512, 'maskable')] : [])],
  }
  return { body: `${JSON.stringify(written)}\n`, type: 'application/manifest+json; charset=utf-8', tags: [] }
}
