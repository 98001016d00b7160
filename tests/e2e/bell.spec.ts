import type { Page } from '@playwright/test'
import type { Task } from '../../src/contract/tasks.ts'
import { approved, callAs } from '../support/accounts.ts'
import { expect } from '../support/e2e.ts'
import { expectAccessible, expectNoOverflow } from '../support/screen-checks.ts'
import { test } from '../support/signed-in.ts'
import { startSmtpPeer } from '../support/smtp-peer.ts'
import { toast, words } from '../support/words.ts'

const bell = (page: Page, count: number) =>
  page.getByRole('button', { name: `Mitteilungen, ${count} neu`, exact: true })
const popup = (page: Page) => page.getByRole('dialog', { name: 'Mitteilungen', exact: true })
const row = (page: Page, name: string | RegExp) => popup(page).getByRole('link', { name, exact: true })

test('[TEAM-10] the bell lists live what others do, and leads there', async ({ open, rest, server, owner, word }) => {
  const ruth = await approved(server.url, owner, 'ruth.adler')
  await callAs(server.url, ruth, 'PATCH', '/account', { display_name: 'Ruth Adler' })
  const { id: me } = await rest.send<{ id: string }>('GET', '/api/account')
  await rest.send('POST', '/api/notices/read', { up_to: new Date(Date.now() + 60_000).toISOString() })
  const page = await open('/admin')
  await expect(bell(page, 0)).toBeVisible()

  // Three cards of one person are one row that counts three, without a reload.
  const cards = []
  for (const title of ['Bildrechte', 'Lektorat', 'Titelbild'])
    cards.push(await callAs(server.url, ruth, 'POST', '/tasks', { title: `${word} ${title}`, assignee_id: me }))
  await expect(bell(page, 3)).toHaveText('3')
  await callAs(server.url, ruth, 'POST', '/articles', {
    title: `${word} erschienen`,
    content_markdown: 'Text.',
    status: 'published',
  })
  await rest.send('POST', '/api/tasks', { title: `${word} von mir`, assignee_id: me })
  await bell(page, 4).press('Enter')
  await expect(row(page, 'Neu: Ruth Adler hat Ihnen 3 Aufgaben zugewiesen')).toBeVisible()
  await expect(words(popup(page), `${word} Titelbild; ${word} Lektorat; ${word} Bildrechte`)).toBeVisible()
  await expect(row(page, `Neu: „${word} erschienen“ ist erschienen`)).toBeVisible()
  await expect(popup(page).getByRole('heading', { name: 'Heute', exact: true })).toBeVisible()

  for (const width of [360, 1024, 1440]) {
    await page.setViewportSize({ width, height: width === 360 ? 780 : 900 })
    await expectNoOverflow(page)
    if (width !== 1024) await expectAccessible(page)
  }
  await popup(page)
    .getByRole('button', { name: /^Redaktion/ })
    .click()
  await expect(row(page, /zugewiesen/)).toHaveCount(0)
  await popup(page)
    .getByRole('button', { name: /^An mich/ })
    .click()
  await expect(row(page, /erschienen/)).toHaveCount(0)

  // Marked as read and unread again by hand; then the row itself leads to the cards of this person.
  const assigned = row(page, /zugewiesen/)
  await assigned.hover()
  await popup(page).getByRole('button', { name: 'Als gelesen markieren', exact: true }).click()
  await expect(bell(page, 1)).toBeVisible()
  await popup(page).getByRole('button', { name: 'Als neu markieren', exact: true }).click()
  await expect(bell(page, 4)).toBeVisible()
  await assigned.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/admin/editorial-plan\\?person=${me}$`))
  await expect(popup(page)).toHaveCount(0)
  await expect(words(page.getByRole('main'), `${word} Lektorat`)).toBeVisible()
  await expect(bell(page, 1)).toBeVisible()

  // One card leads into its panel; a deleted card leaves the bell.
  const one = await callAs(server.url, ruth, 'POST', '/tasks', { title: `${word} einzeln`, assignee_id: me })
  await bell(page, 2).click()
  await row(page, 'Neu: Ruth Adler hat Ihnen eine Aufgabe zugewiesen').click()
  await expect(page.getByRole('dialog', { name: 'Aufgabe bearbeiten', exact: true })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`aufgabe=${(one as unknown as Task).id}`))
  await page.keyboard.press('Escape')
  await bell(page, 1).click()
  await popup(page).getByRole('button', { name: 'Alle gelesen', exact: true }).click()
  await expect(bell(page, 0)).toHaveText('0')
  await expect(popup(page).getByRole('button', { name: 'Alle gelesen', exact: true })).toBeDisabled()
  await popup(page).getByRole('link', { name: 'Alle ansehen', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Mitteilungen', exact: true })).toBeVisible()
  await expect(
    page.getByRole('link', { name: 'Ruth Adler hat Ihnen 3 Aufgaben zugewiesen', exact: true }),
  ).toBeVisible()
  await expectAccessible(page)
})

test('[TEAM-10] owners approve a waiting account from the bell, with undo', async ({ openEmpty }) => {
  const page = await openEmpty('/admin')
  const { origin } = new URL(page.url())
  await fetch(`${origin}/auth/v1/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'tarek.benali@redaktion.example', password: 'ein langes Passwort' }),
  })
  await bell(page, 1).click()
  await expect(row(page, 'Neu: Ein Konto wartet auf Freigabe')).toBeVisible()
  await popup(page).getByRole('button', { name: 'tarek.benali freigeben', exact: true }).click()
  await expect(toast(page, 'tarek.benali ist freigegeben')).toBeVisible()
  await expect(bell(page, 0)).toBeVisible()
  await expect(words(popup(page), 'Keine neuen Mitteilungen')).toBeVisible()
})

test('[TEAM-10] [RUL-62] what one is notified of saves itself per kind; without SMTP there is no e-mail column', async ({
  open,
  rest,
}) => {
  const page = await open('/admin/account')
  await page.getByRole('link', { name: 'Einstellen', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Mitteilungen', exact: true })).toBeVisible()
  const tick = page.getByRole('checkbox', { name: 'Veröffentlicht: Glocke', exact: true })
  await expect(tick).toBeChecked()
  await expect(page.getByRole('columnheader', { name: 'E-Mail', exact: true })).toHaveCount(0)
  await expect(words(page.getByRole('main'), 'Sammelmail')).toHaveCount(0)
  await tick.press('Space')
  await expect(words(page.getByRole('main'), 'gespeichert')).toBeVisible()
  await page.setViewportSize({ width: 360, height: 780 })
  await expectNoOverflow(page)
  await expectAccessible(page)
  await page.reload()
  await expect(tick).not.toBeChecked()
  await rest.send('PATCH', '/api/notices/choices', { kind: 'published', bell: true })
})

test.describe('with a mail server', () => {
  test('[TEAM-10] [RUL-62] each kind is told by bell, e-mail, both or neither, and the mail has its hour', async ({
    newContext,
  }) => {
    const { startServer } = await import('../support/server-process.ts')
    const { registerOwner } = await import('../support/e2e.ts')
    const { placeSession } = await import('../support/stored-session.ts')
    const peer = await startSmtpPeer()
    const server = await startServer({ env: { SMTP_URL: peer.url, AUTH_MAIL_CONFIRM: 'false' } })
    const account = await registerOwner(server.url)
    const context = await newContext({ baseURL: server.url, ownHost: new URL(server.url).host })
    const page = await context.newPage()
    await placeSession(page, account)
    await page.goto('/admin/account/notices')
    const mail = page.getByRole('checkbox', { name: 'Morgen fällig: E-Mail', exact: true })
    await expect(mail).not.toBeChecked()
    await mail.click()
    await page.getByRole('checkbox', { name: 'Morgen fällig: Glocke', exact: true }).click()
    await page.getByRole('combobox', { name: 'Uhrzeit der Sammelmail', exact: true }).click()
    await page.getByRole('option', { name: 'täglich um 18:00', exact: true }).click()
    await expect(words(page.getByRole('main'), 'gespeichert')).toBeVisible()
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await expectNoOverflow(page)
      await expectAccessible(page)
    }
    await page.reload()
    await expect(mail).toBeChecked()
    await expect(page.getByRole('combobox', { name: 'Uhrzeit der Sammelmail', exact: true })).toHaveText(
      'täglich um 18:00',
    )
    await context.close()
    await server.stop()
    await peer.stop()
  })
})
