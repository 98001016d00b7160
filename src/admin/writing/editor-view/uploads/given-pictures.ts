import { StateEffect, StateField, type ChangeDesc, type Extension, type Text } from '@codemirror/state'
import { Decoration, EditorView, type DecorationSet } from '@codemirror/view'
import { anchorAt, findAnchor } from '../positions/anchor.ts'
import { UploadChip, type ChipActs, type GivenPicture } from './upload-chip.ts'

export const putPictures = StateEffect.define<GivenPicture[]>()
/** Changes the state of a picture, but not its position. */
export const changePicture = StateEffect.define<{ id: string } & Partial<Omit<GivenPicture, 'at'>>>()
/** Removes a picture that is in the text now or was discarded. Further ones at the same position follow at `next`. */
export const takePicture = StateEffect.define<{ id: string; next?: number }>()

type Given = { pictures: readonly GivenPicture[]; chips: DecorationSet }

/** The pictures being uploaded, in the order of insertion. */
export const givenPictures = StateField.define<Given>({
  create: () => ({ pictures: [], chips: Decoration.none }),
  update(value, { changes, docChanged, effects, startState, newDoc }) {
    let { pictures } = value
    const former = pictures
    if (docChanged && pictures.length > 0)
      pictures = pictures.map((each) => ({ ...each, at: placeAfter(each.at, changes, startState.doc, newDoc) }))
    for (const effect of effects) {
      if (effect.is(putPictures)) pictures = [...pictures, ...effect.value]
      else if (effect.is(changePicture)) {
        const { id, ...changed } = effect.value
        pictures = pictures.map((each) => (each.id === id ? { ...each, ...changed } : each))
      } else if (effect.is(takePicture)) pictures = without(pictures, former, effect.value)
    }
    return pictures === former ? value : { pictures, chips: draw(pictures) }
  },
  provide: (field) => EditorView.decorations.from(field, ({ chips }) => chips),
})

/** Text typed at the position goes after it. If the text around it is replaced, the position is searched for again. */
function placeAfter(at: number, changes: ChangeDesc, before: Text, now: Text): number {
  return changes.touchesRange(at) === 'cover' ? findAnchor(now, anchorAt(before, at)) : changes.mapPos(at, -1)
}

function without(
  pictures: readonly GivenPicture[],
  former: readonly GivenPicture[],
  { id, next }: { id: string; next?: number },
): GivenPicture[] {
  const index = former.findIndex((each) => each.id === id)
  const at = former[index]?.at
  return pictures.flatMap((each) => {
    if (each.id === id) return []
    const place = former.findIndex((other) => other.id === each.id)
    return [next !== undefined && place > index && former[place]?.at === at ? { ...each, at: next } : each]
  })
}

function draw(pictures: readonly GivenPicture[]): DecorationSet {
  return Decoration.set(
    pictures.map((each) => Decoration.widget({ widget: new UploadChip(each), side: -1 }).range(each.at)),
    true,
  )
}

/** The state field, with the actions of the chips' buttons. */
export function pictureField(acts: ChipActs): Extension {
  return [givenPictures, UploadChip.acts.of(acts)]
}
