import { expect, test as base } from '../support/e2e.ts'
import { expectAccessible, expectNoOverflow } from '../support/screen-checks.ts'
import { test } from '../support/signed-in.ts'
import { startServer } from '../support/server-process.ts'
import { toast, words } from '../support/words.ts'

base(
  '[WEEK-17] a blog without an account says that it is to be set up, and leads its owner from there',
  async ({ newContext }) => {
    const server = await startServer()
    const context = await newContext({ baseURL: server.url, ownHost: new URL(server.url).host })
    const page = await context.newPage()
    await page.goto('/auth')
    await expect(page.getByRole('heading', { level: 1, name: 'Einrichten', exact: true })).toBeVisible()
    // The form below has the specified words.
    await expect(page.getByRole('heading', { name: 'Registrieren', exact: true })).toBeVisible()
    await expectAccessible(page)
    // The toggle stays.
    await page.getByRole('button', { name: 'Bereits ein Konto? Anmelden', exact: true }).click()
    await page.getByRole('button', { name: 'Noch kein Konto? Jetzt registrieren', exact: true }).click()
    await page.getByLabel('E-Mail', { exact: true }).fill('mira@redaktion.example')
    await page.getByLabel('Passwort', { exact: true }).fill('ein langes Passwort')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/admin')

    const card = page.getByRole('region', { name: 'Die ersten Schritte', exact: true })
    await expect(words(card, '0 von 5')).toBeVisible()
    await expect(card.getByRole('listitem')).toHaveCount(5)
    // What would only explain itself waits for the first text, and the first reader.
    for (const name of ['Weiterschreiben', 'Gelesen'])
      await expect(page.getByRole('heading', { name, exact: true })).toHaveCount(0)
    // One way to write an article, and one filled button: the next step.
    const filled = await page.getByRole('main').evaluate((main) => {
      const accent = getComputedStyle(main.querySelector('section a')!).backgroundColor
      return [...main.querySelectorAll('a, button')]
        .filter((one) => getComputedStyle(one).backgroundColor === accent)
        .map((one) => one.textContent)
    })
    expect(filled).toEqual(['Benennen'])
    const ways = page.getByRole('main').getByRole('link', { name: /Artikel schreiben$|^Neuer Artikel$/ })
    expect(await ways.count()).toBeGreaterThan(0)
    for (const way of await ways.all()) await expect(way).toHaveAttribute('href', '/admin/articles/new')
    await expectAccessible(page)

    // By keyboard: the second step opens its field and is ticked off automatically.
    await card.getByRole('link', { name: 'Namen angeben: Sich selbst vorstellen', exact: true }).press('Enter')
    await expect(
      page.getByRole('dialog', { name: 'Namen angeben', exact: true }).getByLabel('Name', { exact: true }),
    ).toBeFocused()
    await page.keyboard.type('Mira Öztürk')
    await page.keyboard.press('Enter')
    await expect(toast(page, 'Name gespeichert')).toBeVisible()
    await expect(page).toHaveURL('/admin/account')
    await page.goBack()
    await expect(words(card, '1 von 5')).toBeVisible()
    await expect(card.getByRole('listitem').nth(1)).toContainText('Mira Öztürk')

    // On the phone each row is a link; hidden steps can be shown again in the quick actions.
    await page.setViewportSize({ width: 360, height: 780 })
    await expectNoOverflow(page)
    await expectAccessible(page)
    await card.getByRole('button', { name: 'Erste Schritte ausblenden', exact: true }).click()
    await expect(toast(page, 'Erste Schritte ausgeblendet')).toBeVisible()
    await expect(card).toHaveCount(0)
    await page.reload()
    const again = page.getByRole('button', { name: 'Erste Schritte zeigen', exact: true })
    await expect(again).toBeVisible()
    await expect(card).toHaveCount(0)
    await again.press('Enter')
    await expect(card.getByRole('heading', { name: 'Die ersten Schritte', exact: true })).toBeFocused()
    await expect(again).toHaveCount(0)
    await card.getByRole('listitem').filter({ hasText: 'Die Redaktion einladen' }).click()
    await expect(page).toHaveURL('/admin/settings?bereich=konten')

    await context.close()
    await server.stop()
  },
)

test('[WEEK-17] without a header image there is no gap, a due task opens its card, and the website is one click away', async ({
  open,
  rest,
  word,
}) => {
  const due = new Date(Date.now() - 86_400_000).toISOString()
  const task = await rest.send('POST', '/api/tasks', { title: `${word} fällig`, due_at: due, status: 'ready' })
  const page = await open('/admin')
  const main = page.getByRole('main')
  const today = main.getByRole('link', { name: new RegExp(`^${word} fällig`) }).first()
  await expect(today).toBeVisible()
  // Nothing is between the title row and the first cards.
  const line = await main.getByRole('heading', { level: 1 }).locator('..').boundingBox()
  const below = await main.locator('section, ul').first().boundingBox()
  expect((below?.y ?? 0) - (line?.y ?? 0) - (line?.height ?? 0)).toBeLessThanOrEqual(16)
  await expect(main.getByRole('button', { name: 'Titelbild', exact: true })).toBeVisible()

  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 780 })
    await open('/admin')
    await today.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/admin/editorial-plan\\?aufgabe=${String(task.id)}$`))
    const dialog = page.getByRole('dialog', { name: 'Aufgabe bearbeiten', exact: true })
    await expect(dialog.getByLabel('Titel', { exact: true })).toHaveValue(`${word} fällig`)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(page).not.toHaveURL(/aufgabe=/)
    await expect(main.getByText(`${word} fällig`, { exact: true })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Navigation umschalten', exact: true }).click()
  const site = page.getByRole('link', { name: 'Zur Website', exact: true })
  await expect(site).toHaveAttribute('href', '/')
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 820, height: 780 })
  await expect(site).toBeVisible()
  await open('/admin/editorial-plan?aufgabe=01919191-9191-7191-9191-919191919191')
  await expect(toast(page, 'Diese Aufgabe gibt es nicht mehr')).toBeVisible()
})
