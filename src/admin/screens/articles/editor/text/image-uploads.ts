import { StateEffect, StateField, type EditorState } from '@codemirror/state'
import { Decoration, EditorView, WidgetType, type DecorationSet } from '@codemirror/view'
import { v7 as uuid } from 'uuid'
import type { TrackedRange } from './tracked-ranges.ts'

/** Uploads one image and gives what stands in the text for it; rejects with a sentence as the error's message. */
export type UploadImage = (file: File, onProgress: (share: number) => void) => Promise<{ url: string; alt: string }>

/** An image and how far behind the place of the paste it belongs. */
export type PlacedImage = { file: File; at: number }

type Entry = { id: string; file: File; percent: number; fault: string | null; retry: () => void }

const put = StateEffect.define<{ at: number; entry: Entry }>({
  map: ({ at, entry }, changes) => ({ at: changes.mapPos(at, 1), entry }),
})
const change = StateEffect.define<Entry>()
const remove = StateEffect.define<string>()

/** An image on its way: drawn in the text, not part of it until it has arrived. */
class Chip extends WidgetType {
  readonly entry: Entry

  constructor(entry: Entry) {
    super()
    this.entry = entry
  }

  override eq(other: Chip): boolean {
    return other.entry === this.entry
  }

  override toDOM(view: EditorView): HTMLElement {
    const { id, file, percent, fault, retry } = this.entry
    const chip = document.createElement('span')
    chip.className = fault === null ? 'md-upload' : 'md-upload md-upload-failed'
    chip.contentEditable = 'false'
    const words = document.createElement('span')
    chip.append(words)
    if (fault === null) {
      const bar = document.createElement('progress')
      bar.max = 100
      bar.value = percent
      bar.setAttribute('aria-label', `${file.name} hochladen`)
      words.textContent = percent < 100 ? `${file.name} · ${percent} %` : `${file.name} wird verarbeitet …`
      chip.prepend(bar)
      return chip
    }
    words.textContent = `${file.name}: ${fault}`
    chip.append(
      button('Erneut versuchen', retry),
      button('Verwerfen', () => {
        view.dispatch({ effects: remove.of(id) })
        view.focus()
      }),
    )
    return chip
  }

  override ignoreEvent(): boolean {
    return true
  }
}

function button(label: string, press: () => void): HTMLButtonElement {
  const element = document.createElement('button')
  element.type = 'button'
  element.textContent = label
  element.addEventListener('click', press)
  return element
}

const chips = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(set, transaction) {
    let next = set.map(transaction.changes)
    for (const effect of transaction.effects) {
      if (effect.is(put)) next = next.update({ add: [chipAt(effect.value.at, effect.value.entry)] })
      else if (effect.is(change)) {
        const at = placeOf(next, effect.value.id)
        if (at !== null) next = without(next, effect.value.id).update({ add: [chipAt(at, effect.value)] })
      } else if (effect.is(remove)) next = without(next, effect.value)
    }
    return next
  },
  provide: (field) => EditorView.decorations.from(field),
})

function chipAt(at: number, entry: Entry) {
  return Decoration.widget({ widget: new Chip(entry), side: 1, id: entry.id }).range(at)
}

function without(set: DecorationSet, id: string): DecorationSet {
  return set.update({ filter: (_from, _to, value) => value.spec.id !== id })
}

function placeOf(set: DecorationSet, id: string): number | null {
  for (const cursor = set.iter(); cursor.value; cursor.next()) if (cursor.value.spec.id === id) return cursor.from
  return null
}

/** Beside words an image stands in a paragraph of its own. */
function imageMarkdown(state: EditorState, at: number, { url, alt }: { url: string; alt: string }): string {
  const line = state.doc.lineAt(at)
  const image = `![${alt.replaceAll(/[[\]\n\r]/g, ' ')}](${url})`
  const before = at > line.from ? `${state.lineBreak}${state.lineBreak}` : ''
  const after = at < line.to ? `${state.lineBreak}${state.lineBreak}` : ''
  return before + image + after
}

/**
 * Uploads images for a place in the text, one after the other. Typing goes on; each image appears where its chip stands by
 * then, as one step of undo. What fails stays as a chip that can be tried again.
 */
export function uploadImages(
  view: EditorView,
  images: PlacedImage[],
  { from, to }: TrackedRange,
  upload: UploadImage,
): void {
  const ids = images.map(() => uuid())
  const show = (id: string, file: File, percent: number, fault: string | null) =>
    view.dispatch({ effects: change.of({ id, file, percent, fault, retry: () => void send(id, file) }) })

  const send = async (id: string, file: File): Promise<void> => {
    show(id, file, 0, null)
    let shown = 0
    try {
      const image = await upload(file, (share) => {
        const percent = Math.round(share * 100)
        if (percent > shown) show(id, file, (shown = percent), null)
      })
      const at = placeOf(view.state.field(chips), id)
      if (at === null) return
      view.dispatch({
        changes: { from: at, insert: view.state.toText(imageMarkdown(view.state, at, image)) },
        effects: [remove.of(id), EditorView.announce.of(`${file.name} eingefügt`)],
        userEvent: 'input.paste',
      })
    } catch (error) {
      const fault = error instanceof Error ? error.message : 'Fehler beim Hochladen'
      show(id, file, 0, fault)
      view.dispatch({ effects: EditorView.announce.of(`${file.name}: ${fault}`) })
    }
  }

  if (!view.state.field(chips, false)) view.dispatch({ effects: StateEffect.appendConfig.of(chips) })
  view.dispatch({
    changes: from < to ? { from, to } : undefined,
    effects: images.map(({ file, at }, index) =>
      put.of({ at: from + at, entry: { id: ids[index]!, file, percent: 0, fault: null, retry: () => undefined } }),
    ),
    userEvent: 'input.paste',
  })
  void images.reduce((before, { file }, index) => before.then(() => send(ids[index]!, file)), Promise.resolve())
}
