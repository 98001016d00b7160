import type { FileStore } from '../../platform/file-store.ts'
import { WIDTHS } from '../pictures/sizes.ts'
import { storedName, storedSize, storedThumbnail } from './addresses.ts'

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
