import type { Page } from '@playwright/test'
import { expect, refused } from '../support/e2e.ts'
import { button, chip, chooseStatus, openPanel, panel, text, title, type } from '../support/editor.ts'
import { expectAccessible, expectNoOverflow } from '../support/screen-checks.ts'
import { test } from '../support/signed-in.ts'
import { toast, words } from '../support/words.ts'

const LIST = '/admin/settings?bereich=seiten'
const rows = (page: Page) => page.getByRole('list', { name: 'Seiten', exact: true }).getByRole('listitem')
const titles = (page: Page) => rows(page).getByRole('link').allTextContents()
const footer = (page: Page) => page.getByRole('contentinfo').getByRole('link')
const notice = (page: Page) => page.getByRole('region', { name: 'Rechtliche Seiten', exact: true })

async function choosePlacement(page: Page, name: string): Promise<void> {
  await openPanel(page)
  await panel(page).getByRole('combobox', { name: 'Ort', exact: true }).click()
  await page.getByRole('option', { name, exact: true }).click()
}

test('[SITE-4] [RUL-48] a page is written, previewed, published under its own address, versioned, placed, deleted and restored', async ({
  openEmpty,
}) => {
  const page = await openEmpty(LIST)
  await page.getByRole('link', { name: 'Neue Seite', exact: true }).click()
  await expect(page).toHaveURL('/admin/pages/new')
  await expect(title(page)).toBeFocused()
  await type(page, 'Über uns', 'Wir sind drei.')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(toast(page, 'Seite angelegt')).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/pages\/[0-9a-f-]{36}$/)
  await openPanel(page)
  await expect(panel(page).getByLabel('Adresse', { exact: true })).toHaveValue('ueber-uns')
  await expectAccessible(page)

  await button(page, 'Vorschau').click()
  const shown = page.getByRole('region', { name: 'Vorschau', exact: true })
  await expect(shown.getByRole('heading', { level: 1, name: 'Über uns', exact: true })).toBeVisible()
  await expect(words(shown, 'Wir sind drei.')).toBeVisible()
  await button(page, 'Bearbeiten').click()

  // A secret link shows the draft to its holders.
  await panel(page).getByRole('button', { name: 'Vorschaulink …', exact: true }).click()
  const links = page.getByRole('dialog', { name: 'Vorschaulinks', exact: true })
  await links.getByRole('button', { name: 'Link anlegen', exact: true }).click()
  const link = links.getByRole('textbox', { name: 'Neuer Link', exact: true })
  await expect(link).toHaveValue(/\/preview\/[\w-]{43}$/)
  const secret = new URL(await link.inputValue()).pathname
  await page.keyboard.press('Escape')
  await expect(links).toHaveCount(0)

  const published = page.url()
  await page.goto(secret)
  await expect(words(page.getByRole('main'), 'Vorschau – nicht öffentlich')).toBeVisible()
  await expect(words(page.getByRole('main'), 'Wir sind drei.')).toBeVisible()
  await expectAccessible(page)
  await page.goto(published)
  await button(page, 'Veröffentlichen').click()
  await expect(toast(page, 'Seite veröffentlicht')).toBeVisible()
  await expect(page).toHaveURL(LIST)
  expect((await page.request.get('/ueber-uns')).status()).toBe(200)

  // It can be undone, as with articles (RUL-67).
  await toast(page, 'Seite veröffentlicht').getByRole('button', { name: 'Rückgängig', exact: true }).click()
  await expect(toast(page, 'Wieder ein Entwurf')).toBeVisible()
  expect((await page.request.get('/ueber-uns')).status()).toBe(404)
  await page.goto(published)
  await button(page, 'Veröffentlichen').click()
  await expect(page).toHaveURL(LIST)
  await page.goto('/ueber-uns')
  await expect(page.getByRole('heading', { level: 1, name: 'Über uns', exact: true })).toBeVisible()
  await expect(footer(page).filter({ hasText: 'Über uns' })).toHaveAttribute('href', '/ueber-uns')
  await expectAccessible(page)

  // Later edits are not public until they go live; the versions contain both.
  await page.goto(published)
  await text(page).click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(' Oder vier.')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(toast(page, 'Seite gespeichert')).toBeVisible()
  expect(await (await page.request.get('/ueber-uns')).text()).not.toContain('Oder vier')
  await button(page, 'Aktualisieren').click()
  await expect(page).toHaveURL(LIST)
  expect(await (await page.request.get('/ueber-uns')).text()).toContain('Oder vier')
  // An update can be undone, too: readers get the former text again, the new one waits.
  await toast(page, 'Seite gespeichert').getByRole('button', { name: 'Rückgängig', exact: true }).click()
  await expect(toast(page, 'Wieder wie zuvor veröffentlicht')).toBeVisible()
  expect(await (await page.request.get('/ueber-uns')).text()).not.toContain('Oder vier')
  await page.goto(published)
  await expect(text(page)).toContainText('Oder vier')
  await button(page, 'Aktualisieren').click()
  await expect(page).toHaveURL(LIST)
  expect(await (await page.request.get('/ueber-uns')).text()).toContain('Oder vier')
  await page.goto(published)
  await button(page, 'Fassungen').click()
  const versions = page.getByRole('list', { name: 'Fassungen', exact: true })
  await expect(words(versions, 'Veröffentlicht')).toHaveCount(4)
  await page.keyboard.press('Escape')

  await choosePlacement(page, 'nirgends')
  await expect(toast(page, 'Seite aktualisiert')).toBeVisible()
  await page.goto('/')
  await expect(footer(page).filter({ hasText: 'Über uns' })).toHaveCount(0)

  await page.goto(LIST)
  await button(page, 'Aktionen für „Über uns“').click()
  await page.getByRole('menuitem', { name: 'Löschen', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen', exact: true }).click()
  await expect(toast(page, 'Seite gelöscht')).toBeVisible()
  expect((await page.request.get('/ueber-uns')).status()).toBe(404)
  await toast(page, 'Seite gelöscht').getByRole('button', { name: 'Rückgängig', exact: true }).click()
  await expect(rows(page)).toHaveCount(3)
  expect((await page.request.get('/ueber-uns')).status()).toBe(200)
})

test('[SITE-4] Impressum and Datenschutz have blanks, filled and published they are in every footer, and the system check reports no problem', async ({
  openEmpty,
  expectedErrors,
}) => {
  expectedErrors(/^console error: .*404.*gibt-es-nicht/)
  const page = await openEmpty('/admin/system-check')
  const card = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })
  for (const name of ['Impressum', 'Datenschutz']) await expect(words(card(name), 'Warnung')).toBeVisible()
  await page.goto(LIST)
  await expect(notice(page)).toContainText('Impressum und Datenschutz sind noch nicht öffentlich.')
  await expect(rows(page).first()).toContainText(/\d Lücken/)
  await expect(rows(page).first()).toContainText('Vorlage, keine Rechtsberatung')
  await expectAccessible(page)
  await notice(page).getByRole('link', { name: 'Impressum ausfüllen', exact: true }).click()

  // The panel lists the blanks; each selects its position, to be typed over.
  await openPanel(page)
  await expect(words(panel(page), 'fest')).toBeVisible()
  const blanks = panel(page)
    .getByRole('region', { name: /^\d+ Lücken$/ })
    .getByRole('listitem')
  const left = await blanks.count()
  expect(left).toBeGreaterThan(3)
  await expectAccessible(page)
  await blanks.first().getByRole('button').click()
  await expect(text(page)).toBeFocused()
  await page.keyboard.type('Mira Öztürk')
  await expect(blanks).toHaveCount(left - 1)
  await expect(chip(page)).toHaveText('gespeichert')
  await page.setViewportSize({ width: 360, height: 780 })
  await expectNoOverflow(page)
  await page.setViewportSize({ width: 1440, height: 900 })

  await button(page, 'Vorschau').click()
  const preview = page.getByRole('region', { name: 'Vorschau', exact: true })
  await expect(words(preview, `${left - 1} Angaben fehlen noch. Keine Rechtsberatung.`)).toBeVisible()
  await button(page, 'Bearbeiten').click()

  // Publishing with blanks asks.
  await chooseStatus(page, 'Veröffentlicht')
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(`Mit ${left - 1} Lücken veröffentlichen?`)
  await question.getByRole('button', { name: 'Veröffentlichen', exact: true }).click()
  await expect(toast(page, 'Status aktualisiert!')).toBeVisible()
  await page.goto('/impressum')
  await expect(page.getByRole('heading', { level: 1, name: 'Impressum', exact: true })).toBeVisible()
  await expect(page.getByRole('main').locator('mark.blank')).toHaveCount(left - 1)
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoOverflow(page)
  await page.setViewportSize({ width: 1440, height: 900 })

  for (const name of ['Impressum', 'Datenschutz']) {
    await page.goto(LIST)
    await page.getByRole('link', { name, exact: true }).click()
    await text(page).click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('Alles steht da.')
    await page.keyboard.press('ControlOrMeta+s')
    await expect(toast(page, 'Seite gespeichert')).toBeVisible()
    await button(page, name === 'Impressum' ? 'Aktualisieren' : 'Veröffentlichen').click()
    await expect(page).toHaveURL(LIST)
  }
  await expect(notice(page)).toHaveCount(0)
  await page.goto('/admin/system-check')
  await page.getByText('Rechtliches', { exact: true }).click()
  for (const name of ['Impressum', 'Datenschutz']) await expect(words(card(name), 'OK')).toBeVisible()
  for (const path of ['/', '/impressum', '/gibt-es-nicht']) {
    await page.goto(path)
    for (const [name, href] of [
      ['Impressum', '/impressum'],
      ['Datenschutz', '/datenschutz'],
    ] as const)
      await expect(page.getByRole('contentinfo').getByRole('link', { name, exact: true })).toHaveAttribute('href', href)
  }
})

test('[SITE-4] pages are ordered by keyboard, by menu and by dragging', async ({ openEmpty }) => {
  const page = await openEmpty(LIST)
  await expect(rows(page)).toHaveCount(2)
  const handle = (name: string) => button(page, `„${name}“ verschieben`)
  await handle('Datenschutz').focus()
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => titles(page)).toEqual(['Datenschutz', 'Impressum'])
  await expect(words(page.getByRole('main'), '„Datenschutz“ steht an Stelle 1 von 2')).toBeAttached()
  await expect(handle('Datenschutz')).toBeFocused()
  await page.reload()
  await expect.poll(() => titles(page)).toEqual(['Datenschutz', 'Impressum'])

  await button(page, 'Aktionen für „Impressum“').click()
  await page.getByRole('menuitem', { name: 'Nach oben', exact: true }).click()
  await expect.poll(() => titles(page)).toEqual(['Impressum', 'Datenschutz'])

  const [from, to] = [await handle('Impressum').boundingBox(), await rows(page).last().boundingBox()]
  await page.mouse.move(from!.x + 10, from!.y + 10)
  await page.mouse.down()
  await page.mouse.move(from!.x + 10, from!.y + 30)
  await page.mouse.move(to!.x + 20, to!.y + to!.height - 6)
  await page.mouse.up()
  await expect.poll(() => titles(page)).toEqual(['Datenschutz', 'Impressum'])
  await page.reload()
  await expect.poll(() => titles(page)).toEqual(['Datenschutz', 'Impressum'])
  for (const width of [320, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoOverflow(page)
  }
  await expectAccessible(page)
})

test('[SITE-4] [RUL-14] concurrent saves of a page are merged, and unsaved text waits on this machine, never among articles', async ({
  openEmpty,
  expectedErrors,
}) => {
  expectedErrors(/^console error: Failed to load resource: net::ERR_INTERNET_DISCONNECTED /)
  // The texts are merged, whether this tab is notified of the other text or first meets it by saving.
  expectedErrors(refused(409, '/api/rpc/pages/update'))
  const page = await openEmpty(LIST)
  await page.getByRole('link', { name: 'Neue Seite', exact: true }).click()
  await expect(title(page)).toBeFocused()
  await type(page, 'Hausordnung', 'Erste Zeile.', '', 'Letzte Zeile.')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(toast(page, 'Seite angelegt')).toBeVisible()
  const address = page.url()

  // Another tab of the same person saves first; this one knows that tab and is notified.
  const other = await page.context().newPage()
  await other.goto(address)
  await text(other).click()
  await other.keyboard.press('ControlOrMeta+Home')
  await other.keyboard.type('Oben neu. ')
  await other.keyboard.press('ControlOrMeta+s')
  await expect(toast(other, 'Seite gespeichert')).toBeVisible()
  await expect(page.getByText('auch in einem anderen Fenster offen', { exact: true })).toBeVisible()
  await other.close()
  await text(page).click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(' Unten neu.')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(toast(page, 'Seite gespeichert')).toBeVisible()
  await expect(text(page)).toContainText('Oben neu. Erste Zeile.')
  await expect(text(page)).toContainText('Letzte Zeile. Unten neu.')

  // Without a network the text is stored here, and restored with its page.
  await page.context().setOffline(true)
  await page.keyboard.type(' Noch mehr.')
  await expect(chip(page)).toContainText('lokal gesichert')
  await page.context().setOffline(false)
  await expect(chip(page)).toHaveText('gespeichert')
  await page.goto('/admin/articles')
  await expect(page.getByRole('region', { name: 'Lokal gesicherter Text', exact: true })).toHaveCount(0)
  await page.goto(address)
  await expect(text(page)).toContainText('Unten neu. Noch mehr.')
})

test('[SITE-4] [WEEK-6] two brackets find pages by their title', async ({ openEmpty }) => {
  const page = await openEmpty('/admin/articles/new')
  await expect(title(page)).toBeFocused()
  await type(page, 'Verweis', 'Siehe [[')
  await page.keyboard.type('Impres')
  await page.getByRole('option', { name: /^Impressum/ }).click()
  await expect(text(page)).toContainText('Siehe [Impressum](/impressum)')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(chip(page)).toHaveText('gespeichert')
})
