import type { Page } from '@playwright/test'
import { expect } from '../support/e2e.ts'
import { expectAccessible } from '../support/screen-checks.ts'
import { test } from '../support/signed-in.ts'
import { toast, words } from '../support/words.ts'

// The browser's own language and zone must not matter.
test.use({ locale: 'en-US', timezoneId: 'America/Los_Angeles' })

const panel = (page: Page) => page.getByRole('complementary', { name: 'Angaben', exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('[WEEK-13] dates are typed in German or picked by keyboard and mouse in the site’s zone, and days are calendar days', async ({
  open,
  page,
  rest,
  word,
}) => {
  // Sunday evening in Berlin; in Los Angeles it is noon.
  await page.clock.setFixedTime('2031-11-23T20:30:00Z')
  const { id } = await rest.createArticle({ title: word, status: 'scheduled' })
  await open(`/admin/articles/${id}`)
  const change = panel(page).getByRole('button', { name: /, Termin ändern$/ })
  const field = panel(page).getByLabel('Termin (Europe/Berlin)', { exact: true })

  await change.click()
  // On blur the field shows its error, and nothing moves under the pointer.
  await field.fill('irgendwann')
  const place = await button(page, 'Termin setzen').boundingBox()
  await field.blur()
  await expect(words(panel(page), /^„irgendwann“ ist kein Datum/)).toBeVisible()
  expect(await button(page, 'Termin setzen').boundingBox()).toEqual(place)
  await field.press('Enter')
  await expect(
    words(
      panel(page),
      '„irgendwann“ ist kein Datum. Möglich ist zum Beispiel 24.11.2026 9:00, morgen 9:00 oder nächster Dienstag.',
    ),
  ).toBeVisible()
  await expect(field).toHaveValue('irgendwann')
  await expectAccessible(page)
  await field.fill('nächster Dienstag 8:15')
  await expect(words(panel(page), 'Di, 25. November 2031, 08:15 Uhr, in 2 Tagen')).toBeVisible()
  await field.press('Enter')
  await expect(panel(page).getByRole('button', { name: /^Di, 25\. Nov\. 2031, 08:15 .*in 2 Tagen/ })).toBeVisible()
  expect((await rest.getArticle(id)).published_at).toBe('2031-11-25T07:15:00.000Z')

  // By keyboard: a week later, first cancelled with Escape, then confirmed with Enter.
  await change.click()
  await expect(field).toHaveValue('25.11.2031 08:15')
  await field.press('Alt+ArrowDown')
  const calendar = page.getByRole('dialog', { name: 'Datum wählen, November 2031', exact: true })
  await expect(calendar.getByRole('columnheader')).toHaveText(['Mo', 'Di', 'Mi', 'Do', 'Fr', 'Sa', 'So'])
  await expect(calendar.getByRole('button', { name: 'Dienstag, 25. November 2031', exact: true })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(button(page, 'Kalender öffnen')).toBeFocused()
  await expect(field).toHaveValue('25.11.2031 08:15')
  await page.keyboard.press('Enter')
  await page.keyboard.press('PageDown')
  await page.keyboard.press('ArrowRight')
  const december = page.getByRole('dialog', { name: 'Datum wählen, Dezember 2031', exact: true })
  await expect(december.getByRole('button', { name: 'Freitag, 26. Dezember 2031', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('26.12.2031 08:15')
  // By mouse.
  await button(page, 'Kalender öffnen').click()
  await page.getByRole('button', { name: 'Voriger Monat', exact: true }).click()
  await calendar.getByRole('button', { name: 'Sonntag, 30. November 2031', exact: true }).click()
  await expect(field).toHaveValue('30.11.2031 08:15')
  await button(page, 'Termin setzen').click()
  await expect.poll(async () => (await rest.getArticle(id)).published_at).toBe('2031-11-30T07:15:00.000Z')

  // A task's day and an event's start use the same field.
  await page.goto('/admin/calendar?month=2031-11')
  await button(page, 'Neues Ereignis').click()
  const event = page.getByRole('dialog', { name: 'Neues Ereignis', exact: true })
  await event.getByLabel('Titel', { exact: true }).fill(`${word} Ereignis`)
  const begin = event.getByLabel('Beginn', { exact: true })
  await begin.fill('morgen 9:00')
  await begin.blur()
  await expect(begin).toHaveValue('24.11.2031 09:00')
  await button(page, 'Ereignis anlegen').click()
  await expect(toast(page, 'Ereignis erstellt')).toBeVisible()

  await page.goto('/admin/editorial-plan')
  await button(page, 'Neue Aufgabe').click()
  const task = page.getByRole('dialog', { name: 'Neue Aufgabe', exact: true })
  await task.getByLabel('Titel', { exact: true }).fill(`${word} Aufgabe`)
  await task.getByLabel('Fällig', { exact: true }).fill('31.11.')
  await button(page, 'Aufgabe anlegen').click()
  await expect(words(task, 'Den 31. November 2031 gibt es nicht: Der November hat 30 Tage.')).toBeVisible()
  await task.getByLabel('Fällig', { exact: true }).fill('übermorgen')
  await button(page, 'Aufgabe anlegen').click()
  await expect(toast(page, 'Aufgabe erstellt')).toBeVisible()
})
