import { expect, refused, SESSION_ENDED } from '../support/e2e.ts'
import { expectAccessible, expectNoOverflow } from '../support/screen-checks.ts'
import { test } from '../support/signed-in.ts'
import { toast } from '../support/words.ts'

const EMPTY = {
  site_title: '',
  site_description: '',
  author_name: '',
  base_url: '',
  timezone: '',
  visibility: 'öffentlich',
  public_date_format: 'MMMM d, yyyy',
}

test.afterEach(async ({ rest }) => void (await rest.send('PATCH', '/api/settings', EMPTY)))

test('[SET-1] [SET-2] [RUL-3] the five fields are saved without validation, and the public site follows at once', async ({
  open,
  reader,
  word,
}) => {
  const page = await open('/admin/settings')
  await expect(page.getByLabel('Zeitzone', { exact: true })).toHaveAttribute('placeholder', 'Europe/Berlin')
  await page.getByLabel('Titel der Website', { exact: true }).fill(`Blog ${word}`)
  await page.getByLabel('Beschreibung', { exact: true }).fill('Notizen über „Größe“')
  await page.getByLabel('Name der Autorin oder des Autors', { exact: true }).fill('Jana Öztürk')
  await page.getByLabel('Adresse der Website', { exact: true }).fill('keine Adresse')
  await page.getByLabel('Zeitzone', { exact: true }).fill('Asia/Tokyo')
  await expect(page.getByText(/Geplante Artikel behalten ihren Zeitpunkt\.$/)).toBeVisible()
  await page.getByLabel('Zeitzone', { exact: true }).fill('Mitteleuropa')
  await expect(
    page.getByText(/^Diese Zeitzone ist unbekannt\. Verwendet wird Europe\/Berlin, dort ist es \d\d:\d\d/),
  ).toBeVisible()
  // [WEEK-13] the nearest known names are offered beside the field
  await page.getByLabel('Zeitzone', { exact: true }).fill('Europa/Wien')
  await page.getByRole('button', { name: 'Europe/Vienna', exact: true }).click()
  await expect(page.getByLabel('Zeitzone', { exact: true })).toHaveValue('Europe/Vienna')
  await page.getByLabel('Zeitzone', { exact: true }).fill('Mitteleuropa')
  await expect(page.getByRole('button', { name: 'Europe/Berlin', exact: true })).toBeVisible()

  // The response is delayed so that the busy button can be seen.
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/rpc/settings/update', async (route) => {
    await released
    await route.continue()
  })
  await page.getByRole('button', { name: 'Speichern', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Speichert...', exact: true })).toBeDisabled()
  release()
  await expect(toast(page, 'Einstellungen gespeichert')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Titel der Website', { exact: true })).toHaveValue(`Blog ${word}`)
  await expect(page.getByLabel('Adresse der Website', { exact: true })).toHaveValue('keine Adresse')
  await expect(page.getByLabel('Zeitzone', { exact: true })).toHaveValue('Mitteleuropa')
  await expectAccessible(page)

  await reader.goto('/')
  await expect(reader.getByText(`Blog ${word}`, { exact: true }).first()).toBeVisible()
  await expect(reader.getByText('Notizen über „Größe“', { exact: true })).toBeVisible()
})

test('[SET-1] a refusal of the server is a toast with its message, and the input stays', async ({
  open,
  word,
  expectedErrors,
}) => {
  expectedErrors(/settings\/update/)
  const page = await open('/admin/settings')
  const title = page.getByLabel('Titel der Website', { exact: true })
  await title.fill(word)
  // The field accepts 300 characters; a longer title can come only from another client.
  await page.route('**/api/rpc/settings/update', (route) =>
    route.continue({ postData: route.request().postData()!.replace(word, 'x'.repeat(301)) }),
  )
  await page.getByRole('button', { name: 'Speichern', exact: true }).click()
  await expect(toast(page, /Höchstens 300 Zeichen/)).toBeVisible()
  await expect(title).toHaveValue(word)
  await page.unroute('**/api/rpc/settings/update')
  await page.getByRole('button', { name: 'Speichern', exact: true }).click()
  await expect(toast(page, 'Einstellungen gespeichert')).toBeVisible()
})

test('[WEEK-19] `Datumsformat`: readers and the preview see the chosen form', async ({ open, reader, rest, word }) => {
  const { id } = await rest.createArticle({
    title: `${word} am Tag`,
    status: 'published',
    published_at: '2026-03-03T08:00:00Z',
  })
  const link = await rest.send<{ url: string }>('POST', `/api/articles/${id}/preview-links`, {})
  const preview = new URL(link.url).pathname
  await reader.goto(preview)
  await expect(reader.getByText('März 3, 2026', { exact: true })).toBeVisible()
  const page = await open('/admin/settings')
  const choice = page.getByRole('combobox', { name: 'Datumsformat', exact: true })
  await expect(choice).toHaveText('März 3, 2026')
  await choice.press('Enter')
  await page.getByRole('option', { name: '3. März 2026', exact: true }).click()
  await page.getByRole('button', { name: 'Speichern', exact: true }).click()
  await expect(toast(page, 'Einstellungen gespeichert')).toBeVisible()
  await page.reload()
  await expect(choice).toHaveText('3. März 2026')
  await reader.reload()
  await expect(reader.getByText('3. März 2026', { exact: true })).toBeVisible()
  // Not on the landing page: other tests' articles are newer.
  await reader.goto('/archiv/2026/03')
  await expect(
    reader.getByRole('article').filter({ hasText: word }).getByText('3. März 2026', { exact: true }),
  ).toBeVisible()
})

test('categories are created, renamed, merged and removed, and show their number of articles', async ({
  open,
  rest,
  word,
  expectedErrors,
}) => {
  expectedErrors(refused(409, '/api/rpc/categories/create'))
  const page = await open('/admin/settings?bereich=kategorien')
  const row = (name: string) =>
    page.getByRole('list', { name: 'Kategorien', exact: true }).getByRole('listitem').filter({ hasText: name })
  const dialog = page.getByRole('dialog')
  for (const name of [`Alt ${word}`, `Ziel ${word}`]) {
    await page.getByRole('button', { name: 'Neue Kategorie', exact: true }).click()
    await dialog.getByLabel('Name', { exact: true }).fill(name)
    await dialog.getByRole('button', { name: 'Anlegen', exact: true }).click()
    await expect(row(name)).toBeVisible()
  }
  await page.getByRole('button', { name: 'Neue Kategorie', exact: true }).click()
  await dialog.getByLabel('Name', { exact: true }).fill(`alt ${word}`)
  await dialog.getByRole('button', { name: 'Anlegen', exact: true }).click()
  await expect(dialog.getByText(`„Alt ${word}“ gibt es schon`, { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  const { items } = (await rest.send('GET', '/api/categories')) as { items: { id: string; name: string }[] }
  const id = items.find((item) => item.name === `Alt ${word}`)?.id
  await rest.send('POST', '/api/articles', { title: `Artikel ${word}`, category_id: id })
  await expect(row(`Alt ${word}`)).toContainText('1 Artikel')

  await page.getByRole('button', { name: `Alt ${word} bearbeiten`, exact: true }).click()
  await expect(dialog).toContainText(`Die bisherige, /kategorie/alt-${word.toLowerCase()}, führt weiter dorthin.`)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: `Alt ${word} zusammenführen`, exact: true }).click()
  await dialog.getByRole('combobox', { name: 'Ziel', exact: true }).click()
  await page.getByRole('option', { name: `Ziel ${word}`, exact: true }).click()
  await dialog.getByRole('button', { name: 'Zusammenführen', exact: true }).click()
  await expect(row(`Ziel ${word}`)).toContainText('1 Artikel')
  await expect(row(`Alt ${word}`)).toHaveCount(0)

  await page.getByRole('button', { name: `Ziel ${word} löschen`, exact: true }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Ein Artikel verliert')
  await question.getByRole('button', { name: 'Löschen', exact: true }).click()
  await expect(row(`Ziel ${word}`)).toHaveCount(0)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoOverflow(page)
})

test('[RUL-4] owners approve and block accounts, and a blocked account is signed out at once', async ({
  open,
  server,
  newContext,
  expectedErrors,
}) => {
  // The blocked account's page notices by a refused request.
  expectedErrors(...SESSION_ENDED)
  const page = await open('/admin/settings?bereich=konten')
  const email = `neu-${crypto.randomUUID().slice(0, 8)}@redaktion.example`
  const guest = await (await newContext()).newPage()
  await guest.goto(`${server.url}/auth`)
  await guest.getByRole('button', { name: 'Noch kein Konto? Jetzt registrieren', exact: true }).click()
  await guest.getByLabel('E-Mail', { exact: true }).fill(email)
  await guest.getByLabel('Passwort', { exact: true }).fill('geheim-genug')
  await guest.getByRole('button', { name: 'Registrieren', exact: true }).click()
  await expect(guest.getByText('Ihr Konto wartet auf Freigabe', { exact: true })).toBeVisible()

  const row = page.getByRole('list', { name: 'Konten', exact: true }).getByRole('listitem').filter({ hasText: email })
  await expect(row).toContainText('Wartet')
  await expectAccessible(page)
  await row.getByRole('button', { name: 'Freigeben', exact: true }).click()
  await expect(row).toContainText('Freigegeben')
  await expect(guest.getByRole('heading', { name: 'Dashboard', exact: true })).toBeVisible()
  await row.getByRole('button', { name: `Weitere Aktionen für ${email}`, exact: true }).click()
  await page.getByRole('menuitem', { name: 'Sperren', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sperren', exact: true }).click()
  await expect(row).toContainText('Gesperrt')
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoOverflow(page)
})

test('[RUL-20] the trash restores deleted records, and owners remove them for good after a question', async ({
  open,
  rest,
  word,
}) => {
  for (const title of [`Eins ${word}`, `Zwei ${word}`]) {
    const { id } = (await rest.send('POST', '/api/links', { title, url: 'https://a.example' })) as { id: string }
    await rest.send('DELETE', `/api/links/${id}`)
  }
  const page = await open('/admin/settings?bereich=papierkorb')
  const row = (name: string) =>
    page.getByRole('list', { name: 'Papierkorb', exact: true }).getByRole('listitem').filter({ hasText: name })
  await expect(row(`Eins ${word}`)).toContainText('Link, gelöscht am')
  await expectAccessible(page)
  await page.getByRole('button', { name: `Eins ${word} wiederherstellen`, exact: true }).click()
  await expect(row(`Eins ${word}`)).toHaveCount(0)
  await page.getByRole('button', { name: `Zwei ${word} endgültig löschen`, exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Endgültig löschen', exact: true }).click()
  await expect(row(`Zwei ${word}`)).toHaveCount(0)
  const { items } = (await rest.send('GET', `/api/links?q=${word}`)) as { items: { title: string }[] }
  expect(items.map((item) => item.title)).toEqual([`Eins ${word}`])
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoOverflow(page)
})

test('[WEEK-26] the bar names what is unsaved in any section', async ({ open }) => {
  const page = await open('/admin/settings')
  const list = page.getByRole('navigation', { name: 'Einstellungen', exact: true })
  await expect(list.getByRole('heading')).toHaveText(['Website', 'Ordnung', 'Team', 'Daten'])
  const sections = await list.getByRole('link').allTextContents()
  expect(sections.slice(0, 2)).toEqual(['Allgemein', 'Aussehen'])
  expect(sections.slice(-5)).toEqual(['Konten', 'Protokoll', 'Import', 'Export', 'Sicherung'])
  for (const name of ['Seiten', 'Weiterleitungen', 'Kategorien', 'Schlagwörter', 'Papierkorb'])
    expect(sections).toContain(name)
  await expect(list.getByRole('link', { name: 'Allgemein', exact: true })).toHaveAttribute('aria-current', 'page')
  const save = page.getByRole('button', { name: 'Speichern', exact: true })
  const state = page.getByRole('main').getByRole('status').filter({ hasText: 'geändert' })
  await page.getByLabel('Titel der Website', { exact: true }).fill('Nachtausgabe')
  await page.getByLabel('Zeitzone', { exact: true }).fill('Europe/Vienna')
  await expect(state).toHaveText('Titel und Zeitzone geändert')
  for (const [width, height] of [
    [360, 640],
    [1024, 600],
    [1440, 700],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const top of [0, 10_000]) {
      await page.evaluate((y) => scrollTo(0, y), top)
      await expect(save).toBeInViewport({ ratio: 1 })
      await expect(state).toBeInViewport()
    }
    await expectNoOverflow(page)
    await expectAccessible(page)
  }
  const form = await page.locator('form').boundingBox()
  expect(form?.width).toBeLessThanOrEqual(640)
  expect((await list.boundingBox())?.width).toBe(184)

  // Another section is asked about first; by keyboard, and discarding leads there.
  await list.getByRole('link', { name: 'Aussehen', exact: true }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Verwerfen', exact: true }).press('Enter')
  await expect(page).toHaveURL(/bereich=aussehen/)
  await page.getByLabel('Eigenes CSS', { exact: true }).fill('h1 { color: red }')
  await expect(state).toHaveText('CSS geändert')
  await page.evaluate(() => scrollTo(0, 0))
  await expect(save).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: 'Verwerfen', exact: true }).press('Enter')
  await expect(state).toHaveCount(0)

  await page.setViewportSize({ width: 360, height: 640 })
  await page.getByRole('button', { name: 'Website · Aussehen', exact: true }).press('Enter')
  await page.getByRole('menuitemradio', { name: 'Sicherung', exact: true }).press('Enter')
  await expect(page.getByRole('button', { name: 'Daten · Sicherung', exact: true })).toBeVisible()
  await expect(page).toHaveURL(/bereich=sicherung/)
  await expect(save).toHaveCount(0)
})
