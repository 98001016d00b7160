import type { Page } from '@playwright/test'
import { text } from './editor.ts'

type Tile = { root: { view: { state: { sliceDoc(): string } } } }

/** The markdown in the editor byte for byte, including folded parts. */
export function markdown(page: Page): Promise<string> {
  return text(page).evaluate((element) => (element as unknown as { cmTile: Tile }).cmTile.root.view.state.sliceDoc())
}
