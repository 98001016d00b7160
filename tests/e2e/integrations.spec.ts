import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { strFromU8, unzipSync } from 'fflate'
import type { Page } from '@playwright/test'
import type { InboxItem } from '../../src/contract/inbox.ts'
import { test as onBadLine } from '../support/bad-connection.ts'
import { expect } from '../support/e2e.ts'
import type { Rest } from '../support/rest.ts'
import { expectAccessible, expectNoOverflow } from '../support/screen-checks.ts'
import { test } from '../support/signed-in.ts'
import { toast } from '../support/words.ts'
import { letThrough } from '../support/routes.ts'

let foreign: Server
let foreignUrl: string

test.beforeAll(async () => {
  foreign = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end('<!doctype html><title>Größe &amp; „Zitat“ = 100 %?</title><p>Eine fremde Seite &amp; „mehr“ 🍝')
  })
  await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve))
  foreignUrl = `http://127.0.0.1:${(foreign.address() as AddressInfo).port}/seite?a=1&b=ü#teil`
})
test.afterAll(async () => {
  await new Promise((resolve) => foreign.close(resolve))
})

const inboxOf = async (rest: Rest) => (await rest.send<{ items: InboxItem[] }>('GET', '/api/inbox?limit=200')).items
const onClipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

test('[INT-1] the bookmarklet has a button to drag, its code to copy, and four steps', async ({ open, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const page = await open('/admin/integrations')
  await expect(page.getByRole('tab')).toHaveText(['Bookmarklet', 'Chrome-Erweiterung', 'RSS-Feeds'])
  await expect(page.getByRole('tab', { name: 'Bookmarklet', exact: true })).toHaveAttribute('aria-selected', 'true')
  const button = page.getByRole('link', { name: 'Zur Inbox', exact: true })
  await expect(button).toHaveAttribute('draggable', 'true')
  await expect(button).toHaveAttribute('href', /^javascript:/)
  const field = page.getByLabel('Bookmarklet-Code', { exact: true })
  await expect(field).toHaveAttribute('readonly', '')
  expect(await field.inputValue()).toBe(await button.getAttribute('href'))
  await page.getByRole('button', { name: 'Code kopieren', exact: true }).click()
  await expect(toast(page, 'Bookmarklet-Code kopiert!')).toBeVisible()
  expect(await onClipboard(page)).toBe(await field.inputValue())
  await expect(
    page.getByRole('list', { name: 'Anleitung zum Lesezeichen', exact: true }).getByRole('listitem'),
  ).toHaveCount(4)
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoOverflow(page)
})

test('[INT-2] [RUL-9] [WEEK-15] the bookmarklet opens its form, also through the sign-in, and saves only when submitted', async ({
  open,
  rest,
  owner,
  server,
  context,
  expectedErrors,
}) => {
  expectedErrors(
    // The foreign page itself, and the server's own name, which differs from the tests' address.
    new RegExp(`^request to a foreign host: GET ${new URL(foreignUrl).origin}/`),
    new RegExp(`^request to a foreign host: (GET|POST|PUT) http://localhost:${server.port}/`),
    /^console error: Failed to load resource: .* status of 404 .*\/favicon\.ico\)$/,
    /status of 409 .*inbox\/create/,
  )
  const page = await open('/admin/integrations')
  const code = await page.getByLabel('Bookmarklet-Code', { exact: true }).inputValue()
  await page.goto(foreignUrl)
  await page.evaluate(() => {
    getSelection()?.selectAllChildren(document.querySelector('p') ?? document.body)
    const original = window.open.bind(window)
    window.open = (...args) => {
      document.body.dataset.opened = JSON.stringify(args)
      return original(...args)
    }
  })
  const opening = context.waitForEvent('page')
  await page.evaluate(decodeURI(code.slice('javascript:'.length)))
  const popup = await opening
  const args = JSON.parse((await page.locator('body').getAttribute('data-opened')) ?? '[]') as string[]
  expect(args.slice(1)).toEqual(['SaveToInbox', 'width=600,height=400'])
  const address = new URL(args[0] ?? '')
  expect(address.pathname).toBe('/admin/integrations')
  expect(Object.fromEntries(address.searchParams)).toEqual({
    action: 'save',
    url: foreignUrl.replace('ü', '%C3%BC'),
    title: 'Größe & „Zitat“ = 100 %?',
  })
  // The selection is in the fragment, which is not sent to the server.
  expect(decodeURIComponent(address.hash)).toBe('#text=Eine fremde Seite & „mehr“ 🍝')

  // The server's own name is another origin than the tests' address, so there is no session.
  await popup.waitForURL(/\/auth\?return=/)
  await popup.getByLabel('E-Mail', { exact: true }).fill(owner.email)
  await popup.getByLabel('Passwort', { exact: true }).fill(owner.password)
  await popup.getByRole('button', { name: 'Anmelden', exact: true }).click()
  await expect(popup.getByRole('heading', { name: 'Zur Inbox', exact: true })).toBeVisible()
  await expect(popup.getByLabel('Titel', { exact: true })).toHaveValue('Größe & „Zitat“ = 100 %?')
  await expect(popup.getByLabel('Adresse', { exact: true })).toHaveValue(foreignUrl.replace('ü', '%C3%BC'))
  await expect(popup.getByRole('radio', { name: 'Link', exact: true })).toBeChecked()
  await expect(popup.getByRole('navigation')).toHaveCount(0)
  expect((await inboxOf(rest)).filter((item) => item.source === 'bookmarklet')).toEqual([])

  const note = popup.getByRole('textbox', { name: 'Notiz', exact: true })
  await expect(note).toHaveValue('Eine fremde Seite & „mehr“ 🍝')
  await note.fill('Für die Serie')
  await note.press('Control+Enter')
  await expect(popup.getByRole('heading', { name: 'In der Inbox gespeichert', exact: true })).toBeVisible()
  const [saved] = (await inboxOf(rest)).filter((item) => item.source === 'bookmarklet')
  expect(saved).toMatchObject({ title: 'Größe & „Zitat“ = 100 %?', type: 'link', note: 'Für die Serie' })

  // The same page again: the form reports it, with both options (WEEK-15).
  const again = await open(`/admin/integrations?action=save&title=Anders&url=${encodeURIComponent(foreignUrl)}`)
  await again.getByRole('button', { name: 'Speichern', exact: true }).click()
  const notice = again.getByRole('status').filter({ hasText: 'Diese Adresse steht schon in der Inbox.' })
  await expect(notice).toContainText('„Größe & ‚Zitat‘ = 100 %?“')
  await expect(notice.getByRole('link', { name: /^Öffnen/ })).toHaveAttribute(
    'href',
    `/admin/inbox?eintrag=${saved?.id}`,
  )
  await expectAccessible(again)
  await again.setViewportSize({ width: 600, height: 400 })
  await expectNoOverflow(again)
  await notice.getByRole('button', { name: 'Trotzdem speichern', exact: true }).click()
  await expect(again.getByRole('heading', { name: 'In der Inbox gespeichert', exact: true })).toBeVisible()

  const closed = popup.waitForEvent('close')
  // The window may close before the press ends.
  const press = popup.getByRole('button', { name: 'Fenster schließen', exact: true }).click()
  await Promise.all([closed, press.catch((error: unknown) => expect(popup.isClosed(), String(error)).toBe(true))])
})

test('[RUL-9] the form accepts any title as text, shows errors at their fields, and saves nothing on leaving', async ({
  open,
  rest,
  word,
  expectedErrors,
}) => {
  expectedErrors(/ERR_FAILED/)
  const page = await open(`/admin/integrations?action=save&title=2026&url=javascript:alert(1)`)
  await expect(page.getByLabel('Titel', { exact: true })).toHaveValue('2026')
  await expect(page.getByRole('radio', { name: 'Idee', exact: true })).toBeChecked()
  await page.getByRole('button', { name: 'Speichern', exact: true }).click()
  await expect(page.getByText('Bitte eine Adresse mit http:// oder https:// angeben', { exact: true })).toBeVisible()
  await page.getByLabel('Adresse', { exact: true }).fill('')
  await page.getByLabel('Titel', { exact: true }).fill(' ')
  await page.getByRole('button', { name: 'Speichern', exact: true }).click()
  await expect(page.getByText('Bitte etwas eingeben', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 600, height: 400 })
  await expectNoOverflow(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoOverflow(page)
  await expectAccessible(page)

  await page.route('**/api/rpc/inbox/create', (route) => route.abort())
  await page.getByLabel('Titel', { exact: true }).fill(word)
  await page.getByRole('radio', { name: 'Notiz', exact: true }).check()
  await page.getByRole('button', { name: 'Speichern', exact: true }).click()
  await expect(toast(page, 'Fehler beim Hinzufügen')).toBeVisible()
  await expect(page.getByLabel('Titel', { exact: true })).toHaveValue(word)
  expect((await inboxOf(rest)).map((item) => item.title)).not.toContain(word)
  await letThrough(page, '**/api/rpc/inbox/create')
  await page.getByRole('button', { name: 'Speichern', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'In der Inbox gespeichert', exact: true })).toBeVisible()
  await expectAccessible(page)

  // Scripts cannot close a tab that no script opened.
  await page.goto('/admin/integrations?action=save&title=Verworfen')
  await page.getByRole('button', { name: 'Abbrechen', exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/inbox$/)
  expect((await inboxOf(rest)).map((item) => item.title)).not.toContain('Verworfen')
  expect((await inboxOf(rest)).find((item) => item.title === word)).toMatchObject({ type: 'note', url: null })
})

test('[INT-3] [INT-4] [INT-5] [RUL-10] the extension is a zip, with address and key to copy', async ({
  open,
  context,
  server,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const page = await open('/admin/integrations?tab=chrome')
  await expect(page.getByLabel('Backend-URL', { exact: true })).toHaveValue(`http://localhost:${server.port}`)
  await page.getByRole('button', { name: 'URL kopieren', exact: true }).click()
  await expect(toast(page, 'URL kopiert!')).toBeVisible()
  expect(await onClipboard(page)).toBe(`http://localhost:${server.port}`)
  await page.getByRole('button', { name: 'Key kopieren', exact: true }).click()
  await expect(toast(page, 'Key kopiert!')).toBeVisible()
  expect(await onClipboard(page)).toBe(await page.locator('meta[name="anon-key"]').getAttribute('content'))
  await expect(
    page.getByRole('list', { name: 'Anleitung zur Erweiterung', exact: true }).getByRole('listitem'),
  ).toHaveCount(5)
  await expect(page.getByRole('note')).toContainText('meldet sich mit Ihrer E-Mail-Adresse und Ihrem Passwort an')

  const { name, files } = await download(page)
  await expect(toast(page, 'Extension heruntergeladen!')).toBeVisible()
  expect(name).toBe('inbox-chrome-extension.zip')
  expect(Object.keys(files).sort((a, b) => a.localeCompare(b))).toEqual([
    'icon-128.png',
    'icon-16.png',
    'icon-48.png',
    'icon.svg',
    'manifest.json',
    'options.html',
    'options.js',
    'popup.html',
    'popup.js',
    'README.md',
  ])
  expect(JSON.parse(strFromU8(files['manifest.json'] ?? new Uint8Array()))).toMatchObject({
    manifest_version: 3,
    name: 'Zur Inbox',
    version: '1.0.0',
    permissions: ['activeTab', 'storage'],
    action: { default_popup: 'popup.html' },
    options_page: 'options.html',
    icons: { 16: 'icon-16.png', 48: 'icon-48.png', 128: 'icon-128.png' },
  })
  expect(strFromU8(files['README.md'] ?? new Uint8Array())).toContain(`http://localhost:${server.port}`)
  expect(strFromU8(files['icon.svg'] ?? new Uint8Array())).toContain('<svg')
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoOverflow(page)
  await expectAccessible(page)
})

async function download(page: Page): Promise<{ name: string; files: Record<string, Uint8Array> }> {
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Extension herunterladen', exact: true }).click()
  const file = await waiting
  return { name: file.suggestedFilename(), files: unzipSync(new Uint8Array(await readFile(await file.path()))) }
}

onBadLine(
  '[INT-4] [INT-3] a file that cannot be fetched is logged and skipped; none at all is a failure',
  async ({ open, connection, expectedErrors }) => {
    expectedErrors(
      /^console error: Failed to load resource: (net::ERR_EMPTY_RESPONSE|.* status of 502 .*) \(.*\/chrome-extension\/[\w.-]+\)$/,
      /^console error: Die Datei [\w.-]+ fehlt in der Erweiterung\./,
      /^console error: Error: none of the extension’s files could be fetched/,
    )
    const page = await open('/admin/integrations?tab=chrome')
    const logged: string[] = []
    page.on('console', (message) => logged.push(message.text()))
    connection.answerEmpty(/^\/chrome-extension\/icon/)
    const { files } = await download(page)
    expect(Object.keys(files)).not.toContain('icon.svg')
    expect(Object.keys(files)).toContain('popup.js')
    expect(JSON.parse(strFromU8(files['manifest.json'] ?? new Uint8Array())).icons).toEqual({})
    expect(logged.join('\n')).toContain('icon.svg fehlt in der Erweiterung')
    connection.cut(/^\/chrome-extension\//)
    await page.getByRole('button', { name: 'Extension herunterladen', exact: true }).click()
    await expect(toast(page, 'Fehler beim Herunterladen der Extension')).toBeVisible()
  },
)

test('[RUL-10] an inbox-only token is created, shown once and revoked', async ({ open, server, word }) => {
  const page = await open('/admin/integrations?tab=chrome')
  await page.getByRole('button', { name: 'Token anlegen', exact: true }).click()
  await expect(page.getByText('Bitte einen Namen eingeben', { exact: true })).toBeVisible()
  await page.getByLabel('Name des Tokens', { exact: true }).fill(word)
  await page.getByRole('button', { name: 'Token anlegen', exact: true }).click()
  const token = await page.getByLabel(`Neues Token „${word}“`, { exact: true }).inputValue()
  const post = () =>
    fetch(`${server.url}/api/inbox`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ title: word }),
    })
  expect((await post()).status).toBe(201)
  await page.reload()
  await expect(page.getByRole('list', { name: 'Tokens', exact: true })).toContainText(word)
  await expect(page.getByRole('main')).not.toContainText(token)
  await expectAccessible(page)
  await page.getByRole('button', { name: `Token „${word}“ widerrufen`, exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Widerrufen', exact: true }).click()
  await expect(toast(page, 'Token widerrufen')).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText(word)
  expect((await post()).status).toBe(401)
})
