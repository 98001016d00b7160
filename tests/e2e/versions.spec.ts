import { callAs, freshAccount, register } from '../support/accounts.ts'
import { expect } from '../support/e2e.ts'
import { button, text } from '../support/editor.ts'
import { expectAccessible, expectNoOverflow } from '../support/screen-checks.ts'
import { test } from '../support/signed-in.ts'
import { toast } from '../support/words.ts'

const OLD = [
  'Der erste Absatz bleibt, wie er war.',
  'Auch der zweite bleibt stehen.',
  'Um drei Uhr nachts wird es in der Truhe mit den Tiefkühlerbsen ein Grad kälter als nötig. Niemand hat das angeordnet.',
  'Um sechs, wenn alle Kaffee kochen, bleibt der Verdichter dann einfach aus, und im Haus ist es still.',
  'Der letzte Absatz bleibt.',
].join('\n\n')
const NEW = [
  'Der erste Absatz bleibt, wie er war.',
  'Auch der zweite bleibt stehen.',
  'Nachts um drei kühlt die Truhe mit den Erbsen ein Grad tiefer, als sie müsste. Niemand hat das angeordnet.',
  'Um sechs, wenn alle Kaffee kochen, bleibt der Verdichter eine Stunde lang aus, und im Haus ist es still.',
  'Der letzte Absatz bleibt.',
].join('\n\n')
const LAST = 'Die Filiale spart nach eigenen Angaben elf Prozent im Jahr.'

test('[WEEK-25] versions are compared, named and taken back in the place of the text', async ({
  open,
  rest,
  word,
  server,
}) => {
  const colleague = freshAccount('ruth.adler')
  const { user } = await register(server.url, colleague)
  await rest.send('PATCH', `/api/users/${user.id}`, { approval: 'approved' })
  await callAs(server.url, colleague, 'PATCH', '/account', { display_name: 'Ruth Adler' })
  const { id } = await rest.createArticle({ title: word, content_markdown: OLD })
  await callAs(server.url, colleague, 'PATCH', `/articles/${id}`, { version: 1, content_markdown: NEW })
  await rest.send('PATCH', `/api/articles/${id}`, { version: 2, content_markdown: `${NEW}\n\n${LAST}` })

  const page = await open(`/admin/articles/${id}`)
  await expect(text(page)).toContainText('Filiale')
  await button(page, 'Fassungen').click()
  const list = page.getByRole('list', { name: 'Fassungen', exact: true })
  const compared = page.getByRole('region', { name: 'Ausgewählte Fassung', exact: true })
  const count = page.getByText(/^Stelle \d+ von \d+$/)
  const current = compared.locator('[aria-current]')
  // What the last save changed, at once; the list names people.
  await expect(count).toHaveText('Stelle 1 von 1')
  await expect(list.getByRole('button', { name: /^Ruth Adler/ })).toHaveAttribute('aria-pressed', 'true')
  await expect(current).toContainText(LAST)
  await expect(current).toContainText(/inhaberin.*heute/)

  await list
    .getByRole('button', { name: /^inhaberin/ })
    .last()
    .click()
  await expect(count).toHaveText('Stelle 1 von 3')
  await expect(current).toBeFocused()
  await expect(current).toContainText(/Ruth Adler, heute, \d\d:\d\d/)
  await expect(current.locator('del')).toContainText(
    'Um drei Uhr nachts wird es in der Truhe mit den Tiefkühlerbsen ein Grad kälter als nötig.',
  )
  await expect(current.locator('ins')).toContainText(
    'Nachts um drei kühlt die Truhe mit den Erbsen ein Grad tiefer, als sie müsste.',
  )
  await page.keyboard.press('F7')
  await expect(count).toHaveText('Stelle 2 von 3')
  await expect(current.locator('del')).toContainText('dann einfach')
  await expect(current.locator('ins')).toContainText('eine Stunde lang')
  await page.keyboard.press('F7')
  await expect(current).toContainText(/inhaberin.*heute/)
  await page.keyboard.press('F7')
  await expect(count).toHaveText('Stelle 1 von 3')
  await page.keyboard.press('Shift+F7')
  await expect(count).toHaveText('Stelle 3 von 3')
  const folded = compared.getByRole('button', { name: '2 unveränderte Absätze', exact: true })
  await expect(compared.getByText(/Der erste Absatz bleibt/)).toHaveCount(0)
  await folded.click()
  await expect(compared.getByText(/Der erste Absatz bleibt/)).toBeVisible()

  for (const size of [
    { width: 1440, height: 900 },
    { width: 1024, height: 768 },
    { width: 360, height: 780 },
  ]) {
    await page.setViewportSize(size)
    await expect(count).toBeVisible()
    await expectAccessible(page)
    await expectNoOverflow(page)
  }
  await button(page, 'Andere Fassung').click()
  await expect(page.getByRole('dialog', { name: 'Fassungen', exact: true }).getByRole('list')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(count).toBeVisible()
  await page.setViewportSize({ width: 1440, height: 900 })

  // A name instead of the person, with undo; it survives a reload.
  await button(page, 'Fassung benennen').click()
  const naming = page.getByRole('dialog', { name: 'Fassung benennen', exact: true })
  await naming.getByRole('textbox', { name: 'Name', exact: true }).fill('Vor dem Lektorat')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Fassung benannt')).toBeVisible()
  await page.reload()
  await expect(list.getByRole('button', { name: /^Vor dem Lektorat.*inhaberin/ })).toBeVisible()

  // One place is taken back by itself, and again.
  await list.getByRole('button', { name: /^Vor dem Lektorat/ }).click()
  await expect(count).toHaveText('Stelle 1 von 3')
  await page.keyboard.press('F7')
  await expect(count).toHaveText('Stelle 2 von 3')
  await button(page, 'Diese Stelle zurücknehmen').click()
  await expect(count).toHaveText('Stelle 2 von 2')
  await button(page, 'Rückgängig').click()
  await expect(count).toHaveText(/von 3$/)

  // Esc leads back to the text, and so does the way back of the browser.
  await page.keyboard.press('Escape')
  await expect(text(page)).toContainText('eine Stunde lang')
  await button(page, 'Fassungen').press('Enter')
  await expect(count).toBeVisible()
  await page.goBack()
  await expect(text(page)).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/admin/articles/${id}$`))
})

test('[WEEK-25] [RUL-70] undoing a restored version keeps what was typed since', async ({ open, rest, word }) => {
  const { id } = await rest.createArticle({ title: word, content_markdown: 'Alt.\n\nEnde.' })
  await rest.send('PATCH', `/api/articles/${id}`, { version: 1, content_markdown: 'Neu.\n\nEnde.' })
  const page = await open(`/admin/articles/${id}`)
  await expect(text(page)).toContainText('Neu.')
  await button(page, 'Fassungen').click()
  await button(page, 'Fassung wiederherstellen').click()
  await expect(text(page)).toContainText('Alt.')
  await text(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' Getippt.')
  await button(page, 'Rückgängig').click()
  await expect.poll(async () => (await rest.getArticle(id)).content_markdown).toBe('Neu.\n\nEnde. Getippt.')
})

test('[WEEK-25] [RUL-70] undoing discarded changes keeps what was typed since', async ({ open, rest, word }) => {
  const { id, version } = await rest.createArticle({
    title: word,
    content_markdown: 'Alt.\n\nEnde.',
    status: 'published',
  })
  const copy = { version, title: word, slug: word.toLowerCase(), excerpt: '', cover_image_url: null, category_id: null }
  await rest.send('PUT', `/api/articles/${id}/working-copy`, {
    ...copy,
    tag_ids: [],
    content_markdown: 'Neu.\n\nEnde.',
  })
  const page = await open(`/admin/articles/${id}`)
  await expect(text(page)).toContainText('Neu.')
  await button(page, 'Mehr zum Veröffentlichen').click()
  await page.getByRole('menuitem', { name: /^Verwerfen/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Verwerfen', exact: true }).click()
  await expect(text(page)).toContainText('Alt.')
  await text(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' Getippt.')
  await button(page, 'Rückgängig').click()
  const stored = async () => (await rest.getArticle(id)).working_copy?.content_markdown
  await expect.poll(stored).toBe('Neu.\n\nEnde. Getippt.')
})

test('[WEEK-25] [RUL-70] Strg Z brings back what was typed where the code that merges does not come', async ({
  open,
  rest,
  word,
  expectedErrors,
}) => {
  expectedErrors(/ERR_FAILED/)
  const { id } = await rest.createArticle({ title: word, content_markdown: 'Alt.\n\nEnde.' })
  await rest.send('PATCH', `/api/articles/${id}`, { version: 1, content_markdown: 'Neu.\n\nEnde.' })
  const page = await open(`/admin/articles/${id}`)
  await page.route('**/assets/merge-articles-*', (route) => route.abort())
  await expect(text(page)).toContainText('Neu.')
  await button(page, 'Fassungen').click()
  await button(page, 'Fassung wiederherstellen').click()
  await expect(text(page)).toContainText('Alt.')
  await text(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' Getippt.')
  await button(page, 'Rückgängig').click()
  await expect.poll(async () => (await rest.getArticle(id)).content_markdown).toBe('Neu.\n\nEnde.')
  await text(page).click()
  await page.keyboard.press('Control+z')
  await expect.poll(async () => (await rest.getArticle(id)).content_markdown).toBe('Alt.\n\nEnde. Getippt.')
})
