import { chapters, type Heading } from '../../markdown/headings.ts'
import type { ImageSize } from '../../markdown/media.ts'
import { renderMarkdown } from '../../markdown/render.ts'

/** An own picture of a text: where it is loaded from, and its size where it is known. */
export type BodyPicture = { src: string; size: ImageSize | null }

export interface BodyInput {
  markdown: string
  /** Absolute origins under which the site knows itself. */
  origins: string[]
  /** The text's own pictures by their address in it; null asks which there are. */
  pictures: Map<string, BodyPicture> | null
}

export interface ArticleBody {
  /** Markup for the inside of `prose`; empty while only pictures are asked for. */
  html: string
  chapters: Pick<Heading, 'id' | 'text'>[]
  /** Whole minutes of reading. */
  minutes: number
  /** Addresses of the site's own pictures in the text, each once. */
  pictures: string[]
  /** Whether the text is shown as it was written since no worker came to its end now: another time one may. */
  passing: boolean
}

/** Contents with more lines than this help nobody. */
const MOST_CHAPTERS = 500

/** The text of an article as its page shows it. */
export function run({ markdown, origins, pictures }: BodyInput): ArticleBody {
  const found = new Set<string>()
  const { html, outline, minutes } = renderMarkdown(markdown, {
    origins,
    imageSize: (address) => {
      found.add(address)
      return pictures?.get(address)?.size
    },
    imageAddress: (address) => pictures?.get(address)?.src ?? address,
  })
  const contents = chapters(outline).map(({ id, text }) => ({ id, text }))
  return {
    html: pictures === null ? '' : html,
    chapters: contents.length > MOST_CHAPTERS ? [] : contents,
    minutes,
    pictures: [...found],
    passing: false,
  }
}
