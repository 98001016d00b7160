import type { Page } from '@playwright/test'
import { expect, test as base } from '../support/e2e.ts'
import { expectAccessible, expectNoOverflow } from '../support/screen-checks.ts'
import { toast } from '../support/words.ts'
import { startSmtpPeer, type SmtpPeer } from '../support/smtp-peer.ts'

/** A blog that sends its mail to a server on loopback. */
const test = base.extend<{ peer: SmtpPeer }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads which fixtures are wanted from the pattern
  peer: async ({}, use) => {
    const peer = await startSmtpPeer()
    await use(peer)
    await peer.stop()
  },
  ownBlog: async ({ peer }, use) => use({ SMTP_URL: peer.url, AUTH_MAIL_CONFIRM: 'false' }),
})

/** Replaces the host of mailed links: mails name `localhost`, tests use 127.0.0.1. */
const here = (link: string) => link.replace('//localhost:', '//127.0.0.1:')
const READER = 'anna.krueger@leser.example'

/** Pictures of a screen in both themes and three widths, for the person who looks at them. */
async function look(page: Page, name: string): Promise<void> {
  const folder = process.env.NEWSLETTER_PICTURES
  if (!folder) return
  for (const [width, height] of [
    [1440, 900],
    [360, 780],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.screenshot({ path: `${folder}/${name}-${width}.png`, fullPage: true })
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

/** The screen is usable, accessible and fits, from 320 to 1440 px. */
async function check(page: Page, name: string): Promise<void> {
  await look(page, name)
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoOverflow(page)
  await page.setViewportSize({ width: 1440, height: 900 })
}

test('[NEWS-1] [NEWS-5] [NEWS-6] [NEWS-14] a reader subscribes without script, an article goes out from the toast, and the proof is at hand', async ({
  page,
  peer,
  signIn,
  newContext,
  expectedErrors,
}) => {
  await signIn(page, '/admin/settings?bereich=newsletter')
  await page.getByText('Newsletter anbieten', { exact: true }).click()
  await page.getByLabel('Anschrift', { exact: true }).fill('Ada Moor\nWeg 1, 04229 Leipzig')
  await page.getByLabel('Name', { exact: true }).fill('Moorpost')
  await check(page, 'settings')
  await page.getByRole('button', { name: 'Speichern', exact: true }).click()
  await expect(toast(page, 'Einstellungen gespeichert')).toBeVisible()

  const context = await newContext({ javaScriptEnabled: false })
  const reader = await context.newPage()
  await reader.goto('/newsletter')
  await look(reader, 'public-form')
  await reader.getByLabel('E-Mail-Adresse', { exact: true }).fill(READER)
  await reader.getByRole('button', { name: 'Abonnieren', exact: true }).click()
  await expect(reader.getByRole('heading', { name: 'Sehen Sie bitte in Ihr Postfach', exact: true })).toBeVisible()
  await look(reader, 'public-thanks')
  await reader.goto(here((await peer.next(READER)).link))
  await look(reader, 'public-confirm')
  await reader.getByRole('button', { name: 'Ja, ich möchte den Newsletter', exact: true }).click()
  await expect(reader.getByRole('heading', { name: 'Sie sind dabei', exact: true })).toBeVisible()
  await reader.getByRole('link', { name: 'Etwas ändern', exact: true }).click()
  await look(reader, 'public-settings')
  expect(await context.cookies()).toEqual([])

  await page.goto('/admin/articles/new')
  await page.getByLabel('Titel', { exact: true }).fill('Der Katalog, der sich selbst vergisst')
  await page.getByRole('button', { name: 'Veröffentlichen', exact: true }).click()
  // With three buttons the toast is as wide as the others, and not higher than its words need.
  const said = toast(page, 'Artikel veröffentlicht!')
  const undo = said.getByRole('button', { name: 'Rückgängig', exact: true })
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expect
      .poll(async () => {
        const [outer, inner] = [await said.boundingBox(), await undo.boundingBox()]
        return outer && inner && inner.x + inner.width <= outer.x + outer.width && outer.height < 240
      })
      .toBe(true)
  }
  await page.getByRole('button', { name: 'Als Newsletter senden …', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Als Newsletter senden', exact: true })
  await expect(dialog.getByText('An 1 Adresse, jede einmal.', { exact: true })).toBeVisible()
  const mail = dialog.frameLocator('iframe')
  await expect(mail.getByRole('heading', { name: 'Der Katalog, der sich selbst vergisst', exact: true })).toBeVisible()
  await look(page, 'dialog-light')
  await dialog.getByRole('button', { name: 'Dunkel', exact: true }).click()
  await look(page, 'dialog-dark')
  await dialog.getByRole('button', { name: 'Text', exact: true }).click()
  await expect(dialog.locator('pre')).toContainText('Abmelden: ')
  await expectAccessible(page)
  await dialog.getByLabel('Betreff', { exact: true }).fill('Der vergessene Katalog')
  await dialog.getByLabel('Testmail an', { exact: true }).fill('probe@leser.example')
  await dialog.getByRole('button', { name: 'Testen', exact: true }).click()
  expect((await peer.next('probe@leser.example')).subject).toBe('[Test] Der vergessene Katalog')
  await dialog.getByRole('button', { name: 'Newsletter senden', exact: true }).click()
  await expect(page.getByText('Ausgabe vorgemerkt', { exact: true })).toBeVisible()
  await check(page, 'issues')
  await page.getByRole('button', { name: 'Zurücknehmen', exact: true }).click()
  await expect(page.getByText('Ausgabe zurückgenommen', { exact: true })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Der vergessene Katalog' })).toContainText('zurückgenommen')

  // A digest by hand (NEWS-14): what is new for those of a rhythm.
  await page.getByRole('link', { name: 'Sammelausgabe senden', exact: true }).click()
  const digest = page.getByRole('dialog', { name: 'Sammelausgabe senden', exact: true })
  await expect(
    digest.frameLocator('iframe').getByRole('heading', { name: 'Diese Woche: Moorpost', exact: true }),
  ).toBeVisible()
  await expect(digest.frameLocator('iframe').getByRole('link', { name: /^Der Katalog, der/ })).toBeVisible()
  await digest.getByRole('button', { name: 'Monatlich', exact: true }).click()
  await expect(
    digest.frameLocator('iframe').getByRole('heading', { name: 'Dieser Monat: Moorpost', exact: true }),
  ).toBeVisible()
  const send = digest.getByRole('button', { name: 'Newsletter senden', exact: true })
  await expect(send).toBeDisabled()
  await expect(digest.getByText('Noch niemand in diesem Rhythmus.', { exact: true })).toBeVisible()
  await check(page, 'digest')
  await page.setViewportSize({ width: 320, height: 700 })
  expect(await digest.locator('form').evaluate((form) => form.scrollWidth - form.clientWidth)).toBe(0)
  // A row of buttons ends at the right: what finds no room in it would be beyond the left edge.
  await expect(digest.getByRole('button', { name: 'Abbrechen', exact: true })).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 1440, height: 900 })
  expectedErrors(/400 \(Bad Request\).*issues\/preview/)
  await digest.getByLabel('Neu seit', { exact: true }).fill('31.12.2099')
  // Rhythm and start stay over a reload, as every typed field does.
  await page.reload()
  await expect(digest.getByText('Nicht gespeicherte Eingabe wiederhergestellt', { exact: true })).toBeVisible()
  await expect(digest.getByRole('button', { name: 'Monatlich', exact: true })).toHaveAttribute('aria-pressed', 'true')
  await expect(digest.getByLabel('Neu seit', { exact: true })).toHaveValue('31.12.2099')
  await expect(digest.getByText('In dieser Zeit ist nichts Neues erschienen.', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(digest).toBeHidden()

  await page.getByRole('button', { name: /^Abonnements/ }).click()
  await page.getByRole('button').filter({ hasText: READER }).click()
  const pane = page.getByRole('dialog', { name: READER, exact: true })
  await expect(pane.getByText('Bestätigt', { exact: true })).toBeVisible()
  await expect(pane).toContainText('[Ja, ich möchte den Newsletter]')
  await check(page, 'subscribers')
  const file = page.waitForEvent('download')
  await pane.getByRole('button', { name: 'Schließen', exact: true }).click()
  await page.getByRole('button', { name: 'Exportieren', exact: true }).click()
  expect((await file).suggestedFilename()).toMatch(/^abonnements-.*\.csv$/)
  await page.getByRole('button').filter({ hasText: READER }).click()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('heading', { name: 'Newsletter', exact: true, includeHidden: true })).not.toBeVisible()
  await expect(page.locator('.proof-sheet')).toBeVisible()
  await look(page, 'proof')
  await page.emulateMedia({ media: 'screen' })

  // The form at the end of an article, and its pages in the reader's own window.
  const public_ = await (await newContext()).newPage()
  await public_.goto('/article/der-katalog-der-sich-selbst-vergisst')
  await expect(public_.getByRole('form', { name: 'Newsletter', exact: true })).toBeVisible()
  await check(public_, 'public-article')
  await public_.goto('/newsletter')
  await check(public_, 'public-form-dark')
  const settings = reader.url()
  await public_.goto(settings)
  await check(public_, 'public-settings-dark')
  await public_.goto(settings.replace('einstellungen', 'abmelden'))
  await check(public_, 'public-leave')
  await public_.getByRole('button', { name: 'Abmelden', exact: true }).click()
  await expect(public_.getByRole('heading', { name: 'Sie sind abgemeldet', exact: true })).toBeVisible()
})
