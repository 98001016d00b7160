import type { Page } from '@playwright/test'
import { expect } from '../support/e2e.ts'
import { button, chip, text } from '../support/editor.ts'
import { expectAccessible, expectNoOverflow } from '../support/screen-checks.ts'
import { test } from '../support/signed-in.ts'

const BODY =
  'Vor zwei Jahren galt als ausgemacht, dass KI in Rechenzentren wohnt.\n\nHeute passen sechs Gigabyte ins Heft.\n\nEnde.\n'

const typed = BODY.replace('Heute', 'Neu: Heute')

/** Two people in one text, the other one by keyboard alone. What comes later stands on what was written before. */
test('[TEAM-6] suggestions are typed, seen by others at once, and accepted or refused, also on a phone @postgres', async ({
  page,
  rest,
  signIn,
  newContext,
  server,
  word,
  expectedErrors,
}) => {
  expectedErrors(/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/)
  const { id, version } = await rest.createArticle({ title: word, content_markdown: BODY })
  const quote = 'sechs Gigabyte'
  const from = BODY.indexOf(quote)
  const passage = { version, from, to: from + quote.length, quote }
  await rest.send('POST', `/api/articles/${id}/remarks`, { passage, body: 'Sechs?' })
  const [email, password] = [`${word.toLowerCase()}@redaktion.example`, 'noch ein langes Passwort']
  const joined = await fetch(`${server.url}/auth/v1/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const { user } = (await joined.json()) as { user: { id: string } }
  await rest.send('PATCH', `/api/users/${user.id}`, { approval: 'approved' })
  const stored = async () => (await rest.getArticle(id)).content_markdown
  const open = async () => {
    const { items } = (await rest.send('GET', `/api/articles/${id}/suggestions`)) as {
      items: { removed: string; inserted: string }[]
    }
    return items.map(({ removed, inserted }) => `${removed} → ${inserted}`)
  }
  const context = await newContext()
  const other = await context.newPage()
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, `/admin/articles/${id}`)
  await text(page).click()
  await page.keyboard.press('ControlOrMeta+End')
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowUp')
  await signIn(other, `/admin/articles/${id}`, { email, password })
  const mine = (one: Page, kind: 'ins' | 'del') => one.locator(`.md-editor:visible ${kind}`)

  // By keyboard alone: the mode, a replacement, a removal, an own character taken back.
  await text(other).focus()
  await other.keyboard.press('ControlOrMeta+Home')
  await other.keyboard.press('ControlOrMeta+Alt+v')
  await expect(button(other, 'Vorschlagen')).toHaveAttribute('aria-pressed', 'true')
  // A bar without room for three ways shows the one that is on.
  await other.setViewportSize({ width: 1024, height: 768 })
  await expect(button(other, 'Bearbeiten')).toHaveCount(0)
  await expect(button(other, 'Vorschlagen')).toHaveAttribute('aria-pressed', 'true')
  await other.setViewportSize({ width: 1440, height: 900 })
  await expect(text(other)).toBeFocused()
  await other.keyboard.press('ControlOrMeta+Home')
  await other.keyboard.type('Noch ')
  for (let step = 0; step < 3; step += 1) await other.keyboard.press('Shift+ArrowRight')
  await other.keyboard.type('vorr')
  await other.keyboard.press('Backspace')
  await other.keyboard.press('ControlOrMeta+End')
  await other.keyboard.press('ArrowUp')
  for (let step = 0; step < 5; step += 1) await other.keyboard.press('Delete')
  await expect(other.getByText('Vorschläge gespeichert', { exact: true })).toBeVisible()
  await expect.poll(open).toEqual(['Vor → Noch vor', 'Ende. → '])
  expect(await stored()).toBe(BODY)
  await expect(other.locator('.md-editor:visible .cm-remark')).toHaveText(quote)

  // The other one sees it, and goes on typing in the same text.
  await expect(mine(page, 'ins')).toHaveText(['Noch vor'])
  await expect(mine(page, 'del')).toHaveText(['Vor', 'Ende.'])
  await page.keyboard.type('Neu: ')
  await expect(text(other)).toContainText('Neu: ')
  await expect(mine(other, 'ins')).toHaveText(['Noch ', 'vor'])
  await expect.poll(stored).toBe(typed)
  await other.keyboard.press('ControlOrMeta+z')
  await expect.poll(open).toEqual(['Vor → Noch vor'])
  await other.keyboard.press('ControlOrMeta+y')
  await expect.poll(open).toHaveLength(2)

  // Accepted by keys, with the way back.
  const tab = page.getByRole('tab', { name: 'Vorschläge 2', exact: true })
  await page.keyboard.press('F8')
  await expect(tab).toHaveAttribute('aria-selected', 'true')
  const cards = page.getByRole('article', { name: `Vorschlag von ${word.toLowerCase()}`, exact: true })
  await expect(cards).toHaveCount(2)
  await expect(cards.first().getByRole('button', { name: 'Annehmen', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Annehmen', exact: true })).toHaveCount(1)
  await expectAccessible(page)
  await page.keyboard.press('ControlOrMeta+F8')
  await expect.poll(stored).toBe(typed.replace('Vor', 'Noch vor'))
  await expect(mine(other, 'ins')).toHaveCount(0)
  await expect(text(other)).toContainText('Noch vor zwei')
  await button(page, 'Rückgängig').first().click()
  await expect.poll(stored).toBe(typed)
  await button(page, 'Alle 2 annehmen').click()
  const accepted = typed.replace('Vor', 'Noch vor').replace('Ende.', '')
  await expect.poll(stored).toBe(accepted)
  await expect(page.getByRole('tab', { name: 'Vorschläge', exact: true })).toBeVisible()
  await expect(mine(page, 'del')).toHaveCount(0)
  await expect(chip(page)).toHaveText('gespeichert')

  // Without a network they stay on this machine, and are sent once the text is opened again.
  await expect(text(other)).toContainText('Noch vor zwei')
  await context.setOffline(true)
  await other.keyboard.press('ControlOrMeta+Home')
  await other.keyboard.type('Ohne Netz ')
  await expect(other.getByText('Vorschläge sind auf diesem Gerät gesichert', { exact: true })).toBeVisible()
  await other.goto('about:blank')
  await context.setOffline(false)
  await other.goto(`${server.url}/admin/waiting`)
  const waiting = other.getByRole('list', { name: 'Texte, Bilder und Vorschläge', exact: true })
  await expect(waiting.getByRole('listitem')).toContainText([new RegExp(`${word}.*Ein Vorschlag, lokal gesichert am`)])
  expect(await open()).toEqual([])
  await waiting.getByRole('link', { name: `„${word}“ öffnen`, exact: true }).click()
  await expect.poll(open).toEqual([' → Ohne Netz '])
  await expect(mine(other, 'ins')).toHaveText(['Ohne Netz '])
  await button(other, 'Bearbeiten').click()
  await expect(mine(other, 'ins')).toHaveText(['Ohne Netz '])
  expect(await stored()).toBe(accepted)

  // One at a time on a phone.
  await rest.send('POST', `/api/articles/${id}/suggestions`, {
    version: (await rest.getArticle(id)).version,
    items: [
      { id: crypto.randomUUID(), n: 1, parts: [[accepted.indexOf('sechs'), accepted.indexOf('sechs') + 5, 'acht']] },
    ],
  })
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(page.getByRole('toolbar', { name: 'Textwerkzeuge', exact: true })).toBeVisible()
  await mine(page, 'ins').getByText('acht', { exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Vorschlag 2 von 2', exact: true })
  await expect(sheet).toContainText('acht')
  await expectNoOverflow(page)
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Voriger Vorschlag', exact: true }).click()
  const first = page.getByRole('dialog', { name: 'Vorschlag 1 von 2', exact: true })
  await first.getByRole('button', { name: 'Ablehnen', exact: true }).click()
  const last = page.getByRole('dialog', { name: 'Vorschlag 1 von 1', exact: true })
  await last.getByRole('button', { name: 'Annehmen', exact: true }).click()
  await expect.poll(stored).toBe(accepted.replace('sechs', 'acht'))
  await expect(mine(page, 'ins')).toHaveCount(0)
})

// The text and the panel each read the list then.
for (const first of ['first', 'second'])
  test(`[TEAM-6] an accepted replacement leaves nothing to suggest when the ${first} of two lists arrives first`, async ({
    page,
    rest,
    signIn,
    word,
  }) => {
    const { id } = await rest.createArticle({ title: word, content_markdown: BODY })
    const open = async () =>
      ((await rest.send('GET', `/api/articles/${id}/suggestions`)) as { items: { id: string; n: number }[] }).items
    await signIn(page, `/admin/articles/${id}`)
    await text(page).focus()
    await page.keyboard.press('ControlOrMeta+Alt+v')
    await expect(button(page, 'Vorschlagen')).toHaveAttribute('aria-pressed', 'true')
    await expect(text(page)).toBeFocused()
    await page.keyboard.press('ControlOrMeta+Home')
    await page.keyboard.type('Noch ')
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('Shift+ArrowRight')
    await page.keyboard.type('vor')
    await expect.poll(open).toHaveLength(1)
    await expect(page.getByText('Vorschläge gespeichert', { exact: true })).toBeVisible()
    await expect(page.getByRole('tab', { name: 'Vorschläge 1', exact: true })).toBeVisible()
    const held: (() => Promise<void>)[] = []
    await page.route('**/api/rpc/articles/suggestions/list', async (route) => {
      const response = await route.fetch()
      held.push(() => route.fulfill({ response }))
    })
    const items = (await open()).map(({ id: its, n }) => ({ id: its, n }))
    await rest.send('POST', `/api/articles/${id}/suggestions/decisions`, { decision: 'accept', items })
    await expect.poll(() => held.length).toBe(2)
    if (first === 'second') held.reverse()
    for (const release of held) await release()
    await expect(text(page)).toContainText('Noch vor zwei Jahren')
    await expect(page.locator('.md-editor:visible ins')).toHaveCount(0)
    await expect(page.getByText('Vorschläge gespeichert', { exact: true })).toBeVisible()
    expect(await open()).toEqual([])
  })

test('[TEAM-6] what is typed right after the keys of the mode is suggested', async ({ page, rest, signIn, word }) => {
  const { id } = await rest.createArticle({ title: word, content_markdown: BODY })
  await signIn(page, `/admin/articles/${id}`)
  await text(page).focus()
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.press('ControlOrMeta+Alt+v')
  await page.keyboard.type('Nur ')
  const inserted = async () => {
    const list = await rest.send('GET', `/api/articles/${id}/suggestions`)
    return (list as { items: { inserted: string }[] }).items.map((one) => one.inserted)
  }
  await expect.poll(inserted).toEqual(['Nur '])
  expect((await rest.getArticle(id)).content_markdown).toBe(BODY)
})
