import type { Anchor } from '../positions/anchor.ts'

/** What stands in the text for a picture. */
export type UploadedImage = { url: string; alt: string }

/** A picture given to a text that does not stand in it yet, and where in the text it belongs. */
export type WaitingPicture = {
  id: string
  file: File
  place: Anchor
  /** What stands for it in the text once it has been uploaded. */
  uploaded: UploadedImage | null
}

/** Uploads one image; rejects with a sentence as the error's message, with `Unsent` where the server was not reached. */
export type UploadImage = (
  file: File,
  onProgress: (share: number) => void,
  signal?: AbortSignal,
) => Promise<UploadedImage>

/** There was no way to the server: the picture waits and is sent again. */
export class Unsent extends Error {}

/** Where pictures are kept until they stand in a text that is kept. */
export type PictureKeeper = {
  /** False where the browser keeps nothing. */
  keep: (picture: WaitingPicture) => Promise<boolean>
  note: (picture: Omit<WaitingPicture, 'file'>) => Promise<void>
  drop: (id: string) => Promise<void>
  /** Takes it into this editor's care; null where another one has it. Gives the way to let go. */
  hold: (id: string) => Promise<(() => void) | null>
  /** Resolves when the text as it is now is on this machine or on the server. */
  textKept: () => Promise<unknown>
}

/** An image and how far behind the place of the paste it belongs. */
export type PlacedImage = { file: File; at: number }

export type Sending = {
  upload: UploadImage
  keeper: PictureKeeper
  /** One was thrown away; `undo` gives it to the text again. */
  onDiscarded: (undo: () => void) => void
  /** The code that takes pictures in did not come. */
  onMissed: () => void
}
