import type { Page } from '@playwright/test'
import { test } from '../support/bad-connection.ts'
import { expect } from '../support/e2e.ts'
import { expectAccessible } from '../support/screen-checks.ts'
import { toast, words } from '../support/words.ts'

// A fresh blog: a day of the calendar shows three entries, and other tests add theirs.
test.use({ ownBlog: {}, codeAhead: true })

const NOTE = 'Keine Verbindung zum Server. Eingaben bleiben erhalten.'
const EVERYTHING = /^\//

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Navigation', exact: true })
const goTo = (page: Page, name: string) => navigation(page).getByRole('link', { name, exact: true }).click()

test('[WEEK-18] without a network screens open, lists stay, failed writes are reported, and everything recovers by itself', async ({
  page,
  open,
  connection,
  rest,
  word,
  expectedErrors,
}) => {
  expectedErrors(/Failed to load resource/)
  await rest.send('POST', '/api/links', { title: word, url: 'https://a.example' })
  await rest.send('POST', '/api/prompts', { title: `Prompt ${word}`, content: 'Text' })
  await page.clock.install()
  // A metered line: the rest of the code stays away until the line is another one.
  await page.addInitScript(() => {
    const line = Object.assign(new EventTarget(), { saveData: true, effectiveType: '4g' })
    Object.defineProperty(navigator, 'connection', { value: line })
  })
  const lists: string[] = []
  await open('/admin/link-library')
  const list = await page.locator('meta[name="code"]').getAttribute('content')
  page.on('request', (request) => request.url().endsWith(list ?? '-') && lists.push(request.url()))
  const row = page.getByRole('row').filter({ hasText: word })
  await expect(row).toBeVisible()
  await page.clock.fastForward(60_000)
  await page.getByRole('searchbox').first().focus()
  expect(lists).toEqual([])
  await page.evaluate(() => {
    const { connection } = navigator as unknown as { connection: EventTarget & { saveData: boolean } }
    connection.saveData = false
    connection.dispatchEvent(new Event('change'))
  })
  await codeIsHere(page)

  connection.cut(EVERYTHING)
  await test.step('a screen never opened before says so', async () => {
    await goTo(page, 'Prompt-Datenbank')
    await expect(page.getByRole('heading', { name: 'Prompt-Datenbank', exact: true })).toBeVisible()
    await expect(page.getByRole('alert').getByRole('heading')).toHaveText('Fehler beim Laden der Prompts')
    await expect(words(page.getByRole('main'), NOTE)).toBeVisible()
    await expectAccessible(page)
  })
  await test.step('the note takes two lines of a phone, and the list below does not repeat it', async () => {
    const { width, height } = page.viewportSize() ?? { width: 1280, height: 720 }
    await page.setViewportSize({ width: 360, height: 740 })
    const lines = await page.getByText(/^Keine Verbindung zum Server\. /).evaluate((note) => {
      const { lineHeight } = getComputedStyle(note)
      return Math.floor((note.closest('output')?.offsetHeight ?? 0) / Number.parseFloat(lineHeight))
    })
    // With the room above and below them.
    expect(lines).toBeLessThan(3)
    await expect(page.getByRole('alert')).toContainText(
      'Die Ansicht kommt von selbst, sobald die Verbindung wieder da ist.',
    )
    await expect(page.getByText(/^Der Server antwortet nicht/)).toHaveCount(0)
    await page.setViewportSize({ width, height })
  })
  await test.step('no screen loads for ever', async () => {
    for (const link of await navigation(page).getByRole('link').all()) {
      await link.click()
      await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
      await expect(words(page.getByRole('main'), 'Lädt...')).toHaveCount(0)
    }
  })
  await test.step('a loaded list stays, and its search reports the problem', async () => {
    await goTo(page, 'Link-Datenbank')
    await expect(row).toBeVisible()
    const search = page.getByRole('searchbox', { name: 'Links durchsuchen...', exact: true })
    await search.fill('anderes')
    await expect(page.getByRole('alert').getByRole('heading')).toHaveText('Fehler beim Laden der Links')
    await search.fill('')
    await expect(row).toBeVisible()
  })
  await test.step('a save fails at once, and the input stays', async () => {
    await button(page, 'Neuer Link').click()
    const dialog = page.getByRole('dialog', { name: 'Neuer Link', exact: true })
    await dialog.getByLabel('Titel', { exact: true }).fill(`Neu ${word}`)
    await dialog.getByLabel('URL', { exact: true }).fill('https://neu.example')
    await button(page, 'Link anlegen').click()
    await expect(toast(page, 'Fehler beim Speichern des Links')).toContainText('Der Server antwortet nicht.')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })
  await test.step('with the network everything recovers', async () => {
    await goTo(page, 'Prompt-Datenbank')
    await expect(button(page, 'Erneut versuchen')).toBeVisible()
    connection.mend()
    await page.clock.fastForward(6_000)
    await expect(page.getByRole('listitem').filter({ hasText: `Prompt ${word}` })).toBeVisible()
    await expect(words(page.getByRole('main'), NOTE)).toHaveCount(0)
    await goTo(page, 'Link-Datenbank')
    await button(page, 'Neuer Link').click()
    await expect(page.getByRole('dialog').getByLabel('Titel', { exact: true })).toHaveValue(`Neu ${word}`)
    await button(page, 'Link anlegen').click()
    await expect(toast(page, 'Link erstellt')).toBeVisible()
  })
})

/** The place of a record on each screen once it is open, and the button that opens its form. */
const OPEN_SCREENS: { screen: string; path: string; record: (word: string) => object; noun: string; make: string }[] = [
  {
    screen: 'Kalender',
    path: '/admin/calendar',
    noun: 'events',
    record: (title) => ({ title, starts_at: new Date().toISOString() }),
    make: 'Neues Ereignis',
  },
  {
    screen: 'Redaktionsplan',
    path: '/admin/editorial-plan',
    noun: 'tasks',
    record: (title) => ({ title }),
    make: 'Neue Aufgabe',
  },
  {
    screen: 'Recherche',
    path: '/admin/research',
    noun: 'research',
    record: (title) => ({ title }),
    make: 'Neues Element',
  },
  {
    screen: 'Link-Datenbank',
    path: '/admin/link-library',
    noun: 'links',
    record: (title) => ({ title, url: 'https://a.example' }),
    make: 'Neuer Link',
  },
  {
    screen: 'Prompt-Datenbank',
    path: '/admin/prompt-library',
    noun: 'prompts',
    record: (title) => ({ title, content: 'Text' }),
    make: 'Neuer Prompt',
  },
]

test('[WEEK-18] a screen open when the network fails keeps its records, opens its forms and keeps the input', async ({
  page,
  open,
  connection,
  rest,
  word,
  expectedErrors,
}) => {
  expectedErrors(/Failed to load resource/)
  for (const { screen, noun, record } of OPEN_SCREENS)
    await rest.send('POST', `/api/${noun}`, record(`${screen} ${word}`))
  await page.clock.install()
  await open('/admin')
  await codeIsHere(page)
  for (const { screen, make } of OPEN_SCREENS)
    await test.step(screen, async () => {
      await navigation(page)
        .getByRole('link', { name: new RegExp(`^${screen}`) })
        .click()
      const record = page
        .getByRole('main')
        .locator('li, tr, button, a')
        .filter({ hasText: `${screen} ${word}` })
        .first()
      // The dashboard lists the event, too.
      await expect(page.getByRole('heading', { level: 1, name: screen, exact: true })).toBeVisible()
      await expect(record).toBeVisible()
      connection.cut(EVERYTHING)
      // Polling every half minute fails meanwhile.
      await page.clock.fastForward(60_000)
      await expect(record).toBeVisible()
      await button(page, make).first().click()
      const title = page.getByRole('dialog').getByLabel('Titel', { exact: true })
      await title.fill(`Ohne Netz ${word}`)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(record).toBeVisible()
      await button(page, make).first().click()
      await expect(title).toHaveValue(`Ohne Netz ${word}`)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      connection.mend()
      await page.clock.fastForward(10_000)
    })
})

test('[WEEK-18] text that waits on this machine opens without a network and is sent once it is back', async ({
  page,
  open,
  rest,
  word,
  expectedErrors,
}) => {
  expectedErrors(/Failed to load resource/)
  const { id } = await rest.createArticle({ title: word, content_markdown: 'Vorher' })
  await page.clock.install()
  await open('/admin/articles')
  await codeIsHere(page)
  await page.getByRole('link', { name: word, exact: true }).first().click()
  const text = page.getByRole('textbox', { name: 'Text', exact: true })
  await expect(text).toContainText('Vorher')
  await page.context().setOffline(true)
  await text.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' und nachher')
  await goTo(page, 'Medien')
  await expect(button(page, 'Erneut versuchen')).toBeVisible()
  await goTo(page, 'Artikel')
  const waiting = page.getByRole('region', { name: 'Lokal gesicherter Text', exact: true })
  await waiting.getByRole('link', { name: `„${word}“ öffnen`, exact: true }).click()
  await expect(text).toContainText('Vorher und nachher')
  await text.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('!')
  await page.context().setOffline(false)
  await expect(async () => {
    expect((await rest.getArticle(id)).content_markdown).toBe('Vorher und nachher!')
  }).toPass()
})

/** The rest of the code has been prefetched, some time after the first screen. */
async function codeIsHere(page: Page): Promise<void> {
  await page.clock.fastForward(7_000)
  const missing = () =>
    page.evaluate(async () => {
      const list = document.querySelector<HTMLMetaElement>('meta[name="code"]')?.content ?? ''
      const files = (await (await fetch(list)).json()) as string[]
      const held = (file: string) =>
        fetch(file, { cache: 'only-if-cached', mode: 'same-origin' }).then(
          ({ ok }) => ok,
          () => false,
        )
      const found = await Promise.all(files.map(held))
      return files.filter((_file, index) => !found[index])
    })
  await expect.poll(missing).toEqual([])
}
