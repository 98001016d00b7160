import { pieceIn } from '../../../../markdown/html/markdown-of.ts'
import { attribute, type HtmlElement, treeOf } from '../../../../markdown/html/tree.ts'
import type { PlacedImage } from '../uploads/picture-drafts.ts'
import { withoutCruft } from './rich-text-cruft.ts'

type RichText = { markdown: string; images: PlacedImage[]; notes: string[] }

/** Placeholder of an included picture, by its number, until its position in the markdown is known. */
const PICTURES = /\uFDD0(\d+)\uFDD1/g

/**
 * Converts formatted text of the clipboard to markdown, without the additions of word processors. Returns included
 * pictures with their positions. Footnotes get numbers that are not in `used`; their texts belong at the end of the
 * text.
 */
export function toMarkdown(html: string, used: ReadonlySet<string> = new Set()): RichText {
  const files: File[] = []
  const root = withoutCruft(treeOf(html.replaceAll(/[\uFDD0\uFDD1]/g, '')), (image) => {
    const file = fileOf(image)
    return file && `\uFDD0${files.push(file) - 1}\uFDD1`
  })
  const labels: string[] = []
  let number = 0
  const labelOf = (note: number): string => {
    while (labels.length <= note) {
      do number += 1
      while (used.has(String(number)))
      labels.push(String(number))
    }
    return labels[note]!
  }
  const { markdown: marked, notes } = pieceIn(root, labelOf)
  const images: PlacedImage[] = []
  let markdown = ''
  let end = 0
  for (const match of marked.matchAll(PICTURES)) {
    markdown += marked.slice(end, match.index)
    end = match.index + match[0].length
    const file = files[Number(match[1])]
    if (file) images.push({ file, at: markdown.length })
  }
  return { markdown: markdown + marked.slice(end), images, notes: notes.map((note) => note.replaceAll(PICTURES, '')) }
}

/** The file of a picture that is included as data; null if it is unreadable. */
function fileOf(image: HtmlElement): File | null {
  const name = attribute(image, 'alt') || 'Bild'
  const [, type, kind, base64] = /^data:(image\/(\w+));base64,(.+)$/s.exec(attribute(image, 'src').trim()) ?? []
  if (!type || !base64) return null
  try {
    return new File([Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))], `${name}.${kind}`, {
      type,
    })
  } catch {
    return null
  }
}
