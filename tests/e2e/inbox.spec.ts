import type { Locator, Page } from '@playwright/test'
import { expect } from '../support/e2e.ts'
import { expectAccessible, expectNoOverflow } from '../support/screen-checks.ts'
import { test } from '../support/signed-in.ts'
import { toast, words } from '../support/words.ts'
import { letThrough } from '../support/routes.ts'

const list = (page: Page) => page.getByRole('list', { name: 'Einträge', exact: true })
const row = (page: Page, title: string) => list(page).getByRole('listitem').filter({ hasText: title })
const pane = (page: Page) => page.getByRole('complementary', { name: 'Ausgewählter Eintrag', exact: true })
const field = (page: Page) => page.getByLabel('Idee oder Link festhalten', { exact: true })

// Entries of one test must not be in another one's list.
test.beforeEach(async ({ rest }) => {
  const { items } = await rest.send<{ items: { id: string }[] }>('GET', '/api/inbox?limit=200')
  for (const { id } of items) await rest.send('DELETE', `/api/inbox/${id}`)
})

test('[WEEK-20] text typed right after the shortcut of another screen waits for its field, and no character of it is a shortcut', async ({
  open,
  rest,
}) => {
  await rest.send('POST', '/api/inbox', { title: 'Ein Fund' })
  const page = await open('/admin/calendar')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const waiting: (() => void)[] = []
  let held = true
  await page.route('**/assets/*.js', async (route) => {
    if (held) await new Promise<void>((resolve) => waiting.push(resolve))
    await route.continue()
  })
  const letGo = () => {
    held = false
    for (const resolve of waiting.splice(0)) resolve()
  }
  // Of these characters n, i, e, a, t, r and l are shortcuts of the two screens.
  await page.keyboard.press('i')
  await page.keyboard.type('neue alte rätsel')
  letGo()
  await expect(field(page)).toHaveValue('neue alte rätsel')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type(' lösen')
  await expect(field(page)).toHaveValue('neue alte rätsel lösen')
  await page.keyboard.press('Enter')
  await expect(list(page).locator('[data-row]')).toHaveText(['neue alte rätsel lösen', 'Ein Fund'])

  await row(page, 'Ein Fund').locator('[data-row]').focus()
  held = true
  await page.keyboard.press('n')
  await page.keyboard.type('ein neuer titel')
  letGo()
  const title = page.getByRole('textbox', { name: 'Titel', exact: true })
  await expect(title).toHaveValue('ein neuer titel')
  await expect(title).toBeFocused()
})

test('[INBOX-5] an empty inbox says so, and entries are listed newest first', async ({ open, rest, page }) => {
  await open('/admin/inbox')
  await expect(page.getByRole('heading', { name: 'Keine Einträge in der Inbox', exact: true })).toBeVisible()
  await expectAccessible(page)
  for (const title of ['Der älteste', 'Der mittlere', 'Der jüngste']) await rest.send('POST', '/api/inbox', { title })
  await page.reload()
  await expect(list(page).locator('[data-row]')).toHaveText(['Der jüngste', 'Der mittlere', 'Der älteste'])
  await expect(pane(page).getByRole('heading', { level: 2 })).toHaveText('Der jüngste')
  const inbox = page
    .getByRole('navigation', { name: 'Navigation', exact: true })
    .getByRole('link', { name: /^Inbox( [\d.]+ offen)?$/ })
  await expect(inbox).toHaveAccessibleName('Inbox 3 offen')
})

test('[INBOX-1] the button and Enter add an entry, blank text is ignored, and refused text returns', async ({
  open,
  page,
  rest,
  expectedErrors,
}) => {
  expectedErrors(/api\/rpc\/inbox\/create/)
  await open('/admin/inbox')
  await field(page).fill('   ')
  await field(page).press('Enter')
  await page.getByRole('button', { name: 'Hinzufügen', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Keine Einträge in der Inbox', exact: true })).toBeVisible()
  await field(page).fill('Glossar für Eltern')
  await field(page).press('Enter')
  await expect(toast(page, 'Eintrag hinzugefügt')).toBeVisible()
  await expect(field(page)).toHaveValue('')
  await expect(field(page)).toBeFocused()
  await field(page).fill('Ein Tag ohne Suchmaschine')
  await page.getByRole('button', { name: 'Hinzufügen', exact: true }).click()
  await expect(list(page).locator('[data-row]')).toHaveText(['Ein Tag ohne Suchmaschine', 'Glossar für Eltern'])
  // Pending until it has been delivered: a later entry would wait behind it.
  await expect.poll(async () => (await rest.send<{ open: number }>('GET', '/api/inbox/counts')).open).toBe(2)
  await page.reload()
  await expect(list(page).locator('[data-row]')).toHaveText(['Ein Tag ohne Suchmaschine', 'Glossar für Eltern'])

  await page.route('**/api/rpc/inbox/create', (route) => route.abort())
  await field(page).fill('Geht nicht verloren')
  await field(page).press('Enter')
  await expect(toast(page, 'Fehler beim Hinzufügen')).toBeVisible()
  await expect(field(page)).toHaveValue('Geht nicht verloren')
  await expect(list(page).locator('[data-row]')).toHaveCount(2)
})

test('[INBOX-1] an entry is listed before the server has responded', async ({ open, page }) => {
  await open('/admin/inbox')
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/rpc/inbox/create', async (route) => {
    await held
    await route.continue()
  })
  await field(page).fill('Sofort da')
  await field(page).press('Enter')
  await expect(row(page, 'Sofort da')).toBeVisible()
  await expect(toast(page, 'Eintrag hinzugefügt')).toHaveCount(0)
  answer()
  await expect(toast(page, 'Eintrag hinzugefügt')).toBeVisible()
  await expect(row(page, 'Sofort da')).toHaveCount(1)
})

test('[INBOX-2] an address is a link, other text an idea, and a note stays a note', async ({ open, page, rest }) => {
  await rest.send('POST', '/api/inbox', { title: 'Rückruf Pressestelle', type: 'note' })
  await open('/admin/inbox')
  for (const text of ['https://www.technikjournal.example/a', 'Idee: Artikel über KI', 'javascript:alert(1)']) {
    await field(page).fill(text)
    await field(page).press('Enter')
    await expect(row(page, text)).toBeVisible()
  }
  await expect(row(page, 'technikjournal')).toContainText('technikjournal.example · Schnelleingabe')
  await expect(row(page, 'Rückruf')).toContainText('Notiz')
  await expect
    .poll(async () => {
      const { items } = await rest.send<{ items: { type: string; url: string | null }[] }>('GET', '/api/inbox')
      return items.map(({ type, url }) => [type, url])
    })
    .toEqual([
      ['idea', null],
      ['idea', null],
      ['link', 'https://www.technikjournal.example/a'],
      ['note', null],
    ])
  await row(page, 'technikjournal').locator('[data-row]').click()
  await expect(pane(page).getByRole('link', { name: /technikjournal\.example/ })).toHaveAttribute(
    'href',
    'https://www.technikjournal.example/a',
  )
  await expect(pane(page).getByRole('button', { name: 'Eintrag in der Link-Datenbank', exact: true })).toBeVisible()
  await row(page, 'javascript').locator('[data-row]').click()
  await expect(pane(page).getByRole('heading', { level: 2 })).toHaveText('javascript:alert(1)')
  await expect(pane(page).getByRole('link')).toHaveCount(0)
  await expect(pane(page).getByRole('button', { name: 'Eintrag in der Link-Datenbank', exact: true })).toHaveCount(0)
})

test('[INBOX-3] a toggle switches between open and processed, and processed entries are dimmed with a badge', async ({
  open,
  page,
  rest,
  expectedErrors,
}) => {
  expectedErrors(/api\/rpc\/inbox\/update/)
  await rest.send('POST', '/api/inbox', { title: 'Serie „Werkzeuge“' })
  await open('/admin/inbox')
  const entry = row(page, 'Serie')
  const title = entry.locator('[data-row]')
  const bright = await title.evaluate((element) => getComputedStyle(element).color)
  await entry.getByRole('button', { name: /^Als erledigt markieren/ }).click()
  await expect(words(entry, 'Erledigt')).toBeVisible()
  expect(await title.evaluate((element) => getComputedStyle(element).color)).not.toBe(bright)
  await page.reload()
  await expect(words(entry, 'Erledigt')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: /^Offen( \d+)?$/ }).click()
  await expect(page).toHaveURL(/status=open/)
  await expect(page.getByRole('heading', { name: 'Keine Einträge in der Inbox', exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Erledigt', exact: true }).click()
  await expect(entry).toBeVisible()
  await page.getByRole('button', { name: 'Alle', exact: true }).click()
  await entry.getByRole('button', { name: /^Wieder öffnen/ }).click()
  await expect(words(entry, 'Erledigt')).toHaveCount(0)

  await page.route('**/api/rpc/inbox/update', (route) => route.abort())
  await entry.getByRole('button', { name: /^Als erledigt markieren/ }).click()
  await expect(toast(page, 'Fehler beim Aktualisieren')).toContainText('Der Server antwortet nicht.')
  await expect(words(entry, 'Erledigt')).toHaveCount(0)
})

test('[INBOX-4] deleting asks first, can be undone, and reports a failure', async ({
  open,
  page,
  rest,
  expectedErrors,
}) => {
  expectedErrors(/api\/rpc\/inbox\/remove/)
  await rest.send('POST', '/api/inbox', { title: 'Wie klingt ein Rechenzentrum?' })
  await open('/admin/inbox')
  await row(page, 'Rechenzentrum').hover()
  await row(page, 'Rechenzentrum').getByRole('button', { name: 'Eintrag löschen', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Eintrag löschen?', exact: true })
  await expect(question).toContainText('Wie klingt ein Rechenzentrum?')
  await question.getByRole('button', { name: 'Abbrechen', exact: true }).click()
  await expect(row(page, 'Rechenzentrum')).toBeVisible()
  await pane(page).getByRole('button', { name: 'Löschen', exact: true }).click()
  await question.getByRole('button', { name: 'Löschen', exact: true }).click()
  await expect(toast(page, 'Eintrag gelöscht')).toBeVisible()
  await expect(row(page, 'Rechenzentrum')).toHaveCount(0)
  await page.getByRole('button', { name: 'Rückgängig', exact: true }).click()
  await expect(row(page, 'Rechenzentrum')).toBeVisible()

  await page.route('**/api/rpc/inbox/remove', (route) => route.abort())
  await pane(page).getByRole('button', { name: 'Löschen', exact: true }).click()
  await question.getByRole('button', { name: 'Löschen', exact: true }).click()
  await expect(toast(page, 'Fehler beim Löschen')).toContainText('Der Server antwortet nicht.')
  await expect(row(page, 'Rechenzentrum')).toBeVisible()
})

test('an entry becomes article, task, research item or link, and back', async ({ open, page, rest, word }) => {
  await rest.send('POST', '/api/inbox', { title: `Modell ${word}`, url: 'https://technikjournal.example/a' })
  await open('/admin/inbox')
  const entry = row(page, word)
  const find = async (path: string) => {
    const { items } = await rest.send<{ items: { title: string }[] }>('GET', `${path}?limit=200`)
    return items.filter(({ title }) => title.includes(word)).length
  }
  for (const [name, done, path] of [
    ['Artikel', 'Artikel angelegt', '/api/articles'],
    ['Aufgabe', 'Aufgabe angelegt', '/api/tasks'],
    ['Recherche-Element', 'Recherche-Element angelegt', '/api/research'],
    ['Eintrag in der Link-Datenbank', 'In die Link-Datenbank aufgenommen', '/api/links'],
  ] as const) {
    await pane(page).getByRole('button', { name, exact: true }).click()
    await expect(toast(page, done)).toBeVisible()
    await expect(words(entry, 'Erledigt')).toBeVisible()
    expect(await find(path)).toBe(1)
    await page.getByRole('button', { name: 'Rückgängig', exact: true }).first().click()
    await expect(words(entry, 'Erledigt')).toHaveCount(0)
    await expect.poll(() => find(path)).toBe(0)
    await expect(toast(page, done)).toHaveCount(0)
  }
})

test('a double click creates one article and shows one toast', async ({ open, page, rest, word }) => {
  await rest.send('POST', '/api/inbox', { title: `Doppelklick ${word}` })
  await open('/admin/inbox')
  await expect(words(row(page, word), 'Erledigt')).toHaveCount(0)
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/inbox/convert')) asked.push(request.url())
  })
  await pane(page).getByRole('button', { name: 'Artikel', exact: true }).dblclick()
  await expect(toast(page, 'Artikel angelegt')).toBeVisible()
  await expect(words(row(page, word), 'Erledigt')).toBeVisible()
  expect(asked).toHaveLength(1)
  await expect(page.locator('[data-sonner-toast]')).toHaveCount(1)
  const { items } = await rest.send<{ items: { title: string }[] }>('GET', '/api/articles?limit=200')
  expect(items.filter(({ title }) => title.includes(word))).toHaveLength(1)
})

test('triage by keyboard: j and k move, e toggles, Entf asks, t creates a task', async ({ open, page, rest, word }) => {
  for (const title of [`drei ${word}`, `zwei ${word}`, `eins ${word}`]) await rest.send('POST', '/api/inbox', { title })
  await open('/admin/inbox')
  const rows = list(page).locator('[data-row]')
  await expect(rows).toHaveCount(3)
  await page.keyboard.press('j')
  await expect(rows.nth(0)).toBeFocused()
  await page.keyboard.press('j')
  await expect(rows.nth(1)).toBeFocused()
  await expect(pane(page).getByRole('heading', { level: 2 })).toHaveText(`zwei ${word}`)
  await page.keyboard.press('e')
  await expect(words(row(page, 'zwei'), 'Erledigt')).toBeVisible()
  await page.keyboard.press('k')
  await expect(rows.nth(0)).toBeFocused()
  await page.keyboard.press('t')
  await expect(page.getByText('Aufgabe angelegt', { exact: true })).toBeVisible()
  await page.keyboard.press('Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen', exact: true }).press('Enter')
  await expect(toast(page, 'Eintrag gelöscht')).toBeVisible()
  await expect(rows).toHaveText([`zwei ${word}`, `drei ${word}`])
  await expect(pane(page).getByRole('heading', { level: 2 })).toHaveText(`zwei ${word}`)
  // Typed characters are text, not shortcuts.
  await field(page).fill('')
  await field(page).pressSequentially('jet')
  await expect(rows).toHaveCount(2)
  await expect(words(row(page, 'drei'), 'Erledigt')).toHaveCount(0)
})

test('any entry is chosen by arrows, and Tab moves to its actions and note', async ({ open, page, rest, word }) => {
  for (const title of [`drei ${word}`, `zwei ${word}`, `eins ${word}`]) await rest.send('POST', '/api/inbox', { title })
  const { items } = await rest.send<{ items: { id: string }[] }>('GET', '/api/inbox')
  await open('/admin/inbox')
  const rows = list(page).locator('[data-row]')
  const note = pane(page).getByLabel('Notiz', { exact: true })
  const tabTo = async (what: Locator, key = 'Tab') => {
    const isThere = () => what.evaluate((element) => element === document.activeElement)
    for (let tabs = 0; tabs < 60 && !(await isThere()); tabs += 1) await page.keyboard.press(key)
    await expect(what).toBeFocused()
  }
  const chosen = (title: string) => expect(pane(page).getByRole('heading', { level: 2 })).toHaveText(`${title} ${word}`)
  await tabTo(rows.nth(0))
  await tabTo(note)
  await chosen('eins')
  // Back in the list at the same entry, and by arrows to another one.
  await tabTo(rows.nth(0), 'Shift+Tab')
  await page.keyboard.press('ArrowDown')
  await chosen('zwei')
  await page.keyboard.press('Tab')
  await expect(row(page, 'zwei').getByRole('button', { name: 'Als Artikel anlegen', exact: true })).toBeFocused()
  await tabTo(pane(page).getByRole('button', { name: 'Erledigen', exact: true }))
  await tabTo(note)
  await chosen('zwei')
  await page.keyboard.type('Für die Serie')
  await expect
    .poll(async () => (await rest.send<{ note: string | null }>('GET', `/api/inbox/${items[1]!.id}`)).note)
    .toBe('Für die Serie')

  // An entry named in the URL that is not in the list.
  await open(`/admin/inbox?status=processed&eintrag=${items[2]!.id}`)
  await chosen('drei')
  await tabTo(note)
  await chosen('drei')
  await rest.send('PATCH', `/api/inbox/${items[1]!.id}`, { status: 'processed' })
  await open(`/admin/inbox?status=processed&eintrag=${items[2]!.id}`)
  await chosen('drei')
  await tabTo(rows.nth(0))
  await tabTo(note)
  await chosen('drei')
  await tabTo(rows.nth(0), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await chosen('zwei')

  // Without the pane Tab passes through all rows, and shortcuts apply to the focused one.
  await page.setViewportSize({ width: 1024, height: 800 })
  await open('/admin/inbox')
  await tabTo(rows.nth(2))
  await page.keyboard.press('e')
  await expect(words(row(page, 'drei'), 'Erledigt')).toBeVisible()
})

test('a note saves itself, and stays in the field if the server does not respond', async ({
  open,
  page,
  rest,
  expectedErrors,
}) => {
  expectedErrors(/api\/rpc\/inbox\/update/)
  const { id } = await rest.send<{ id: string }>('POST', '/api/inbox', { title: 'Mit Notiz' })
  await rest.send('POST', '/api/inbox', { title: 'Ohne Notiz' })
  const stored = async () => (await rest.send<{ note: string | null }>('GET', `/api/inbox/${id}`)).note
  await open('/admin/inbox')
  await row(page, 'Mit Notiz').locator('[data-row]').click()
  const note = pane(page).getByLabel('Notiz', { exact: true })
  await note.fill('Für die Märzausgabe')
  await expect.poll(stored).toBe('Für die Märzausgabe')
  await page.route('**/api/rpc/inbox/update', (route) => route.abort())
  await note.fill('Für die Aprilausgabe')
  await note.blur()
  await expect(pane(page).getByText(/^Noch nicht gespeichert\./)).toBeVisible()
  await row(page, 'Ohne Notiz').locator('[data-row]').click()
  await expect(note).toHaveValue('')
  await row(page, 'Mit Notiz').locator('[data-row]').click()
  await expect(note).toHaveValue('Für die Aprilausgabe')
  await letThrough(page, '**/api/rpc/inbox/update')
  await pane(page).getByRole('button', { name: 'Erneut versuchen', exact: true }).click()
  await expect.poll(stored).toBe('Für die Aprilausgabe')
  await expect(pane(page).getByText(/^Noch nicht gespeichert\./)).toHaveCount(0)
})

test('narrow screens have two-line entries, a menu and a sheet, and nothing overflows', async ({
  open,
  page,
  rest,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await rest.send('POST', '/api/inbox', {
    title: 'Was kleine Redaktionen beim Barrierefreiheitsstärkungsgesetzesdurchführungsverordnungsentwurf übersehen',
    url: 'https://rechtsbrief.example/a',
  })
  await open('/admin/inbox')
  await expectNoOverflow(page)
  await expectAccessible(page)
  await row(page, 'Redaktionen').locator('[data-row]').click()
  const sheet = page.getByRole('dialog')
  await expect(sheet.getByLabel('Notiz', { exact: true })).toBeVisible()
  await expectNoOverflow(page)
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Aufgabe', exact: true }).click()
  await expect(page.getByText('Aufgabe angelegt', { exact: true })).toBeVisible()
  await expect(row(page, 'Redaktionen')).toContainText('Erledigt · rechtsbrief.example')
})

test('an inbox that cannot be loaded offers a retry', async ({ open, page, rest, expectedErrors }) => {
  expectedErrors(/api\/rpc\/inbox\/list/)
  await rest.send('POST', '/api/inbox', { title: 'Da' })
  await page.route('**/api/rpc/inbox/list', (route) => route.abort())
  await open('/admin/inbox')
  await expect(page.getByRole('alert')).toContainText('Laden fehlgeschlagen')
  await letThrough(page, '**/api/rpc/inbox/list')
  await page.getByRole('button', { name: 'Erneut versuchen', exact: true }).click()
  await expect(row(page, 'Da')).toBeVisible()
})
