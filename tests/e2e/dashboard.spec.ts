import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { freshAccount, register } from '../support/accounts.ts'
import { expect, refused } from '../support/e2e.ts'
import type { Rest } from '../support/rest.ts'
import { expectAccessible, expectNoOverflow } from '../support/screen-checks.ts'
import { test } from '../support/signed-in.ts'
import { toast } from '../support/words.ts'
import { letThrough } from '../support/routes.ts'

const NARROW = { width: 360, height: 780 }
const HOUR = 3_600_000

const main = (page: Page) => page.getByRole('main')
const card = (page: Page, title: string) =>
  main(page)
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) })
const stat = (page: Page, label: string) => main(page).getByRole('link', { name: new RegExp(`^${label}`) })
const count = (page: Page, label: string) => stat(page, label).locator('span').nth(1)
const soon = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()
const png = (colour: string) =>
  sharp({ create: { width: 1200, height: 300, channels: 3, background: colour } })
    .png()
    .toBuffer()

async function fill(rest: Rest, word: string) {
  await rest.send('POST', '/api/tasks', { title: `${word} überfällig`, due_at: soon(-72), priority: 'high' })
  await rest.send('POST', '/api/events', { title: `${word} Lektorat`, starts_at: soon(26), type: 'deadline' })
  await rest.createArticle({ title: `${word} geplant`, status: 'scheduled', published_at: soon(50) })
  return rest.createArticle({ title: `${word} Rundfunkfrequenzzuweisungsverordnung und was das WLAN damit zu tun hat` })
}

test('an empty dashboard explains its content', async ({ openEmpty }) => {
  const page = await openEmpty('/admin')
  await expect(card(page, 'Heute')).toContainText('Für heute steht nichts an.')
  await expect(card(page, 'Nächste sieben Tage').getByText('frei', { exact: true })).toHaveCount(7)
  await expect(card(page, 'Nächste sieben Tage')).toContainText('Kein Artikel ohne Termin, 7 freie Tage')
  await expectAccessible(page)
  // The first steps lead to the first article, and no third button beside the two that every dashboard has.
  await expect(card(page, 'Weiterschreiben').getByRole('link')).toHaveCount(0)
  await page.getByRole('link', { name: 'Schreiben: Den ersten Artikel schreiben', exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/articles\/new$/)
})

test('[DASH-1] four cards show counts and link to their lists, and the inbox counts open entries', async ({
  open,
  rest,
  word,
}) => {
  for (const status of ['draft', 'scheduled', 'published'] as const)
    await rest.createArticle({ title: `${word} ${status}`, status })
  await rest.send('POST', '/api/inbox', { title: `${word} offen` })
  const done = await rest.send('POST', '/api/inbox', { title: `${word} erledigt` })
  await rest.send('PATCH', `/api/inbox/${String(done.id)}`, { status: 'processed' })
  const counts = await rest.send<Record<string, number>>('GET', '/api/articles/counts')
  const inbox = await rest.send<{ open: number }>('GET', '/api/inbox/counts')
  const page = await open('/admin')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard', exact: true })).toBeVisible()
  for (const [label, number, address] of [
    ['Entwürfe', counts.draft, '/admin/articles?status=draft'],
    ['Geplant', counts.scheduled, '/admin/articles?status=scheduled'],
    ['Veröffentlicht', counts.published, '/admin/articles?status=published'],
    ['Inbox-Einträge', inbox.open, '/admin/inbox'],
  ] as const) {
    await expect(count(page, label)).toHaveText(String(number))
    await stat(page, label).click()
    await expect(page).toHaveURL(address)
    await page.goBack()
  }
})

test('[DASH-2] [DASH-3] buttons and quick actions open editor, calendar, board and inbox', async ({ open }) => {
  const page = await open('/admin')
  const quick = card(page, 'Schnellaktionen')
  for (const [link, address] of [
    [main(page).getByRole('link', { name: 'Neuer Artikel', exact: true }), '/admin/articles/new'],
    [main(page).getByRole('link', { name: 'Kalender', exact: true }), '/admin/calendar'],
    [main(page).getByRole('link', { name: 'Redaktionsplan', exact: true }), '/admin/editorial-plan'],
    [quick.getByRole('link', { name: 'Neuen Artikel schreiben', exact: true }), '/admin/articles/new'],
    [quick.getByRole('link', { name: 'Inbox prüfen', exact: true }), '/admin/inbox'],
    [quick.getByRole('link', { name: 'Kalender anzeigen', exact: true }), '/admin/calendar'],
  ] as const) {
    await link.click()
    await expect(page).toHaveURL(address)
    await page.goto('/admin')
  }
  await expect(quick).toBeVisible()
  await page.keyboard.press('i')
  await expect(page).toHaveURL('/admin/inbox')
})

test('[DASH-4] Titelbild uploads an image, stores its address and shows it after a reload', async ({
  open,
  expectedErrors,
}) => {
  expectedErrors(refused(415, '/storage/v1/object/blog-media/*/*'))
  const page = await open('/admin')
  const choose = async (file: { name: string; mimeType: string; buffer: Buffer }) => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Titelbild', exact: true }).click()
    await (await chooser).setFiles(file)
  }
  const picture = main(page).locator('img')
  await expect(picture).toHaveCount(0)
  await choose({ name: 'liste.txt', mimeType: 'text/plain', buffer: Buffer.from('Text') })
  await expect(toast(page, 'Fehler beim Upload: „liste.txt“ ist kein Bild.')).toBeVisible()
  // A file that only claims to be an image is refused with the server's message.
  await choose({ name: 'falsch.png', mimeType: 'image/png', buffer: Buffer.from('kein Bild') })
  await expect(toast(page, /^Fehler beim Upload: .*falsch\.png.*$/)).toBeVisible()
  await expect(picture).toHaveCount(0)

  await choose({ name: 'Nebel über Bergen.PNG', mimeType: 'image/png', buffer: await png('rebeccapurple') })
  await expect(toast(page, 'Titelbild hochgeladen!')).toBeVisible()
  const kept = await page.evaluate(() => localStorage.getItem('blog-cms-dashboard-header'))
  expect(kept).toMatch(/^\/storage\/v1\/object\/public\/blog-media\/[\da-f-]{36}\/dashboard-header-\d+\.png$/)
  const shown = () => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth)
  await expect.poll(shown).toBe(1200)
  await page.reload()
  await expect(picture).toHaveAttribute('src', kept ?? '')
  await expect.poll(shown).toBe(1200)
  await expectAccessible(page)
})

test('today, the next days and the last texts link to the records', async ({ open, rest, word }) => {
  const draft = await fill(rest, word)
  const page = await open('/admin')
  const overdue = card(page, 'Heute')
    .getByRole('listitem')
    .filter({ hasText: `${word} überfällig` })
  await expect(overdue).toContainText('überfällig')
  await expect(overdue).toContainText(/Fällig \d\d\.\d\d\./)
  await expect(overdue.getByText('HIGH', { exact: true })).toBeVisible()
  await expect(overdue.getByText('Priorität hoch', { exact: true })).toBeAttached()
  const week = card(page, 'Nächste sieben Tage')
  const event = week.getByRole('link', { name: new RegExp(`^\\d\\d:\\d\\d Deadline ${word} Lektorat$`) })
  await expect(event).toHaveAttribute('href', '/admin/calendar')
  // Titles stand whole at every width: no stumps, and no legend beside the words.
  for (const width of [1920, 1440, 1280, 1024, 768]) {
    await page.setViewportSize({ width, height: 900 })
    const tops = await week
      .getByRole('list')
      .first()
      .locator('> li')
      .evaluateAll((days) => days.map((day) => Math.round(day.getBoundingClientRect().top)))
    expect(new Set(tops).size, `rows of days at ${width} px`).toBe(width === 1920 ? 1 : 2)
    const titles = week.locator('[lang=de]')
    expect(await titles.evaluateAll((all) => all.filter((one) => one.scrollHeight > one.clientHeight + 1).length)).toBe(
      0,
    )
    expect(await titles.evaluateAll((all) => Math.min(...all.map((one) => one.clientWidth)))).toBeGreaterThan(80)
    await expectNoOverflow(page)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(week.getByRole('link', { name: new RegExp(`\\b${word} geplant`) })).toHaveText(/^\d\d:\d\d/)
  await expectAccessible(page)
  await page.setViewportSize(NARROW)
  await expectNoOverflow(page)
  await expectAccessible(page)
  await card(page, 'Weiterschreiben')
    .getByRole('link', { name: new RegExp(`${word} Rundfunk`) })
    .click()
  await expect(page).toHaveURL(`/admin/articles/${draft.id}`)
})

test('owners approve pending accounts on the dashboard, and can undo it', async ({ open, rest, server }) => {
  const account = freshAccount('wartend')
  await register(server.url, account)
  const name = account.email.split('@')[0]
  const page = await open('/admin')
  const row = card(page, 'Heute')
    .getByRole('listitem')
    .filter({ hasText: `${name} wartet auf Freigabe` })
  await expect(row).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText(account.email)
  const approval = async () =>
    (await rest.send<{ items: { email: string; approval: string }[] }>('GET', '/api/users')).items.find(
      ({ email }) => email === account.email,
    )?.approval
  await row.getByRole('button', { name: `${name} freigeben`, exact: true }).click()
  await expect(page.getByText(`${name} ist freigegeben`, { exact: true })).toBeVisible()
  await expect(row).toHaveCount(0)
  await expect.poll(approval).toBe('approved')
  await page.getByRole('button', { name: 'Rückgängig', exact: true }).click()
  await expect(row).toBeVisible()
  await expect.poll(approval).toBe('pending')
})

test('a dashboard that cannot be loaded offers a retry, and its links stay', async ({ open, expectedErrors }) => {
  expectedErrors(/Failed to load resource/, /ERR_FAILED/)
  const page = await open('/admin/inbox')
  await page.route('**/api/rpc/dashboard/get', (route) => route.abort())
  await page.goto('/admin')
  await expect(main(page).getByRole('alert')).toContainText('Laden fehlgeschlagen')
  await expect(count(page, 'Entwürfe')).toHaveText('–')
  await expect(card(page, 'Schnellaktionen')).toBeVisible()
  await expectAccessible(page)
  await letThrough(page, '**/api/rpc/dashboard/get')
  await page.getByRole('button', { name: 'Erneut versuchen', exact: true }).click()
  await expect(card(page, 'Heute')).toBeVisible()
  await expect(count(page, 'Entwürfe')).toHaveText(/\d/)
})
