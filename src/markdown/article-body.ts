import type { Highlighter } from './code-blocks.ts'
import type { EmbedFacts } from './embeds/embeds.ts'
import { chapters, type Heading } from './headings.ts'
import type { ImageSize } from './media.ts'
import { renderMarkdown } from './render.ts'

/** An own picture of a text: where it is loaded from, its size where it is known, and whether it is not there. */
export type BodyPicture = { src: string; size: ImageSize | null; isMissing?: boolean }

export interface BodyInput {
  markdown: string
  /** Absolute origins under which the site knows itself. */
  origins: string[]
  /** The text's own pictures by their address in it. */
  pictures: ReadonlyMap<string, BodyPicture>
  /** See `RenderOptions`. */
  blanks?: boolean
  /** What is known of the text's embeds, by their plain address; the picture is one of the site's own. */
  embeds?: ReadonlyMap<string, EmbedFacts>
  /** See `EmbedOptions`. */
  embedsAsLinks?: boolean
  /** See `MediaOptions`. */
  sponsored?: boolean
}

export interface RenderedBody {
  /** Markup for the inside of `prose`. */
  html: string
  /** What stands in the contents. */
  chapters: Pick<Heading, 'id' | 'text'>[]
  /** Whole minutes of reading. */
  minutes: number
  /** Addresses of the site's own pictures in the text, each once. */
  pictures: string[]
  /** Plain addresses of what the text embeds, each once. */
  embeds: string[]
  /** The line (from 0) each element directly inside `html` begins on. */
  lines: number[]
}

/** Contents with more lines than this help nobody. */
const MOST_CHAPTERS = 500

/** The text of an article as its page shows it, to readers and in the preview. */
export function renderBody(
  { markdown, origins, pictures, embeds, blanks = false, embedsAsLinks = false, sponsored = false }: BodyInput,
  highlighter?: Highlighter,
): RenderedBody {
  const found = new Set<string>()
  const embedded = new Set<string>()
  const { html, outline, minutes, lines } = renderMarkdown(markdown, {
    origins,
    blanks,
    highlighter,
    embedsAsLinks,
    sponsored,
    embed: (address) => {
      embedded.add(address)
      return embeds?.get(address)
    },
    imageSize: (address) => {
      found.add(address)
      return pictures.get(address)?.size
    },
    isMissing: (address) => pictures.get(address)?.isMissing === true,
    imageAddress: (address) => pictures.get(address)?.src ?? address,
  })
  const contents = chapters(outline).map(({ id, text }) => ({ id, text }))
  return {
    html,
    chapters: contents.length > MOST_CHAPTERS ? [] : contents,
    minutes,
    pictures: [...found],
    embeds: [...embedded],
    lines,
  }
}
