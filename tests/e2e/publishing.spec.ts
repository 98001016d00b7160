import type { Page } from '@playwright/test'
import { expect, missing, refused } from '../support/e2e.ts'
import { expectAccessible, expectNoOverflow } from '../support/screen-checks.ts'
import { test } from '../support/signed-in.ts'
import { toast, words } from '../support/words.ts'

const panel = (page: Page) => page.getByRole('complementary', { name: 'Angaben', exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('[EDIT-10] [RUL-3] scheduled opens the date field at once, and the date is set and stored in the site’s zone, across both clock changes @timezones', async ({
  open,
  rest,
  word,
}) => {
  const { id } = await rest.createArticle({ title: word })
  const page = await open(`/admin/articles/${id}`)
  await panel(page).getByRole('combobox', { name: 'Status', exact: true }).click()
  await page.getByRole('option', { name: 'Geplant', exact: true }).click()
  await expect(toast(page, 'Status aktualisiert!')).toBeVisible()
  const field = panel(page).getByLabel('Termin (Europe/Berlin)', { exact: true })
  await expect(field).toBeFocused()
  expect(await rest.getArticle(id)).toMatchObject({ status: 'scheduled', published_at: null })
  await field.press('Escape')
  await expect(panel(page).getByRole('button', { name: /^Ohne Termin ?, Termin ändern$/ })).toBeVisible()

  const plan = async (wall: string, note: string, instant: string, shown: string) => {
    await panel(page)
      .getByRole('button', { name: /, Termin ändern$/ })
      .click()
    await field.fill(wall)
    await expect(words(panel(page), note)).toBeVisible()
    await field.press('Enter')
    await expect(panel(page).getByRole('button', { name: new RegExp(`^${shown} .*, Termin ändern$`) })).toBeVisible()
    expect((await rest.getArticle(id)).published_at).toBe(instant)
  }
  await plan(
    '2027-03-28T02:30',
    'Diese Uhrzeit gibt es wegen der Sommerzeit nicht. Es gilt eine Stunde später, 03:30 Uhr.',
    '2027-03-28T01:30:00.000Z',
    'So, 28. März 2027, 03:30',
  )
  await plan(
    '2027-10-31T02:30',
    'Diese Uhrzeit gibt es wegen der Winterzeit zweimal. Es gilt die erste.',
    '2027-10-31T00:30:00.000Z',
    'So, 31. Okt. 2027, 02:30',
  )
  await panel(page)
    .getByRole('button', { name: /, Termin ändern$/ })
    .click()
  await field.fill('2020-01-01T08:00')
  await expect(
    panel(page).getByText('Dieser Zeitpunkt ist vorbei: Der Artikel erscheint sofort.', { exact: true }),
  ).toBeVisible()
  // Appearance and widths do not depend on the zone, so one of the three projects suffices.
  const looks = test.info().project.name === 'sqlite'
  if (looks) await expectAccessible(page)
  await field.press('Escape')

  await panel(page)
    .getByRole('button', { name: /, Zurückziehen ändern$/ })
    .click()
  const until = panel(page).getByLabel('Zurückziehen am (Europe/Berlin)', { exact: true })
  await until.fill('2027-10-31T01:30')
  await expect(
    panel(page).getByText('Das Zurückziehen muss nach dem Veröffentlichen liegen.', { exact: true }),
  ).toBeVisible()
  await expect(button(page, 'Zurückziehen')).toBeDisabled()
  await until.fill('2027-10-31T03:30')
  await until.press('Enter')
  await expect(toast(page, 'Zurückziehen geplant')).toBeVisible()
  expect(await rest.getArticle(id)).toMatchObject({
    published_at: '2027-10-31T00:30:00.000Z',
    unpublish_at: '2027-10-31T02:30:00.000Z',
  })
  await panel(page)
    .getByRole('button', { name: /, Termin ändern$/ })
    .click()
  await button(page, 'Ohne Termin').click()
  await expect(toast(page, 'Termin entfernt')).toBeVisible()
  expect((await rest.getArticle(id)).published_at).toBeNull()
  if (!looks) return
  await page.setViewportSize({ width: 360, height: 780 })
  await page.getByRole('button', { name: /^Angaben(, \d+ Hinweise?)?$/ }).click()
  await page.getByRole('button', { name: /, Zurückziehen ändern$/ }).click()
  await expect(page.getByLabel('Zurückziehen am (Europe/Berlin)', { exact: true })).toBeFocused()
  await expectNoOverflow(page)
})

test('[RUL-37] a preview link is created, copied, read without an account and revoked', async ({
  open,
  rest,
  reader,
  word,
  expectedErrors,
}) => {
  expectedErrors(...missing('/preview/*'))
  const { id } = await rest.createArticle({ title: `${word} geheim`, content_markdown: 'Noch nicht **fertig**.' })
  const page = await open(`/admin/articles/${id}`)
  await panel(page).getByRole('button', { name: 'Vorschaulink …', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Vorschaulinks', exact: true })
  await expect(dialog.getByText('Noch keine.', { exact: true })).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Gültig', exact: true }).click()
  await page.getByRole('option', { name: '30 Tage', exact: true }).click()
  await dialog.getByRole('button', { name: 'Link anlegen', exact: true }).click()
  const address = dialog.getByLabel('Neuer Link', { exact: true })
  await expect(address).toBeFocused()
  const path = new URL(await address.inputValue()).pathname
  await expect(dialog.getByText('noch nicht geöffnet', { exact: true })).toBeVisible()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await dialog.getByRole('button', { name: 'Kopieren', exact: true }).click()
  await expect(toast(page, 'Vorschaulink kopiert')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await address.inputValue())
  await expectAccessible(page)

  await reader.goto(path)
  await expect(reader.getByText('Vorschau – nicht öffentlich', { exact: true })).toBeVisible()
  await expect(reader.getByRole('heading', { level: 1, name: `${word} geheim`, exact: true })).toBeVisible()
  await expect(reader.getByRole('strong').filter({ hasText: 'fertig' })).toBeVisible()
  await expectAccessible(reader)
  await reader.setViewportSize({ width: 360, height: 780 })
  await expectNoOverflow(reader)
  // Code that comes while the page is open can be copied, too.
  const { version } = await rest.send('GET', `/api/articles/${id}`)
  await rest.send('PATCH', `/api/articles/${id}`, {
    version,
    content_markdown: 'Noch nicht **fertig**.\n\n~~~js\nlet a\n~~~',
  })
  await expect(reader.getByRole('button', { name: 'Kopieren', exact: true })).toBeVisible({ timeout: 15_000 })

  // The address is shown once; the list shows that it was opened.
  await dialog.getByRole('button', { name: 'Schließen', exact: true }).click()
  await panel(page).getByRole('button', { name: 'Vorschaulink …', exact: true }).click()
  await expect(dialog.getByText(/zuletzt geöffnet gerade eben$/)).toBeVisible()
  await expect(address).toBeHidden()
  await dialog.getByRole('button', { name: /^Link bis .* widerrufen$/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Widerrufen', exact: true }).click()
  await expect(toast(page, 'Vorschaulink widerrufen')).toBeVisible()
  await expect(dialog.getByText('Noch keine.', { exact: true })).toBeVisible()
  expect((await reader.reload())?.status()).toBe(404)
  await expect(reader.getByRole('heading', { level: 1, name: 'Vorschau nicht gefunden', exact: true })).toBeVisible()

  await dialog.getByRole('button', { name: 'Schließen', exact: true }).click()
  await page.setViewportSize({ width: 360, height: 780 })
  await page.getByRole('button', { name: /^Angaben(, \d+ Hinweise?)?$/ }).click()
  await page.getByRole('button', { name: 'Vorschaulink …', exact: true }).click()
  await dialog.getByRole('button', { name: 'Link anlegen', exact: true }).click()
  await expect(address).toBeFocused()
  await expectNoOverflow(page)
})

test('[RUL-5] a changed address redirects, a taken one gets a proposal, and former ones are listed and removed', async ({
  open,
  rest,
  reader,
  word,
  expectedErrors,
}) => {
  expectedErrors(refused(409, '/api/rpc/articles/update'), refused(410, '/article/*'), ...missing('/article/*'))
  const slug = word.toLowerCase()
  await rest.createArticle({ title: `${word} vergeben`, slug: `${slug}-vergeben` })
  const { id } = await rest.createArticle({ title: word, status: 'published' })
  const page = await open(`/admin/articles/${id}`)
  const address = panel(page).getByLabel('Adresse', { exact: true })
  await address.fill(`${slug}-vergeben`)
  await button(page, 'Aktualisieren').click()
  await panel(page)
    .getByRole('button', { name: `„${slug}-vergeben-2“ verwenden`, exact: true })
    .click()
  await button(page, 'Aktualisieren').click()
  await page.waitForURL('/admin/articles')
  await reader.goto(`/article/${slug}`)
  await expect(reader).toHaveURL(`/article/${slug}-vergeben-2`)

  await page.goto(`/admin/articles/${id}`)
  await panel(page).getByRole('button', { name: 'Frühere Adressen', exact: true }).click()
  await expect(panel(page).getByRole('list', { name: 'Frühere Adressen', exact: true })).toHaveText(`/article/${slug}`)
  await panel(page)
    .getByRole('button', { name: `/article/${slug} aufgeben`, exact: true })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Aufgeben', exact: true }).click()
  await expect(panel(page).getByText('Keine früheren Adressen.', { exact: true })).toBeVisible()
  expect((await reader.goto(`/article/${slug}`))?.status()).toBe(410)
})
