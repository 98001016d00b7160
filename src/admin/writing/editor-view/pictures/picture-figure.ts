import { WidgetType, type EditorView } from '@codemirror/view'
import { playerOf } from '../../../../rules/uploads.ts'
import { button, element, iconButton, stepAlong } from '../dom.ts'
import { captioned, rowBefore, withAlternative, withCaption, wordsOf } from './picture-edits.ts'
import { factsOf, isLost, mayBeMistyped, ownPicture, sourceOf, type PictureFacts } from './picture-facts.ts'
import { pictureAt, runPictureTool, toField, type PictureTool } from './picture-tools.ts'
import { pictureRowAt, type PictureRow, type TextPicture } from './pictures-in-text.ts'
import type { EditorState } from '@codemirror/state'

/** What is rendered of a picture: its words, its address, its library data. */
type DrawnPicture = {
  alt: string
  caption: string
  address: string
  facts: PictureFacts | 'unknown' | undefined
}

/** What is rendered of a row. */
export type DrawnRow = {
  pictures: DrawnPicture[]
  /** The picture at the cursor, with its fields; -1 for none. */
  current: number
  /** The text of the caption field, which belongs to the picture at the cursor. */
  caption: string
  /** There are pictures directly before these. */
  joins: boolean
  /** In a quote or list item the row is part of its line. */
  inline: boolean
}

const SINGLE_WIDTH = 208
const TALLEST = 278
const ROW_HEIGHT = 136
const GAP = 8
const LINE = 24

/** The row last rendered in an element. */
const drawnIn = new WeakMap<HTMLElement, DrawnRow>()
/** Numbers the ids of fields. */
let fields = 0

/** Pictures as readers see them. With the cursor at one, its fields and tools are beside or below it. */
export class PictureFigure extends WidgetType {
  readonly #row: DrawnRow

  constructor(row: DrawnRow) {
    super()
    this.#row = row
  }

  override eq(other: PictureFigure): boolean {
    const [mine, theirs] = [this.#row, other.#row]
    return (
      mine.current === theirs.current &&
      mine.caption === theirs.caption &&
      mine.joins === theirs.joins &&
      mine.inline === theirs.inline &&
      mine.pictures.length === theirs.pictures.length &&
      mine.pictures.every((each, index) => same(each, theirs.pictures[index]!))
    )
  }

  override get estimatedHeight(): number {
    const { pictures, current } = this.#row
    const caption = captionOf(pictures) === '' ? 0 : LINE + 4
    if (pictures.length === 1) return heightOf(pictures[0]!) + 24
    return Math.ceil(pictures.length / 3) * (ROW_HEIGHT + GAP) + (current < 0 ? caption : 160) + 16
  }

  override toDOM(view: EditorView): HTMLElement {
    const box = element('div', 'md-pictures')
    box.contentEditable = 'false'
    box.append(element('div', 'md-picture-frames'), element('div', 'md-picture-side'))
    this.#fill(view, box, null)
    box.addEventListener('mousedown', (event) => {
      if (event.target instanceof Element && event.target.closest('button, input, label, audio, video, [role=menu]'))
        return
      event.preventDefault()
      const cell = event.target instanceof Element ? event.target.closest('.md-picture-cell') : null
      const row = rowOf(view, box)
      const at = cell ? [...(cell.parentElement?.children ?? [])].indexOf(cell) : 0
      if (row) view.dispatch({ selection: { anchor: (row.pictures[at] ?? row.pictures.at(-1)!).to } })
      view.focus()
    })
    return box
  }

  override updateDOM(box: HTMLElement, view: EditorView): boolean {
    const former = drawnIn.get(box)
    if (!former || former.inline !== this.#row.inline) return false
    this.#fill(view, box, former)
    return true
  }

  override ignoreEvent(): boolean {
    return true
  }

  /** Renders what differs from the former row: images that are there stay, and so does the field that is typed in. */
  #fill(view: EditorView, box: HTMLElement, former: DrawnRow | null): void {
    const row = this.#row
    const { pictures, current } = row
    drawnIn.set(box, row)
    const [frames, side] = box.children as unknown as [HTMLElement, HTMLElement]
    box.classList.toggle('md-pictures-row', pictures.length > 1)
    box.classList.toggle('md-pictures-now', current >= 0)
    box.classList.toggle('md-pictures-inline', row.inline)
    for (const [index, picture] of pictures.entries()) {
      const was = former?.pictures[index]
      const there = frames.children[index]
      const cell =
        there instanceof HTMLElement && was && was.address === picture.address && was.facts === picture.facts
          ? there
          : cellOf(view, box, picture)
      if (cell !== there) {
        if (there) there.replaceWith(cell)
        else frames.append(cell)
      }
      describe(cell, picture, { now: index === current, single: pictures.length === 1 })
    }
    while (frames.children.length > pictures.length) frames.lastElementChild?.remove()

    const isSame = former && former.current === current && former.pictures.length === pictures.length
    if (current < 0) {
      const words = captionOf(pictures)
      if (!isSame || side.textContent !== words)
        side.replaceChildren(...(words === '' ? [] : [element('p', 'md-picture-caption', words)]))
    } else if (isSame && former.joins === row.joins) setFields(side, pictures[current]!.alt, row.caption)
    else side.replaceChildren(...detailsOf(view, box, row))
  }
}

/** The row that an element renders, as the text is now. */
function rowOf(view: EditorView, box: HTMLElement): PictureRow | null {
  return pictureRowAt(view.state, view.posAtDOM(box))
}

/** Sets the values of the fields, except where they say the same: the cursor in them stays. */
function setFields(side: HTMLElement, alt: string, caption: string): void {
  for (const [name, value] of [
    ['alt', alt],
    ['caption', caption],
  ]) {
    const input = side.querySelector<HTMLInputElement>(`[data-field="${name}"]`)
    if (input && value !== undefined && input.value !== value) input.value = value
  }
}

/** Fields and tools of the picture at the cursor. */
function detailsOf(view: EditorView, box: HTMLElement, row: DrawnRow): HTMLElement[] {
  const { pictures, current } = row
  const write =
    (edit: typeof withAlternative, own: (found: PictureRow) => TextPicture | undefined) => (words: string) => {
      const found = rowOf(view, box)
      const picture = found && own(found)
      const spec = picture && edit(view.state, picture, words)
      if (spec) view.dispatch(spec)
    }
  const index = () => drawnIn.get(box)?.current ?? current
  const act = (tool: PictureTool) => {
    const found = rowOf(view, box)
    if (found) runPictureTool(view, tool, found.pictures[index()]?.to ?? found.to)
  }
  const several = pictures.length > 1
  const [alt, caption] = [
    field('alt', several ? `Alternativtext, Bild ${current + 1} von ${pictures.length}` : 'Alternativtext', {
      value: pictures[current]!.alt,
      write: write(withAlternative, (found) => found.pictures[index()]),
    }),
    field('caption', 'Bildunterschrift', {
      value: row.caption,
      write: write(withCaption, (found) => captioned(found, index())),
    }),
  ]
  const words = element('div', 'md-picture-words')
  words.setAttribute('role', 'toolbar')
  words.setAttribute('aria-label', 'Bildwerkzeuge')
  const tools = TOOLS.filter(({ tool }) => (tool !== 'join' || row.joins) && (tool !== 'separate' || several)).map(
    ({ tool, label }) => button(label, () => act(tool)),
  )
  words.append(...tools, moreOf(act, ownPicture(pictures[current]!.address) !== null))
  const stops = [...words.querySelectorAll<HTMLButtonElement>(':scope > button, :scope > span > button')]
  for (const [at, stop] of stops.entries()) stop.tabIndex = at === 0 ? 0 : -1
  const side = [alt.box, caption.box, words]
  const onKey = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement
    const way = wayFrom(event, { target, inputs: [alt.input, caption.input], stops })
    if (way === null) return
    event.preventDefault()
    event.stopPropagation()
    if (way === 'text') act('behind')
    else if (way === 'picture') view.focus()
    else way.focus()
  }
  for (const part of side) part.addEventListener('keydown', onKey)
  return side
}

type Fields = { target: HTMLElement; inputs: [HTMLInputElement, HTMLInputElement]; stops: HTMLButtonElement[] }

/** Tab: picture, alternative text, caption, tools, text. Escape leads to the text, arrows along the tools (WEEK-23). */
function wayFrom(event: KeyboardEvent, { target, inputs, stops }: Fields): HTMLElement | 'text' | 'picture' | null {
  if (event.isComposing) return null
  const [alt, caption] = inputs
  const at = stops.findIndex((stop) => stop === target)
  if (target.closest('[role=menu]')) return null
  if (event.key === 'Escape') return 'text'
  if (event.key === 'Tab' && event.shiftKey) return target === alt ? 'picture' : null
  if (event.key === 'Tab') {
    // Narrow, the tools are above the keyboard.
    const isLast = at >= 0 || (target === caption && stops.every((stop) => stop.offsetParent === null))
    return isLast ? 'text' : null
  }
  if (event.key === 'Enter' && at < 0) return target === alt ? caption : 'text'
  if (at < 0) return null
  return stepAlong(stops, at, event.key)
}

const TOOLS: { tool: PictureTool; label: string }[] = [
  { tool: 'replace', label: 'Ersetzen …' },
  { tool: 'join', label: 'Mit vorigem zur Galerie' },
  { tool: 'separate', label: 'Aus der Galerie' },
  { tool: 'remove', label: 'Entfernen' },
]

type Field = { value: string; write: (words: string) => void }

function field(
  name: 'alt' | 'caption',
  label: string,
  { value, write }: Field,
): { box: HTMLElement; input: HTMLInputElement } {
  const box = element('div', `md-picture-field md-picture-field-${name}`)
  const [input, words] = [document.createElement('input'), document.createElement('label')]
  fields += 1
  input.id = `md-picture-field-${fields}`
  input.type = 'text'
  input.dataset.field = name
  input.value = value
  input.autocomplete = 'off'
  input.maxLength = LONGEST_WORDS
  words.htmlFor = input.id
  words.textContent = label
  input.addEventListener('input', () => write(input.value))
  box.append(words, input)
  return { box, input }
}

/** Longer words would end the markup of their paragraph (`LONGEST_PARAGRAPH`). */
const LONGEST_WORDS = 2000

/** The menu `⋯`, with what is seldom wanted. */
function moreOf(act: (tool: PictureTool) => void, isOwn: boolean): HTMLElement {
  const box = element('span', 'md-picture-more')
  const dots = '<circle cx="12" cy="12" r="1"/><circle cx="19" cy="12" r="1"/><circle cx="5" cy="12" r="1"/>'
  const opener = iconButton(dots, () => show(menu.hidden === true), 'Weiteres zum Bild')
  opener.setAttribute('aria-haspopup', 'menu')
  opener.setAttribute('aria-expanded', 'false')
  const menu = element('div', 'md-picture-menu')
  menu.hidden = true
  menu.setAttribute('role', 'menu')
  menu.setAttribute('aria-label', 'Weiteres zum Bild')
  const entries = [
    entry('Als Markdown bearbeiten', () => act('markdown')),
    ...(isOwn ? [entry('Im eigenen Tab ansehen', () => act('view'))] : []),
  ]
  menu.append(...entries)
  const show = (open: boolean) => {
    menu.hidden = !open
    opener.setAttribute('aria-expanded', String(open))
    if (open) entries[0]?.focus()
  }
  box.addEventListener('keydown', (event) => {
    if (menu.hidden) {
      if (event.key !== 'ArrowDown') return
      show(true)
    } else {
      const at = entries.findIndex((one) => one === document.activeElement)
      const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (event.key === 'Escape' || event.key === 'Tab') {
        show(false)
        opener.focus()
      } else if (by !== undefined) entries.at((at + by) % entries.length)?.focus()
      else return
    }
    event.preventDefault()
    event.stopPropagation()
  })
  box.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node) || !box.contains(relatedTarget)) show(false)
  })
  box.append(opener, menu)
  return box
}

function entry(words: string, press: () => void): HTMLButtonElement {
  const made = button(words, press)
  made.setAttribute('role', 'menuitem')
  made.tabIndex = -1
  return made
}

function same(a: DrawnPicture, b: DrawnPicture): boolean {
  return a.alt === b.alt && a.address === b.address && a.caption === b.caption && a.facts === b.facts
}

/** What readers see below the pictures, without the credits. */
function captionOf(pictures: readonly DrawnPicture[]): string {
  return [...new Set(pictures.map(({ caption }) => caption.trim()))].filter((words) => words !== '').join(' · ')
}

function sizeOf({ facts }: DrawnPicture): { width: number; height: number } {
  const { width, height } = typeof facts === 'object' ? facts : { width: null, height: null }
  return width && height ? { width, height } : { width: 4, height: 3 }
}

function heightOf(picture: DrawnPicture): number {
  const { width, height } = sizeOf(picture)
  return Math.min(TALLEST, Math.round((SINGLE_WIDTH * height) / width))
}

const WARNING =
  '<path d="m21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3"/><path d="M12 9v4"/><path d="M12 17h.01"/>'

/** A picture with the sign that its alternative text is missing. */
function cellOf(view: EditorView, box: HTMLElement, picture: DrawnPicture): HTMLElement {
  const cell = element('span', 'md-picture-cell')
  const press = () => {
    const row = rowOf(view, box)
    const at = [...(cell.parentElement?.children ?? [])].indexOf(cell)
    const own = row?.pictures[at]
    if (!own) return
    view.dispatch({ selection: { anchor: own.to } })
    toField(view, 'alt')
  }
  const sign = iconButton(WARNING, press, 'Alternativtext fehlt')
  sign.className = 'md-picture-miss'
  // With the keyboard the picture leads to the field.
  sign.tabIndex = -1
  sign.append(element('span', '', 'Alternativtext fehlt'))
  cell.append(frameOf(picture), sign)
  return cell
}

/** What changes of a picture while its image stays. */
function describe(cell: HTMLElement, picture: DrawnPicture, { now, single }: { now: boolean; single: boolean }): void {
  const missing = picture.alt.trim() === ''
  cell.classList.toggle('md-picture-cell-now', now)
  cell.firstElementChild?.setAttribute('aria-label', missing ? 'Bild ohne Alternativtext' : picture.alt)
  // Beside the empty field the sign would say the same twice.
  cell.classList.toggle('md-picture-without-alt', missing && !(now && single))
}

function frameOf(picture: DrawnPicture): HTMLElement {
  const { address, facts } = picture
  const { width, height } = sizeOf(picture)
  const frame = element('span', 'md-picture-frame')
  frame.setAttribute('role', 'img')
  frame.style.setProperty('--shape', String(width / height))
  const own = ownPicture(address)
  const player = own === null ? null : playerOf(own)
  if (own === null) {
    frame.classList.add('md-picture-foreign')
    frame.append(element('span', '', foreignSentence(address)))
    return frame
  }
  if (isLost(own)) {
    const sentence = mayBeMistyped(own)
      ? 'Unter dieser Adresse gibt es kein Bild.'
      : 'Dieses Bild gibt es in der Mediathek nicht mehr.'
    lose(frame, sentence)
    return frame
  }
  if (player) {
    frame.setAttribute('role', 'group')
    frame.classList.add(`md-picture-${player}`)
    frame.append(playing(player, address))
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

/** The browser's own player, as readers have it. */
function playing(player: 'audio' | 'video', address: string): HTMLElement {
  const media = document.createElement(player)
  media.controls = true
  media.preload = 'metadata'
  media.src = address
  return media
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

function drawnPicture(state: EditorState, picture: TextPicture): DrawnPicture {
  const address = addressOf(state, picture)
  const own = ownPicture(address)
  return { ...wordsOf(state, picture), address, facts: own === null ? 'unknown' : factsOf(own) }
}

/** The address of a picture without angle brackets. */
export function addressOf(state: EditorState, { address }: TextPicture): string {
  const written = state.sliceDoc(address.from, address.to)
  return written.startsWith('<') && written.endsWith('>') ? written.slice(1, -1) : written
}

/** What is rendered of a row. `at` is the cursor position if it is at the row. */
export function drawnRow(state: EditorState, row: PictureRow, at: number | null): DrawnRow {
  const current = at === null ? -1 : (pictureAt(state, at)?.index ?? 0)
  return {
    pictures: row.pictures.map((picture) => drawnPicture(state, picture)),
    current,
    caption: current < 0 ? '' : wordsOf(state, captioned(row, current)).caption,
    joins: current >= 0 && rowBefore(state, row) !== null,
    inline: state.doc.lineAt(row.from).from !== row.from,
  }
}
