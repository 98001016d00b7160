import type { Page } from '@playwright/test'
import type { Task } from '../../src/contract/tasks.ts'
import { expect } from '../support/e2e.ts'
import type { Rest } from '../support/rest.ts'
import { expectAccessible, expectNoOverflow } from '../support/screen-checks.ts'
import { test } from '../support/signed-in.ts'
import { toast, words } from '../support/words.ts'
import { letThrough } from '../support/routes.ts'

// Running axe twice per screen takes long on a busy machine.

const COLUMNS = ['Idee', 'Entwurf', 'In Bearbeitung', 'Bereit', 'Geplant', 'Veröffentlicht']

const lane = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const card = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title })
const handle = (page: Page, title: string) => page.getByRole('button', { name: title, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')
const add = (rest: Rest, task: Partial<Task>) => rest.send<Task>('POST', '/api/tasks', task)
const board = async (rest: Rest) => (await rest.send<{ items: Task[] }>('GET', '/api/tasks/board')).items
/** Titles of a column with this test's word, in the order of the server. */
const order = async (rest: Rest, status: Task['status'], word: string) =>
  (await board(rest)).filter((task) => task.status === status && task.title.includes(word)).map((task) => task.title)

/** Drags by mouse in steps and holds until `before` has run, then drops. */
async function drag(
  page: Page,
  from: { x: number; y: number },
  to: { x: number; y: number },
  held?: () => Promise<void>,
) {
  await page.mouse.move(from.x, from.y)
  // The drag code is loaded with the first pointer event.
  await page.locator('[data-drag=ready]').waitFor({ state: 'attached' })
  await page.mouse.down()
  await page.mouse.move(from.x + 8, from.y + 8, { steps: 3 })
  await page.mouse.move(to.x, to.y, { steps: 12 })
  await held?.()
  await page.mouse.up()
}
/** Runs in the page: a whole drag in one task. */
function dragAtOnce([from, to]: readonly [{ x: number; y: number }, { x: number; y: number }]): void {
  const taken = document.elementFromPoint(from.x, from.y)
  const fire = (type: string, { x, y }: { x: number; y: number }) =>
    taken?.dispatchEvent(new MouseEvent(type, { bubbles: true, cancelable: true, clientX: x, clientY: y }))
  fire('mousedown', from)
  fire('mousemove', { x: from.x + 8, y: from.y + 8 })
  fire('mousemove', to)
  fire('mouseup', to)
}
async function middle(locator: ReturnType<Page['locator']>) {
  const box = await locator.boundingBox()
  if (!box) throw new Error('not on the page')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

test('[PLAN-1] [PLAN-5] six columns are in order, and empty ones say so', async ({ openEmpty }) => {
  const page = await openEmpty('/admin/editorial-plan')
  await expect(page.getByRole('heading', { level: 2 }).filter({ hasNotText: 'Navigation' })).toHaveText([
    ...COLUMNS,
    'Noch nichts geplant',
  ])
  for (const name of COLUMNS) await expect(words(lane(page, name), 'Keine Aufgaben')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(page.getByRole('tab')).toHaveText(COLUMNS.map((name) => `${name}0`))
  await expect(words(page.getByRole('tabpanel'), 'Keine Aufgaben')).toBeVisible()
  await expectNoOverflow(page)
  await expectAccessible(page)
})

test('[PLAN-2] a card dragged by mouse changes column and position, and a drop at its origin changes nothing', async ({
  open,
  rest,
  word,
}) => {
  for (const name of ['eins', 'zwei']) await add(rest, { title: `${word} ${name}` })
  for (const name of ['drei', 'vier']) await add(rest, { title: `${word} ${name}`, status: 'ready' })
  const page = await open('/admin/editorial-plan')
  const moves: string[] = []
  page.on('request', (request) => request.url().endsWith('/tasks/move') && moves.push(request.url()))

  await card(page, `${word} eins`).scrollIntoViewIfNeeded()
  const start = await middle(card(page, `${word} eins`))
  await drag(page, start, { x: start.x + 3, y: start.y + 4 })
  await expect(card(page, `${word} eins`)).toBeVisible()
  expect(moves).toEqual([])

  const target = await middle(card(page, `${word} vier`))
  await drag(page, start, { x: target.x, y: target.y - 4 }, async () => {
    await expect(lane(page, 'Bereit').locator('[data-slot]')).toBeVisible()
  })
  await expect(lane(page, 'Bereit').getByRole('listitem').filter({ hasText: word })).toContainText([
    'drei',
    'eins',
    'vier',
  ])
  await expect.poll(() => order(rest, 'ready', word)).toEqual([`${word} drei`, `${word} eins`, `${word} vier`])
  expect(moves).toHaveLength(1)

  // Order within a column, kept after a reload.
  // Clearly above the middle of the other card: at the middle itself half a pixel decides.
  const above = await middle(card(page, `${word} drei`))
  await drag(page, await middle(card(page, `${word} vier`)), { x: above.x, y: above.y - 8 })
  await expect.poll(() => order(rest, 'ready', word)).toEqual([`${word} vier`, `${word} drei`, `${word} eins`])
  await page.reload()
  await expect(lane(page, 'Bereit').getByRole('listitem').filter({ hasText: word })).toContainText([
    'vier',
    'drei',
    'eins',
  ])

  // Dropped before anything of the drag could be drawn, the card is where it was dropped.
  await page.mouse.move(0, 0)
  const [low, high] = [await middle(card(page, `${word} eins`)), await middle(card(page, `${word} vier`))]
  await page.mouse.move(low.x, low.y)
  await page.locator('[data-drag=ready]').waitFor({ state: 'attached' })
  await page.evaluate(dragAtOnce, [low, { x: high.x, y: high.y - 8 }] as const)
  await expect.poll(() => order(rest, 'ready', word)).toEqual([`${word} eins`, `${word} vier`, `${word} drei`])
})

test('[PLAN-2] the keyboard moves cards, announces every step and keeps the focus', async ({ open, rest, word }) => {
  // Positions are announced by number, so cards of other tests in these columns would count.
  for (const { id, status } of await board(rest))
    if (['draft', 'editing', 'ready'].includes(status)) await rest.send('DELETE', `/api/tasks/${id}`)
  await add(rest, { title: `${word} Lektorat`, status: 'draft' })
  await add(rest, { title: `${word} anderes`, status: 'editing' })
  const page = await open('/admin/editorial-plan')
  const told = page.locator('output[aria-live=assertive]')
  const reached = page.getByText(new RegExp(`„${word} Lektorat“ aufgenommen`))
  await handle(page, `${word} Lektorat`).focus()
  await page.keyboard.press('Space')
  await expect(reached).toContainText('Spalte Entwurf')
  await page.keyboard.press('Escape')
  await expect(told).toContainText('Verschieben abgebrochen')
  await expect.poll(() => order(rest, 'draft', word)).toEqual([`${word} Lektorat`])

  await page.keyboard.press('Space')
  await expect(reached).toBeAttached()
  await page.keyboard.press('ArrowRight')
  await expect(told).toContainText('Spalte In Bearbeitung, Platz 1')
  await expectAccessible(page)
  await page.keyboard.press('ArrowRight')
  await expect(told).toContainText('Spalte Bereit')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Space')
  await expect(told).toContainText(`„${word} Lektorat“ abgelegt. Spalte In Bearbeitung, Platz 1`)
  await expect.poll(() => order(rest, 'editing', word)).toEqual([`${word} Lektorat`, `${word} anderes`])
  await expect(handle(page, `${word} Lektorat`)).toBeFocused()

  // No key is lost at any speed: lifted, moved, dropped, and lifted again in the column where the card is rendered
  // again.
  for (const key of ['Space', 'ArrowRight', 'Space', 'Space', 'ArrowLeft', 'ArrowLeft', 'Enter'])
    await page.keyboard.press(key)
  await expect(told).toContainText(`„${word} Lektorat“ abgelegt. Spalte Entwurf`)
  await expect.poll(() => order(rest, 'draft', word)).toEqual([`${word} Lektorat`])
  await expect(handle(page, `${word} Lektorat`)).toBeFocused()
  // Space held down is one press.
  await page.keyboard.down('Space')
  await page.keyboard.down('Space')
  await page.keyboard.up('Space')
  await expect(told).toContainText(`„${word} Lektorat“ aufgenommen`)
  await page.keyboard.press('ArrowRight')
  // Losing the focus cancels the move, and the keys go to the new focus.
  await page.getByRole('button', { name: 'Neue Aufgabe', exact: true }).click()
  await expect(told).toContainText('Verschieben abgebrochen')
  await expect(dialog(page).getByLabel('Titel', { exact: true })).toBeFocused()
  await page.keyboard.type('zwei Wörter')
  await expect(dialog(page).getByLabel('Titel', { exact: true })).toHaveValue('zwei Wörter')
  await page.keyboard.press('Escape')
  expect(await order(rest, 'draft', word)).toEqual([`${word} Lektorat`])

  await handle(page, `${word} Lektorat`).focus()
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByLabel('Titel', { exact: true })).toHaveValue(`${word} Lektorat`)
})

test('[PLAN-2] a refused move is reverted and reported', async ({ open, page, rest, word, expectedErrors }) => {
  expectedErrors(/api\/rpc\/tasks/)
  await add(rest, { title: word })
  await open('/admin/editorial-plan')
  await page.route('**/api/rpc/tasks/move', (route) => route.abort())
  await handle(page, word).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  await expect(toast(page, 'Fehler beim Aktualisieren des Status')).toBeVisible()
  await expect(words(lane(page, 'Idee'), word)).toBeVisible()
  await expect(lane(page, 'Entwurf')).not.toContainText(word)
  await expect(handle(page, word)).toBeFocused()
  await expect(page.locator('output[aria-live=assertive]')).toContainText(`„${word}“ ist wieder in Idee`)
})

test('[PLAN-2] after concurrent moves in two browsers both show the order of the server', async ({
  open,
  rest,
  word,
  newContext,
  signIn,
}) => {
  for (const name of ['a', 'b', 'c', 'd']) await add(rest, { title: `${word} ${name}`, status: 'scheduled' })
  const one = await open('/admin/editorial-plan')
  const two = await (await newContext()).newPage()
  await signIn(two, '/admin/editorial-plan')
  await expect(handle(two, `${word} d`)).toBeVisible()
  const move = async (page: Page, name: string, key: string) => {
    await handle(page, `${word} ${name}`).focus()
    for (const press of ['Space', key, 'Space']) await page.keyboard.press(press)
    await expect(page.locator('output[aria-live=assertive]')).toContainText(
      new RegExp(`„${word} ${name}“ (abgelegt|bleibt, wo es war)`),
    )
  }
  // While a card is dragged here, the other browser moves others: nothing changes here until the drop.
  await handle(one, `${word} a`).focus()
  await one.keyboard.press('Space')
  await one.keyboard.press('ArrowDown')
  await move(two, 'c', 'ArrowRight')
  await expect.poll(() => order(rest, 'published', word)).toEqual([`${word} c`])
  await expect(lane(one, 'Geplant').getByText(`${word} c`, { exact: true })).toBeVisible()
  await one.keyboard.press('Space')
  await expect(lane(one, 'Veröffentlicht').getByText(`${word} c`, { exact: true })).toBeVisible()
  // Two browsers at once until the server has accepted a hundred moves: to the next column and back, and down and up.
  let taken = 0
  for (const page of [one, two])
    page.on('response', (response) => {
      if (response.url().includes('/api/rpc/tasks/move') && response.ok()) taken += 1
    })
  for (let round = 0; taken < 100; round++) {
    const key = ['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp'][round % 4] ?? ''
    await Promise.all([move(one, 'a', key), move(two, 'd', key)])
  }
  const columns = [
    ['Idee', 'idea'],
    ['Entwurf', 'draft'],
    ['In Bearbeitung', 'editing'],
    ['Bereit', 'ready'],
    ['Geplant', 'scheduled'],
    ['Veröffentlicht', 'published'],
  ] as const
  const shown = async (page: Page) => {
    const titles: Record<string, string[]> = {}
    for (const [name, status] of columns) {
      const texts = await lane(page, name).getByRole('listitem').filter({ hasText: word }).allTextContents()
      titles[status] = texts.map((text) => text.slice(0, word.length + 2))
    }
    return titles
  }
  const kept = async () => {
    const titles: Record<string, string[]> = {}
    for (const [, status] of columns) titles[status] = await order(rest, status, word)
    return titles
  }
  await expect
    .poll(async () => {
      const server = await kept()
      return [await shown(one), await shown(two)].map((seen) => JSON.stringify(seen) === JSON.stringify(server))
    })
    .toEqual([true, true])
  expect(
    Object.values(await kept())
      .flat()
      .toSorted(),
  ).toEqual(['a', 'b', 'c', 'd'].map((name) => `${word} ${name}`))
})

test('[PLAN-3] the dialog creates a task with its defaults and requires a title', async ({ open, rest, word }) => {
  await rest.createArticle({ title: `Artikel ${word}` })
  const page = await open('/admin/editorial-plan')
  await page.getByRole('button', { name: 'Neue Aufgabe', exact: true }).click()
  await expect(dialog(page).getByLabel('Titel', { exact: true })).toBeFocused()
  await expect(dialog(page).getByRole('combobox', { name: 'Priorität', exact: true })).toHaveText('Mittel')
  await expect(dialog(page).getByRole('combobox', { name: 'Status', exact: true })).toHaveText('Idee')
  await dialog(page).getByRole('button', { name: 'Aufgabe anlegen', exact: true }).click()
  await expect(words(dialog(page), 'Bitte Titel eingeben')).toBeVisible()
  await expect(dialog(page).getByLabel('Titel', { exact: true })).toBeFocused()
  await dialog(page).getByLabel('Titel', { exact: true }).fill(word)
  await dialog(page).getByLabel('Fällig', { exact: true }).fill('2031-03-09')
  await dialog(page).getByLabel('Artikel', { exact: true }).fill(word)
  await dialog(page)
    .getByRole('option', { name: `Artikel ${word} Entwurf`, exact: true })
    .waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('link', { name: `Artikel ${word}`, exact: true })).toBeVisible()
  await dialog(page).getByLabel('Titel', { exact: true }).press('Enter')
  await expect(toast(page, 'Aufgabe erstellt')).toBeVisible()
  await expect(lane(page, 'Idee').getByRole('listitem').filter({ hasText: word })).toContainText(`Artikel ${word}`)
  expect((await board(rest)).find((task) => task.title === word)).toMatchObject({
    priority: 'med',
    status: 'idea',
    due_at: '2031-03-09T22:59:00.000Z',
  })
})

test('[PLAN-4] cards show the due date, overdue also in words, and the priority in upper case', async ({
  open,
  rest,
  word,
}) => {
  const year = new Date().getFullYear()
  await add(rest, { title: `${word} hoch`, priority: 'high', due_at: `${year}-12-31T12:00:00Z` })
  await add(rest, { title: `${word} spät`, priority: 'low', due_at: '2020-03-02T12:00:00Z' })
  await add(rest, { title: `${word} fertig`, status: 'published', due_at: '2020-03-02T12:00:00Z' })
  const page = await open('/admin/editorial-plan')
  await expect(card(page, `${word} hoch`)).toContainText('Fällig 31.12.')
  await expect(card(page, `${word} hoch`).getByText('HIGH', { exact: true })).toBeVisible()
  await expect(card(page, `${word} hoch`).getByText('Priorität hoch', { exact: true })).toBeAttached()
  await expect(card(page, `${word} spät`)).toContainText('Überfällig: Fällig 02.03.20')
  await expect(card(page, `${word} spät`).getByText('LOW', { exact: true })).toBeVisible()
  await expect(card(page, `${word} fertig`)).not.toContainText('Überfällig')
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Überfällig/ }).click()
  await expect(page).toHaveURL(/filter=overdue/)
  await expect(card(page, `${word} hoch`)).toHaveCount(0)
  await expect(card(page, `${word} spät`)).toBeVisible()
})

test('[WEEK-27] a task is changed and deleted in its panel', async ({ open, rest, word }) => {
  await add(rest, { title: word, due_at: '2031-03-28T12:00:00Z' })
  const page = await open('/admin/editorial-plan?filter=mine')
  await handle(page, word).click()
  await expect(dialog(page).getByLabel('Fällig', { exact: true })).toHaveValue('28.03.2031')
  await dialog(page).getByLabel('Titel', { exact: true }).fill(`${word} neu`)
  await dialog(page).getByRole('combobox', { name: 'Status', exact: true }).click()
  await page.getByRole('option', { name: 'Bereit', exact: true }).click()
  await expect(dialog(page).getByText('Gespeichert', { exact: true })).toBeVisible()
  await expect(lane(page, 'Bereit').getByText(`${word} neu`, { exact: true })).toBeVisible()
  // Unchanged fields stay, to the minute.
  expect((await board(rest)).find((task) => task.title === `${word} neu`)?.due_at).toBe('2031-03-28T12:00:00.000Z')
  await dialog(page).getByRole('button', { name: 'Aufgabe löschen', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen', exact: true }).click()
  await expect(page.getByText('Aufgabe gelöscht', { exact: true })).toBeVisible()
  await expect(handle(page, `${word} neu`)).toHaveCount(0)
  await page.getByRole('button', { name: 'Rückgängig', exact: true }).click()
  await expect(handle(page, `${word} neu`)).toBeVisible()
})

test('narrow screens show one column of the URL, and a menu moves cards', async ({ open, rest, word, page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await add(rest, { title: `${word} Donaudampfschifffahrtsgesellschaftskapitänspatent`, status: 'editing' })
  await open('/admin/editorial-plan?column=editing')
  await expect(page.getByRole('tab', { name: /^In Bearbeitung \d+$/ })).toHaveAttribute('aria-selected', 'true')
  await expectNoOverflow(page)
  await expectAccessible(page)
  await card(page, word)
    .getByRole('button', { name: /verschieben$/ })
    .click()
  await page.getByRole('menuitem', { name: 'Geplant', exact: true }).click()
  await expect.poll(() => order(rest, 'scheduled', word)).toHaveLength(1)
  await expect(card(page, word)).toHaveCount(0)
  await page.getByRole('tab', { name: /^Geplant \d+$/ }).click()
  await expect(page).toHaveURL(/column=scheduled/)
  await expect(card(page, word)).toBeVisible()
  await page.getByRole('button', { name: 'Aufgabe in „Geplant“', exact: true }).click()
  await expect(dialog(page).getByRole('combobox', { name: 'Status', exact: true })).toHaveText('Geplant')
  await expectNoOverflow(page)
})

test('a board that cannot be loaded offers a retry', async ({ open, page, expectedErrors }) => {
  expectedErrors(/api\/rpc\/tasks/)
  await page.route('**/api/rpc/tasks/board', (route) => route.abort())
  await open('/admin/editorial-plan')
  await expect(page.getByRole('alert')).toContainText('Fehler beim Laden der Aufgaben')
  await expectAccessible(page)
  await letThrough(page, '**/api/rpc/tasks/board')
  await page.getByRole('button', { name: 'Erneut versuchen', exact: true }).click()
  await expect(lane(page, 'Idee')).toBeVisible()
})
