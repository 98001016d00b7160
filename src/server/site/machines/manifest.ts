import { readableText } from '../../../rules/readable-text.ts'
import { type PageSource, siteNames } from '../pages/site-source.ts'
import type { PublicAnswer } from '../public-answer.ts'

/** The page colour of the dark appearance (`tokens.css`), as systems that know no `oklch` are told. */
const PAGE_COLOUR = '#0e0f13'

/** The web manifest: how systems name and draw the blog where readers keep it. */
export async function manifest(source: PageSource): Promise<PublicAnswer> {
  const { title, description } = siteNames(source)
  const icon = (size: number, purpose: string) => ({
    src: `/icon-${size}.png`,
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
    icons: [icon(192, 'any'), icon(512, 'any'), icon(512, 'maskable')],
  }
  return { body: `${JSON.stringify(written)}\n`, type: 'application/manifest+json; charset=utf-8', tags: [] }
}
