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

/** Chrome's name for an unpacked extension: the hash of its path, in letters from a to p. */
function extensionId(folder: string): string {
  const hash = createHash('sha256').update(folder).digest('hex').slice(0, 32)
  return Array.from(hash, (digit) => String.fromCharCode(97 + Number.parseInt(digit, 16))).join('')
}

type View = { document: Document }
declare const chrome: { extension: { getViews: (wanted: { type: 'popup' }) => View[] } }

/** The open popup, reached from another page of the extension as Chrome allows it. */
const popupOf = (options: Page) => ({
  text: () => options.evaluate(() => chrome.extension.getViews({ type: 'popup' })[0]?.document.body.innerText ?? ''),
  value: (id: string) =>
    options.evaluate((name) => {
      const field = chrome.extension.getViews({ type: 'popup' })[0]?.document.getElementById(name)
      return (field as HTMLInputElement | null | undefined)?.value ?? null
    }, id),
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

test('[INT-6] [RUL-10] the downloaded extension, loaded into Chromium, signs in and saves the current tab', async ({
  open,
  rest,
  owner,
  server,
}) => {
  test.setTimeout(90_000)
  const folder = await mkdtemp(join(tmpdir(), 'blog-cms-extension-'))
  const profile = await mkdtemp(join(tmpdir(), 'blog-cms-profile-'))
  const site = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end('<!doctype html><title>Über Tokenizer</title>')
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  const siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}/tokenizer`

  const guarded = freshAccount('erweiterung')
  const { user } = await register(server.url, guarded)
  await callAs(server.url, owner, 'PATCH', `/users/${user.id}`, { approval: 'approved' })

  const admin = await open('/admin/integrations?tab=chrome')
  const waiting = admin.waitForEvent('download')
  await admin.getByRole('button', { name: 'Extension herunterladen', exact: true }).click()
  const zip = await readFile(await (await waiting).path())
  for (const [name, data] of Object.entries(unzipSync(new Uint8Array(zip)))) await writeFile(join(folder, name), data)
  const backendUrl = await admin.getByLabel('Backend-URL', { exact: true }).inputValue()
  const anonKey = await admin.getByLabel('Öffentlicher Schlüssel', { exact: true }).inputValue()

  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium() ?? undefined,
    args: [
      ...CHROMIUM_FLAGS,
      `--disable-extensions-except=${folder}`,
      `--load-extension=${folder}`,
      '--enable-unsafe-extension-debugging',
    ],
  })
  try {
    const options = await context.newPage()
    await options.goto(`chrome-extension://${extensionId(folder)}/options.html`)
    await options.getByLabel('Backend-URL', { exact: true }).fill(`${backendUrl}/`)
    await options.getByLabel('Öffentlicher Schlüssel', { exact: true }).fill(anonKey)
    await options.getByRole('button', { name: 'Speichern', exact: true }).click()
    await expect(options.getByText('Gespeichert.', { exact: true })).toBeVisible()

    // The tab the person is on, and a click on the extension's icon.
    const page = await context.newPage()
    await page.goto(siteUrl)
    const browser = await context.browser()?.newBrowserCDPSession()
    const { targetInfos } = (await browser?.send('Target.getTargets', { filter: [{ type: 'tab' }] })) ?? {}
    const tab = targetInfos?.find(({ url }) => url === siteUrl)
    const click = { id: extensionId(folder), targetId: tab?.targetId ?? '' }
    await browser?.send('Extensions.triggerAction' as never, click as never)

    const popup = popupOf(options)
    await expect.poll(() => popup.value('url')).toBe(siteUrl)
    expect(await popup.text()).toContain('Passwort')
    await popup.fill('sign-in', { email: owner.email, password: 'falsches Passwort' })
    await expect.poll(() => popup.text()).toContain('E-Mail-Adresse oder Passwort ist falsch.')
    await popup.fill('sign-in', { email: owner.email, password: owner.password })
    await expect.poll(() => popup.text()).toContain('Notiz')
    expect(await popup.value('title')).toBe('Über Tokenizer')
    await popup.fill('capture', { note: 'Aus der Erweiterung' })
    await expect.poll(() => popup.text()).toContain('In der Inbox gespeichert.')

    // With a second factor: the code of an app, and a recovery code where there is none at hand (R10).
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
    await popup.fill('capture', { note: 'Mit zweitem Faktor' })
    await expect.poll(() => popup.text()).toContain('In der Inbox gespeichert.')
  } finally {
    await context.close()
    site.closeAllConnections()
    await new Promise((resolve) => site.close(resolve))
    await rm(folder, { recursive: true, force: true })
    await rm(profile, { recursive: true, force: true })
  }
  const { items } = await rest.send<{ items: InboxItem[] }>('GET', '/api/inbox')
  expect(items.map(({ note }) => note)).toContain('Mit zweitem Faktor')
  expect(items.find(({ note }) => note === 'Aus der Erweiterung')).toMatchObject({
    url: siteUrl,
    title: 'Über Tokenizer',
    type: 'link',
    note: 'Aus der Erweiterung',
    source: 'extension',
  })
})
