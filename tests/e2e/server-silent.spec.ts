import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { test, type Connection } from '../support/bad-connection.ts'
import { API_ERRORS } from '../../src/contract/errors.ts'
import { addresses } from '../support/box-walk.ts'
import { expect } from '../support/e2e.ts'
import { expectAccessible } from '../support/screen-checks.ts'
import { toast, words } from '../support/words.ts'

/** Ways in which a server returns no message of its own. */
const SILENCES: Record<string, (connection: Connection, path: RegExp) => void> = {
  'the line breaks': (connection, path) => connection.cut(path),
  'a proxy answers 502 with nothing': (connection, path) => connection.answerEmpty(path),
}

const dialog = (page: Page) => page.getByRole('dialog')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

for (const [what, silence] of Object.entries(SILENCES)) {
  test.describe(what, () => {
    test('[SET-1] a save without a response shows `Fehler beim Speichern`, and the input stays', async ({
      open,
      connection,
      expectedErrors,
    }) => {
      expectedErrors(/^console error: Failed to load resource: .*\/api\/rpc\/settings\/update\)$/)
      const page = await open('/admin/settings')
      const title = page.getByLabel('Titel der Website', { exact: true })
      await title.fill('Nicht verlieren')
      silence(connection, /^\/api\/rpc\/settings\/update/)
      await button(page, 'Speichern').click()
      await expect(toast(page, 'Fehler beim Speichern')).toBeVisible()
      await expect(title).toHaveValue('Nicht verlieren')
      await expect(words(page.getByRole('main'), 'Titel geändert')).toBeVisible()
      await expect(button(page, 'Speichern')).toBeEnabled()
    })

    test('[MEDIA-1] an upload without a response shows `Fehler beim Hochladen` and can be retried', async ({
      open,
      connection,
      word,
      expectedErrors,
    }) => {
      expectedErrors(/^console error: Failed to load resource: .*\/api\/media\?filename=/)
      const page = await open('/admin/media')
      const image = sharp({ create: { width: 32, height: 32, channels: 3, background: `#${word.slice(-6)}` } })
      silence(connection, /^\/api\/media\?filename=/)
      await page
        .getByLabel('Bilder zum Hochladen', { exact: true })
        .setInputFiles({ name: `${word}.png`, mimeType: 'image/png', buffer: await image.png().toBuffer() })
      await expect(toast(page, 'Fehler beim Hochladen')).toBeVisible()
      const uploads = page.getByRole('list', { name: 'Uploads', exact: true })
      await expect(words(uploads, 'Fehler beim Hochladen')).toBeVisible()
      connection.mend()
      await uploads.getByRole('button', { name: 'Erneut versuchen', exact: true }).click()
      await expect(toast(page, 'Datei hochgeladen')).toBeVisible()
      await expect(page.getByRole('list', { name: 'Bilder', exact: true }).getByRole('listitem')).toContainText([
        `${word}.png`,
      ])
    })

    test('[LINK-3] saving, changing, deleting and loading links without a response', async ({
      open,
      connection,
      rest,
      word,
      expectedErrors,
    }) => {
      expectedErrors(/^console error: Failed to load resource: .*\/api\/rpc\/links\/(create|update|remove|list)/)
      await rest.send('POST', '/api/links', { title: word, url: 'https://a.example' })
      const page = await open('/admin/link-library')
      const row = page.getByRole('row').filter({ hasText: word })
      silence(connection, /^\/api\/rpc\/links\/(create|update|remove)/)
      await button(page, 'Neuer Link').click()
      await dialog(page).getByLabel('Titel', { exact: true }).fill('Bleibt stehen')
      await dialog(page).getByLabel('URL', { exact: true }).fill('https://bleibt.example')
      await dialog(page).getByRole('button', { name: 'Link anlegen', exact: true }).click()
      await expect(toast(page, 'Fehler beim Speichern des Links')).toBeVisible()
      await expect(dialog(page).getByLabel('Titel', { exact: true })).toHaveValue('Bleibt stehen')
      // A reload removes the toast, so that the next one is a new one.
      await page.reload()

      await row.hover()
      await row.getByRole('button', { name: 'Link bearbeiten', exact: true }).click()
      await dialog(page).getByLabel('Titel', { exact: true }).fill(`${word} geändert`)
      await dialog(page).getByRole('button', { name: 'Speichern', exact: true }).click()
      await expect(toast(page, 'Fehler beim Speichern des Links')).toBeVisible()
      await expect(dialog(page).getByLabel('Titel', { exact: true })).toHaveValue(`${word} geändert`)
      await page.keyboard.press('Escape')

      await row.hover()
      await row.getByRole('button', { name: 'Link löschen', exact: true }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen', exact: true }).click()
      await expect(toast(page, 'Fehler beim Löschen des Links')).toBeVisible()
      await expect(row).toBeVisible()

      silence(connection, /^\/api\/rpc\/links\/list/)
      await page.reload()
      await expect(toast(page, 'Fehler beim Laden der Links')).toBeVisible()
      await expect(page.getByRole('alert').getByRole('heading')).toHaveText('Fehler beim Laden der Links')
      await expectAccessible(page)
      connection.mend()
      await button(page, 'Erneut versuchen').click()
      await expect(row).toBeVisible()
    })

    test('[PROMPT-3] saving, changing, deleting and loading prompts without a response', async ({
      open,
      connection,
      rest,
      word,
      expectedErrors,
    }) => {
      expectedErrors(/^console error: Failed to load resource: .*\/api\/rpc\/prompts\/(create|update|remove|list)/)
      await rest.send('POST', '/api/prompts', { title: word, content: 'Alt' })
      const page = await open('/admin/prompt-library')
      const card = page.getByRole('listitem').filter({ hasText: word })
      silence(connection, /^\/api\/rpc\/prompts\/(create|update|remove)/)
      await button(page, 'Neuer Prompt').click()
      await dialog(page).getByLabel('Titel', { exact: true }).fill('Bleibt')
      await dialog(page).getByLabel('Inhalt', { exact: true }).fill('Bleibt stehen')
      await dialog(page).getByRole('button', { name: 'Prompt anlegen', exact: true }).click()
      await expect(toast(page, 'Fehler beim Speichern des Prompts')).toContainText('Der Server antwortet nicht.')
      await expect(dialog(page).getByLabel('Inhalt', { exact: true })).toHaveValue('Bleibt stehen')
      // A reload removes the toast, so that the next one is a new one.
      await page.reload()

      await card.getByRole('button', { name: 'Prompt bearbeiten', exact: true }).click()
      await dialog(page).getByLabel('Inhalt', { exact: true }).fill('Neu')
      await dialog(page).getByRole('button', { name: 'Speichern', exact: true }).click()
      await expect(toast(page, 'Fehler beim Speichern des Prompts')).toBeVisible()
      await expect(dialog(page).getByLabel('Inhalt', { exact: true })).toHaveValue('Neu')
      await page.keyboard.press('Escape')

      await card.getByRole('button', { name: 'Prompt löschen', exact: true }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen', exact: true }).click()
      await expect(toast(page, 'Fehler beim Löschen des Prompts')).toBeVisible()
      await expect(card).toContainText('Alt')

      silence(connection, /^\/api\/rpc\/prompts\/list/)
      await page.reload()
      await expect(toast(page, 'Fehler beim Laden der Prompts')).toBeVisible()
      await expect(page.getByRole('alert').getByRole('heading')).toHaveText('Fehler beim Laden der Prompts')
      await expectAccessible(page)
      connection.mend()
      await button(page, 'Erneut versuchen').click()
      await expect(card).toBeVisible()
    })
  })
}

test('[AUTH-6] a sign-in with an empty response shows `Ein Fehler ist aufgetreten`, one without a response says so', async ({
  page,
  owner,
  connection,
  expectedErrors,
}) => {
  expectedErrors(/^console error: Failed to load resource: .*\/auth\/v1\/token\?grant_type=password\)$/)
  await page.goto('/auth')
  await page.getByLabel('E-Mail', { exact: true }).fill(owner.email)
  await page.getByLabel('Passwort', { exact: true }).fill(owner.password)
  connection.answerEmpty(/^\/auth\/v1\/token/, 500)
  await button(page, 'Anmelden').click()
  await expect(toast(page, 'Ein Fehler ist aufgetreten')).toBeVisible()
  connection.cut(/^\/auth\/v1\/token/)
  await button(page, 'Anmelden').click()
  await expect(toast(page, 'Der Server antwortet nicht. Bitte versuchen Sie es gleich noch einmal.')).toBeVisible()
  connection.mend()
  await button(page, 'Anmelden').click()
  await expect(toast(page, 'Erfolgreich angemeldet')).toBeVisible()
})

test('every screen that waits for the server fits a phone; refused, it shows the reason once, below one heading, and retries', async ({
  open,
  expectedErrors,
}) => {
  expectedErrors(/^console error: Failed to load resource: .*\/api\/rpc\//)
  const page = await open('/admin/settings')
  const sections = page.getByRole('navigation', { name: 'Einstellungen', exact: true }).getByRole('link')
  const hrefs = await sections.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  await page.setViewportSize({ width: 320, height: 640 })
  const { status, message } = API_ERRORS.internal_error
  const json = { defined: true, code: 'internal_error', status, message }
  let hold = Promise.withResolvers<void>()
  // Who is signed in stays known; otherwise every screen would be the same one.
  await page.route(/\/api\/rpc\/(?!account\/)/, async (route) => {
    await hold.promise
    await route.fulfill({ status, json: { json } })
  })
  const nothingToLoad = ['/admin/account', '/admin/waiting', '/admin/articles/new', '/admin/pages/new']
  const faults: Record<string, unknown> = {}
  const seen = [...(await addresses()), ...hrefs].filter((address) => !nothingToLoad.includes(address))
  for (const address of seen) {
    hold = Promise.withResolvers()
    await page.goto(address.replace('$id', crypto.randomUUID()))
    // Placeholders are rendered after 150 ms; a screen without any has its heading.
    await page.locator('main').locator('output, h1').first().waitFor({ state: 'attached' })
    await page.waitForTimeout(300)
    const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    hold.resolve()
    const main = page.getByRole('main')
    const reasons = words(main, message)
    const shown = await reasons
      .first()
      .waitFor({ timeout: 10_000 })
      .then(() => true)
      .catch(() => false)
    const found = {
      excess,
      shown,
      reasons: await reasons.count(),
      retries: await main.getByRole('button', { name: /^Erneut / }).count(),
      headings: await page.getByRole('heading', { level: 1 }).count(),
    }
    if (JSON.stringify(found) !== JSON.stringify({ excess: 0, shown: true, reasons: 1, retries: 1, headings: 1 }))
      faults[address] = { ...found, text: (await main.innerText()).slice(0, 300) }
  }
  expect(faults).toEqual({})
})
