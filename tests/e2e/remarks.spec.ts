import { expect } from '../support/e2e.ts'
import { button, chip, text } from '../support/editor.ts'
import { expectAccessible, expectNoOverflow } from '../support/screen-checks.ts'
import { routeOnce } from '../support/routes.ts'
import { test } from '../support/signed-in.ts'

/** Everything is one test: what comes later stands on what was written before. */
test('[TEAM-5] remarks are written, answered, done and followed by keyboard, and one at a time on a phone @postgres', async ({
  page,
  rest,
  signIn,
  word,
}) => {
  const body =
    'Vor zwei Jahren galt als ausgemacht, dass KI in Rechenzentren wohnt.\n\nHeute passen sechs Gigabyte ins Heft.\n'
  const { id } = await rest.createArticle({ title: word, content_markdown: body })
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, `/admin/articles/${id}`)
  await text(page).click()

  // The line of the cursor is the passage; what was typed before is saved with it.
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.type('Neu. ')
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ControlOrMeta+Alt+m')
  const field = page.getByRole('textbox', { name: 'Anmerkung', exact: true })
  await expect(field).toBeFocused()
  await expect(page.locator('.cm-remark-now')).toHaveText('Heute passen sechs Gigabyte ins Heft.')
  await page.keyboard.type('Stimmt das, @inh')
  await expect(page.getByRole('option', { name: 'inhaberin', exact: true })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('Stimmt das, @inhaberin ')
  await page.keyboard.press('Escape')
  await page.keyboard.press('ControlOrMeta+Alt+m')
  await expect(field).toHaveValue('Stimmt das, @inhaberin ')
  await page.keyboard.press('ControlOrMeta+Enter')
  const card = page.getByRole('article', { name: 'Anmerkung von inhaberin', exact: true })
  await expect(card).toContainText('Stimmt das, @inhaberin')
  await expect(page.getByRole('tab', { name: 'Anmerkungen 1', exact: true })).toHaveAttribute('aria-selected', 'true')
  await expectAccessible(page)

  // By keys: to the first remark, into its answer, and back to where one was in the text.
  await page.keyboard.press('F9')
  await expect(card).toBeFocused()
  await page.keyboard.press('Enter')
  const answer = page.getByRole('textbox', { name: 'Antworten', exact: true })
  await expect(answer).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(text(page)).toBeFocused()
  await page.keyboard.press('Shift+F9')
  await expect(card).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.type('Ich sehe nach.')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(card).toContainText('Ich sehe nach.')

  // The passage goes along with what is typed before and inside of it.
  await text(page).click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.type('Ja, ')
  await expect(page.locator('.cm-remark')).toHaveText('Heute passen sechs Gigabyte ins Heft.')
  await expect(chip(page)).toHaveText('gespeichert')
  // Pressed before the list is there, F9 leads to the remark once it is; not when something else was done meanwhile.
  for (const then of ['', 'Shift']) {
    const { promise: late, resolve: arrive } = Promise.withResolvers<void>()
    await routeOnce(page, '**/articles/remarks/list**', async (route) => {
      await late
      await route.continue()
    })
    await page.reload()
    await expect(text(page)).toContainText('sechs Gigabyte')
    await text(page).focus()
    await page.keyboard.press('F9')
    if (then) await page.keyboard.press(then)
    arrive()
    await expect(page.locator('.cm-remark')).toHaveText('Heute passen sechs Gigabyte ins Heft.')
    await expect(then ? text(page) : card).toBeFocused()
  }

  // Somebody else replaces the line: the remark says so and keeps its words.
  const saved = await rest.getArticle(id)
  await rest.send('PATCH', `/api/articles/${id}`, { version: saved.version, content_markdown: 'Neu. Alles anders.\n' })
  await page.getByRole('tab', { name: 'Anmerkungen 1', exact: true }).click()
  await expect(card).toContainText('Die Stelle gibt es nicht mehr')
  await expect(card).toContainText('„Heute passen sechs Gigabyte ins Heft.“')
  await expectAccessible(page)

  // Done and taken back, on a phone in a sheet.
  await page.setViewportSize({ width: 360, height: 740 })
  await text(page).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('ControlOrMeta+Alt+m')
  const sheet = page.getByRole('dialog', { name: 'Neue Anmerkung', exact: true })
  await sheet.getByRole('textbox', { name: 'Anmerkung', exact: true }).fill('Zweite')
  await sheet.getByRole('button', { name: 'Anmerken', exact: true }).click()
  const one = page.getByRole('dialog', { name: 'Anmerkung 1 von 2', exact: true })
  await expect(one).toContainText('Zweite')
  await expectNoOverflow(page)
  await expectAccessible(page)
  await one.getByRole('button', { name: 'Nächste Anmerkung', exact: true }).click()
  const two = page.getByRole('dialog', { name: 'Anmerkung 2 von 2', exact: true })
  await two.getByRole('button', { name: 'Erledigt', exact: true }).click()
  await expect(page.getByRole('dialog')).toContainText('Erledigt von inhaberin')
  await button(page, 'Rückgängig').click()
  await expect(two).not.toContainText('Erledigt von')
  await two.getByRole('button', { name: 'Als Aufgabe', exact: true }).click()
  await expect(page.getByText('Aufgabe angelegt', { exact: true })).toBeVisible()
})

test('[TEAM-5] a passage is marked where it stands, also where something is typed before its code is there', async ({
  open,
  page,
  rest,
  word,
}) => {
  const quote = 'sechs Gigabyte'
  const body = `Heute passen ${quote} ins Heft.\n`
  const { id, version } = await rest.createArticle({ title: word, content_markdown: body })
  const from = body.indexOf(quote)
  const passage = { version, from, to: from + quote.length, quote }
  await rest.send('POST', `/api/articles/${id}/remarks`, { passage, body: 'Sechs?' })
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  let isAsked = false
  await page.route(/\/assets\/remarks-[\w-]+\.js$/, async (route) => {
    isAsked = true
    await held
    await route.continue()
  })
  await open(`/admin/articles/${id}`)
  await expect.poll(() => isAsked).toBe(true)
  await text(page).click()
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.type('Noch: ')
  await expect(text(page)).toContainText('Noch: Heute')
  release()
  await expect(page.locator('.cm-remark')).toHaveText(quote)
})
