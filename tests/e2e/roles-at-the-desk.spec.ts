import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { OF_ANOTHER } from '../../src/rules/roles.ts'
import { approved, callAs } from '../support/accounts.ts'
import { expect } from '../support/e2e.ts'
import { restAs, type Rest } from '../support/rest.ts'
import { expectAccessible, expectNoOverflow } from '../support/screen-checks.ts'
import { test } from '../support/signed-in.ts'
import { words } from '../support/words.ts'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const told = (page: Page) => page.locator('output[aria-live=assertive]')
const add = (by: Rest, path: string, record: object) => by.send<{ id: string }>('POST', `/api/${path}`, record)

/** A person of role Mitarbeit, signed in on a page, and the API as this person. */
const asContributor = async (
  fixtures: { page: Page; signIn: (page: Page, address: string, account: Account) => Promise<void> } & Blog,
  address: string,
) => {
  const { page, server, owner, signIn } = fixtures
  const person = await approved(server.url, owner, 'jonas')
  await callAs(server.url, owner, 'PATCH', `/users/${person.id}`, { role: 'contributor' })
  await signIn(page, address, person)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  return { person, own: await restAs(server.url, person) }
}
type Account = { email: string; password: string }
type Blog = { server: { url: string }; owner: Account }

test('[TEAM-8] Mitarbeit moves and edits own cards on the board, and reads those of others', async ({
  page,
  server,
  owner,
  rest,
  signIn,
  word,
}) => {
  const article = await rest.createArticle({ title: `Live ${word}`, status: 'published', content_markdown: 'a' })
  const foreign = await add(rest, 'tasks', { title: `Fremd ${word}`, status: 'idea', article_id: article.id })
  await rest.send('PATCH', `/api/tasks/${foreign.id}`, { notes: 'Die Zahlen zuerst.' })
  await rest.send('POST', `/api/tasks/${foreign.id}/checklist`, { text: 'Zahlen prüfen' })
  const { person, own } = await asContributor({ page, server, owner, signIn }, '/admin/editorial-plan')
  await add(own, 'tasks', { title: `Eigen ${word}`, status: 'idea' })
  await add(rest, 'tasks', { title: `Übergeben ${word}`, status: 'idea', assignee_id: person.id })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/admin/editorial-plan?q=${word}`)
  const lane = (name: string) => page.getByRole('region', { name, exact: true })

  // Own cards, and those handed over, move by the keyboard; those of others say why they do not.
  await button(page, `Fremd ${word}`).focus()
  await page.keyboard.press('Space')
  await expect(told(page)).toHaveText(OF_ANOTHER)
  for (const title of [`Eigen ${word}`, `Übergeben ${word}`]) {
    await button(page, title).focus()
    for (const key of ['Space', 'ArrowRight', 'Space']) await page.keyboard.press(key)
    await expect(lane('Entwurf').getByRole('button', { name: title, exact: true })).toBeVisible()
  }
  await page.keyboard.press('Escape')
  const from = await button(page, `Fremd ${word}`).boundingBox()
  const to = await lane('Entwurf').boundingBox()
  if (!from || !to) throw new Error('not on the page')
  await page.mouse.move(from.x + 20, from.y + 10)
  await page.mouse.down()
  await page.mouse.move(to.x + 40, to.y + 80, { steps: 4 })
  await page.mouse.up()
  await expect(lane('Idee').getByRole('button', { name: `Fremd ${word}`, exact: true })).toBeVisible()
  // The sign of a lagging card is there, without its move.
  await expect(button(page, new RegExp(`^„Fremd ${word}“: `))).toHaveCount(0)

  // Limits of columns are for others to set.
  await expect(button(page, /Grenze (setzen|ändern)$/)).toHaveCount(0)
  await button(page, 'Mehr zum Redaktionsplan').click()
  await expect(page.getByRole('menuitem', { name: 'Aufgabe aus Vorlage …', exact: true })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Grenzen der Spalten …', exact: true })).toHaveCount(0)
  await page.keyboard.press('Escape')

  // The panel of a foreign card is for reading.
  await button(page, `Fremd ${word}`).click()
  const reading = page.getByRole('dialog', { name: 'Aufgabe lesen', exact: true })
  await expect(words(reading, OF_ANOTHER)).toBeVisible()
  await expect(reading.getByText('Die Zahlen zuerst.', { exact: true })).toBeVisible()
  await expect(reading.getByRole('listitem').filter({ hasText: 'Zahlen prüfen (offen)' })).toBeVisible()
  await expect(reading.getByRole('link', { name: `Live ${word}`, exact: true })).toBeVisible()
  await expect(reading.locator('input, textarea, select, [role=combobox]')).toHaveCount(0)
  await expect(button(page, 'Aufgabe löschen')).toHaveCount(0)
  await expectAccessible(page)

  // One that was handed over is edited, and deleted by its author.
  await page.goto(`/admin/editorial-plan?q=${word}`)
  await button(page, `Übergeben ${word}`).click()
  const editing = page.getByRole('dialog', { name: 'Aufgabe bearbeiten', exact: true })
  await expect(editing.getByLabel('Titel', { exact: true })).toHaveValue(`Übergeben ${word}`)
  await expect(editing.getByRole('button', { name: 'Artikel daraus', exact: true })).toBeVisible()
  await expect(editing.getByRole('button', { name: 'Als Vorlage speichern', exact: true })).toHaveCount(0)
  await expect(editing.getByRole('button', { name: 'Aufgabe löschen', exact: true })).toHaveCount(0)
  await page.goto(`/admin/editorial-plan?q=${word}`)
  await button(page, `Eigen ${word}`).click()
  await expect(editing.getByRole('button', { name: 'Aufgabe löschen', exact: true })).toBeVisible()

  // The same on a phone.
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`/admin/editorial-plan?q=${word}&column=idea`)
  await expect(button(page, `Fremd ${word}`)).toBeVisible()
  await expect(button(page, `„Fremd ${word}“ verschieben`)).toHaveCount(0)
  await page.goto(`/admin/editorial-plan?q=${word}&column=draft`)
  await button(page, `„Eigen ${word}“ verschieben`).click()
  await expect(page.getByRole('menuitem', { name: 'Bereit', exact: true })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Auswählen', exact: true })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expectNoOverflow(page)
})

test('[TEAM-8] Mitarbeit changes own events in the calendar, and plans nothing for others', async ({
  page,
  server,
  owner,
  rest,
  signIn,
  word,
}) => {
  const { own } = await asContributor({ page, server, owner, signIn }, '/admin/calendar')
  const event = { starts_at: '2031-05-14T08:00:00.000Z', type: 'milestone' }
  await add(rest, 'events', { ...event, title: `F ${word}` })
  await add(own, 'events', { ...event, title: `E ${word}` })
  await add(rest, 'tasks', { title: `T ${word}`, due_at: '2031-05-14T08:00:00.000Z' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/admin/calendar?month=2031-05')
  const entry = (title: string) => page.getByRole('button', { name: new RegExp(`^${title} ${word}, `) })
  const card = (title: string) => page.getByRole('dialog', { name: `${title} ${word}`, exact: true })

  await entry('E').click()
  await expect(card('E').getByRole('button', { name: 'Bearbeiten', exact: true })).toBeVisible()
  await expect(card('E').getByRole('button', { name: 'Ereignis löschen', exact: true })).toBeVisible()
  await expect(card('E').getByRole('button', { name: 'Weitere Aktionen', exact: true })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await entry('F').click()
  await expect(words(card('F'), OF_ANOTHER)).toBeVisible()
  await expect(card('F').getByRole('button')).toHaveText([''])
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await entry('T').click()
  await expect(card('T').getByRole('link', { name: 'Öffnen', exact: true })).toBeVisible()
  await expect(card('T').getByRole('button', { name: 'Verschieben', exact: true })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await button(page, 'Mehr').click()
  await expect(page.getByRole('menuitem', { name: 'Kalender abonnieren', exact: true })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Arbeitstage und Pausen', exact: true })).toHaveCount(0)
})

test('[TEAM-8] Mitarbeit reads links, prompts, research, the inbox and media of others, and changes none of them', async ({
  page,
  server,
  owner,
  rest,
  signIn,
  word,
}) => {
  const { own } = await asContributor({ page, server, owner, signIn }, '/admin/account')
  await page.setViewportSize({ width: 1440, height: 900 })
  for (const by of [rest, own]) {
    const title = `${by === rest ? 'Fremd' : 'Eigen'} ${word}`
    await add(by, 'links', { title, url: `https://quelle.example/${crypto.randomUUID()}`, category: 'Webseite' })
    await add(by, 'prompts', { title, content: 'Fasse zusammen.', category: 'ChatGPT' })
    await add(by, 'research', { title, source_type: 'note', note: 'Ein Satz.' })
    await add(by, 'inbox', { title })
  }
  const main = page.getByRole('main')
  const row = (title: string) =>
    main
      .getByRole('row')
      .or(main.getByRole('listitem'))
      .filter({ hasText: `${title} ${word}` })
  for (const [address, action] of [
    [`/admin/link-library?q=${word}`, 'Link löschen'],
    [`/admin/link-library?q=${word}`, 'Link bearbeiten'],
    [`/admin/prompt-library?q=${word}`, 'Prompt löschen'],
    [`/admin/prompt-library?q=${word}`, 'Prompt bearbeiten'],
    [`/admin/research?q=${word}`, 'Recherche-Element löschen'],
    [`/admin/inbox?q=${word}`, 'Eintrag löschen'],
  ] as const) {
    await page.goto(address)
    await row('Eigen').hover()
    await expect(row('Eigen').getByRole('button', { name: new RegExp(`^${action}`) })).toBeVisible()
    await row('Fremd').hover()
    await expect(row('Fremd').getByRole('button', { name: new RegExp(`^${action}`) })).toHaveCount(0)
  }

  await page.goto(`/admin/research?q=${word}`)
  await button(page, `Fremd ${word}`).click()
  const pane = page.getByRole('dialog', { name: `Fremd ${word}`, exact: true })
  await expect(words(pane, OF_ANOTHER)).toBeVisible()
  await expect(pane.getByText('Ein Satz.', { exact: true })).toBeVisible()
  await expect(pane.getByRole('button', { name: /^(Bearbeiten|Löschen|Speichern)$/ })).toHaveCount(0)
  await pane.getByRole('tab', { name: 'Links 0', exact: true }).click()
  await expect(pane.getByRole('textbox')).toHaveCount(0)
  await expectAccessible(page)

  // The library is for all to fill; what is in it, editors change.
  await page.goto('/admin/media')
  const name = `${word}.jpg`
  const buffer = await sharp({ create: { width: 32, height: 24, channels: 3, background: '#456' } })
    .jpeg()
    .toBuffer()
  await page.getByLabel('Bilder zum Hochladen', { exact: true }).setInputFiles({ name, mimeType: 'image/jpeg', buffer })
  await main.getByRole('button', { name: new RegExp(`^${name}`) }).click()
  const facts = page.getByRole('complementary', { name: 'Angaben zum Bild', exact: true })
  await expect(facts.getByText('Diese Angaben ändert die Redaktion.', { exact: true })).toBeVisible()
  await expect(facts.getByRole('button', { name: 'URL kopieren', exact: true })).toBeVisible()
  await expect(facts.getByRole('button', { name: /^Bild (ersetzen|löschen)$/ })).toHaveCount(0)
  await expect(facts.getByRole('textbox')).toHaveCount(0)
  await expect(main.getByRole('checkbox')).toHaveCount(0)
  await expect(button(page, `${name} löschen`)).toHaveCount(0)
  await expectAccessible(page)
})
