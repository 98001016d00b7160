import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { json } from 'node:stream/consumers'
import type { Page } from '@playwright/test'
import { callAs, freshAccount, register } from '../support/accounts.ts'
import { authClient } from '../support/auth-client.ts'
import { type Account, expect, refused, registerOwner, SESSION_ENDED, test } from '../support/e2e.ts'
import { expectAccessible, expectNoOverflow } from '../support/screen-checks.ts'
import { startServer } from '../support/server-process.ts'
import { stored } from '../support/stored-session.ts'
import { codeIn, enrolTotp } from '../support/totp.ts'
import { UNLIMITED } from '../support/unlimited.ts'
import { toast } from '../support/words.ts'

/** A member of the editorial team. */
async function editor(url: string, owner: Account, name: string): Promise<Account> {
  const account = freshAccount(name)
  const { user } = await register(url, account)
  await callAs(url, owner, 'PATCH', `/users/${user.id}`, { approval: 'approved' })
  return account
}

async function enterPassword(page: Page, account: Account) {
  await page.getByLabel('E-Mail', { exact: true }).fill(account.email)
  await page.getByLabel('Passwort', { exact: true }).fill(account.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Anmeldung bestätigen', exact: true })).toBeVisible()
}

const confirmed = (page: Page) => expect(toast(page, 'Erfolgreich angemeldet')).toBeVisible()

test('[FACT-3] [RUL-11] [SESS-6] [SESS-7] signing in asks for the code of the app, keeps the way back, and asks again when the session is lost', async ({
  page,
  server,
  owner,
  expectedErrors,
}) => {
  expectedErrors(...SESSION_ENDED, refused(422, '/auth/v1/factors/*/verify'), refused(403, '/api/live'))
  const account = await editor(server.url, owner, 'app')
  const { secret } = await enrolTotp(server.url, account)
  await page.goto('/admin/editorial-plan?return=keep')
  await enterPassword(page, account)
  const code = page.getByLabel('Code aus Ihrer App „Handy“', { exact: true })
  await expect(code).toBeFocused()
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(code).toHaveAttribute('inputmode', 'numeric')
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoOverflow(page)
  await page.setViewportSize({ width: 1280, height: 720 })

  // The password alone opens nothing, also by a typed URL.
  await page.goto('/admin/editorial-plan')
  await expect(page).toHaveURL(/\/auth\?return=/)
  await expect(code).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Bitte geben Sie den Code ein', { exact: true })).toBeVisible()
  const right = codeIn(secret, 0)
  await code.fill(right === '000000' ? '000001' : '000000')
  await expect(page.getByText('Der Code stimmt nicht.', { exact: true })).toBeVisible()
  await expect(code).toBeFocused()
  await expect(code).toHaveValue('')

  // Six digits submit themselves when pasted.
  await code.fill(`${right.slice(0, 3)} ${right.slice(3)}`)
  await expect(page).toHaveURL('/admin/editorial-plan')
  await confirmed(page)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  // The session ends on the server while the screen is open: password, then code, over the page.
  const session = await stored(page)
  await fetch(`${server.url}/auth/v1/logout?scope=local`, {
    method: 'POST',
    headers: { authorization: `Bearer ${session?.access_token}` },
  })
  const dialog = page.getByRole('alertdialog', { name: 'Ihre Sitzung ist abgelaufen', exact: true })
  // The dialog may be there before the click: links behind it have no role then.
  await page.locator('nav a[href="/admin/articles"]').first().dispatchEvent('click')
  await expect(dialog).toBeVisible()
  await dialog.getByLabel('Passwort', { exact: true }).fill(account.password)
  await page.keyboard.press('Enter')
  await expect(dialog.getByLabel(/^Code aus Ihrer App/)).toBeFocused()
  await expectAccessible(page)
  await dialog.getByLabel(/^Code aus Ihrer App/).fill(codeIn(secret, 1))
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: 'Artikel', exact: true })).toBeVisible()
})

test('[RUL-11] a recovery code signs in once without the app', async ({ page, server, owner, expectedErrors }) => {
  expectedErrors(refused(422, '/api/rpc/account/recoveryCodes/use'))
  const account = await editor(server.url, owner, 'ersatz')
  const { recoveryCodes } = await enrolTotp(server.url, account)
  await page.goto('/auth')
  await enterPassword(page, account)
  // The user of another account can sign out here.
  await page.getByRole('button', { name: 'Mit einem anderen Konto anmelden', exact: true }).click()
  await expect(page.getByLabel('E-Mail', { exact: true })).toBeFocused()
  expect(await stored(page)).toBeNull()
  await enterPassword(page, account)
  await page.getByRole('button', { name: 'Wiederherstellungscode verwenden', exact: true }).click()
  const field = page.getByLabel('Wiederherstellungscode', { exact: true })
  await expect(field).toBeFocused()
  await field.fill('falsch')
  await page.keyboard.press('Enter')
  await expect(
    page.getByText('Dieser Wiederherstellungscode stimmt nicht oder wurde schon benutzt.', { exact: true }),
  ).toBeVisible()
  await field.fill(recoveryCodes[0] ?? '')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin')
  await confirmed(page)
  await expect(page.getByRole('heading', { name: 'Dashboard', exact: true })).toBeVisible()
})

test('[FACT-3] [RUL-11] a passkey confirms the sign-in', async ({ server, owner, newContext, expectedErrors }) => {
  expectedErrors(...SESSION_ENDED, refused(403, '/api/live'))
  const account = await editor(server.url, owner, 'passkey')
  // Passkeys are bound to a name: the address that the server prints, not 127.0.0.1 (RUL-32).
  const origin = server.url.replace('127.0.0.1', 'localhost')
  const page = await (await newContext({ baseURL: origin, ownHost: new URL(origin).host })).newPage()
  const authenticator = await page.context().newCDPSession(page)
  await authenticator.send('WebAuthn.enable')
  await authenticator.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', hasUserVerification: true, isUserVerified: true },
  })
  await page.goto('/auth')
  await page.evaluate(async ({ email, password }) => {
    const send = async (token: string, path: string, body: unknown) => {
      const response = await fetch(`/auth/v1${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      })
      return response.json()
    }
    const { access_token: token } = await send('', '/token?grant_type=password', { email, password })
    const { id } = await send(token, '/factors', { factor_type: 'webauthn', friendly_name: 'Laptop' })
    const challenge = await send(token, `/factors/${id}/challenge`, {})
    const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(challenge.webauthn.credential_options.publicKey)
    const credential = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential
    const answer = { challenge_id: challenge.id, webauthn: { credential_response: credential.toJSON() } }
    const session = await send(token, `/factors/${id}/verify`, answer)
    if (!session.access_token) throw new Error(JSON.stringify(session))
  }, account)

  await enterPassword(page, account)
  const button = page.getByRole('button', { name: 'Mit Passkey bestätigen', exact: true })
  await expect(button).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin')
  await confirmed(page)

  // On another address the browser refuses it, and the page names the right address.
  const elsewhere = await (await newContext()).newPage()
  await elsewhere.goto('/auth')
  await enterPassword(elsewhere, account)
  await elsewhere.getByRole('button', { name: 'Mit Passkey bestätigen', exact: true }).click()
  await expect(elsewhere.getByRole('alert')).toContainText('Ihr Passkey gehört zur Adresse localhost.')
})

test('[FACT-3] [RUL-11] a code by SMS, sent on request, confirms the sign-in', async ({
  newContext,
  expectedErrors,
}) => {
  expectedErrors(refused(429, '/auth/v1/factors/*/challenge'))
  const messages: { to: string; text: string }[] = []
  const gateway = createServer((request, response) => {
    void json(request).then((message) => {
      messages.push(message as (typeof messages)[number])
      response.end()
    })
  })
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve))
  const { port } = gateway.address() as AddressInfo
  const server = await startServer({ env: { ...UNLIMITED, SMS_WEBHOOK_URL: `http://127.0.0.1:${port}/sms` } })
  const sentCode = () => /^\d{6}/.exec(messages.at(-1)?.text ?? '')?.[0] ?? ''
  try {
    const account = await registerOwner(server.url)
    const client = authClient(server.url)
    await client.signInWithPassword(account)
    const { data: factor } = await client.mfa.enroll({ factorType: 'phone', phone: '+491711234567', friendlyName: '' })
    const { data: challenge } = await client.mfa.challenge({ factorId: factor?.id ?? '' })
    const ids = { factorId: factor?.id ?? '', challengeId: challenge?.id ?? '' }
    expect((await client.mfa.verify({ ...ids, code: sentCode() })).error).toBeNull()

    const context = await newContext({ baseURL: server.url, ownHost: new URL(server.url).host })
    const page = await context.newPage()
    await page.goto('/auth')
    await enterPassword(page, account)
    await expect(
      page.getByText('Wir schicken einen Code an die Nummer, die auf 567 endet.', { exact: true }),
    ).toBeVisible()
    const send = page.getByRole('button', { name: 'Code senden', exact: true })
    await expect(send).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toHaveText('Eine SMS ist schon unterwegs. Bitte warten Sie eine Minute.')
    const database = new DatabaseSync(join(server.dataDir, 'blog-cms.sqlite'), { timeout: 60_000 })
    database.exec("update auth_factors set last_challenged_at = '2026-01-01T00:00:00.000Z'")
    database.close()
    await expect(send).toBeFocused()
    await page.keyboard.press('Enter')
    const code = page.getByLabel('Code aus der SMS', { exact: true })
    await expect(code).toBeFocused()
    await code.fill(sentCode())
    await expect(page).toHaveURL('/admin')
    expect(messages.map(({ to }) => to)).toEqual(['+491711234567', '+491711234567'])
    // Closed before its server stops, so that the page sends no more requests.
    await context.close()
  } finally {
    await server.stop()
    await new Promise((resolve) => gateway.close(resolve))
  }
})
