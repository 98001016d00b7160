import type { Page } from '@playwright/test'
import { expect } from '../support/e2e.ts'
import { test } from '../support/signed-in.ts'
import { stored } from '../support/stored-session.ts'
import { toast, words } from '../support/words.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const create = (page: Page) => dialog(page).getByRole('button', { name: 'Aufgabe anlegen', exact: true })

test('[PLAN-3] a refused creation shows the server’s message if the linked article is gone', async ({
  open,
  rest,
  word,
  expectedErrors,
}) => {
  expectedErrors(/^console error: Failed to load resource: .* status of 400 .*\/api\/rpc\/tasks\/create\)$/)
  const article = await rest.createArticle({ title: `Artikel ${word}` })
  const page = await open('/admin/editorial-plan')
  await page.getByRole('button', { name: 'Aufgabe in Bereit anlegen', exact: true }).click()
  await expect(dialog(page).getByRole('combobox', { name: 'Status', exact: true })).toHaveText('Bereit')
  await dialog(page).getByLabel('Titel', { exact: true }).fill(word)
  await dialog(page).getByLabel('Artikel', { exact: true }).fill(word)
  await dialog(page)
    .getByRole('option', { name: `Artikel ${word} Entwurf`, exact: true })
    .click()
  await expect(dialog(page).getByRole('link', { name: `Artikel ${word}`, exact: true })).toBeVisible()
  // Another editor deletes it for good meanwhile.
  await rest.send('DELETE', `/api/articles/${article.id}`)
  await rest.send('DELETE', `/api/trash/articles/${article.id}`)
  await create(page).click()
  await expect(toast(page, 'Fehler beim Erstellen: Diesen Artikel gibt es nicht')).toBeVisible()
  await expect(words(dialog(page), 'Diesen Artikel gibt es nicht')).toBeVisible()
  await expect(dialog(page).getByLabel('Titel', { exact: true })).toHaveValue(word)
})

test('[PLAN-3] after a session ended unnoticed, `Bitte erneut anmelden` is shown, then the task is sent', async ({
  open,
  page,
  word,
  owner,
  server,
  expectedErrors,
}) => {
  expectedErrors(
    /^console error: Failed to load resource: .* status of 401 .*\/api\/(rpc\/[\w/]+|live)\)$/,
    /^console error: Failed to load resource: .* status of 40[013] .*\/auth\/v1\/(token|logout)/,
  )
  await open('/admin/editorial-plan')
  await page.getByRole('button', { name: 'Neue Aufgabe', exact: true }).click()
  await dialog(page).getByLabel('Titel', { exact: true }).fill(word)
  await fetch(`${server.url}/auth/v1/logout?scope=local`, {
    method: 'POST',
    headers: { authorization: `Bearer ${(await stored(page))?.access_token}` },
  })
  await create(page).click()
  await expect(toast(page, 'Bitte erneut anmelden')).toBeVisible()
  const question = page.getByRole('alertdialog', { name: 'Ihre Sitzung ist abgelaufen', exact: true })
  await question.getByLabel('Passwort', { exact: true }).fill(owner.password)
  await question.getByRole('button', { name: 'Anmelden', exact: true }).click()
  // Nothing is lost: the task is sent once the session is back.
  await expect(toast(page, 'Aufgabe erstellt')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: word })).toBeVisible()
})

test('[PLAN-4] the card of each priority has its badge `LOW`, `MED` or `HIGH`, and its due date as `Fällig`', async ({
  open,
  rest,
  word,
}) => {
  const year = new Date().getFullYear()
  const priorities = {
    low: ['LOW', 'Priorität niedrig'],
    med: ['MED', 'Priorität mittel'],
    high: ['HIGH', 'Priorität hoch'],
  } as const
  for (const priority of Object.keys(priorities))
    await rest.send('POST', '/api/tasks', { title: `${word} ${priority}`, priority, due_at: `${year}-12-31T12:00:00Z` })
  await rest.send('POST', '/api/tasks', { title: `${word} von selbst` })
  const page = await open('/admin/editorial-plan')
  const card = (title: string) => page.getByRole('listitem').filter({ hasText: title })
  for (const [priority, [label, spoken]] of Object.entries(priorities)) {
    const badge = words(card(`${word} ${priority}`), label)
    await expect(badge).toBeVisible()
    // Upper case in the text itself, not by style.
    expect(await badge.textContent()).toBe(label)
    // RUL-18: its accessible name is German.
    await expect(badge).toHaveAttribute('aria-hidden', 'true')
    await expect(words(card(`${word} ${priority}`), spoken)).toHaveCount(1)
    await expect(words(card(`${word} ${priority}`), /^Fällig 31\.12\.$/)).toBeVisible()
  }
  await expect(words(card(`${word} von selbst`), 'MED')).toBeVisible()
  await expect(words(card(`${word} von selbst`), /Fällig/)).toHaveCount(0)
})
