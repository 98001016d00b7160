import { WidgetType, type EditorView } from '@codemirror/view'
import { type Embed, EMBED_WORDS } from '../../../../markdown/embeds/provider.ts'
import { element, svg } from '../dom.ts'
import { embedFactsOf, sourceOf } from '../pictures/picture-facts.ts'

const HEIGHT = 356

/** An embed as readers see it before they load it: nothing of the other host is requested. */
export class EmbedFigure extends WidgetType {
  readonly #embed: Embed
  readonly #title: string
  readonly #source: string | null
  /** The cursor is in its address, which is shown above it. */
  readonly #now: boolean

  constructor(embed: Embed, now: boolean) {
    super()
    this.#embed = embed
    this.#now = now
    const facts = embedFactsOf(embed.address)
    this.#title = facts?.title || `${EMBED_WORDS[embed.kind].title} auf ${embed.host}`
    this.#source = facts?.picture ? sourceOf(facts.picture) : null
  }

  override eq(other: EmbedFigure): boolean {
    return (
      this.#embed.address === other.#embed.address &&
      this.#title === other.#title &&
      this.#source === other.#source &&
      this.#now === other.#now
    )
  }

  override get estimatedHeight(): number {
    return this.#embed.height ?? HEIGHT
  }

  override toDOM(view: EditorView): HTMLElement {
    const box = element('div', this.#now ? 'md-embed md-embed-now' : 'md-embed')
    box.contentEditable = 'false'
    const frame = document.createElement('div')
    const { height } = this.#embed
    if (height !== null) Object.assign(frame.style, { aspectRatio: 'auto', height: `${height}px` })
    frame.setAttribute('role', 'img')
    frame.setAttribute('aria-label', `${EMBED_WORDS[this.#embed.kind].title}: ${this.#title}`)
    if (this.#source !== null) {
      const image = document.createElement('img')
      image.alt = ''
      image.loading = 'lazy'
      image.src = this.#source
      frame.append(image)
    }
    const play = document.createElement('i')
    play.innerHTML = svg(
      '<path d="M5 5a2 2 0 0 1 3.008-1.728l11.997 6.998a2 2 0 0 1 .003 3.458l-12 7A2 2 0 0 1 5 19z"/>',
    )
    frame.append(element('span', '', this.#title), play)
    box.append(frame)
    box.addEventListener('mousedown', (event) => {
      event.preventDefault()
      const line = view.state.doc.lineAt(view.posAtDOM(box))
      view.dispatch({ selection: { anchor: line.to } })
      view.focus()
    })
    return box
  }

  override ignoreEvent(): boolean {
    return true
  }
}
