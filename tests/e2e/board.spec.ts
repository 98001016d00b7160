import type { Locator, Page } from '@playwright/test'
import type { Task } from '../../src/contract/tasks.ts'
import { approved, callAs } from '../support/accounts.ts'
import { expect } from '../support/e2e.ts'
import { restAs, type Rest } from '../support/rest.ts'
import { expectAccessible, expectNoOverflow } from '../support/screen-checks.ts'
import { test } from '../support/signed-in.ts'
import { toast, words } from '../support/words.ts'

// Running axe twice per screen takes long on a busy machine.

const WIDTHS = [320, 360, 768, 900, 1280, 1440, 2560]

const lane = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const card = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })
const handle = (page: Page, title: string) => page.getByRole('button', { name: title, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const tick = (page: Page, title: string) => page.getByRole('checkbox', { name: `„${title}“ auswählen`, exact: true })
const bar = (page: Page) => page.getByRole('toolbar', { name: 'Auswahl', exact: true })
const told = (page: Page) => page.locator('output[aria-live=assertive]')
const add = (rest: Rest, task: Partial<Task>) => rest.send<Task>('POST', '/api/tasks', task)
const get = (rest: Rest, { id }: Pick<Task, 'id'>) => rest.send<Task>('GET', `/api/tasks/${id}`)
const order = async (rest: Rest, status: Task['status'], word: string) =>
  (await rest.send<{ items: Task[] }>('GET', '/api/tasks/board')).items
    .filter((task) => task.status === status && task.title.includes(word))
    .map(({ title }) => title.replace(`${word} `, ''))
const nameOf = async (rest: Rest, id: string) =>
  (await rest.send<{ items: { id: string; name: string }[] }>('GET', '/api/users/people')).items.find(
    (person) => person.id === id,
  )?.name ?? ''
const middle = async (locator: ReturnType<Page['locator']>) => {
  const box = await locator.boundingBox()
  if (!box) throw new Error('not on the page')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

test('[DESK-8] a limit is shown above its column, warns in words when exceeded, and blocks no move', async ({
  openEmpty,
}) => {
  const page = await openEmpty('/admin/editorial-plan')
  await button(page, 'Idee: 0, Grenze setzen').click()
  const dialog = page.getByRole('dialog', { name: 'Grenzen der Spalten', exact: true })
  await expect(dialog.getByLabel('Idee', { exact: true })).toBeFocused()
  await page.keyboard.type('viele')
  await page.keyboard.press('Enter')
  await expect(words(dialog, 'Eine Zahl von 1 bis 999, oder leer')).toBeVisible()
  await expectAccessible(page)
  // The input survives closing the dialog (RUL-70).
  await dialog.getByLabel('Idee', { exact: true }).fill('1')
  await page.keyboard.press('Escape')
  await button(page, 'Mehr zum Redaktionsplan').click()
  await page.getByRole('menuitem', { name: 'Grenzen der Spalten …', exact: true }).click()
  await expect(dialog.getByLabel('Idee', { exact: true })).toHaveValue('1')
  await dialog.getByLabel('Bereit', { exact: true }).fill('4')
  await dialog.getByRole('button', { name: 'Speichern', exact: true }).click()
  await expect(toast(page, 'Grenzen gespeichert')).toBeVisible()
  await expect(button(page, 'Idee: 0 / 1 (höchstens 1), Grenze ändern')).toHaveText('0 / 1')
  await expect(button(page, 'Bereit: 0 / 4 (höchstens 4), Grenze ändern')).toHaveText('0 / 4')

  for (const title of ['eins', 'zwei']) {
    await button(page, 'Aufgabe in Idee anlegen').click()
    await page.getByRole('dialog').getByLabel('Titel', { exact: true }).fill(title)
    await page.keyboard.press('Enter')
    await expect(handle(page, title)).toBeVisible()
  }
  await expect(button(page, 'Idee: 2 / 1 (höchstens 1), Grenze ändern')).toHaveText('2 / 1')
  await expect(words(lane(page, 'Idee'), '1 über der Grenze')).toBeVisible()
  await expectAccessible(page)
  // Nothing is refused, and moving a card into a full column shows the warning.
  await handle(page, 'zwei').focus()
  for (const key of ['Space', 'ArrowRight', 'Space']) await page.keyboard.press(key)
  await expect(words(lane(page, 'Idee'), '1 über der Grenze')).toHaveCount(0)
  for (const key of ['Space', 'ArrowLeft', 'Space']) await page.keyboard.press(key)
  await expect(told(page)).toContainText('„zwei“ ist in Idee: 1 über der Grenze.')
  await expect(words(lane(page, 'Idee'), '1 über der Grenze')).toBeVisible()
  // A filter hides cards; the limit counts all of them.
  await page.getByRole('searchbox', { name: 'Aufgaben suchen', exact: true }).fill('zwei')
  await expect(handle(page, 'eins')).toHaveCount(0)
  await expect(button(page, 'Idee: 2 / 1 (höchstens 1), Grenze ändern')).toBeVisible()
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    await expect(words(page.getByRole('main'), '1 über der Grenze')).toBeVisible()
    await expectNoOverflow(page)
  }
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(page.getByRole('tab', { name: 'Idee 2 / 1', exact: true })).toBeVisible()
  await expectAccessible(page)
  // Where it hides all of them, the board says so and shows them again.
  await page.getByRole('searchbox', { name: 'Aufgaben suchen', exact: true }).fill('gibt es nicht')
  await expect(page.getByRole('heading', { name: 'Keine Aufgaben gefunden', exact: true })).toBeVisible()
  await expectAccessible(page)
  await expectNoOverflow(page)
  await button(page, 'Alle Aufgaben zeigen').click()
  await expect(handle(page, 'eins')).toBeVisible()
})

test('[DESK-8] rows by person are in the URL, and a card moved into another row is assigned to that person, with undo', async ({
  open,
  rest,
  word,
  server,
  owner,
}) => {
  const anna = await approved(server.url, owner, 'anna')
  const annas = await nameOf(rest, anna.id)
  const first = await add(rest, { title: `${word} eins`, status: 'draft' })
  const second = await add(rest, { title: `${word} zwei`, status: 'draft' })
  await add(rest, { title: `${word} ${'mit einem langen Titel '.repeat(8)}`, status: 'published' })
  const page = await open(`/admin/editorial-plan?q=${word}`)
  await button(page, 'Zeilen nach Person').click()
  await expect(page).toHaveURL(/rows=person/)
  await expect(lane(page, 'Niemand')).toContainText(`${word} eins`)
  await expect(lane(page, annas)).not.toContainText(word)
  // Columns have the same width in every row, however long a title is.
  const widths = await page
    .getByRole('list', { name: 'Veröffentlicht', exact: true })
    .evaluateAll((lists) => lists.map((list) => Math.round(list.getBoundingClientRect().width)))
  expect(new Set(widths).size, widths.join(' ')).toBe(1)
  await expectAccessible(page)

  // By keyboard: up from the column into the row above; every step is announced.
  await handle(page, `${word} eins`).focus()
  await page.keyboard.press('Space')
  await expect(told(page)).toContainText('Zeile Niemand, Spalte Entwurf, Platz 1 von 2')
  for (let steps = 0; steps < 60 && !(await told(page).textContent())?.includes(`Zeile ${annas},`); steps += 1)
    await page.keyboard.press('ArrowUp')
  await expect(told(page)).toContainText(`Zeile ${annas}, Spalte Entwurf, Platz 1 von 1`)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  await expect(toast(page, `„${word} eins“: zuständig ${annas}`)).toBeVisible()
  await expect(handle(page, `${word} eins`)).toBeFocused()
  await expect(lane(page, annas)).toContainText(`${word} eins`)
  await expect.poll(() => get(rest, first)).toMatchObject({ assignee_id: anna.id, status: 'editing' })
  await button(page, 'Rückgängig').click()
  await expect.poll(() => get(rest, first)).toMatchObject({ assignee_id: null, status: 'draft' })
  expect(await order(rest, 'draft', word)).toEqual(['eins', 'zwei'])

  // The filter by person knows the cards of nobody, too.
  const address = page.url()
  await page.goto(`${address}&person=none`)
  await expect(button(page, 'Karten filtern, 1 gesetzt')).toBeVisible()
  await expect(lane(page, 'Niemand')).toContainText(`${word} zwei`)
  // By mouse, from an address.
  await page.goto(address)
  await expect(lane(page, 'Niemand')).toContainText(`${word} zwei`)
  await card(page, `${word} zwei`).scrollIntoViewIfNeeded()
  const target = lane(page, annas).getByRole('list', { name: 'Bereit', exact: true })
  const [from, to] = [await middle(card(page, `${word} zwei`)), await middle(target)]
  await page.mouse.move(from.x, from.y)
  // The drag code is loaded with the first pointer event.
  await page.locator('[data-drag=ready]').waitFor({ state: 'attached' })
  await page.mouse.down()
  await page.mouse.move(from.x + 8, from.y - 8, { steps: 3 })
  await page.mouse.move(to.x, to.y, { steps: 12 })
  await expect(target.locator('[data-slot]')).toBeVisible()
  await page.mouse.up()
  await expect(target).toContainText(`${word} zwei`)
  await expect.poll(() => get(rest, second)).toMatchObject({ assignee_id: anna.id, status: 'ready' })

  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    await expect(page.getByRole('heading', { level: 2, name: annas, exact: true })).toBeAttached()
    await expectNoOverflow(page)
  }
  // On a phone the rows are headings in a column, and ⇄ can also assign the card.
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByRole('tab', { name: /^Bereit/ }).click()
  await expect(lane(page, annas)).toContainText(`${word} zwei`)
  await expectAccessible(page)
  await button(page, `„${word} zwei“ verschieben`).click()
  await page.getByRole('menuitem', { name: 'Niemand', exact: true }).click()
  await expect.poll(() => get(rest, second)).toMatchObject({ assignee_id: null, status: 'ready' })
  await expect(lane(page, 'Niemand')).toContainText(`${word} zwei`)
})

test('[DESK-8] cards selected by mouse and keyboard are moved, assigned, dated and deleted together, each with one undo', async ({
  open,
  rest,
  word,
}) => {
  const cards = [
    await add(rest, { title: `${word} A`, priority: 'low' }),
    await add(rest, { title: `${word} B`, status: 'draft', priority: 'high' }),
    await add(rest, { title: `${word} C`, status: 'draft' }),
    await add(rest, { title: `${word} D`, status: 'ready' }),
  ]
  const before = await Promise.all(cards.map((task) => get(rest, task)))
  const now = () => Promise.all(cards.map((task) => get(rest, task)))
  const page = await open(`/admin/editorial-plan?q=${word}`)
  const rows = page.locator('[data-column] [data-row]')
  await expect(rows).toHaveCount(4)
  const shown = await rows.allTextContents()
  // With Strg, by its checkbox, with the key X, and with ⇧ for a range.
  await handle(page, `${word} A`).click({ modifiers: ['ControlOrMeta'] })
  await expect(bar(page)).toContainText('1 ausgewählt')
  await handle(page, `${word} C`).click({ modifiers: ['Shift'] })
  await expect(bar(page)).toContainText('3 ausgewählt')
  await tick(page, `${word} C`).click()
  await handle(page, `${word} D`).focus()
  await page.keyboard.press('x')
  await expect(bar(page)).toContainText('3 ausgewählt')
  await expectAccessible(page)
  for (const width of [768, 900, 1280, 1440, 2560]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoOverflow(page)
  }
  await page.setViewportSize({ width: 1440, height: 900 })

  await bar(page).getByRole('button', { name: 'Spalte', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Bereit', exact: true }).click()
  await expect(toast(page, '2 Aufgaben nach „Bereit“ verschoben')).toContainText('Bei einer war es schon so.')
  await expect(bar(page)).toHaveCount(0)
  expect(await order(rest, 'ready', word)).toEqual(['D', 'A', 'B'])
  // A range of cards is that of the screen, which follows the server.
  const undone = async () => {
    await button(page, 'Rückgängig').click()
    // Deleted cards are back before they can be asked for.
    await expect(rows).toHaveText(shown)
    await expect.poll(now).toEqual(before)
  }
  await undone()

  const select = async () => {
    await handle(page, `${word} A`).focus()
    await page.keyboard.press('x')
    await handle(page, `${word} C`).focus()
    await page.keyboard.press('Shift+X')
    await expect(bar(page)).toContainText('3 ausgewählt')
  }
  await select()
  await bar(page).getByRole('button', { name: 'Priorität', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Hoch', exact: true }).click()
  await expect(toast(page, 'Priorität hoch: 2 Aufgaben')).toBeVisible()
  await undone()
  await select()
  await bar(page).getByRole('button', { name: 'Zuständig', exact: true }).click()
  await page.getByRole('menuitem').first().click()
  await expect(toast(page, /^Zuständig für 3 Aufgaben: /)).toBeVisible()
  await undone()
  await select()
  await bar(page).getByRole('button', { name: 'Fällig', exact: true }).click()
  await page.getByRole('dialog').getByLabel(/^Tag/).fill('09.03.2031')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Fällig gesetzt: 3 Aufgaben')).toBeVisible()
  await expect
    .poll(async () => (await now()).map(({ due_at }) => due_at?.slice(0, 10) ?? null))
    .toEqual(['2031-03-09', '2031-03-09', '2031-03-09', null])
  await undone()
  await select()
  await bar(page).getByRole('button', { name: 'Löschen', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen', exact: true }).click()
  await expect(toast(page, '3 Aufgaben gelöscht')).toBeVisible()
  await expect(handle(page, `${word} A`)).toHaveCount(0)
  await undone()

  // Cards changed by others meanwhile are named and not reverted.
  await select()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('karten verschieben')
  await expect(page.getByRole('option', { selected: true })).toContainText('Karten verschieben')
  await page.keyboard.press('Enter')
  await page
    .getByRole('dialog', { name: 'Karten verschieben nach', exact: true })
    .getByRole('button', { name: 'Geplant', exact: true })
    .click()
  await expect(toast(page, '3 Aufgaben nach „Geplant“ verschoben')).toBeVisible()
  await rest.send('PATCH', `/api/tasks/${cards[1]?.id}`, { status: 'published' })
  await button(page, 'Rückgängig').click()
  await expect(toast(page, '1 Aufgabe nicht geändert')).toContainText(
    `„${word} B“: Die Aufgabe ist inzwischen weiter geändert worden und bleibt, wie sie ist.`,
  )
  expect((await now()).map(({ status }) => status)).toEqual(['idea', 'published', 'draft', 'ready'])
  await handle(page, `${word} A`).focus()
  await page.keyboard.press('x')
  await expect(bar(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(bar(page)).toHaveCount(0)
})

test.describe('by touch', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true })

  test('[DESK-8] several cards are selected on a phone and moved together', async ({ open, rest, word }) => {
    const cards = [await add(rest, { title: `${word} A` }), await add(rest, { title: `${word} B` })]
    const page = await open(`/admin/editorial-plan?q=${word}`)
    await button(page, `„${word} A“ verschieben`).tap()
    await page.getByRole('menuitem', { name: 'Auswählen', exact: true }).tap()
    await tick(page, `${word} B`).tap()
    await expect(bar(page)).toContainText('2')
    await expectNoOverflow(page)
    await expectAccessible(page)
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoOverflow(page)
    await bar(page).getByRole('button', { name: 'Spalte', exact: true }).tap()
    await page.getByRole('menuitem', { name: 'In Bearbeitung', exact: true }).tap()
    await expect(toast(page, '2 Aufgaben nach „In Bearbeitung“ verschoben')).toBeVisible()
    expect(await order(rest, 'editing', word)).toEqual(['A', 'B'])
    await button(page, 'Rückgängig').tap()
    await expect.poll(async () => (await get(rest, cards[1]!)).status).toBe('idea')
    expect(await order(rest, 'idea', word)).toEqual(['A', 'B'])
  })
})

test('[DESK-8] a card is saved as a template, cards are created from it, also in the palette, and it is renamed and deleted', async ({
  open,
  rest,
  word,
}) => {
  const { id } = await add(rest, { title: `${word} Kolumne`, priority: 'high' })
  await rest.send('PATCH', `/api/tasks/${id}`, { notes: 'Immer **dienstags**' })
  await rest.send('POST', `/api/tasks/${id}/checklist`, { text: 'Bild' })
  const page = await open(`/admin/editorial-plan?aufgabe=${id}&q=${word}`)
  await button(page, 'Als Vorlage speichern').click()
  const naming = page.getByRole('dialog', { name: 'Als Vorlage speichern', exact: true })
  await expect(naming.getByLabel('Name der Vorlage', { exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(words(naming, 'Bitte geben Sie der Vorlage einen Namen')).toBeVisible()
  await naming.getByLabel('Name der Vorlage', { exact: true }).fill(`Vorlage ${word}`)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Vorlage gespeichert')).toBeVisible()
  await page.keyboard.press('Escape')

  await button(page, 'Mehr zum Redaktionsplan').click()
  await page.getByRole('menuitem', { name: 'Aufgabe aus Vorlage …', exact: true }).click()
  const list = page.getByRole('dialog', { name: 'Aufgabe aus Vorlage', exact: true })
  await expectAccessible(page)
  await list.getByRole('button', { name: `Vorlage „Vorlage ${word}“ umbenennen`, exact: true }).click()
  await list.getByLabel('Neuer Name der Vorlage', { exact: true }).fill(`Kolumne ${word}`)
  await page.keyboard.press('Enter')
  const use = list.getByRole('button', { name: `Kolumne ${word} ${word} Kolumne · 1 Punkt`, exact: true })
  await use.click()
  await expect(toast(page, `Aufgabe „${word} Kolumne“ angelegt`)).toBeVisible()
  await expect(lane(page, 'Idee').getByRole('listitem').filter({ hasText: word })).toHaveCount(2)
  // The panel opens while the toast disappears, and keeps the focus.
  const panel = page.getByRole('dialog', { name: 'Aufgabe bearbeiten', exact: true })
  await button(page, 'Öffnen').click()
  await expect(toast(page, `Aufgabe „${word} Kolumne“ angelegt`)).toHaveCount(0)
  await expect(panel.getByLabel('Titel', { exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)

  // From any screen.
  await page.goto('/admin/inbox')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('aus vorlage')
  await page.getByRole('option', { name: /Aufgabe aus Vorlage …/ }).click()
  await use.click()
  await expect(toast(page, `Aufgabe „${word} Kolumne“ angelegt`)).toBeVisible()
  await page.getByRole('button', { name: 'Öffnen', exact: true }).click()
  await expect(page.getByLabel('Notizen', { exact: true })).toHaveValue('Immer **dienstags**')
  await expect(page.getByRole('checkbox', { name: 'Bild', exact: true })).not.toBeChecked()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 740 })
    await button(page, 'Mehr zum Redaktionsplan').click()
    await page.getByRole('menuitem', { name: 'Aufgabe aus Vorlage …', exact: true }).click()
    await expect(use).toBeVisible()
    await expectNoOverflow(page)
    if (width === 320) await page.keyboard.press('Escape')
  }
  await list.getByRole('button', { name: `Vorlage „Kolumne ${word}“ löschen`, exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen', exact: true }).click()
  await expect(toast(page, `Vorlage „Kolumne ${word}“ gelöscht`)).toBeVisible()
  await expect(use).toHaveCount(0)
  expect(await order(rest, 'idea', word)).toHaveLength(3)
})

test('a card shows three lines of a title of 300 characters beside its checkbox', async ({ open, rest, word }) => {
  const titles = [
    `${word} ${'Ein Titel aus kurzen Wörtern '.repeat(12)}`.slice(0, 300).trim(),
    `${word} ${'A'.repeat(280)}`,
    `${word} Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz`,
    `${word} Warum Redaktionen ihre Veröffentlichungsgewohnheiten hinterfragen sollten`,
    `${word} kurz`,
  ]
  const tasks = await Promise.all(titles.map((title) => add(rest, { title, status: 'idea', priority: 'high' })))
  const page = await open('/admin/editorial-plan')
  const card = (task: Task) => page.getByRole('listitem').filter({ hasText: task.title })
  const linesOf = (found: Locator) =>
    found.evaluate((title) => {
      const range = document.createRange()
      range.selectNodeContents(title.lastChild!)
      const room = title.closest('li')!.querySelector('label')?.getBoundingClientRect()
      // A clipped part does not belong to the target.
      const clip = title.closest('li')!.querySelector('label')?.parentElement?.getBoundingClientRect()
      const frame = title.closest('h2, h3')!.getBoundingClientRect()
      const lines = [...range.getClientRects()].filter(({ width, top }) => width > 0 && top < frame.bottom - 4)
      const covered = lines.some(
        (line) =>
          room !== undefined &&
          clip !== undefined &&
          line.right > Math.max(room.left, clip.left) + 1 &&
          line.left < Math.min(room.right, clip.right) &&
          line.bottom > Math.max(room.top, clip.top) + 1 &&
          line.top < Math.min(room.bottom, clip.bottom) - 1,
      )
      const tops = new Set(
        [...range.getClientRects()].filter(({ top }) => top < frame.bottom - 4).map(({ top }) => top),
      )
      return { covered, lines: tops.size, height: frame.height }
    })
  for (const width of [768, 820, 1024, 1180, 1280, 1440, 1920, 2560]) {
    await page.setViewportSize({ width, height: 900 })
    for (const task of tasks) {
      await card(task).hover()
      const { covered, lines, height } = await linesOf(
        card(task).getByRole('button', { name: task.title, exact: true }),
      )
      expect([covered, lines <= 3, height <= 61], `${width} px: ${task.title}`).toEqual([false, true, true])
    }
  }
  await card(tasks[0]!).getByRole('checkbox').check()
  for (const width of [360, 600]) {
    await page.setViewportSize({ width, height: 780 })
    const box = card(tasks[0]!).getByRole('checkbox', { checked: true })
    await expect(box).toBeVisible()
    const { covered, height } = await linesOf(
      card(tasks[0]!).getByRole('button', { name: tasks[0]!.title, exact: true }),
    )
    expect([covered, height <= 61], `${width} px`).toEqual([false, true])
  }
})

test('[WEEK-27] the name of a column is whole from 1280 px on, and where the board scrolls', async ({ openEmpty }) => {
  const page = await openEmpty('/admin/editorial-plan')
  const cut = () =>
    page
      .getByRole('main')
      .getByRole('heading', { level: 2 })
      .evaluateAll((names) => names.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent))
  await expect(lane(page, 'Veröffentlicht')).toBeVisible()
  for (const width of [900, 1280, 1366, 1440, 1920]) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(cut, `${width} px`).toEqual([])
  }
})

test('[WEEK-27] cards that lag behind their article are aligned by one press', async ({ openEmpty }) => {
  const page = await openEmpty('/admin/editorial-plan')
  const { origin } = new URL(page.url())
  const owner = { email: 'inhaberin@redaktion.example', password: 'ein langes Passwort' }
  const rest = await restAs(origin, owner)
  const { id: me } = await rest.send<{ id: string }>('PATCH', '/api/account', { display_name: 'Mira Öztürk' })
  const ruth = await approved(origin, owner, 'ruth')
  await callAs(origin, ruth, 'PATCH', '/account', { display_name: 'Ruth Adler' })
  const cards: Task[] = []
  for (let index = 0; index < 9; index += 1) {
    const article = await rest.createArticle({ title: `Text ${index}`, ...(index < 5 && { status: 'published' }) })
    if (index >= 5) await rest.send('PATCH', `/api/articles/${article.id}`, { version: 1, status: 'scheduled' })
    const assignee_id = [me, ruth.id, null][index % 3] ?? null
    cards.push(await add(rest, { title: `Karte ${index}`, status: 'editing', article_id: article.id, assignee_id }))
  }
  const line = words(page.getByRole('main'), '9 Karten hinken ihrem Artikel hinterher')
  const sign = (index: number) => page.getByRole('button', { name: new RegExp(`^„Karte ${index}“: Artikel`) })
  await page.reload()
  await expect(line).toBeVisible()
  await expect(words(card(page, 'Karte 1'), 'RA')).toBeVisible()
  await expect(card(page, 'Karte 1')).toContainText('Zuständig: Ruth Adler.')
  await expect(words(card(page, 'Karte 2'), 'MED')).toBeVisible()
  await expect(card(page, 'Karte 2')).not.toContainText('Zuständig')
  for (const width of [1440, 1024]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoOverflow(page)
    await expectAccessible(page)
    // The checkbox takes the place of the initials and covers no part of the title.
    await card(page, 'Karte 0').hover()
    const [box, title] = [await tick(page, 'Karte 0').boundingBox(), await handle(page, 'Karte 0').boundingBox()]
    expect(box!.x).toBeGreaterThanOrEqual(title!.x + title!.width - 1)
  }

  // Initials in the title line show the cards of one person, and all of them again.
  await button(page, 'Karten von Ruth Adler').press('Enter')
  await expect(words(page.getByRole('main'), '3 Karten hinken ihrem Artikel hinterher')).toBeVisible()
  await expect(card(page, 'Karte 0')).toHaveCount(0)
  await button(page, 'Karten von Ruth Adler').press('Enter')

  // The sign offers the one move, by keyboard.
  await sign(0).press('Enter')
  await page.getByRole('menuitem', { name: 'Nach „Veröffentlicht“', exact: true }).press('Enter')
  await expect(sign(0)).toHaveCount(0)
  await expect(words(page.getByRole('main'), '8 Karten hinken ihrem Artikel hinterher')).toBeVisible()
  await button(page, 'Angleichen').press('Enter')
  await expect(toast(page, '8 Aufgaben angeglichen')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Angleichen', exact: true })).toHaveCount(0)
  expect((await get(rest, cards[6]!)).status).toBe('scheduled')
  expect((await get(rest, cards[1]!)).status).toBe('published')
  await page.locator('[data-sonner-toast]').getByRole('button', { name: 'Rückgängig', exact: true }).click()
  await expect(words(page.getByRole('main'), '8 Karten hinken ihrem Artikel hinterher')).toBeVisible()
  expect((await get(rest, cards[6]!)).status).toBe('editing')

  // The panel saves itself, and so it does when it is closed at once.
  await handle(page, 'Karte 7').press('Enter')
  const panel = page.getByRole('dialog', { name: 'Aufgabe bearbeiten', exact: true })
  await panel.getByLabel('Titel', { exact: true }).fill('Karte sieben')
  await page.keyboard.press('Escape')
  await expect(handle(page, 'Karte sieben')).toBeVisible()
  await handle(page, 'Karte sieben').press('Enter')
  await panel.getByLabel('Titel', { exact: true }).fill('')
  await expect(words(panel, 'Bitte Titel eingeben')).toBeVisible()
  await panel.getByLabel('Titel', { exact: true }).fill('Karte sieben bleibt')
  await expect(words(panel, 'Gespeichert')).toBeVisible()
  await page.keyboard.press('Escape')

  // A new card comes into sight below a full column, and where a filter would hide it.
  for (let index = 0; index < 12; index += 1) await add(rest, { title: `Füller ${index}` })
  await page.goto('/admin/editorial-plan?priority=high')
  await button(page, 'Neue Aufgabe').click()
  await page.getByLabel('Titel', { exact: true }).fill('Ganz neu')
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Aufgabe erstellt')).toBeVisible()
  await expect(card(page, 'Ganz neu')).toBeInViewport()
  await expect(page).not.toHaveURL(/priority/)

  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto('/admin/editorial-plan?column=editing')
  await expect(line.or(words(page.getByRole('main'), '8 Karten hinken ihrem Artikel hinterher'))).toBeVisible()
  await expectNoOverflow(page)
  await expectAccessible(page)
  await sign(6).click()
  await page.getByRole('menuitem', { name: 'Nach „Geplant“', exact: true }).click()
  await expect(sign(6)).toHaveCount(0)

  // A new event is in sight in its month, which is not the one that was open.
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/admin/calendar')
  await button(page, 'Neues Ereignis').click()
  const event = page.getByRole('dialog', { name: 'Neues Ereignis', exact: true })
  await event.getByLabel('Titel', { exact: true }).fill('Jahrestreffen')
  await event.getByLabel('Beginn', { exact: true }).fill('14.05.2031 10:00')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/month=2031-05/)
  await expect(page.getByRole('button', { name: /^Jahrestreffen/ })).toBeInViewport()
})

test('[TEAM-10] a link to a card that the board does not have yet opens it', async ({
  open,
  page,
  rest,
  word,
  expectedErrors,
}) => {
  expectedErrors(/ERR_FAILED/)
  await page.route(/\/api\/live/, (route) => route.abort())
  await open('/admin/editorial-plan')
  await expect(page.getByRole('region', { name: 'Idee', exact: true })).toBeVisible()
  const { id } = await add(rest, { title: `${word} eben` })
  await page.evaluate((task) => history.pushState({}, '', `/admin/editorial-plan?aufgabe=${task}`), id)
  const panel = page.getByRole('dialog', { name: 'Aufgabe bearbeiten', exact: true })
  await expect(panel.getByRole('textbox', { name: 'Titel', exact: true })).toHaveValue(`${word} eben`)
})
