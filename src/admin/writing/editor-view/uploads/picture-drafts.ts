import type { Anchor } from '../positions/anchor.ts'

/** The address and alternative text of an uploaded picture. */
export type UploadedImage = { url: string; alt: string }

/** A picture that was added to a text but is not yet in it, with its position. */
export type WaitingPicture = {
  id: string
  file: File
  place: Anchor
  /** Pictures with the same one are inserted together; undefined for one by itself. */
  gallery?: string | undefined
  /** Its address and alternative text after the upload. */
  uploaded: UploadedImage | null
}

/** Uploads one image. Rejects with a sentence as message, with `Unsent` if the server was not reached. */
export type UploadImage = (
  file: File,
  onProgress: (share: number) => void,
  signal?: AbortSignal,
) => Promise<UploadedImage>

/** The server could not be reached: the picture waits and is sent again. */
export class Unsent extends Error {}

/** Storage of pictures until they are in a stored text. */
export type PictureKeeper = {
  /** False if the browser stores nothing. */
  keep: (picture: WaitingPicture) => Promise<boolean>
  note: (picture: Omit<WaitingPicture, 'file'>) => Promise<void>
  drop: (id: string) => Promise<void>
  /** Locks the picture for this editor and returns the release function; null if another editor has it. */
  hold: (id: string) => Promise<(() => void) | null>
  /** Resolves when the current text is stored on this machine or on the server. */
  textKept: () => Promise<unknown>
}

/** The offset of images that came without a text around them. */
export const ALONE = -1

/** An image and its offset in the pasted text. */
export type PlacedImage = { file: File; at: number }

export type Sending = {
  upload: UploadImage
  keeper: PictureKeeper
  /** A picture was discarded; `undo` inserts it again. */
  onDiscarded: (undo: () => void) => void
  /** The code for uploads could not be loaded. */
  onMissed: () => void
}
