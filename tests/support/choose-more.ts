import type { Locator, Page } from '@playwright/test'

/** Chooses an entry of the menu `Weitere Aktionen` within a card or dialog. */
export async function chooseMore(page: Page, place: Locator, name: string): Promise<void> {
  await place.getByRole('button', { name: 'Weitere Aktionen', exact: true }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}
