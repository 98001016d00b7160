import { WidgetType, type EditorView } from '@codemirror/view'
import { inKilobytes } from '../../../../rules/uploads.ts'
import { factsOf, isLost, ownPicture, sourceOf, type PictureFacts } from './picture-facts.ts'
import { PICTURE_TOOLS, runPictureTool } from './picture-tools.ts'

/** The data to render a picture: its texts, its address, its library data. */
export type DrawnPicture = {
  words: string
  address: string
  title: string
  facts: PictureFacts | 'unknown' | undefined
}

const SINGLE_WIDTH = 208
const TALLEST = 278
const ROW_HEIGHT = 150
const GAP = 16

/** The figure last rendered in an element. */
const drawnIn = new WeakMap<HTMLElement, PictureFigure>()

/** The pictures of a line, above their markdown. With the cursor at them, below it and with tools. */
export class PictureFigure extends WidgetType {
  readonly #pictures: DrawnPicture[]
  readonly #active: boolean

  constructor(pictures: DrawnPicture[], active: boolean) {
    super()
    this.#pictures = pictures
    this.#active = active
  }

  override eq(other: PictureFigure): boolean {
    return (
      other.#active === this.#active &&
      other.#pictures.length === this.#pictures.length &&
      other.#pictures.every((each, index) => same(each, this.#pictures[index]!))
    )
  }

  override get estimatedHeight(): number {
    if (this.#pictures.length > 1) return Math.ceil(this.#pictures.length / 3) * (ROW_HEIGHT + GAP)
    return heightOf(this.#pictures[0]!) + GAP
  }

  override toDOM(view: EditorView): HTMLElement {
    const box = document.createElement('div')
    drawnIn.set(box, this)
    box.contentEditable = 'false'
    box.className = 'md-pictures'
    box.classList.toggle('md-pictures-row', this.#pictures.length > 1)
    box.classList.toggle('md-pictures-now', this.#active)
    for (const picture of this.#pictures) box.append(figure(picture))
    if (this.#active && this.#pictures.length === 1) box.append(this.#details(view, box))
    box.addEventListener('mousedown', (event) => {
      if (event.target instanceof Element && event.target.closest('button')) return
      event.preventDefault()
      const line = view.state.doc.lineAt(view.posAtDOM(box))
      view.dispatch({ selection: { anchor: line.to } })
      view.focus()
    })
    return box
  }

  /** If only texts change, the images stay. */
  override updateDOM(box: HTMLElement): boolean {
    const former = drawnIn.get(box)
    const frames = box.querySelectorAll('.md-picture-frame')
    const alike =
      former !== undefined &&
      former.#active === this.#active &&
      former.#pictures.length === this.#pictures.length &&
      former.#pictures.every(({ address, facts, title }, index) => {
        const mine = this.#pictures[index]!
        return address === mine.address && facts === mine.facts && (title === '') === (mine.title === '')
      })
    if (!alike) return false
    for (const [index, picture] of this.#pictures.entries()) frames[index]?.setAttribute('aria-label', nameOf(picture))
    const caption = box.querySelector('.md-picture-caption')
    if (caption) caption.textContent = this.#pictures[0]!.title
    drawnIn.set(box, this)
    return true
  }

  override ignoreEvent(): boolean {
    return true
  }

  /** Caption, data and tools beside the picture. */
  #details(view: EditorView, box: HTMLElement): HTMLElement {
    const { title, facts, address } = this.#pictures[0]!
    const details = document.createElement('div')
    if (title !== '') details.append(element('p', 'md-picture-caption', title))
    const said = ownPicture(address) === null ? foreignSentence(address) : factsSentence(facts)
    if (said !== '') details.append(element('p', 'md-picture-facts', said))
    const bar = element('div', 'md-picture-tools')
    bar.setAttribute('role', 'toolbar')
    bar.setAttribute('aria-label', 'Bildwerkzeuge')
    const buttons = PICTURE_TOOLS.map(({ tool, label, icon }, index) => {
      const button = document.createElement('button')
      button.type = 'button'
      button.tabIndex = index === 0 ? 0 : -1
      button.setAttribute('aria-label', label)
      button.title = label
      button.innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true">${icon}</svg>`
      button.addEventListener('click', () => runPictureTool(view, tool, view.posAtDOM(box)))
      return button
    })
    bar.append(...buttons)
    bar.addEventListener('keydown', (event) => moveWithin(event, buttons, view))
    details.append(bar)
    return details
  }
}

/** One tab stop for the whole row: arrows move within it, Escape returns to the text. */
function moveWithin(event: KeyboardEvent, buttons: HTMLButtonElement[], view: EditorView): void {
  const at = buttons.findIndex((button) => button === document.activeElement)
  const steps: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 }
  const next = steps[event.key]
  if (event.key === 'Escape') view.focus()
  else if (next === undefined) return
  else buttons.at(next % buttons.length)?.focus()
  event.preventDefault()
  event.stopPropagation()
}

function same(a: DrawnPicture, b: DrawnPicture): boolean {
  return a.words === b.words && a.address === b.address && a.title === b.title && a.facts === b.facts
}

function sizeOf({ facts }: DrawnPicture): { width: number; height: number } {
  const { width, height } = typeof facts === 'object' ? facts : { width: null, height: null }
  return width && height ? { width, height } : { width: 4, height: 3 }
}

function heightOf(picture: DrawnPicture): number {
  const { width, height } = sizeOf(picture)
  return Math.min(TALLEST, Math.round((SINGLE_WIDTH * height) / width))
}

function figure(picture: DrawnPicture): HTMLElement {
  const { address, facts } = picture
  const { width, height } = sizeOf(picture)
  const frame = element('span', 'md-picture-frame')
  frame.setAttribute('role', 'img')
  frame.setAttribute('aria-label', nameOf(picture))
  frame.style.setProperty('--shape', String(width / height))
  const own = ownPicture(address)
  if (own === null) {
    frame.classList.add('md-picture-foreign')
    frame.append(element('span', '', foreignSentence(address)))
    return frame
  }
  if (isLost(own)) {
    lose(frame, 'Dieses Bild gibt es in der Mediathek nicht mehr.')
    return frame
  }
  const source = sourceOf(own)
  // Its size and small version are still loading.
  if (source === null) return frame
  const image = document.createElement('img')
  image.alt = ''
  image.loading = 'lazy'
  image.decoding = 'async'
  if (typeof facts === 'object' && facts.preview) frame.style.backgroundImage = `url("${facts.preview}")`
  image.addEventListener('load', () => (frame.style.backgroundImage = ''))
  image.addEventListener('error', () => lose(frame, 'Dieses Bild lässt sich nicht laden.'))
  image.src = source
  frame.append(image)
  return frame
}

function nameOf({ words }: DrawnPicture): string {
  return words.trim() || 'Bild ohne Alternativtext'
}

function lose(frame: HTMLElement, sentence: string): void {
  frame.style.backgroundImage = ''
  frame.classList.add('md-picture-broken')
  frame.replaceChildren(element('span', '', sentence))
}

function foreignSentence(address: string): string {
  const host = URL.canParse(address) ? new URL(address).host.replace(/^www\./, '') : ''
  return `Bild auf ${host || 'einem anderen Server'}: Lesende sehen hier einen Link.`
}

function factsSentence(facts: DrawnPicture['facts']): string {
  if (facts === undefined || facts === 'unknown') return ''
  const { width, height, size_bytes } = facts
  return [width && height ? `${width} × ${height}` : '', inKilobytes(size_bytes)].filter(Boolean).join(', ')
}

function element(name: 'p' | 'span' | 'div', className: string, words = ''): HTMLElement {
  const made = document.createElement(name)
  made.className = className
  made.textContent = words
  return made
}

/** The data to render a picture from the parts of its markdown. */
export function drawnPicture(words: string, address: string, title: string): DrawnPicture {
  const bare = address.startsWith('<') && address.endsWith('>') ? address.slice(1, -1) : address
  const own = ownPicture(bare)
  return { words, address: bare, title, facts: own === null ? 'unknown' : factsOf(own) }
}
