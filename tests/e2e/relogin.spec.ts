import type { BrowserContext, Page } from '@playwright/test'
import { approved, callAs } from '../support/accounts.ts'
import { test as onBadLine } from '../support/bad-connection.ts'
import { type Account, expect, SESSION_ENDED, test } from '../support/e2e.ts'
import { keptDrafts } from '../support/editor.ts'
import { expectAccessible, expectNoOverflow } from '../support/screen-checks.ts'
import { placeSession, stored } from '../support/stored-session.ts'

const text = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true })
const title = (page: Page) => page.getByRole('textbox', { name: 'Titel', exact: true })
const pathOf = (address: string) => address.slice(new URL(address).origin.length)
const dialog = (page: Page) => page.getByRole('alertdialog', { name: 'Ihre Sitzung ist abgelaufen', exact: true })

/** Ends the session of a page on the server; the page notices with the next response. */
async function endSession(page: Page, url: string): Promise<void> {
  const token = (await stored(page))?.access_token
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${url}/auth/v1/logout?scope=local`, { method: 'POST', headers })
  expect(answer.status).toBe(204)
}

/** Makes every stored text this many days old, and marks it as shown then. */
const age = (page: Page, days: number) =>
  page.evaluate(
    (savedAt) =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('blog-cms-drafts')
        opening.addEventListener('success', () => {
          const transaction = opening.result.transaction('drafts', 'readwrite')
          const cursor = transaction.objectStore('drafts').openCursor()
          cursor.addEventListener('success', () => {
            if (!cursor.result) return
            cursor.result.update({ ...(cursor.result.value as object), savedAt, shownAt: savedAt })
            cursor.result.continue()
          })
          transaction.addEventListener('complete', () => resolve())
        })
      }),
    new Date(Date.now() - days * 86_400_000).toISOString(),
  )

async function openAs(context: BrowserContext, account: Account, address: string): Promise<Page> {
  const page = await context.newPage()
  await placeSession(page, account)
  await page.goto(address)
  return page
}

test('[RUL-28] a session that ends during typing takes no character of the text', async ({
  page,
  server,
  owner,
  signIn,
  expectedErrors,
}) => {
  expectedErrors(...SESSION_ENDED)
  const account = await approved(server.url, owner, 'tippt')
  await signIn(page, '/admin/articles/new', account)
  await title(page).fill('Unterbrochen')
  await text(page).click()
  await page.keyboard.type('Davor.')
  await expect(page.locator('[data-sync]')).toHaveText('gespeichert')
  await endSession(page, server.url)
  // Typing lasts until the page has noticed it.
  const refused = page.waitForResponse((answer) => answer.status() === 401)
  let typed = 'Davor.'
  let ended = false
  void refused.then(() => (ended = true))
  for (let more = 12; more > 0; more -= Number(ended)) {
    await page.keyboard.type(' Wort', { delay: 20 })
    typed += ' Wort'
  }
  await expect(text(page)).toHaveText(typed)
  await expect(dialog(page)).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoOverflow(page)
  await page.keyboard.type(' danach')
  await expect(text(page)).toHaveText(`${typed} danach`)
  await page.setViewportSize({ width: 1440, height: 900 })
  // Once no field has the focus any more, the dialog is over the screen and asks for the password.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await expect(dialog(page).getByLabel('Passwort', { exact: true })).toBeFocused()
  await expect(dialog(page).getByLabel('Passwort', { exact: true })).toHaveValue('')
  await page.keyboard.type(account.password)
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeHidden()
  await expect(text(page)).toHaveText(`${typed} danach`)
})

test('[RUL-28] a save by Strg S that meets an ended session puts nothing into the password field', async ({
  page,
  server,
  owner,
  signIn,
  expectedErrors,
}) => {
  expectedErrors(...SESSION_ENDED)
  const account = await approved(server.url, owner, 'sichert')
  await signIn(page, '/admin/articles/new', account)
  await title(page).fill('Gesichert')
  await text(page).click()
  await page.keyboard.type('Davor.')
  await expect(page.locator('[data-sync]')).toHaveText('gespeichert')
  await endSession(page, server.url)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+s')
  await expect(dialog(page)).toBeVisible()
  await page.keyboard.type('danach')
  await expect(dialog(page).getByLabel('Passwort', { exact: true })).toHaveValue('')
  await dialog(page).getByLabel('Passwort', { exact: true }).fill(account.password)
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeHidden()
  await expect(text(page)).toBeFocused()
  await expect(text(page)).toHaveText('Davor.danach')
})

test('[RUL-28] after a session ends under an article or a form, both continue after the password', async ({
  page,
  server,
  owner,
  signIn,
  expectedErrors,
}) => {
  expectedErrors(...SESSION_ENDED)
  const account = await approved(server.url, owner, 'verliert')
  await signIn(page, '/admin/articles/new', account)
  await text(page).click()
  await page.keyboard.type('Vor dem Ende geschrieben.')
  await endSession(page, server.url)
  await title(page).fill(`Überlebt ${account.email}`)
  await page.keyboard.press('ControlOrMeta+s')
  await expect(dialog(page)).toBeVisible()
  await expect(page.locator('[role=textbox]', { hasText: 'Vor dem Ende geschrieben.' })).toBeVisible()
  await dialog(page).getByLabel('Passwort', { exact: true }).click()
  await page.keyboard.type(account.password)
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  await expect(title(page)).toHaveValue(`Überlebt ${account.email}`)
  // The refused save was sent again.
  await expect(page).toHaveURL(/\/admin\/articles\/[\da-f-]{36}/)
  await text(page).click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(' Danach geschrieben.')
  await page.keyboard.press('ControlOrMeta+s')
  await expect
    .poll(async () => {
      const id = page.url().split('/').at(-1)
      return (await callAs(server.url, account, 'GET', `/articles/${id}`)).content_markdown
    })
    .toBe('Vor dem Ende geschrieben. Danach geschrieben.')
  // Text on the server needs no copy here.
  await expect.poll(() => keptDrafts(page)).toEqual([])

  await page.goto('/admin/link-library')
  await page.getByRole('button', { name: 'Neuer Link', exact: true }).first().click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Titel', { exact: true }).fill('Getippt')
  await form.getByLabel('URL', { exact: true }).fill('https://beispiel.example/')
  await endSession(page, server.url)
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeVisible()
  await dialog(page).getByLabel('Passwort', { exact: true }).fill(account.password)
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Getippt (neuer Tab)', exact: true })).toBeVisible()
})

test('[RUL-28] unsaved text is visible only to its author and expires after 14 days', async ({
  server,
  owner,
  newContext,
  expectedErrors,
}) => {
  expectedErrors(...SESSION_ENDED)
  const [mira, jonas] = [await approved(server.url, owner, 'mira'), await approved(server.url, owner, 'jonas')]
  const context = await newContext()
  const first = await openAs(context, mira, '/admin/articles/new')
  await text(first).click()
  await first.keyboard.type('Nur für Mira.')
  await expect(first.getByText('lokal gesichert – Titel fehlt', { exact: true })).toBeVisible()
  await endSession(first, server.url)
  await first.getByRole('link', { name: 'Artikel', exact: true }).first().click()
  await expect(dialog(first)).toBeVisible()
  await expectAccessible(first)
  await first.keyboard.press('Escape')
  await expect(first).toHaveURL(/\/auth\?return=%2Fadmin/)
  await first.close()

  const theirs = await openAs(context, jonas, '/admin/articles/new')
  await expect(title(theirs)).toBeFocused()
  await expect(theirs.locator('body')).not.toContainText('Nur für Mira.')
  await theirs.getByRole('button', { name: 'Abmelden', exact: true }).click()
  await expect(theirs).toHaveURL(/\/auth/)
  await theirs.close()

  const back = await openAs(context, mira, '/admin/articles/new')
  await expect(text(back)).toHaveText('Nur für Mira.')
  await expect(back.getByText(/ist wiederhergestellt\.$/)).toBeVisible()
  // The text, and its base; the former copy is deleted once this editor has its own.
  await expect.poll(async () => (await keptDrafts(back)).filter(([key]) => !key.endsWith(':origin')).length).toBe(1)
  await back.goto('/healthz')
  await age(back, 15)
  await back.goto('/admin')
  await expect.poll(() => keptDrafts(back)).toEqual([])
})

onBadLine(
  '[SESS-3] [SESS-6] two tabs refresh at the same moment, one of them slowly: both stay signed in',
  async ({ server, owner, newContext, connection, proxy }) => {
    const account = await approved(server.url, owner, 'zwei-tabs')
    const context = await newContext({ proxy })
    const first = await context.newPage()
    const second = await context.newPage()
    for (const page of [first, second]) await page.clock.install()
    await placeSession(first, account)
    for (const page of [first, second]) {
      await page.goto('/admin/account')
      await expect(page.getByText('Redaktion, freigegeben', { exact: true })).toBeVisible()
    }
    const before = await stored(first)
    const isRefresh = /^\/auth\/v1\/token\?grant_type=refresh_token/
    const letGo = connection.holdAnswers(isRefresh, { once: true })
    const refreshed = [first, second].map((page) =>
      page.waitForResponse((response) => isRefresh.test(pathOf(response.url()))),
    )
    await Promise.all([first, second].map((page) => page.clock.fastForward('59:00')))
    // The first request gets its response although the other tab got its own long before.
    expect((await Promise.race(refreshed)).status()).toBe(200)
    letGo()
    for (const answer of refreshed) expect((await answer).status()).toBe(200)
    expect((await stored(first))?.refresh_token).not.toBe(before?.refresh_token)
    for (const page of [first, second]) {
      await expect(dialog(page)).toHaveCount(0)
      await page
        .getByRole('navigation', { name: 'Navigation', exact: true })
        .getByRole('link', { name: /^Inbox( [\d.]+ offen)?$/ })
        .click()
      await expect(page.getByRole('heading', { name: 'Inbox', exact: true })).toBeVisible()
      await page.reload()
      await expect(page.getByRole('heading', { name: 'Inbox', exact: true })).toBeVisible()
    }
  },
)
