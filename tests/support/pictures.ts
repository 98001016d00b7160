import type { Page } from '@playwright/test'
import { text } from './editor.ts'

/** A picture of one pixel. */
export const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

/** Pastes image files at the cursor, or drops them at the start of the text. `picture` is their bytes in base64. */
export async function giveImage(
  page: Page,
  name: string | string[],
  way: 'paste' | 'drop',
  picture: string = PIXEL,
): Promise<void> {
  await text(page).evaluate(
    (element, { base64, filenames, by }) => {
      const data = new DataTransfer()
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      for (const filename of filenames) data.items.add(new File([bytes], filename, { type: 'image/png' }))
      const { left, bottom } = element.querySelector('.cm-line')!.getBoundingClientRect()
      element.dispatchEvent(
        by === 'paste'
          ? new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true })
          : new DragEvent('drop', {
              dataTransfer: data,
              bubbles: true,
              cancelable: true,
              clientX: left,
              clientY: bottom - 2,
            }),
      )
    },
    { base64: picture, filenames: [name].flat(), by: way },
  )
}
