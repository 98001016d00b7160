import type { Page } from '@playwright/test'
import { expect } from '../support/e2e.ts'
import { button, chip, text } from '../support/editor.ts'
import { expectAccessible, expectNoOverflow } from '../support/screen-checks.ts'
import { test } from '../support/signed-in.ts'

/** Two people in one text. Everything is one test: what comes later stands on what was written before. */
test('[TEAM-1] [TEAM-2] [TEAM-3] [RUL-59] two browsers write one text @postgres', async ({
  page,
  rest,
  signIn,
  newContext,
  server,
  word,
  expectedErrors,
}) => {
  expectedErrors(/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/)
  const body = `Anfang. 😀\n\n${'Ein Absatz.\n\n'.repeat(60)}## Weit unten\n\nEnde.`
  const article = await rest.createArticle({ title: word, content_markdown: body })
  const [email, password] = [`${word.toLowerCase()}@redaktion.example`, 'noch ein langes Passwort']
  const joined = await fetch(`${server.url}/auth/v1/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const { user } = (await joined.json()) as { user: { id: string } }
  await rest.send('PATCH', `/api/users/${user.id}`, { approval: 'approved' })
  const stored = async () => {
    const { working_copy, content_markdown } = await rest.getArticle(article.id)
    return working_copy?.content_markdown ?? content_markdown
  }
  const context = await newContext()
  const other = await context.newPage()
  await signIn(page, `/admin/articles/${article.id}`)
  await text(page).click()
  await signIn(other, `/admin/articles/${article.id}`, { email, password })
  const crew = (one: Page, name: string) => button(one, `Hier sind: ${name}`)
  await expect(crew(page, word.toLowerCase())).toBeVisible()
  await expect(crew(other, 'inhaberin')).toBeVisible()

  // Both type at once, at both ends.
  await page.keyboard.press('ControlOrMeta+Home')
  await text(other).click()
  await other.keyboard.press('ControlOrMeta+End')
  await Promise.all([page.keyboard.type('Von mir. ', { delay: 20 }), other.keyboard.type(' Von dir.', { delay: 20 })])
  const both = `Von mir. ${body} Von dir.`
  await expect.poll(stored).toBe(both)
  await expect(chip(page)).toHaveText('gespeichert')
  await expect(text(other)).toContainText('Ende. Von dir.')

  // A key is not sent in its own task.
  await page.evaluate(watchSending)
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.type('A')
  await expect
    .poll(() => page.evaluate(() => (window as unknown as Sending).acts))
    .toEqual(['key', 'task over', 'step'])
  await page.evaluate(() => (window as unknown as Sending).unwatch())
  await page.keyboard.press('Control+z')
  await expect.poll(stored).toBe(both)

  // The cursor of the other is named, and following leads to it.
  await page.keyboard.press('ControlOrMeta+Home')
  await other.keyboard.press('Shift+Home')
  await crew(page, word.toLowerCase()).click()
  const card = page.getByRole('list', { name: 'Wer hier ist', exact: true })
  await expect(card).toContainText('hat etwas markiert in „Weit unten“')
  await expectAccessible(page)
  await button(page, `${word.toLowerCase()} folgen`).click()
  const cursor = page.getByRole('img', { name: `Hier ist ${word.toLowerCase()}`, exact: true })
  await expect(cursor).toBeInViewport()
  await expect(page.locator('.cm-person-selection')).toHaveText('Ende. Von dir.')
  await other.keyboard.press('ControlOrMeta+Home')
  await expect(page.getByRole('img', { name: `Hier ist ${word.toLowerCase()}`, exact: true })).toBeInViewport()
  await expect(page.locator('.cm-line').first()).toBeInViewport()
  await page.keyboard.press('Escape')
  await crew(page, word.toLowerCase()).click()
  await expect(button(page, `${word.toLowerCase()} folgen`)).toBeVisible()
  await page.keyboard.press('Escape')

  // On the phone, too.
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(crew(page, word.toLowerCase())).toBeVisible()
  await crew(page, word.toLowerCase()).click()
  await expect(card).toContainText(word.toLowerCase())
  await page.keyboard.press('Escape')
  await expectNoOverflow(page)
  await page.setViewportSize({ width: 1280, height: 720 })

  // Undo takes back one's own only.
  await text(page).click()
  await page.keyboard.press('ControlOrMeta+Home')
  for (let count = 0; count < 12; count += 1) await page.keyboard.press('Control+z')
  await expect.poll(stored).toBe(`${body} Von dir.`)

  // Without a network the other goes on; back, both texts are there.
  await context.setOffline(true)
  await other.keyboard.press('ControlOrMeta+Home')
  await other.keyboard.type('Im Tunnel. ')
  await expect(chip(other)).toContainText('offline')
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type(' Noch etwas.')
  await expect.poll(stored).toBe(`${body} Von dir. Noch etwas.`)
  await context.setOffline(false)
  await expect.poll(stored).toBe(`Im Tunnel. ${body} Von dir. Noch etwas.`)
  await other.keyboard.press('ControlOrMeta+End')
  await expect(text(other)).toContainText('Noch etwas.')
  await other.keyboard.press('ControlOrMeta+Home')

  // Publishing holds what was typed last.
  await other.keyboard.type('Jetzt. ')
  await button(page, 'Veröffentlichen').click()
  await expect.poll(async () => (await rest.getArticle(article.id)).status).toBe('published')
  await expect.poll(stored).toBe(`Jetzt. Im Tunnel. ${body} Von dir. Noch etwas.`)
})

type Sending = { acts: string[]; unwatch: () => void }

/** Runs in the page: notes keys, the ends of their tasks and steps that are sent, in their order. */
function watchSending(): void {
  const acts: string[] = []
  const { fetch } = window
  const onKey = ({ key }: KeyboardEvent) => {
    if (key !== 'A') return
    acts.push('key')
    setTimeout(() => acts.push('task over'), 0)
  }
  window.addEventListener('keydown', onKey, { capture: true })
  window.fetch = (...given) => {
    const [request] = given
    const address = request instanceof Request ? request.url : String(request)
    if (address.endsWith('/steps/send')) acts.push('step')
    return fetch(...given)
  }
  const unwatch = () => {
    window.removeEventListener('keydown', onKey, { capture: true })
    window.fetch = fetch
  }
  Object.assign(window, { acts, unwatch } satisfies Sending)
}
