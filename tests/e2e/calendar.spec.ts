import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { Article } from '../../src/contract/articles.ts'
import type { CalendarEvent } from '../../src/contract/events.ts'
import { chooseMore } from '../support/choose-more.ts'
import { expect } from '../support/e2e.ts'
import type { Rest } from '../support/rest.ts'
import { expectAccessible, expectNoOverflow } from '../support/screen-checks.ts'
import { test } from '../support/signed-in.ts'
import { toast, words } from '../support/words.ts'
import { letThrough } from '../support/routes.ts'

// Running axe twice per screen takes long on a busy machine.

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const badge = (page: Page, title: string) => page.getByRole('button', { name: new RegExp(`^${title}, `) })
const day = (page: Page, name: string) =>
  page.getByRole('cell').filter({ has: page.getByRole('button', { name: new RegExp(`^${name}, `) }) })
const addEvent = (rest: Rest, event: Partial<CalendarEvent>) => rest.send<CalendarEvent>('POST', '/api/events', event)
const getEvent = (rest: Rest, id: string) => rest.send<CalendarEvent>('GET', `/api/events/${id}`)
const schedule = (rest: Rest, title: string, published_at: string | null): Promise<Article> =>
  rest.createArticle({ title, status: 'scheduled', published_at })

async function dragTo(page: Page, from: ReturnType<typeof badge>, to: ReturnType<typeof day>) {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()]
  if (!start || !end) throw new Error('not on the page')
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2)
  // The drag code is loaded with the first pointer event.
  await page.locator('[data-drag=ready]').waitFor({ state: 'attached' })
  await page.mouse.down()
  await page.mouse.move(start.x + start.width / 2 + 10, start.y + start.height / 2 + 6, { steps: 3 })
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 10 })
  await page.mouse.up()
}

test('[CAL-1] a month starts on Monday, includes days of its neighbours, and is in the URL', async ({ open }) => {
  const page = await open('/admin/calendar?month=2031-03')
  await expect(page.getByRole('columnheader')).toHaveText(['KW', 'Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa', 'So'])
  await expect(page.getByRole('table', { name: 'März 2031', exact: true })).toBeVisible()
  await expect(page.getByRole('cell')).toHaveCount(42)
  await expect(page.getByRole('cell').first()).toContainText('24')
  await expect(page.getByRole('rowheader').first()).toHaveText('9')
  await expect(day(page, '30. März 2031')).toContainText('Sommerzeit')
  await page.getByRole('button', { name: 'Voriger Monat', exact: true }).click()
  await expect(page).toHaveURL(/month=2031-02/)
  await page.getByRole('button', { name: 'Nächster Monat', exact: true }).click()
  await page.getByRole('button', { name: 'Nächster Monat', exact: true }).click()
  await expect(page.getByRole('table', { name: 'April 2031', exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Heute', exact: true }).click()
  await expect(page).not.toHaveURL(/month=/)
  await expect(page.locator('[aria-current=date]')).toHaveCount(1)
})

test('[CAL-1] arrows move between days, also into the next month, and Enter opens a day', async ({ open }) => {
  const page = await open('/admin/calendar?month=2031-05')
  await page.getByRole('button', { name: /^1\. Mai 2031/ }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('button', { name: /^9\. Mai 2031/ })).toBeFocused()
  await page.keyboard.press('PageDown')
  await expect(page).toHaveURL(/month=2031-06/)
  await expect(page.getByRole('button', { name: /^9\. Juni 2031/ })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog(page, '9. Juni 2031')).toContainText('Noch keine Einträge.')
  await expectAccessible(page)
  await dialog(page, '9. Juni 2031').getByRole('button', { name: 'Neues Ereignis', exact: true }).click()
  await expect(dialog(page, 'Neues Ereignis').getByLabel('Beginn', { exact: true })).toHaveValue('09.06.2031 09:00')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('[CAL-2] badges are on the day of the site’s zone, cut to 15 characters, with the whole title in tooltip and accessible name', async ({
  open,
  rest,
  word,
}) => {
  const long = `${word} Donaudampfschifffahrt`
  await schedule(rest, long, '2031-07-08T22:30:00Z')
  await addEvent(rest, { title: `Kurz ${word}`, starts_at: '2031-07-09T08:00:00Z', type: 'research' })
  const page = await open('/admin/calendar?month=2031-07')
  const cell = day(page, '9. Juli 2031')
  await expect(badge(page, long).locator('[aria-hidden]').last()).toHaveText(`${long.slice(0, 15)}…`)
  await expect(badge(page, long)).toHaveAccessibleName(`${long}, Artikel geplant, 00:30 Uhr`)
  await expect(cell.getByRole('button')).toHaveCount(3)
  await badge(page, long).hover()
  await expect(page.locator('[data-tooltip]')).toHaveText(long)
  await expectAccessible(page)

  for (const name of ['drei', 'vier']) {
    await addEvent(rest, { title: `${name} ${word}`, starts_at: '2031-07-09T12:00:00Z' })
  }
  // Entries of others appear by themselves; with four or more entries two badges stay.
  await cell.getByRole('button', { name: '2 weitere am 9. Juli 2031', exact: true }).click()
  const list = dialog(page, '9. Juli 2031')
  await expect(list.getByRole('listitem')).toHaveCount(4)
  await list.getByRole('button', { name: new RegExp(`vier ${word}`) }).click()
  await expect(dialog(page, `vier ${word}`)).toContainText('Mi, 9. Juli 2031, 14:00 Uhr')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await badge(page, long).click()
  await expect(dialog(page, long).getByRole('link', { name: 'Öffnen', exact: true })).toHaveAttribute(
    'href',
    /\/admin\/articles\//,
  )
})

test('[CAL-3] the dialog creates an event, by default a milestone, and reports missing fields', async ({
  open,
  page,
  rest,
  word,
  expectedErrors,
}) => {
  expectedErrors(/api\/rpc\/events/)
  await open('/admin/calendar?month=2031-08')
  await page.getByRole('button', { name: 'Neues Ereignis', exact: true }).click()
  const form = dialog(page, 'Neues Ereignis')
  const save = form.getByRole('button', { name: 'Ereignis anlegen', exact: true })
  await expect(form.getByLabel('Titel', { exact: true })).toBeFocused()
  await expect(form.getByRole('radio')).toHaveCount(4)
  await expect(form.getByRole('radio', { name: 'Meilenstein', exact: true })).toBeChecked()
  await save.click()
  await expect(words(form, 'Bitte alle Pflichtfelder ausfüllen')).toBeVisible()
  await form.getByLabel('Titel', { exact: true }).fill(word)
  await save.click()
  await expect(form.getByLabel('Beginn', { exact: true })).toBeFocused()
  await expect(words(form, 'Bitte alle Pflichtfelder ausfüllen')).toBeVisible()
  await expectAccessible(page)
  await form.getByLabel('Beginn', { exact: true }).fill('2031-08-12T10:00')
  await page.route('**/api/rpc/events/create', (route) => route.abort())
  await save.click()
  await expect(toast(page, 'Fehler beim Erstellen des Ereignisses')).toBeVisible()
  await expect(form.getByLabel('Titel', { exact: true })).toHaveValue(word)
  await letThrough(page, '**/api/rpc/events/create')
  await save.click()
  await expect(toast(page, 'Ereignis erstellt')).toBeVisible()
  await expect(day(page, '12. August 2031').getByRole('button', { name: new RegExp(word) })).toBeVisible()
  const { items } = await rest.send<{ items: CalendarEvent[] }>(
    'GET',
    '/api/events?from=2031-08-12T00:00:00Z&to=2031-08-13T00:00:00Z',
  )
  expect(items.find((event) => event.title === word)).toMatchObject({
    starts_at: '2031-08-12T08:00:00.000Z',
    type: 'milestone',
  })
})

test('[WEEK-27] a new event of another month leads there, also one that the legend hides, and months are walked on', async ({
  open,
  word,
}) => {
  const page = await open('/admin/calendar?month=2032-02&hide=milestone')
  await page.getByRole('button', { name: 'Neues Ereignis', exact: true }).click()
  const form = dialog(page, 'Neues Ereignis')
  await form.getByLabel('Titel', { exact: true }).fill(word)
  await form.getByLabel('Beginn', { exact: true }).fill('2032-04-12T10:00')
  await form.getByRole('button', { name: 'Ereignis anlegen', exact: true }).click()
  await expect(page.getByRole('table', { name: 'April 2032', exact: true })).toBeVisible()
  for (const month of ['Mai 2032', 'Juni 2032']) {
    await page.getByRole('button', { name: 'Nächster Monat', exact: true }).click()
    await expect(page.getByRole('table', { name: month, exact: true })).toBeVisible()
  }
})

test('[CAL-3] an event is changed, deleted and restored', async ({ open, rest, word }) => {
  await addEvent(rest, { title: word, starts_at: '2031-09-10T08:00:00Z' })
  const page = await open('/admin/calendar?month=2031-09')
  await badge(page, word).click()
  await dialog(page, word).getByRole('button', { name: 'Bearbeiten', exact: true }).click()
  const form = dialog(page, 'Ereignis bearbeiten')
  await form.getByLabel('Titel', { exact: true }).fill(`${word} neu`)
  await form.getByText('Deadline', { exact: true }).click()
  await form.getByRole('button', { name: 'Speichern', exact: true }).click()
  await expect(toast(page, 'Ereignis aktualisiert')).toBeVisible()
  await expect(badge(page, `${word} neu`)).toHaveAccessibleName(`${word} neu, Deadline, 10:00 Uhr`)
  await badge(page, `${word} neu`).click()
  await dialog(page, `${word} neu`).getByRole('button', { name: 'Ereignis löschen', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen', exact: true }).click()
  await expect(toast(page, 'Ereignis gelöscht')).toBeVisible()
  await expect(badge(page, `${word} neu`)).toHaveCount(0)
  await page.getByRole('button', { name: 'Rückgängig', exact: true }).click()
  await expect(badge(page, `${word} neu`)).toBeVisible()
})

test('[CAL-4] a legend of the four types of events', async ({ open }) => {
  const page = await open('/admin/calendar?month=2031-10')
  const legend = page.getByRole('list', { name: 'Legende', exact: true })
  for (const name of ['Deadline', 'Veröffentlichung', 'Meilenstein', 'Recherche']) {
    await expect(legend.getByRole('listitem').filter({ hasText: name }).first()).toBeVisible()
  }
  await expect(page.getByText('Zeiten in Europe/Berlin', { exact: true })).toBeVisible()
})

test('[CAL-5] the export is a file with one event per scheduled article', async ({ open, rest, word }) => {
  await schedule(rest, `Über ${word}, Teil 1`, '2031-03-31T06:00:00Z')
  await schedule(rest, `Ohne ${word}`, null)
  const page = await open('/admin/calendar')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'ICS-Export', exact: true }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('blog-kalender.ics')
  const text = (await readFile(await file.path(), 'utf8')).replaceAll('\r\n ', '')
  expect(text).toContain(`SUMMARY:Artikel veröffentlichen: Über ${word}\\, Teil 1`)
  expect(text).toContain('DTSTART:20310331T060000Z')
  expect(text).not.toContain(`Ohne ${word}`)
})

test('[RUL-3] a badge dragged across a clock change keeps its wall time, and undo reverts it @timezones', async ({
  open,
  rest,
  word,
}) => {
  const event = await addEvent(rest, { title: word, starts_at: '2032-03-26T07:00:00Z' })
  const article = await schedule(rest, `Artikel ${word}`, '2032-03-25T07:00:00Z')
  const page = await open('/admin/calendar?month=2032-03')
  await dragTo(page, badge(page, word), day(page, '30. März 2032'))
  await expect(page.getByText(`„${word}“ auf Di, 30. März, 08:00 Uhr gelegt`, { exact: true })).toBeVisible()
  await expect.poll(async () => (await getEvent(rest, event.id)).starts_at).toBe('2032-03-30T06:00:00.000Z')
  await page.getByRole('button', { name: 'Rückgängig', exact: true }).click()
  await expect.poll(async () => (await getEvent(rest, event.id)).starts_at).toBe('2032-03-26T07:00:00.000Z')

  await dragTo(page, badge(page, `Artikel ${word}`), day(page, '31. März 2032'))
  await expect.poll(async () => (await rest.getArticle(article.id)).published_at).toBe('2032-03-31T06:00:00.000Z')
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Mi, 31. März' })
    .getByRole('button', { name: 'Rückgängig', exact: true })
    .click()
  await expect.poll(async () => (await rest.getArticle(article.id)).published_at).toBe('2032-03-25T07:00:00.000Z')
})

test('[RUL-3] a drop from the tray on a day asks for the time, and an article can return to the tray', async ({
  open,
  rest,
  word,
}) => {
  const article = await schedule(rest, word, null)
  const page = await open('/admin/calendar?month=2031-11')
  const tray = page.getByRole('region', { name: 'Ohne Termin', exact: true })
  await expect(tray.getByRole('button', { name: new RegExp(word) })).toBeVisible()
  await dragTo(page, badge(page, word), day(page, '19. November 2031'))
  const form = dialog(page, 'Termin setzen')
  await expect(form.getByLabel('Termin', { exact: true })).toHaveValue('19.11.2031 08:00')
  await expectAccessible(page)
  await form.getByLabel('Termin', { exact: true }).fill('2031-11-19T07:15')
  await form.getByRole('button', { name: 'Termin setzen', exact: true }).click()
  await expect.poll(async () => (await rest.getArticle(article.id)).published_at).toBe('2031-11-19T06:15:00.000Z')
  await expect(day(page, '19. November 2031').getByRole('button', { name: new RegExp(word) })).toBeVisible()

  // By keyboard: `Verschieben` asks for another time.
  await badge(page, word).press('Enter')
  await dialog(page, word).getByRole('button', { name: 'Verschieben', exact: true }).press('Enter')
  await dialog(page, 'Verschieben').getByLabel('Termin', { exact: true }).fill('2031-11-20T07:15')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await rest.getArticle(article.id)).published_at).toBe('2031-11-20T06:15:00.000Z')
  await badge(page, word).click()
  await chooseMore(page, dialog(page, word), 'In „Ohne Termin“ legen')
  await expect(tray.getByRole('button', { name: new RegExp(word) })).toBeVisible()
  await expect.poll(async () => (await rest.getArticle(article.id)).published_at).toBeNull()
})

test('a refused move is reverted and reported, also behind an article’s take-down date', async ({
  open,
  page,
  rest,
  word,
  expectedErrors,
}) => {
  expectedErrors(/api\/rpc\/(events|articles)/)
  await addEvent(rest, { title: word, starts_at: '2031-12-10T07:00:00Z' })
  await rest.createArticle({
    title: `Kurz ${word}`,
    status: 'scheduled',
    published_at: '2031-12-11T07:00:00Z',
    unpublish_at: '2031-12-15T07:00:00Z',
  })
  await open('/admin/calendar?month=2031-12')
  await page.route('**/api/rpc/events/update', (route) => route.abort())
  await dragTo(page, badge(page, word), day(page, '17. Dezember 2031'))
  await expect(toast(page, 'Fehler beim Verschieben')).toBeVisible()
  await expect(day(page, '10. Dezember 2031').getByRole('button', { name: new RegExp(word) })).toBeVisible()
  await dragTo(page, badge(page, `Kurz ${word}`), day(page, '18. Dezember 2031'))
  await expect(
    page.getByText('Zu diesem Zeitpunkt ist der Artikel schon wieder zurückgezogen', { exact: true }),
  ).toBeVisible()
  await expect(day(page, '11. Dezember 2031').getByRole('button', { name: new RegExp(word) })).toBeVisible()
})

test('narrow screens show a small month and an agenda', async ({ open, page, rest, word }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await addEvent(rest, { title: `${word} Rundfunkfrequenzzuweisungsverordnung`, starts_at: '2033-03-09T07:00:00Z' })
  await schedule(rest, `Später ${word}`, '2033-03-17T07:00:00Z')
  await open('/admin/calendar?month=2033-03')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('März 2033')
  await expect(badge(page, '9. März 2033')).toHaveAccessibleName('9. März 2033, 1 Eintrag')
  await expect(page.getByRole('region', { name: '17. März 2033', exact: true })).toContainText('08:00 Uhr · Geplant')
  await expectNoOverflow(page)
  await expectAccessible(page)
  await badge(page, '10. März 2033').click()
  await expect(page.getByRole('region', { name: '9. März 2033', exact: true })).toHaveCount(0)
  await expect(page.getByRole('region', { name: '10. März 2033', exact: true })).toContainText('Keine Einträge')
  await page.getByRole('region', { name: '17. März 2033', exact: true }).getByRole('button').click()
  await expect(dialog(page, `Später ${word}`)).toBeInViewport({ ratio: 1 })
  await expectNoOverflow(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Neues Ereignis', exact: true }).click()
  await expect(dialog(page, 'Neues Ereignis').getByLabel('Titel', { exact: true })).toBeFocused()
  await expectNoOverflow(page)
})

test('a calendar that cannot be loaded offers a retry', async ({ open, page, expectedErrors }) => {
  expectedErrors(/api\/rpc\/events/)
  await page.route('**/api/rpc/events/calendar', (route) => route.abort())
  await open('/admin/calendar?month=2034-01')
  await expect(page.getByRole('alert')).toContainText('Fehler beim Laden des Kalenders')
  await expectAccessible(page)
  await letThrough(page, '**/api/rpc/events/calendar')
  await page.getByRole('button', { name: 'Erneut versuchen', exact: true }).click()
  await expect(page.getByRole('table', { name: 'Januar 2034', exact: true })).toBeVisible()
})

test('days still loading are not shown as empty, in the agenda and on a phone', async ({ open, page }) => {
  await open('/admin')
  for (const [address, width] of [
    ['/admin/calendar?view=agenda', 1440],
    ['/admin/calendar?view=month', 360],
  ] as const) {
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/api/rpc/events/calendar', async (route) => {
      await held
      await route.continue()
    })
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`${address}&month=2039-03&day=2039-03-07`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(words(page.getByRole('main'), 'Lädt...').first()).toBeAttached()
    await expect(page.getByText(/Keine Einträge| leer\./)).toHaveCount(0)
    release()
    await expect(page.getByText(/Keine Einträge| leer\./).first()).toBeVisible()
    await page.unroute('**/api/rpc/events/calendar')
  }
})
