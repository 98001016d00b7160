import { syntaxTree } from '@codemirror/language'
import type { EditorState } from '@codemirror/state'
import type { Embed } from '../../../../markdown/embeds/provider.ts'
import { embedOf, mayEmbed } from '../../../../markdown/embeds/providers.ts'

/** Longer lines are never the address of an embed. */
const LONGEST = 1000
const ADDRESS = /^<?(https?:\/\/[^\s<>]+)>?$/

/** Whether a line may be an embed, judged by its characters. */
export function looksLikeEmbed(text: string): boolean {
  return text.startsWith('http') || text.startsWith('<http') ? text.length <= LONGEST && mayEmbed(text) : false
}

/** The embed of the line at a position: the address of a provider, alone in its paragraph. */
export function embedAt(state: EditorState, at: number): Embed | null {
  const line = state.doc.lineAt(at)
  const address = looksLikeEmbed(line.text) ? ADDRESS.exec(line.text.trimEnd())?.[1] : undefined
  if (address === undefined) return null
  let node = syntaxTree(state).resolveInner(line.from, 1)
  while (node.parent && node.name !== 'Paragraph') node = node.parent
  const isAlone = node.name === 'Paragraph' && node.from === line.from && node.to <= line.to
  return isAlone && node.parent?.name === 'Document' ? embedOf(address) : null
}
