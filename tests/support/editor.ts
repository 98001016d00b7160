import type { Page } from '@playwright/test'
import { expect, test as base } from './e2e.ts'
import { restAs, type Rest } from './rest.ts'

/** The test of specs about the editor: the API beside the screen, and a word of the test's own. */
export const test = base.extend<{ rest: Rest; word: string }>({
  rest: async ({ server, owner }, use) => use(await restAs(server.url, owner)),
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture's needs off the pattern
  word: async ({}, use) => use(`Wort${crypto.randomUUID().slice(0, 8)}`),
})

export const title = (page: Page) => page.getByRole('textbox', { name: 'Titel', exact: true })
export const text = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const says = (page: Page, sentence: string) => expect(page.getByText(sentence, { exact: true })).toBeVisible()
export const panel = (page: Page) => page.getByRole('complementary', { name: 'Angaben' })

/** Puts text in place of everything in the editor, as a person would with the clipboard. */
export async function paste(page: Page, markdown: string): Promise<void> {
  await text(page).click()
  await page.keyboard.press('ControlOrMeta+a')
  await text(page).evaluate((element, value) => {
    const data = new DataTransfer()
    data.setData('text/plain', value)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }, markdown)
}
