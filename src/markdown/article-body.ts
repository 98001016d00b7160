import type { Highlighter } from './code-blocks.ts'
import type { EmbedFacts } from './embeds/embeds.ts'
import type { Typesetter } from './formulas.ts'
import { chapters, type Heading } from './headings.ts'
import type { ImageSize } from './media.ts'
import type { Sound } from './sounds.ts'
import { renderMarkdown } from './render.ts'

/** One of the site's own pictures in a text: its source, its size if known, and whether it is missing. */
export type BodyPicture = { src: string; size: ImageSize | null; isMissing?: boolean; sound?: Sound | null }

export interface BodyInput {
  markdown: string
  /** Absolute origins of this site. */
  origins: string[]
  /** The text's own pictures by their address in it. */
  pictures: ReadonlyMap<string, BodyPicture>
  /** See `RenderOptions`. */
  blanks?: boolean
  /** Metadata of the text's embeds, by their plain address; their pictures belong to the site. */
  embeds?: ReadonlyMap<string, EmbedFacts>
  /** See `EmbedOptions`. */
  embedsAsLinks?: boolean
  /** See `MediaOptions`. */
  sponsored?: boolean
  /** See `RenderOptions`. */
  formulas?: boolean
}

export interface RenderedBody {
  /** Markup for the inside of `prose`. */
  html: string
  /** Chapters of the table of contents. */
  chapters: Pick<Heading, 'id' | 'text'>[]
  /** Reading time in whole minutes. */
  minutes: number
  /** Addresses of the site's own pictures in the text, without duplicates. */
  pictures: string[]
  /** Plain addresses of the text's embeds, without duplicates. */
  embeds: string[]
  /** The line (from 0) on which each direct child of `html` begins. */
  lines: number[]
}

/** A longer table of contents is useless and omitted. */
const MOST_CHAPTERS = 500

/** Renders the text of an article as on its page, for readers and for the preview. */
export function renderBody(
  {
    markdown,
    origins,
    pictures,
    embeds,
    blanks = false,
    embedsAsLinks = false,
    sponsored = false,
    formulas = false,
  }: BodyInput,
  { highlighter, typesetter }: { highlighter?: Highlighter | undefined; typesetter?: Typesetter | undefined } = {},
): RenderedBody {
  const found = new Set<string>()
  const embedded = new Set<string>()
  const { html, outline, minutes, lines } = renderMarkdown(markdown, {
    origins,
    blanks,
    highlighter,
    formulas,
    typesetter,
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
    sound: (address) => {
      const sound = pictures.get(address)?.sound
      if (sound) found.add(address)
      return sound
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
