import { isolateHistory } from '@codemirror/commands'
import { Facet, StateEffect } from '@codemirror/state'
import { EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import { v7 as uuid } from 'uuid'
import { anchorAt, findAnchor } from '../positions/anchor.ts'
import { changePicture, givenPictures, pictureField, putPictures, takePicture } from './given-pictures.ts'
import { pictureInsertion, picturePlace, picturesMarkdown } from '../pictures/picture-place.ts'
import {
  ALONE,
  Unsent,
  type PlacedImage,
  type Sending,
  type UploadedImage,
  type WaitingPicture,
} from './picture-drafts.ts'
import type { TrackedRange } from '../positions/tracked-ranges.ts'
import type { GivenPicture } from './upload-chip.ts'

const FIRST_RETRY_MS = 2000
const LONGEST_RETRY_MS = 30_000
const NOTE_MS = 300

const sending = Facet.define<Sending, Sending | null>({ combine: ([first]) => first ?? null })

/** Running uploads by picture id: an editor that is opened again awaits the same upload. */
const underway = new Map<string, { sent: Promise<UploadedImage>; abort: AbortController }>()
const watchers = new Map<string, (share: number) => void>()

/** Uploads the pictures of one open text one after the other, and inserts each at its tracked position. */
class Courier {
  readonly #view: EditorView
  readonly #sending: Sending
  readonly #releases = new Map<string, () => void>()
  readonly #arrived = new Map<string, UploadedImage>()
  readonly #kept = new Map<string, Promise<boolean>>()
  readonly #stops: (() => void)[]
  #running = false
  #failures = 0
  #retry: ReturnType<typeof setTimeout> | undefined
  #noting: ReturnType<typeof setTimeout> | undefined
  #gone = false

  constructor(view: EditorView) {
    this.#view = view
    this.#sending = view.state.facet(sending)!
    const again = () => this.retry()
    this.#stops = (['online', 'focus'] as const).map((type) => {
      window.addEventListener(type, again)
      return () => window.removeEventListener(type, again)
    })
  }

  get pictures(): readonly GivenPicture[] {
    return this.#view.state.field(givenPictures).pictures
  }

  add(pictures: GivenPicture[]): void {
    for (const { id, file, at, gallery } of pictures) {
      void this.#hold(id)
      const place = anchorAt(this.#view.state.doc, at)
      const kept = this.#sending.keeper.keep({ id, file, place, gallery, uploaded: null })
      this.#kept.set(id, kept)
      void kept.then((is) => this.#change(id, { kept: is }))
    }
    void this.#run()
  }

  /** Continues with pictures waiting on this machine. */
  async resume(pictures: WaitingPicture[]): Promise<void> {
    for (const { id, file, place, gallery, uploaded } of pictures) {
      if (this.#gone || !(await this.#hold(id))) continue
      const { doc } = this.#view.state
      // The text was stored with the picture in it; only the cleanup was interrupted.
      if (uploaded && doc.toString().includes(uploaded.url)) {
        void this.#drop(id)
        continue
      }
      if (uploaded) this.#arrived.set(id, uploaded)
      const given = asGiven(file, findAnchor(doc, place), { id, gallery })
      this.#view.dispatch({ effects: putPictures.of([{ ...given, kept: true }]) })
    }
    this.retry()
  }

  retry(id?: string): void {
    for (const each of this.pictures) {
      if (id ? each.id === id : each.state === 'waiting') this.#change(each.id, { state: 'sending', percent: 0 })
    }
    void this.#run()
  }

  discard(id: string): void {
    const picture = this.pictures.find((each) => each.id === id)
    if (!picture) return
    underway.get(id)?.abort.abort()
    this.#view.dispatch({ effects: takePicture.of({ id }) })
    void this.#drop(id)
    void this.#insertGallery(picture.gallery)
    this.#view.focus()
    this.#sending.onDiscarded(() => {
      if (this.#gone) return
      const again = asGiven(picture.file, Math.min(picture.at, this.#view.state.doc.length))
      this.#view.dispatch({ effects: putPictures.of([again]) })
      this.add([again])
    })
  }

  update({ docChanged }: ViewUpdate): void {
    if (!docChanged || this.#noting !== undefined || this.pictures.length === 0) return
    this.#noting = setTimeout(() => {
      this.#noting = undefined
      void this.#noteAll()
    }, NOTE_MS)
  }

  destroy(): void {
    for (const stop of this.#stops) stop()
    clearTimeout(this.#retry)
    clearTimeout(this.#noting)
    for (const { preview } of this.pictures) URL.revokeObjectURL(preview)
    // A reader that starts now sees these notes, since IndexedDB keeps the order of transactions.
    void this.#noteAll()
    for (const release of this.#releases.values()) release()
    this.#gone = true
  }

  async #run(): Promise<void> {
    if (this.#running) return
    this.#running = true
    clearTimeout(this.#retry)
    try {
      for (let next = this.#next(); next && !this.#gone; next = this.#next()) await this.#send(next)
    } finally {
      this.#running = false
    }
  }

  #next(): GivenPicture | undefined {
    return this.pictures.find(({ state }) => state === 'sending')
  }

  async #send({ id, file, gallery }: GivenPicture): Promise<void> {
    try {
      const image = this.#arrived.get(id) ?? (await this.#upload(id, file))
      this.#arrived.set(id, image)
      this.#failures = 0
      await this.#note(id)
      if (this.#gone) return
      if (gallery === undefined) return await this.#insert([id])
      this.#change(id, { state: 'arrived' })
    } catch (error) {
      if (!this.#gone && this.pictures.some((each) => each.id === id)) this.#failed(id, file, error)
    }
    await this.#insertGallery(gallery)
  }

  /** Inserts the pictures of a gallery once none of them is on its way. Refused ones stay behind. */
  async #insertGallery(gallery: string | undefined): Promise<void> {
    const members = this.pictures.filter((each) => gallery !== undefined && each.gallery === gallery)
    const arrived = members.filter(({ state }) => state === 'arrived')
    const isDue = arrived.length > 0 && members.every(({ state }) => state === 'arrived' || state === 'failed')
    if (isDue && !this.#gone) await this.#insert(arrived.map(({ id }) => id))
  }

  #failed(id: string, file: File, error: unknown): void {
    if (error instanceof Unsent) {
      // Other uploads would fail, too.
      for (const each of this.pictures) if (each.state === 'sending') this.#change(each.id, { state: 'waiting' })
      this.#retry = setTimeout(() => this.retry(), Math.min(FIRST_RETRY_MS * 2 ** this.#failures, LONGEST_RETRY_MS))
      if (this.#failures === 0) this.#announce(`${file.name} wartet auf die Verbindung`)
      this.#failures += 1
      return
    }
    const fault = error instanceof Error ? error.message : 'Fehler beim Hochladen'
    this.#change(id, { state: 'failed', fault })
    this.#announce(`${file.name}: ${fault}`)
  }

  async #upload(id: string, file: File): Promise<UploadedImage> {
    let shown = 0
    watchers.set(id, (share) => {
      const percent = Math.round(share * 100)
      if (percent > shown && !this.#gone) this.#change(id, { percent: (shown = percent) })
    })
    let under = underway.get(id)
    if (!under) {
      const abort = new AbortController()
      const sent = this.#sending.upload(file, (share) => watchers.get(id)?.(share), abort.signal)
      under = { sent, abort }
      underway.set(id, under)
    }
    return under.sent.finally(() => underway.delete(id))
  }

  /** Inserts uploaded pictures in one paragraph, at the position of the first. */
  async #insert(ids: readonly string[]): Promise<void> {
    const pictures = this.pictures.filter(({ id }) => ids.includes(id))
    const [picture] = pictures
    if (!picture) return
    const { state } = this.#view
    const images = pictures.flatMap(({ id }) => this.#arrived.get(id) ?? [])
    const { from, to, insert, cursor } = pictureInsertion(state, picture.at, picturesMarkdown(images))
    const { main } = state.selection
    const isHere = main.empty && main.head === picture.at
    const named = pictures.length === 1 ? picture.file.name : `Galerie mit ${pictures.length} Bildern`
    this.#view.dispatch({
      changes: { from, to, insert: state.toText(insert.replaceAll('\n', state.lineBreak)) },
      effects: [
        ...pictures.map(({ id }) => takePicture.of({ id, next: cursor })),
        EditorView.announce.of(`${named} eingefügt`),
      ],
      userEvent: 'input.paste',
      // An undo step of its own, even directly after typing.
      annotations: isolateHistory.of('full'),
      ...(isHere && { selection: { anchor: cursor }, scrollIntoView: true }),
    })
    for (const { preview } of pictures) URL.revokeObjectURL(preview)
    await this.#sending.keeper.textKept()
    await Promise.all(pictures.map(({ id }) => this.#drop(id)))
  }

  #change(id: string, changed: Partial<Omit<GivenPicture, 'at' | 'id'>>): void {
    if (!this.#gone) this.#view.dispatch({ effects: changePicture.of({ id, ...changed }) })
  }

  #announce(words: string): void {
    this.#view.dispatch({ effects: EditorView.announce.of(words) })
  }

  async #hold(id: string): Promise<boolean> {
    const release = await this.#sending.keeper.hold(id)
    if (release) this.#releases.set(id, release)
    return release !== null
  }

  async #drop(id: string): Promise<void> {
    await this.#kept.get(id)
    await this.#sending.keeper.drop(id)
    this.#releases.get(id)?.()
    this.#releases.delete(id)
  }

  async #noteAll(): Promise<void> {
    await Promise.all(this.pictures.map(({ id }) => this.#note(id)))
  }

  async #note(id: string): Promise<void> {
    const picture = this.pictures.find((each) => each.id === id)
    if (!picture) return
    const place = anchorAt(this.#view.state.doc, picture.at)
    const { gallery } = picture
    await this.#sending.keeper.note({ id, place, gallery, uploaded: this.#arrived.get(id) ?? null })
  }
}

const courier = ViewPlugin.fromClass(Courier)

function courierOf(view: EditorView, how: Sending): Courier {
  if (!view.state.field(givenPictures, false)) {
    const acts = {
      retry: (id: string) => {
        view.plugin(courier)?.retry(id)
        view.focus()
      },
      discard: (id: string) => view.plugin(courier)?.discard(id),
    }
    view.dispatch({ effects: StateEffect.appendConfig.of([pictureField(acts), sending.of(how), courier]) })
  }
  return view.plugin(courier)!
}

type Own = { id?: string; gallery?: string | undefined }

function asGiven(file: File, at: number, { id = uuid(), gallery }: Own = {}): GivenPicture {
  const preview = URL.createObjectURL(file)
  return { id, file, preview, at, gallery, state: 'sending', percent: 0, fault: '', kept: false }
}

/**
 * Inserts images at a position of the text. Typing continues behind them. Each appears at its chip once it is uploaded,
 * as one undo step. Several for one position are a gallery, which appears when the last of them is there. Without a
 * network they wait; refused ones can be retried.
 */
export function uploadImages(view: EditorView, images: PlacedImage[], { from, to }: TrackedRange, how: Sending): void {
  const gallery = images.length > 1 && images.every(({ at }) => at === ALONE) ? uuid() : undefined
  const sender = courierOf(view, how)
  const { main } = view.state.selection
  const isHere = main.from >= from && main.to <= to
  if (from < to) view.dispatch({ changes: { from, to }, userEvent: 'input.paste' })
  const given = images.map(({ file, at }) =>
    asGiven(file, picturePlace(view.state, from + (at === ALONE ? 0 : at)), { gallery }),
  )
  view.dispatch({
    effects: putPictures.of(given),
    ...(isHere && given[0] && { selection: { anchor: given[0].at }, scrollIntoView: true }),
  })
  sender.add(given)
}

/** Continues with pictures that wait on this machine for a position in this text. */
export function resumePictures(view: EditorView, pictures: WaitingPicture[], how: Sending): void {
  void courierOf(view, how).resume(pictures)
}
