import type { FileStore } from '../../platform/file-store.ts'
import { WIDTHS } from '../pictures/sizes.ts'
import { storedName, storedSize, storedThumbnail } from './addresses.ts'

/** Everything that may be stored of a picture: its bytes and what was made of it. */
export function storedFiles(objectName: string, storedAs: string | null = null): string[] {
  return [
    storedName(objectName, storedAs),
    storedThumbnail(objectName, storedAs),
    ...WIDTHS.map((width) => storedSize(objectName, storedAs, width)),
  ]
}

/** Removes the bytes of a picture with everything that was made of it, whatever of it there is. */
export async function removeStored(
  files: FileStore,
  objectName: string,
  storedAs: string | null = null,
): Promise<void> {
  for (const name of storedFiles(objectName, storedAs)) await files.remove(name)
}

/** Removes a picture's other widths. */
export async function removeSizes(files: FileStore, objectName: string, storedAs: string | null): Promise<void> {
  for (const width of WIDTHS) await files.remove(storedSize(objectName, storedAs, width))
}
