import { expect } from '../support/e2e.ts'
import { text } from '../support/editor.ts'
import { expectAccessible } from '../support/screen-checks.ts'
import { test } from '../support/signed-in.ts'

/** Runs in the page: presses j the moment the first row is in the document, before anything is painted. */
function pressOnceThere(): void {
  new MutationObserver((_changes, observer) => {
    if (!document.querySelector('main [data-row]')) return
    observer.disconnect()
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true, cancelable: true }))
  }).observe(document, { subtree: true, childList: true })
}

test('[DESK-3] an existing text is two keys away', async ({ open, rest, word }) => {
  const article = await rest.createArticle({ title: word, content_markdown: 'Der Text.' })
  const page = await open(`/admin/articles/${article.id}`)
  await expect(text(page)).toBeVisible()
  await page.keyboard.press('Tab')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(text(page)).toBeFocused()
  // Its former position brings the focus back; another text has none.
  await rest.createArticle({ title: `${word} zwei`, content_markdown: 'Der Text.' })
  await page.goto(`/admin/articles?q=${word}`)
  await page.getByRole('link', { name: `${word} zwei`, exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(text(page)).toBeVisible()
  for (const key of ['j', 'k', 'n', 'x']) await page.keyboard.press(key)
  await expect(text(page)).toHaveText('Der Text.')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Zum Text springen', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(text(page)).toBeFocused()
  await page.keyboard.type('Neu. ')
  await expect(text(page)).toContainText('Neu.')

  // The agenda of the calendar.
  for (const name of ['eins', 'zwei'])
    await rest.send('POST', '/api/tasks', { title: `${word} ${name}`, due_at: '2041-03-05T10:00:00Z' })
  await page.addInitScript(pressOnceThere)
  await page.goto('/admin/calendar?view=agenda&day=2041-03-01')
  const rows = page.locator('main [data-row]')
  await expect(rows.filter({ hasText: word })).toHaveCount(2)
  await expect(rows.first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(rows.nth(1)).toBeFocused()
})

test('[DESK-3] J, K and arrows walk every list and column', async ({ openEmpty }) => {
  const page = await openEmpty('/admin/editorial-plan')
  const add = async (column: string, title: string) => {
    await page.getByRole('button', { name: `Aufgabe in ${column} anlegen`, exact: true }).click()
    const dialog = page.getByRole('dialog').filter({ has: page.getByRole('textbox', { name: 'Titel', exact: true }) })
    await dialog.getByRole('textbox', { name: 'Titel', exact: true }).fill(title)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: title, exact: true })).toBeVisible()
  }
  await add('Idee', 'Eins')
  await add('Idee', 'Zwei')
  await add('Bereit', 'Drei')
  await page.reload()
  const card = (name: string) => page.getByRole('button', { name, exact: true })
  await expect(card('Drei')).toBeVisible()
  const [first, second] = (await page.locator('[data-column="idea"] [data-row]').allTextContents()) as [string, string]
  await page.keyboard.press('j')
  await expect(card(first)).toBeFocused()
  await page.keyboard.press('j')
  await expect(card(second)).toBeFocused()
  await page.keyboard.press('j')
  await expect(card(second)).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(card('Drei')).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('k')
  await expect(card(first)).toBeFocused()
  // A card picked up moves by the same arrows.
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Escape')
  await expect(card(first)).toBeFocused()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Tastenkürzel', exact: true })
  await expect(help.getByRole('listitem').filter({ hasText: 'Nächste, vorige Karte' })).toContainText('JK')
  await page.keyboard.press('Escape')

  // A list without rows of its own: the accounts of the settings.
  await page.goto('/admin/settings?bereich=papierkorb')
  await page.goto('/admin/settings?bereich=seiten')
  const pages = page.getByRole('list', { name: 'Seiten', exact: true }).getByRole('listitem')
  await expect(pages.nth(1)).toBeVisible()
  // The title, not the handle: its arrows would move the page.
  await page.keyboard.press('j')
  await expect(pages.first().getByRole('link')).toBeFocused()
  await page.keyboard.press('j')
  await expect(pages.nth(1).getByRole('link')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(pages.first().getByRole('link')).toBeFocused()
})
