import type { FileStore } from '../../platform/file-store.ts'
import { storedName, storedSize, storedThumbnail } from './addresses.ts'

/** Widths in pixels that pictures are stored in where they are wider (RUL-51). */
export const WIDTHS = [480, 800, 1200, 1600, 2400] as const

/** Removes the bytes of a picture with everything that was made of it, whatever of it there is. */
export async function removeStored(
  files: FileStore,
  objectName: string,
  storedAs: string | null = null,
): Promise<void> {
  await files.remove(storedName(objectName, storedAs))
  await files.remove(storedThumbnail(objectName, storedAs))
  await removeSizes(files, objectName, storedAs)
}

/** Removes a picture's other widths. */
export async function removeSizes(files: FileStore, objectName: string, storedAs: string | null): Promise<void> {
  for (const width of WIDTHS) await files.remove(storedSize(objectName, storedAs, width))
}
