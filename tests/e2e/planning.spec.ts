import type { Locator, Page } from '@playwright/test'
import type { Article } from '../../src/contract/articles.ts'
import type { CalendarEvent } from '../../src/contract/events.ts'
import type { Task } from '../../src/contract/tasks.ts'
import { chooseMore } from '../support/choose-more.ts'
import { expect } from '../support/e2e.ts'
import { expectAccessible, expectNoOverflow } from '../support/screen-checks.ts'
import { test } from '../support/signed-in.ts'
import { seededRandom } from '../torture/random.ts'
import { wallTimeOfInstant } from '../../src/rules/wall-time.ts'
import { toast } from '../support/words.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const entry = (page: Page, title: string) => page.getByRole('button', { name: new RegExp(`^${title}, `) })
const box = (page: Page, title: string) => page.getByRole('checkbox', { name: `${title} auswählen`, exact: true })
const undo = (page: Page) => page.getByRole('button', { name: 'Rückgängig', exact: true }).last()
const view = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Ansicht', exact: true }).getByRole('button', { name, exact: true })

async function dragTo(page: Page, from: Locator, to: { x: number; y: number }) {
  const start = await from.boundingBox()
  if (!start) throw new Error('not on the page')
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2)
  // The drag code is loaded with the first pointer event.
  await page.locator('[data-drag=ready]').waitFor({ state: 'attached' })
  await page.mouse.down()
  await page.mouse.move(start.x + start.width / 2 + 10, start.y + start.height / 2 + 6, { steps: 3 })
  await page.mouse.move(to.x, to.y, { steps: 10 })
  await page.mouse.up()
}

test('[DESK-4] week and agenda have tasks, holidays of the Land, legend, filter, keys, and drags across a clock change', async ({
  open,
  page,
  rest,
  word,
}) => {
  const long = `${word} Donaudampfschifffahrtsgesellschaft und was aus ihr geworden ist`
  await rest.send('PATCH', '/api/planning', { land: 'BE' })
  const event = await rest.send<CalendarEvent>('POST', '/api/events', {
    title: `Abgabe ${word}`,
    starts_at: '2033-03-26T07:00:00Z',
    type: 'deadline',
  })
  await rest.createArticle({ title: long, status: 'scheduled', published_at: '2033-03-23T07:00:00Z' })
  await rest.send('POST', '/api/tasks', { title: `Steuer ${word}`, due_at: '2033-03-24T22:59:00Z' })
  for (const name of ['eins', 'zwei', 'drei', 'vier', 'fünf'])
    await rest.createArticle({ title: `Wartet ${name} ${word}`, status: 'scheduled' })

  await open('/admin/calendar?month=2033-04')
  // Holidays of Berlin, in the month and by name.
  await expect(page.getByRole('button', { name: /^15\. April 2033, Karfreitag, / })).toBeVisible()
  await view(page, 'Woche').click()
  await expect(page).toHaveURL(/view=week/)
  await page.goto('/admin/calendar?view=week&day=2033-03-24')
  await expect(page.getByText('21. – 27. März 2033', { exact: true })).toBeVisible()
  // Two lines of a title instead of 15 characters, a time, a due task.
  await expect(entry(page, long)).toContainText(long)
  await expect(entry(page, long)).toContainText('08:00')
  await expect(page.getByRole('button', { name: `Steuer ${word}, Aufgabe fällig, fällig`, exact: true })).toBeVisible()
  await expectAccessible(page)

  // Saturday to Sunday, the day of a clock change: eight o'clock stays eight o'clock.
  const sunday = await page.getByRole('button', { name: /^27\. März 2033/ }).boundingBox()
  await dragTo(page, entry(page, `Abgabe ${word}`), { x: (sunday?.x ?? 0) + 20, y: (sunday?.y ?? 0) + 200 })
  const start = async () => (await rest.send<CalendarEvent>('GET', `/api/events/${event.id}`)).starts_at
  await expect.poll(start).toBe('2033-03-27T06:00:00.000Z')
  await undo(page).click()
  await expect.poll(start).toBe('2033-03-26T07:00:00.000Z')

  // By keyboard between days, beyond the week; a day opens and gets an event.
  await page.getByRole('button', { name: /^21\. März 2033/ }).focus()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('button', { name: /^20\. März 2033/ })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await dialog(page, '21. März 2033').getByRole('button', { name: 'Neues Ereignis', exact: true }).click()
  await expect(dialog(page, 'Neues Ereignis').getByLabel('Beginn', { exact: true })).toHaveValue('21.03.2033 09:00')
  await page.keyboard.press('Escape')

  // The legend hides and shows types; its state is in the URL.
  const legend = page.getByRole('list', { name: 'Legende', exact: true })
  await legend.getByRole('button', { name: 'Aufgabe fällig', exact: true }).click()
  await expect(entry(page, `Steuer ${word}`)).toHaveCount(0)
  await expect(page).toHaveURL(/hide=task/)
  await legend.getByRole('button', { name: 'Aufgabe fällig', exact: true }).click()
  await expect(entry(page, `Steuer ${word}`)).toBeVisible()
  const { id: category_id } = await rest.send('POST', '/api/categories', { name: `Rubrik ${word}` })
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await dialog(page, 'Filter').getByLabel('Kategorie', { exact: true }).click()
  await page.getByRole('option', { name: `Rubrik ${word}`, exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`category=${String(category_id)}`))
  await expect(entry(page, long)).toHaveCount(0)
  await dialog(page, 'Filter').getByRole('button', { name: 'Alles zeigen', exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(entry(page, long)).toBeVisible()

  // The tray is searched.
  const tray = page.getByRole('region', { name: 'Ohne Termin', exact: true })
  await tray.getByRole('searchbox', { name: 'Ohne Termin suchen', exact: true }).fill(`drei ${word}`)
  await expect(entry(page, `Wartet drei ${word}`)).toBeVisible()
  await expect(entry(page, `Wartet zwei ${word}`)).toHaveCount(0)

  await view(page, 'Agenda').click()
  await expect(page.getByText('ab 21. März 2033', { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: '23. März 2033', exact: true })).toContainText(long)
  await page.goto('/admin/calendar?view=agenda&day=2035-01-01')
  await expect(page.getByText(/KW 1, 2, 3 und 4 sind leer\./)).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/admin/calendar?view=week&day=2033-03-24')
  await expect(entry(page, long)).toBeVisible()
  await expectNoOverflow(page)
  await expectAccessible(page)
})

test('[DESK-5] several entries are moved on publishing days, later ones are pushed, each with one undo, and nothing is published', async ({
  open,
  page,
  rest,
  word,
}) => {
  await rest.send('PATCH', '/api/planning', { land: 'BE', weekdays: [0, 1, 2, 3, 4] })
  const titles = ['Strom', 'Ladebalken', 'Barriere'].map((name) => `${name} ${word}`)
  const days = ['2033-04-11', '2033-04-12', '2033-04-14']
  const articles: Article[] = []
  for (const [index, title] of titles.entries())
    articles.push(
      await rest.createArticle({ title, status: 'scheduled', published_at: `${days[index]}T06:00:00.000Z` }),
    )
  const now = () => Promise.all(articles.map(async ({ id }) => (await rest.getArticle(id)).published_at?.slice(0, 10)))
  await open('/admin/calendar?view=week&day=2033-04-11')
  await entry(page, titles[0] ?? '').hover()
  await box(page, titles[0] ?? '').check()
  for (const title of titles.slice(1)) await box(page, title).check()
  const bar = page.getByRole('toolbar', { name: 'Auswahl', exact: true })
  await expect(bar).toContainText('3 ausgewählt')
  await expectAccessible(page)
  await bar.getByRole('button', { name: 'Verschieben um …', exact: true }).click()
  const form = dialog(page, '3 Einträge verschieben um')
  await form.getByRole('button', { name: 'Mehr', exact: true }).click()
  // Saturday, the weekend of Easter and Monday are skipped, which is shown before the move.
  const rows = form.getByRole('list', { name: 'Vorher und nachher', exact: true })
  await expect(rows).toContainText('Do, 14. April → Di, 19. April')
  await expect(form).toContainText('Ostermontag')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Verschieben', exact: true }).click()
  await expect(toast(page, '3 Einträge verschoben')).toBeVisible()
  expect(await now()).toEqual(['2033-04-13', '2033-04-14', '2033-04-19'])
  await undo(page).click()
  await expect.poll(now).toEqual(days)
  const on = (day: string) => page.getByRole('region', { name: `${day}. April 2033`, exact: true })
  await expect(on('12')).toContainText(titles[1] ?? '')

  // From the second on everything moves to the next free day; the first stays.
  await entry(page, titles[1] ?? '').click()
  await chooseMore(page, dialog(page, titles[1] ?? ''), 'Folgende verschieben')
  const following = dialog(page, 'Folgende verschieben').getByRole('list')
  await expect(following).toContainText('Do, 14. April → Di, 19. April')
  // Another editor moves it meanwhile: the preview and the request start from its current day.
  for (const [day, words] of [
    ['13', 'Mi, 13. April → Do, 14. April'],
    ['12', 'Di, 12. April → Mi, 13. April'],
  ] as const) {
    const { id, version } = await rest.getArticle(articles[1]?.id ?? '')
    await rest.send('PATCH', `/api/articles/${id}`, { version, published_at: `2033-04-${day}T06:00:00.000Z` })
    await expect(following).toContainText(words)
  }
  await dialog(page, 'Folgende verschieben').getByRole('button', { name: 'Verschieben', exact: true }).click()
  await expect.poll(now).toEqual(['2033-04-11', '2033-04-13', '2033-04-19'])
  await undo(page).click()
  await expect.poll(now).toEqual(days)
  expect((await Promise.all(articles.map(({ id }) => rest.getArticle(id)))).map(({ status }) => status)).toEqual(
    Array.from({ length: 3 }, () => 'scheduled'),
  )

  // A draft is planned for a day and moved there; its plan is no date of publication.
  const draft = await rest.createArticle({ title: `Entwurf ${word}` })
  await page.getByRole('button', { name: /^16\. April 2033/ }).click()
  await dialog(page, '16. April 2033').getByRole('button', { name: 'Entwurf einplanen', exact: true }).click()
  await page.getByRole('combobox', { name: 'Artikel', exact: true }).fill(`Entwurf ${word}`)
  await page.getByRole('option', { name: new RegExp(word) }).click()
  await expect(toast(page, `„Entwurf ${word}“ für Sa, 16. April eingeplant`)).toBeVisible()
  await expect(entry(page, `Entwurf ${word}`)).toBeVisible()
  expect(await rest.getArticle(draft.id)).toMatchObject({ status: 'draft', published_at: null })
  for (const { id } of [...articles, draft]) await rest.send('DELETE', `/api/articles/${id}`)
})

/** A small version of the 200 cases in `server/desk/calendar/planning.test.ts`, by the buttons of the screen. */
test('[DESK-5] random moves, pushes and undos across both clock changes keep the wall time, in any zone of the browser @timezones', async ({
  open,
  page,
  rest,
  word,
}) => {
  const SEED = 26_11_24
  const random = seededRandom(SEED)
  await rest.send('PATCH', '/api/planning', { land: 'BE', weekdays: [0, 1, 2, 3, 4] })
  type State = { status: string; at: string }
  const start = {
    // Saturday at half past two, which the clock skips on Sunday; a late evening; half past two, which occurs twice.
    Frühling: '2037-03-28T01:30:00.000Z',
    Abend: '2037-03-27T21:45:00.000Z',
    Herbst: '2037-10-24T00:30:00.000Z',
  }
  const articles: Article[] = []
  for (const [name, published_at] of Object.entries(start))
    articles.push(await rest.createArticle({ title: `${name} ${word}`, status: 'scheduled', published_at }))
  const read = async (): Promise<State[]> =>
    Promise.all(
      articles.map(async ({ id }) => {
        const { status, published_at } = await rest.getArticle(id)
        return { status, at: published_at ?? '' }
      }),
    )
  const wall = ({ at }: State) => wallTimeOfInstant(at, 'Europe/Berlin')
  await open('/admin/calendar?view=week&day=2037-03-23')
  let before = await read()
  for (let turn = 0; turn < 8; turn += 1) {
    const one = Math.floor(random() * articles.length)
    const [title, state] = [articles[one]?.title ?? '', before[one]]
    if (!state) throw new Error('there is no article')
    const pushing = random() < 0.35
    const onPublishingDays = random() < 0.5
    const days = 1 + Math.floor(random() * 3)
    await page.goto(`/admin/calendar?view=week&day=${wall(state).slice(0, 10)}`)
    if (pushing) {
      await entry(page, title).click()
      await chooseMore(page, dialog(page, title), 'Folgende verschieben')
    } else {
      await entry(page, title).hover()
      await box(page, title).check()
      await page.getByRole('button', { name: 'Verschieben um …', exact: true }).click()
    }
    const form = dialog(page, pushing ? 'Folgende verschieben' : `„${title}“ verschieben um`)
    if (!pushing && !onPublishingDays) await form.getByRole('checkbox').uncheck()
    for (let step = 1; !pushing && step < days; step += 1)
      await form.getByRole('button', { name: 'Mehr', exact: true }).click()
    const told = form.getByRole('list', { name: 'Vorher und nachher', exact: true }).getByRole('listitem')
    await expect(told.filter({ hasText: title })).toBeVisible()
    await form.getByRole('button', { name: 'Verschieben', exact: true }).click()
    await expect(form).toHaveCount(0)
    const after = await read()
    expect(after[one]?.at, `turn ${turn} moved „${title}“`).not.toBe(state.at)
    for (const [index, now] of after.entries()) {
      const [former, clock] = [wall(before[index] ?? now), wall(now).slice(11)]
      const skipped = wall(now).slice(0, 10) === '2037-03-29' && former.slice(11) === '02:30'
      expect([now.status, clock]).toEqual(['scheduled', skipped ? '03:30' : former.slice(11)])
      if (!pushing && index !== one) expect(now).toEqual(before[index])
    }
    // The screen shows the wall time of the site, not of the browser.
    const shown = after[one] ?? state
    await page.goto(`/admin/calendar?view=week&day=${wall(shown).slice(0, 10)}`)
    await expect(entry(page, title)).toHaveCount(1)
    await expect(entry(page, title)).toContainText(wall(shown).slice(11))
    before = after
  }
  // Back to the exact start of the last one.
  await page.goto(`/admin/calendar?view=week&day=${wall(before[0] ?? { status: '', at: '' }).slice(0, 10)}`)
  const title = articles[0]?.title ?? ''
  await entry(page, title).click()
  await chooseMore(page, dialog(page, title), 'Folgende verschieben')
  await dialog(page, 'Folgende verschieben').getByRole('button', { name: 'Verschieben', exact: true }).click()
  await expect.poll(read).not.toEqual(before)
  await undo(page).click()
  await expect.poll(read).toEqual(before)
  for (const { id } of articles) await rest.send('DELETE', `/api/articles/${id}`)
})

test('[DESK-6] a weekly event has one occurrence cancelled, the team has a pause, and the month is printed on one page', async ({
  open,
  page,
  rest,
  word,
}) => {
  await open('/admin/calendar?month=2033-05')
  await page.getByRole('button', { name: /^3\. Mai 2033/ }).click()
  await dialog(page, '3. Mai 2033').getByRole('button', { name: 'Neues Ereignis', exact: true }).click()
  const form = dialog(page, 'Neues Ereignis')
  await form.getByLabel('Titel', { exact: true }).fill(`Kolumne ${word}`)
  await form.getByLabel('Wiederholung', { exact: true }).click()
  await page.getByRole('option', { name: 'Wöchentlich', exact: true }).click()
  await expect(form.getByText('Jeden Dienstag', { exact: true })).toBeVisible()
  await form.getByLabel('Ende', { exact: true }).click()
  await page.getByRole('option', { name: 'Nach einer Anzahl', exact: true }).click()
  await form.getByRole('button', { name: 'Ereignis anlegen', exact: true }).click()
  await expect(form.getByText('Eine Zahl von 1 bis 500', { exact: true })).toBeVisible()
  await form.getByLabel('So oft', { exact: true }).fill('4')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Ereignis anlegen', exact: true }).click()
  await expect(entry(page, `Kolumne ${word}`)).toHaveCount(4)
  await entry(page, `Kolumne ${word}`).nth(1).click()
  await expect(dialog(page, `Kolumne ${word}`)).toContainText('jeden Dienstag, 4-mal')
  await chooseMore(page, dialog(page, `Kolumne ${word}`), 'Diesen Termin auslassen')
  await expect(entry(page, `Kolumne ${word}`)).toHaveCount(3)
  await undo(page).click()
  await expect(entry(page, `Kolumne ${word}`)).toHaveCount(4)

  await page.getByRole('button', { name: 'Mehr', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Arbeitstage und Pausen', exact: true }).click()
  const days = dialog(page, 'Arbeitstage und Pausen')
  await days.getByLabel('Neue Pause', { exact: true }).fill(`Umzug ${word}`)
  await days.getByLabel('Erster Tag', { exact: true }).fill('23.05.2033')
  await days.getByLabel('Letzter Tag', { exact: true }).fill('27.05.2033')
  await days.getByRole('button', { name: 'Pause hinzufügen', exact: true }).click()
  await expect(days.getByRole('listitem').filter({ hasText: `Umzug ${word}` })).toContainText('23. Mai 2033')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: new RegExp(`^25\\. Mai 2033, Pause „Umzug ${word}“`) })).toBeVisible()

  // In print: only the month, on one landscape page, in the light appearance.
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('navigation')).toBeHidden()
  await expect(page.getByRole('button', { name: 'Neues Ereignis', exact: true })).toBeHidden()
  await expect(page.getByRole('table', { name: 'Mai 2033', exact: true })).toBeVisible()
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1)
  expect(pdf).toMatch(/\/MediaBox \[0 0 84[12]/)
  const { pauses } = await rest.send<{ pauses: { id: string; name: string }[] }>('GET', '/api/planning')
  for (const { id, name } of pauses) if (name.includes(word)) await rest.send('DELETE', `/api/planning/pauses/${id}`)
})

test('[DESK-7] the calendar is subscribed to under a secret address, which can be revoked', async ({
  open,
  page,
  rest,
  word,
}) => {
  const task = await rest.send<Task>('POST', '/api/tasks', { title: word, due_at: new Date().toISOString() })
  await open('/admin/calendar')
  await page.getByRole('button', { name: 'Mehr', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Kalender abonnieren', exact: true }).click()
  const form = dialog(page, 'Kalender abonnieren')
  await form.getByRole('button', { name: /^(Adresse erzeugen|Neue Adresse)$/ }).click()
  const address = await form.getByLabel('Adresse', { exact: true }).inputValue()
  expect(address).toMatch(/^http.*\/calendar\/[\w-]{43}\.ics$/)
  await expectAccessible(page)
  // Without cookie or token, as a calendar program requests it.
  const answer = await fetch(address)
  expect(answer.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  expect((await answer.text()).replaceAll('\r\n ', '')).toContain(`UID:task-${task.id}@blog-cms`)
  await form.getByRole('button', { name: 'Adresse widerrufen', exact: true }).click()
  await expect(toast(page, 'Adresse widerrufen')).toBeVisible()
  expect((await fetch(address)).status).toBe(404)
})

test('[DESK-8] a card’s panel has notes, checklist, person and history, filters work, and a card that disagrees with its article says so', async ({
  open,
  page,
  rest,
  word,
}) => {
  const article = await rest.createArticle({ title: `Text ${word}`, status: 'scheduled' })
  const card = await rest.send<Task>('POST', '/api/tasks', {
    title: `Bilder ${word}`,
    priority: 'high',
    status: 'editing',
    article_id: article.id,
  })
  const other = await rest.send<Task>('POST', '/api/tasks', { title: `Zweite ${word}`, status: 'editing' })
  const { items } = await rest.send<{ items: { id: string; name: string }[] }>('GET', '/api/users/people')
  const person = items[0]
  await open(`/admin/editorial-plan?q=${word}`)
  const faces = page.getByRole('button', { name: new RegExp(`${word}$`) })
  await expect(faces).toHaveCount(2)
  const sign = page.getByRole('button', { name: `„Bilder ${word}“: Artikel geplant, Aufgabe noch nicht.`, exact: true })
  await expect(sign).toBeVisible()

  await page.getByRole('button', { name: `Bilder ${word}`, exact: true }).click()
  const panel = dialog(page, 'Aufgabe bearbeiten')
  await panel.getByLabel('Notizen', { exact: true }).fill('Pressestelle hat **zwei** freigegeben.')
  await panel.getByLabel('Punkt hinzufügen', { exact: true }).fill('Rückruf')
  await page.keyboard.press('Enter')
  await panel.getByRole('checkbox', { name: 'Rückruf', exact: true }).click()
  await expect(panel.getByRole('checkbox', { name: 'Rückruf', exact: true })).toBeChecked()
  await expect(panel.getByText('1 von 1', { exact: true })).toBeVisible()
  const stored = () => rest.send<Task>('GET', `/api/tasks/${card.id}`)
  await expect.poll(async () => (await stored()).notes).toBe('Pressestelle hat **zwei** freigegeben.')
  await expectAccessible(page)
  // One click, and card and article agree; only the card has moved.
  await panel.getByRole('button', { name: 'Nach „Geplant“', exact: true }).click()
  await expect.poll(async () => (await stored()).status).toBe('scheduled')
  await expect(panel.getByText(/nach „Geplant“ geschoben/)).toBeVisible()
  await expect(page.getByText('Artikel geplant, Aufgabe noch nicht.', { exact: true })).toHaveCount(0)
  await expect(sign).toHaveCount(0)
  await panel.getByLabel('Zuständig', { exact: true }).click()
  await page.getByRole('option', { name: person?.name, exact: true }).click()
  await expect.poll(async () => (await stored()).assignee_id).toBe(person?.id)
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)

  // J and K move between cards, and one becomes a draft.
  await page.getByRole('button', { name: `Zweite ${word}`, exact: true }).click()
  await panel.getByRole('button', { name: 'Artikel daraus', exact: true }).click()
  await expect(toast(page, `Entwurf „Zweite ${word}“ angelegt`)).toBeVisible()
  await expect.poll(async () => (await rest.send<Task>('GET', `/api/tasks/${other.id}`)).article?.status).toBe('draft')
  await panel.getByRole('button', { name: 'Schließen', exact: true }).focus()
  await page.keyboard.press('j')
  await expect(panel.getByLabel('Titel', { exact: true })).toHaveValue(`Bilder ${word}`)
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)

  await page.getByRole('button', { name: 'Karten filtern', exact: true }).click()
  await dialog(page, 'Filter').getByLabel('Priorität', { exact: true }).click()
  await page.getByRole('option', { name: 'Hoch', exact: true }).click()
  await expect(faces).toHaveCount(1)
  await expect(page).toHaveURL(/priority=high/)
  await dialog(page, 'Filter').getByLabel('Fällig', { exact: true }).click()
  await page.getByRole('option', { name: 'Überfällig', exact: true }).click()
  await expect(faces).toHaveCount(0)
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/admin/editorial-plan?aufgabe=${card.id}`)
  await expect(panel.getByRole('checkbox', { name: 'Rückruf', exact: true })).toBeVisible()
  await expectNoOverflow(page)
  await expectAccessible(page)
})
