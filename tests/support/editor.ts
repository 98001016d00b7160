import type { Page } from '@playwright/test'
import { expect } from './e2e.ts'

export const title = (page: Page) => page.getByRole('textbox', { name: 'Titel', exact: true })
export const text = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })
/** The lines of the text; pictures that are shown as such are `![words]()`. */
export const lines = (page: Page) => () =>
  text(page).evaluate((element) => {
    const markdown = (box: Element) =>
      [...box.querySelectorAll('.md-picture-frame')]
        .map((frame) => `![${frame.getAttribute('aria-label')}]()`.replace('![Bild ohne Alternativtext]', '![]'))
        .join(' ')
    return [...element.children].flatMap((part) => {
      if (part.classList.contains('md-pictures')) return [markdown(part)]
      if (!part.classList.contains('cm-line')) return []
      const copy = part.cloneNode(true) as Element
      for (const box of copy.querySelectorAll('.md-pictures')) box.replaceWith(markdown(box))
      return [copy.textContent ?? '']
    })
  })
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
/** Shows where the text is: on the server, on this machine, or being saved. */
export const chip = (page: Page) => page.locator('[data-sync]')
export const toasts = (page: Page) => page.locator('[data-sonner-toast]')
export const panel = (page: Page) => page.getByRole('complementary', { name: 'Angaben', exact: true })

/** The panel of a new article opens by its button only. */
export async function openPanel(page: Page): Promise<void> {
  await expect(text(page)).toBeVisible()
  if (!(await panel(page).isVisible())) await button(page, 'Angaben').click()
}

export async function chooseStatus(page: Page, name: string): Promise<void> {
  await openPanel(page)
  await panel(page).getByRole('combobox', { name: 'Status', exact: true }).click()
  await page.getByRole('option', { name, exact: true }).click()
}

/** Types a text of several lines as a person does. */
export async function type(page: Page, ...typed: string[]): Promise<void> {
  for (const [index, line] of typed.entries()) {
    if (index > 0) await page.keyboard.press('Enter')
    await page.keyboard.type(line)
  }
}

/** Clears the text; the cursor stays in it. */
export async function clear(page: Page): Promise<void> {
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
}

/** Pastes clipboard formats at the cursor, as other programs provide them. */
export async function paste(page: Page, formats: Record<string, string>): Promise<void> {
  await text(page).evaluate((element, given) => {
    const data = new DataTransfer()
    for (const [format, value] of Object.entries(given)) data.setData(format, value)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }, formats)
}

/** Replaces everything in the editor by pasting a text. */
export async function pasteOver(page: Page, markdown: string): Promise<void> {
  await text(page).click()
  await page.keyboard.press('ControlOrMeta+a')
  await paste(page, { 'text/plain': markdown })
}

/** Unsaved texts of any account in this browser. */
export const keptDrafts = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<[key: string, draft: { savedAt: string }][]>((resolve, reject) => {
        const opening = indexedDB.open('blog-cms-drafts')
        opening.addEventListener('error', () => reject(opening.error ?? new Error('no drafts')))
        opening.addEventListener('success', () => {
          const store = opening.result.transaction('drafts').objectStore('drafts')
          const keys = store.getAllKeys()
          const values = store.getAll()
          values.addEventListener('success', () => {
            opening.result.close()
            resolve(keys.result.map((key, index) => [String(key), values.result[index] as { savedAt: string }]))
          })
        })
      }),
  )
