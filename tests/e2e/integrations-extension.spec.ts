import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { unzipSync } from 'fflate'
import type { InboxItem } from '../../src/contract/inbox.ts'
import { CHROMIUM_FLAGS, findChromium } from '../support/chromium.ts'
import { callAs, freshAccount, register } from '../support/accounts.ts'
import { expect } from '../support/e2e.ts'
import { test } from '../support/signed-in.ts'
import { codeIn, enrolTotp } from '../support/totp.ts'
import { toast } from '../support/words.ts'

/** Chrome's id of an unpacked extension: the hash of its path, in characters from a to p. */
function extensionId(folder: string): string {
  const hash = createHash('sha256').update(folder).digest('hex').slice(0, 32)
  return Array.from(hash, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 16))).join('')
}

type View = { document: Document; close: () => void }
declare const chrome: { extension: { getViews: (wanted: { type: 'popup' }) => View[] } }

/** The open popup, accessed from another page of the extension as Chrome allows it. */
const popupOf = (options: Page) => ({
  text: () => options.evaluate(() => chrome.extension.getViews({ type: 'popup' })[0]?.document.body?.innerText ?? ''),
  value: (id: string) =>
    options.evaluate((name) => {
      const field = chrome.extension.getViews({ type: 'popup' })[0]?.document.getElementById(name)
      return (field as HTMLInputElement | null | undefined)?.value ?? null
    }, id),
  close: () => options.evaluate(() => chrome.extension.getViews({ type: 'popup' })[0]?.close()),
  click: (id: string) =>
    options.evaluate((name) => {
      chrome.extension.getViews({ type: 'popup' })[0]?.document.getElementById(name)?.click()
    }, id),
  fill: (form: string, values: Record<string, string>) =>
    options.evaluate(
      ({ form: name, values: fields }) => {
        const view = chrome.extension.getViews({ type: 'popup' })[0]
        if (!view) throw new Error('no popup is open')
        const field = <T extends HTMLElement>(id: string) => view.document.getElementById(id) as T
        for (const [id, value] of Object.entries(fields)) field<HTMLInputElement>(id).value = value
        field<HTMLFormElement>(name).requestSubmit()
      },
      { form, values },
    ),
})

/** A page of a foreign site, for the current tab. */
async function startSite() {
  const site = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end('<!doctype html><title>Über Tokenizer</title>')
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(site.address() as AddressInfo).port}/tokenizer`,
    async stop() {
      site.closeAllConnections()
      await new Promise((resolve) => site.close(resolve))
    },
  }
}

/** Downloads the extension from the Integrations screen, loads it into a Chromium of its own and opens its options. */
async function loadExtension(admin: Page) {
  const folder = await mkdtemp(join(tmpdir(), 'blog-cms-extension-'))
  const profile = await mkdtemp(join(tmpdir(), 'blog-cms-profile-'))
  const waiting = admin.waitForEvent('download')
  await admin.getByRole('button', { name: 'Extension herunterladen', exact: true }).click()
  const zip = await readFile(await (await waiting).path())
  for (const [name, data] of Object.entries(unzipSync(new Uint8Array(zip)))) await writeFile(join(folder, name), data)
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium() ?? undefined,
    args: [
      ...CHROMIUM_FLAGS,
      `--disable-extensions-except=${folder}`,
      `--load-extension=${folder}`,
      '--enable-unsafe-extension-debugging',
    ],
  })
  const options = await context.newPage()
  await options.goto(`chrome-extension://${extensionId(folder)}/options.html`)
  const browser = await context.browser()?.newBrowserCDPSession()
  return {
    context,
    options,
    popup: popupOf(options),
    /** A click on the extension's icon while this tab is active. */
    async clickIcon(tabUrl: string) {
      const { targetInfos } = (await browser?.send('Target.getTargets', { filter: [{ type: 'tab' }] })) ?? {}
      const tab = targetInfos?.find(({ url }) => url === tabUrl)
      const click = { id: extensionId(folder), targetId: tab?.targetId ?? '' }
      await browser?.send('Extensions.triggerAction' as never, click as never)
    },
    async close() {
      await context.close()
      await rm(folder, { recursive: true, force: true })
      await rm(profile, { recursive: true, force: true })
    },
  }
}

/** Fills the options with the two addresses of the Integrations screen, and further given values. */
async function fillOptions(options: Page, admin: Page, more: Record<string, string> = {}) {
  const backendUrl = await admin.getByLabel('Backend-URL', { exact: true }).inputValue()
  const anonKey = await admin.getByLabel('Öffentlicher Schlüssel', { exact: true }).inputValue()
  const fields = { 'Backend-URL': `${backendUrl}/`, 'Öffentlicher Schlüssel': anonKey, ...more }
  for (const [label, value] of Object.entries(fields)) await options.getByLabel(label, { exact: true }).fill(value)
  // A slow storage must not overwrite the input.
  await options.evaluate('load()')
  await options.getByRole('button', { name: 'Speichern', exact: true }).click()
  await expect(options.getByText('Gespeichert.', { exact: true })).toBeVisible()
}

test('[INT-6] [RUL-10] [WEEK-15] the downloaded extension, loaded into Chromium, signs in and saves the current tab', async ({
  open,
  rest,
  owner,
  server,
}) => {
  const site = await startSite()

  const guarded = freshAccount('erweiterung')
  const { user } = await register(server.url, guarded)
  await callAs(server.url, owner, 'PATCH', `/users/${user.id}`, { approval: 'approved' })

  const admin = await open('/admin/integrations?tab=chrome')
  const { context, options, popup, clickIcon, close } = await loadExtension(admin)
  try {
    await fillOptions(options, admin)

    // The active tab, and a click on the extension's icon.
    const page = await context.newPage()
    await page.goto(site.url)
    await clickIcon(site.url)

    await expect.poll(() => popup.value('url')).toBe(site.url)
    expect(await popup.text()).toContain('Passwort')
    await popup.fill('sign-in', { email: owner.email, password: 'falsches Passwort' })
    await expect.poll(() => popup.text()).toContain('E-Mail-Adresse oder Passwort ist falsch.')
    await popup.fill('sign-in', { email: owner.email, password: owner.password })
    await expect.poll(() => popup.text()).toContain('Notiz')
    expect(await popup.value('title')).toBe('Über Tokenizer')
    await popup.fill('capture', { note: 'Aus der Erweiterung' })
    await expect.poll(() => popup.text()).toContain('In der Inbox gespeichert.')

    // With a second factor: the code of an app, or a recovery code (RUL-10).
    const { secret, recoveryCodes } = await enrolTotp(server.url, guarded)
    const signIn = async () => {
      await popup.click('sign-out')
      await expect.poll(() => popup.text()).toContain('Sie sind abgemeldet.')
      await popup.fill('sign-in', guarded)
      await expect.poll(() => popup.text()).toContain('Code aus Ihrer App')
    }
    await signIn()
    const right = codeIn(secret, 0)
    await popup.fill('second-factor', { code: right === '000000' ? '000001' : '000000' })
    await expect.poll(() => popup.text()).toContain('Der Code stimmt nicht.')
    await popup.fill('second-factor', { code: `${right.slice(0, 3)} ${right.slice(3)}` })
    await expect.poll(() => popup.text()).toContain('Notiz')
    await signIn()
    await popup.click('other-way')
    await expect.poll(() => popup.text()).toContain('Wiederherstellungscode')
    await popup.fill('second-factor', { code: recoveryCodes[0] ?? '' })
    await expect.poll(() => popup.text()).toContain('Notiz')
    // The first of them saved the same page (WEEK-15).
    await popup.fill('capture', { note: 'Mit zweitem Faktor' })
    await expect.poll(() => popup.text()).toContain('Diese Adresse steht schon in der Inbox: „Über Tokenizer“')
    const tab = context.waitForEvent('page')
    await popup.click('open-entry')
    expect((await tab).url()).toMatch(/\/admin\/inbox\?eintrag=[\da-f-]{36}$/)
    await (await tab).close()
    await clickIcon(site.url)
    await expect.poll(() => popup.text()).toContain('Notiz')
    await popup.fill('capture', { note: 'Mit zweitem Faktor' })
    await expect.poll(() => popup.text()).toContain('Trotzdem speichern')
    await popup.click('save-anyway')
    await expect.poll(() => popup.text()).toContain('In der Inbox gespeichert.')
  } finally {
    await close()
    await site.stop()
  }
  const { items } = await rest.send<{ items: InboxItem[] }>('GET', '/api/inbox')
  expect(items.map(({ note }) => note)).toContain('Mit zweitem Faktor')
  expect(items.find(({ note }) => note === 'Aus der Erweiterung')).toMatchObject({
    url: site.url,
    title: 'Über Tokenizer',
    type: 'link',
    note: 'Aus der Erweiterung',
    source: 'extension',
  })
})

test('[RUL-10] with an inbox token the extension saves without signing in, and reports a revoked token', async ({
  open,
  rest,
  word,
}) => {
  const site = await startSite()
  const admin = await open('/admin/integrations?tab=chrome')
  await admin.getByLabel('Name des Tokens', { exact: true }).fill(word)
  await admin.getByRole('button', { name: 'Token anlegen', exact: true }).click()
  const token = await admin.getByLabel(`Neues Token „${word}“`, { exact: true }).inputValue()
  const { context, options, popup, clickIcon, close } = await loadExtension(admin)
  try {
    await fillOptions(options, admin, { 'Inbox-Token (optional)': token })
    const page = await context.newPage()
    await page.goto(site.url)
    await clickIcon(site.url)
    await expect.poll(() => popup.value('url')).toBe(site.url)
    await expect.poll(() => popup.text()).toContain('Notiz')
    // Neither sign-in nor sign-out is offered.
    expect(await popup.text()).not.toMatch(/Passwort|Abmelden/)
    await popup.fill('capture', { note: word })
    await expect.poll(() => popup.text()).toContain('In der Inbox gespeichert.')
    const kept = async () =>
      (await rest.send<{ items: InboxItem[] }>('GET', '/api/inbox')).items.filter(({ note }) => note?.includes(word))
    expect(await kept()).toMatchObject([{ url: site.url, title: 'Über Tokenizer', note: word, source: 'extension' }])

    await admin.getByRole('button', { name: `Token „${word}“ widerrufen`, exact: true }).click()
    await admin.getByRole('alertdialog').getByRole('button', { name: 'Widerrufen', exact: true }).click()
    await expect(toast(admin, 'Token widerrufen')).toBeVisible()
    await popup.close()
    await expect.poll(() => popup.value('url')).toBeNull()
    await page.bringToFront()
    await clickIcon(site.url)
    await expect.poll(() => popup.value('url')).toBe(site.url)
    await popup.fill('capture', { note: `${word} danach` })
    await expect
      .poll(() => popup.text())
      .toContain(
        'Ihr Inbox-Token gilt nicht mehr. Legen Sie in der Redaktion unter Integrationen ein neues an, und tragen Sie es in den Einstellungen ein.',
      )
    // The input stays for the next attempt.
    expect(await popup.value('note')).toBe(`${word} danach`)
    expect(await kept()).toHaveLength(1)
  } finally {
    await close()
    await site.stop()
  }
})
