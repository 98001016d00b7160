import { ensureSyntaxTree } from '@codemirror/language'
import type { EditorState } from '@codemirror/state'

export type TextHeading = { text: string; level: number; position: number }

const PARSE_MS = 100

/** The headings of a text in order, without their marks. */
export function headingsOf(state: EditorState): TextHeading[] {
  const found: TextHeading[] = []
  ensureSyntaxTree(state, state.doc.length, PARSE_MS)?.iterate({
    enter: ({ name, from, to }) => {
      const level = /^(?:ATX|Setext)Heading(\d)$/.exec(name)?.[1]
      if (level === undefined) return name === 'Document' || name === 'Blockquote'
      const text = state
        .sliceDoc(from, to)
        .replace(/^\s*#+\s*|\s#+\s*$|\n[=-]+\s*$/g, '')
        .replaceAll(/[*_`~]|!?\[|\]\([^)]{0,2000}\)/g, '')
        .trim()
      found.push({ text: text || 'Ohne Worte', level: Number(level), position: from })
      return false
    },
  })
  return found
}
