import { Decoration, WidgetType } from '@codemirror/view'
import type { Range, Text } from '@codemirror/state'
import { element } from '../dom.ts'

/** A line break that a suggestion removes or brings: nothing else of it can be seen. */
class BreakSign extends WidgetType {
  readonly #look: string

  constructor(look: string) {
    super()
    this.#look = look
  }

  override eq(other: BreakSign): boolean {
    return this.#look === other.#look
  }

  toDOM(): HTMLElement {
    return element('span', this.#look, '↵')
  }
}

/** A sign for each line break in a range. */
export function breakSigns(doc: Text, from: number, to: number, look: string): Range<Decoration>[] {
  const signs: Range<Decoration>[] = []
  for (let line = doc.lineAt(from); line.to < to; line = doc.line(line.number + 1))
    signs.push(Decoration.widget({ widget: new BreakSign(look), side: 1 }).range(line.to))
  return signs
}
