import { Facet } from '@codemirror/state'
import { WidgetType, type EditorView } from '@codemirror/view'
import { button, element } from '../dom.ts'

/** A picture being uploaded. It is shown in the text but is not part of it yet. */
export type GivenPicture = {
  id: string
  file: File
  /** Object URL of the local file, shown meanwhile. */
  preview: string
  at: number
  /** Pictures with the same one are inserted together. */
  gallery: string | undefined
  /** `arrived`: uploaded, and waiting for the others of its gallery. */
  state: 'sending' | 'arrived' | 'waiting' | 'failed'
  percent: number
  /** Error message. */
  fault: string
  /** Whether this machine stores it. */
  kept: boolean
}

export type ChipActs = { retry: (id: string) => void; discard: (id: string) => void }

/** A picture being uploaded: preview, progress, and actions if it fails. */
export class UploadChip extends WidgetType {
  static readonly acts = Facet.define<ChipActs, ChipActs | null>({ combine: ([first]) => first ?? null })
  readonly picture: GivenPicture

  constructor(picture: GivenPicture) {
    super()
    this.picture = picture
  }

  override eq(other: UploadChip): boolean {
    const [mine, theirs] = [this.picture, other.picture]
    return (
      mine.id === theirs.id &&
      mine.state === theirs.state &&
      mine.percent === theirs.percent &&
      mine.fault === theirs.fault &&
      mine.kept === theirs.kept
    )
  }

  override toDOM(view: EditorView): HTMLElement {
    const chip = document.createElement('span')
    chip.contentEditable = 'false'
    chip.dataset.picture = this.picture.id
    chip.setAttribute('role', 'group')
    chip.setAttribute('aria-label', `Bild ${this.picture.file.name}`)
    const image = document.createElement('img')
    image.alt = ''
    image.src = this.picture.preview
    image.addEventListener('error', () => image.remove())
    chip.append(image, document.createElement('span'))
    this.#fill(chip, view)
    return chip
  }

  override updateDOM(chip: HTMLElement, view: EditorView): boolean {
    if (chip.dataset.picture !== this.picture.id) return false
    this.#fill(chip, view)
    return true
  }

  override ignoreEvent(): boolean {
    return true
  }

  #fill(chip: HTMLElement, view: EditorView): void {
    const { id, file, state, percent } = this.picture
    const acts = view.state.facet(UploadChip.acts)
    chip.className = `md-upload md-upload-${state}`
    const parts = [element('span', 'md-upload-words', this.#sentence())]
    if (state === 'sending') {
      const bar = document.createElement('progress')
      bar.max = 100
      bar.value = percent
      bar.setAttribute('aria-label', `${file.name} hochladen`)
      parts.unshift(bar)
      parts.push(button('×', () => acts?.discard(id), `Hochladen von ${file.name} abbrechen`))
    } else if (state !== 'arrived') {
      parts.push(
        button('Erneut versuchen', () => acts?.retry(id)),
        button('Verwerfen', () => acts?.discard(id)),
      )
    }
    chip.lastElementChild?.replaceChildren(...parts)
  }

  #sentence(): string {
    const { file, state, percent, fault, kept } = this.picture
    if (state === 'failed') return `${file.name}: ${fault}`
    if (state === 'arrived') return `${file.name} ist da`
    if (state === 'sending') return percent < 100 ? `${file.name} · ${percent} %` : `${file.name} wird verarbeitet …`
    return kept
      ? `${file.name} wartet auf die Verbindung. Das Bild ist auf diesem Gerät gesichert und wird von selbst hochgeladen.`
      : `${file.name} wartet auf die Verbindung. Dieser Browser bewahrt es nicht auf: Bitte lassen Sie die Seite offen.`
  }
}
