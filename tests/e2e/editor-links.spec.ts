import type { Page } from '@playwright/test'
import type { Article } from '../../src/contract/articles.ts'
import { expect } from '../support/e2e.ts'
import { button, clear, panel, text, type } from '../support/editor.ts'
import { markdown } from '../support/moves.ts'
import { expectAccessible } from '../support/screen-checks.ts'
import { test } from '../support/signed-in.ts'

const picker = (page: Page, name = 'Link einfügen') => page.getByRole('dialog', { name, exact: true })
const field = (page: Page) => page.getByRole('combobox', { name: 'Artikel suchen oder Adresse eingeben', exact: true })
/** A row by the beginning of its text, which ends with a date. */
const option = (page: Page, name: string) =>
  page
    .getByRole('listbox', { name: 'Ziele', exact: true })
    .getByRole('option', { name: new RegExp(`^${name.replaceAll(/[[\]]/g, '\\$&')}( |$)`) })

/** A promise that waits until it is released. */
function holding(): { held: Promise<void>; release: () => void } {
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  return { held, release }
}

test('[WEEK-6] own articles are linked by title with two brackets, the button and Strg K, and links are edited, removed and undone', async ({
  open,
  rest,
  word,
}) => {
  const week = await rest.createArticle({ title: `${word} Messreihe [über] vier Wochen`, status: 'published' })
  const draft = await rest.createArticle({ title: `${word} Messmethoden` })
  const page = await open('/admin/articles/new')
  await text(page).click()
  const link = `[${word} Messreihe \\[über\\] vier Wochen](/article/${week.slug})`

  // Fast typing: Enter waits for the response.
  await page.keyboard.type(`Nachgerechnet in [[messreihe ${word}`)
  await expect(option(page, `${week.title} Veröffentlicht`)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect.poll(() => markdown(page)).toBe(`Nachgerechnet in ${link}`)
  await expect(text(page)).toBeFocused()
  await page.keyboard.type('.')
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await expect.poll(() => markdown(page)).toBe('Nachgerechnet in [[')

  // The query stays if nothing is chosen.
  await clear(page)
  await page.keyboard.type('Siehe [[nichts davon')
  await expect(field(page)).toHaveValue('nichts davon')
  await page.keyboard.press('Escape')
  await page.keyboard.type(' so')
  await expect.poll(() => markdown(page)).toBe('Siehe [[nichts davon so')

  // Selected words become the link text, and are the query until something is typed.
  await clear(page)
  await page.keyboard.type('Vier Wochen')
  await page.keyboard.press('Shift+Control+ArrowLeft')
  await page.keyboard.press('Control+k')
  await expect(picker(page)).toBeVisible()
  await expect(option(page, `${week.title} Veröffentlicht`)).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.type(`${word} messme`)
  await expect(option(page, `${draft.title} Entwurf`)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Enter')
  await expect.poll(() => markdown(page)).toBe(`Vier [Wochen](/article/${draft.slug})`)

  // With the cursor in a link it is edited: another address, the title as its text, or no link.
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Control+k')
  await expect(picker(page, 'Link bearbeiten')).toBeVisible()
  await expect(field(page)).toHaveValue(`/article/${draft.slug}`)
  await page.keyboard.type('example.org/a_(b)')
  await page.keyboard.press('Enter')
  await expect.poll(() => markdown(page)).toBe('Vier [Wochen](<https://example.org/a_(b)>)')
  await page.keyboard.press('ArrowLeft')
  await button(page, 'Link').click()
  await field(page).fill(`${word} messreihe`)
  await expect(option(page, `${week.title} Veröffentlicht`)).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(option(page, `${week.title} Veröffentlicht`)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('Shift+Enter')
  await expect.poll(() => markdown(page)).toBe(`Vier ${link}`)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Control+k')
  await option(page, 'Link entfernen').click()
  await expect.poll(() => markdown(page)).toBe(`Vier ${word} Messreihe \\[über\\] vier Wochen`)

  // A foreign address: Tab inserts the brackets with the cursor in between.
  await clear(page)
  await page.keyboard.type('Mehr')
  await page.keyboard.press('Control+a')
  await button(page, 'Link').click()
  await expect(field(page)).toBeFocused()
  // A query left without a choice is offered again.
  await page.keyboard.type('example.org/lang')
  await page.keyboard.press('Escape')
  await expect(text(page)).toBeFocused()
  await page.keyboard.press('Control+k')
  await expect(field(page)).toHaveValue('example.org/lang')
  await field(page).fill('')
  await page.keyboard.press('Tab')
  await page.keyboard.type('https://example.org/')
  await expect.poll(() => markdown(page)).toBe('[Mehr](https://example.org/)')

  // Brackets in code and pictures open nothing.
  await clear(page)
  await type(page, '`a[[0]]` ![[', '[^1]')
  await expect(picker(page)).toHaveCount(0)
  await expect.poll(() => markdown(page)).toBe('`a[[0]]` ![[\n[^1]')

  // On narrow screens the list is at the top, so that the keyboard moves nothing.
  await page.setViewportSize({ width: 360, height: 740 })
  await clear(page)
  await page.keyboard.type(`Siehe [[${word}`)
  await expect(option(page, `${week.title} Veröffentlicht`)).toBeVisible()
  const box = await picker(page).boundingBox()
  expect(box && [box.x, box.y, box.width]).toEqual([8, 8, 344])
  await expectAccessible(page)
  await option(page, `${draft.title} Entwurf`).click()
  await expect.poll(() => markdown(page)).toBe(`Siehe [${draft.title}](/article/${draft.slug})`)
})

test('[WEEK-6] text typed directly after Strg K is the query, however late the code of the list is loaded', async ({
  open,
}) => {
  const page = await open('/admin/articles/new')
  await text(page).click()
  for (const [code, ask] of [
    ['link-request', () => page.keyboard.press('Control+k')],
    ['link-picker', () => button(page, 'Link').click()],
  ] as const) {
    await page.reload()
    await text(page).click()
    await clear(page)
    await page.keyboard.type('Vier Wochen')
    await page.keyboard.press('Shift+Control+ArrowLeft')
    const { held, release } = holding()
    const asked = page.waitForRequest(`**/assets/${code}-*.js`)
    await page.route(`**/assets/${code}-*.js`, (route) => held.then(() => route.continue()))
    await ask()
    await asked
    await page.keyboard.type('example.org')
    release()
    await expect(field(page)).toBeFocused()
    await page.keyboard.type('/lang')
    await expect(field(page)).toHaveValue('example.org/lang')
    await expect.poll(() => markdown(page)).toBe('Vier Wochen')
    await page.keyboard.press('Enter')
    await expect.poll(() => markdown(page)).toBe('Vier [Wochen](https://example.org/lang)')

    // In a link it replaces its address.
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('example.org/anders')
    await expect(field(page)).toHaveValue('example.org/anders')
    await page.keyboard.press('Enter')
    await expect.poll(() => markdown(page)).toBe('Vier [Wochen](https://example.org/anders)')
  }
})

test('[WEEK-6] a link follows its article to a new address, and the check reports it when the article is deleted', async ({
  open,
  rest,
  request,
  word,
}) => {
  const target = await rest.createArticle({ title: `${word} Ziel`, status: 'published' })
  const other = await rest.createArticle({ title: `${word} Entwurf` })
  const article = await rest.createArticle({ title: word, excerpt: 'Da.', content_markdown: 'Siehe ' })
  const page = await open(`/admin/articles/${article.id}`)
  await text(page).click()
  await page.keyboard.press('Control+End')
  for (const title of [target.title, other.title]) {
    await page.keyboard.type(` [[${title}`)
    await expect(page.getByRole('option', { name: new RegExp(`^${title} `) })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect.poll(() => markdown(page)).toContain(`[${title}]`)
  }
  const check = page.getByRole('region', { name: /^Prüfung/ })
  await expect(
    check.getByRole('button', { name: `/article/${other.slug} ist noch nicht veröffentlicht`, exact: true }),
  ).toBeVisible()
  await expect(check.getByRole('button', { name: new RegExp(`/article/${target.slug} `) })).toHaveCount(0)
  await expect(panel(page)).toBeVisible()

  const moved = await rest.send<Article>('PATCH', `/api/articles/${target.id}`, {
    version: target.version,
    slug: `${target.slug}-neu`,
  })
  const answer = await request.get(`/article/${target.slug}`, { maxRedirects: 0 })
  expect([answer.status(), answer.headers().location]).toEqual([301, `/article/${moved.slug}`])
  await rest.send('DELETE', `/api/articles/${target.id}`)
  await page.reload()
  await expect(
    check.getByRole('button', { name: `/article/${target.slug} führt ins Leere`, exact: true }),
  ).toBeVisible()
})
