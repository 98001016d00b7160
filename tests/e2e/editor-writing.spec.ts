import type { Locator, Page } from '@playwright/test'
import { expectAccessible, expectNoOverflow } from '../support/screen-checks.ts'
import { expect } from '../support/e2e.ts'
import { button, chip, clear, lines, panel, paste, text, title, type } from '../support/editor.ts'
import { giveImage, PIXEL } from '../support/pictures.ts'
import { test } from '../support/signed-in.ts'
import { toast } from '../support/words.ts'
import { letThrough } from '../support/routes.ts'

test('lists, tasks, numbers and quotes continue with Enter and end with an empty item, Tab moves items, and Escape releases it', async ({
  open,
}) => {
  const page = await open('/admin/articles/new')
  await text(page).click()
  await type(page, '- [x] eins', 'zwei', '', '')
  await type(page, '1. a', 'b', '', '')
  await type(page, '> Zitat', 'weiter')
  await expect.poll(lines(page)).toEqual(['- [x] eins', '- [ ] zwei', '', '1. a', '2. b', '', '> Zitat', '> weiter'])
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await type(page, '- außen', 'innen')
  await page.keyboard.press('Tab')
  await expect.poll(async () => (await lines(page)()).at(-1)).toMatch(/^\s+- innen$/)
  await page.keyboard.press('Shift+Tab')
  await expect.poll(async () => (await lines(page)()).at(-1)).toBe('- innen')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await expect(text(page)).not.toBeFocused()
  await expect.poll(async () => (await lines(page)()).at(-1)).toBe('- innen')
})

test('[WEEK-20] [RUL-105] Tab in a paragraph does nothing, and Tab after Escape leaves the text, however late', async ({
  open,
}) => {
  const page = await open('/admin/articles/new')
  await text(page).click()
  for (const key of ['Tab', 'Shift+Tab']) {
    await page.keyboard.type('nichts ist ')
    await page.keyboard.press(key)
    await expect(text(page)).toBeFocused()
  }
  await page.keyboard.type('? g a')
  await type(page, '', '', '## Kapitel')
  await page.keyboard.press('Tab')
  await type(page, '', '', '```', 'x = 1')
  await page.keyboard.press('Tab')
  const written = ['nichts ist nichts ist ? g a', '', '## Kapitel', '', '```', 'x = 1']
  await expect.poll(lines(page)).toEqual(written)
  // Escape counts for the next key only.
  await page.keyboard.press('Escape')
  for (const next of [() => page.keyboard.press('ArrowLeft'), () => text(page).click()]) {
    await next()
    await page.keyboard.press('Tab')
    await expect(text(page)).toBeFocused()
    await page.keyboard.press('Escape')
  }
  await paste(page, { 'text/plain': 'x = 2' })
  await page.keyboard.press('Tab')
  await expect(text(page)).toBeFocused()
  await page.keyboard.press('Control+z')
  await page.clock.install()
  await page.keyboard.press('Escape')
  await page.clock.runFor(60_000)
  await page.keyboard.press('Tab')
  await expect(text(page)).not.toBeFocused()
  await text(page).focus()
  await page.keyboard.press('Tab')
  await expect(text(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Shift+Tab')
  await expect(text(page)).not.toBeFocused()
  await expect.poll(lines(page)).toEqual(written)
})

test('[WEEK-20] [RUL-105] no single key is a shortcut on the editor’s screen, whatever has the focus', async ({
  open,
  rest,
  word,
}) => {
  const { id } = await rest.createArticle({ title: word, content_markdown: 'Ein Satz.' })
  const page = await open(`/admin/articles/${id}`)
  const href = page.url()
  const { items: before } = await rest.send<{ items: unknown[] }>('GET', '/api/inbox?limit=100')
  for (const leave of [
    () => page.keyboard.press('Escape').then(() => page.keyboard.press('Tab')),
    () => button(page, 'Angaben').focus(),
    () => page.locator('body').evaluate(() => (document.activeElement as HTMLElement).blur()),
  ]) {
    await text(page).focus()
    await leave()
    await expect(text(page)).not.toBeFocused()
    for (const key of ['n', 'i', '?', '/', 'g', 'a', 'g', 'i', 's', 'c', 't', 'x']) await page.keyboard.press(key)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    expect(page.url()).toBe(href)
  }
  expect((await rest.send<{ items: unknown[] }>('GET', '/api/inbox?limit=100')).items).toEqual(before)
  // The list of shortcuts, opened by the palette, names none of them.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('tastenkürzel')
  await page.getByRole('option', { name: /^Alle Tasten/ }).click()
  const keys = page.getByRole('dialog', { name: 'Tastenkürzel', exact: true })
  await expect(keys.getByText('Aus dem Text heraus', { exact: true })).toBeVisible()
  await expect(keys.getByText('Neuer Artikel', { exact: true })).toHaveCount(0)
})

test('tools and their shortcuts work, and find and replace is in German', async ({ open }) => {
  const page = await open('/admin/articles/new')
  await text(page).click()
  await page.keyboard.type('Wort')
  const tools = page.getByRole('toolbar', { name: 'Textwerkzeuge', exact: true })
  await tools.getByRole('button', { name: 'Fett', exact: true }).hover()
  await expect(page.locator('[data-tooltip]')).toContainText('Strg B')
  await tools.getByRole('button', { name: 'Fett', exact: true }).click()
  await expect(text(page)).toHaveText('**Wort**')
  await expect(text(page)).toBeFocused()
  await tools.getByRole('button', { name: 'Überschrift', exact: true }).click()
  await expect(text(page)).toHaveText('## **Wort**')
  await page.keyboard.press('Control+Shift+h')
  await tools.getByRole('button', { name: 'Aufgaben', exact: true }).click()
  await expect(text(page)).toHaveText('- [ ] **Wort**')
  await page.keyboard.press('Control+Shift+9')
  await page.keyboard.press('Control+Shift+.')
  await expect(text(page)).toHaveText('> **Wort**')
  await page.keyboard.press('Control+Shift+.')
  await page.keyboard.press('Control+f')
  await page.getByRole('textbox', { name: 'Suchen nach', exact: true }).fill('Wort')
  await page.getByRole('textbox', { name: 'Ersetzen durch', exact: true }).fill('Satz')
  await button(page, '1 Stelle ersetzen').click()
  await expect(text(page)).toHaveText('**Satz**')
  await page.keyboard.press('Escape')
  await expect(text(page)).toBeFocused()
})

test('the tools are one tab stop, with arrows inside, and the panel comes next', async ({ open, rest, word }) => {
  const article = await rest.createArticle({ title: word, content_markdown: 'Text.' })
  const page = await open(`/admin/articles/${article.id}`)
  const tools = page.getByRole('toolbar', { name: 'Textwerkzeuge', exact: true })
  const bold = tools.getByRole('button', { name: 'Fett', exact: true })
  const status = panel(page).getByRole('combobox', { name: 'Status', exact: true })
  await expect(status).toBeVisible()
  await bold.focus()
  await page.keyboard.press('ArrowRight')
  await expect(tools.getByRole('button', { name: 'Kursiv', exact: true })).toBeFocused()
  await page.keyboard.press('End')
  await expect(tools.getByRole('button').last()).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('tab', { name: 'Angaben', exact: true })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(status).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  await expect(tools.getByRole('button').last()).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(bold).toBeFocused()
})

test('[RUL-43] the command menu opens by a slash, is searched by typing and announced to screen readers', async ({
  open,
}) => {
  const page = await open('/admin/articles/new')
  const menu = page.getByRole('listbox', { name: 'Befehle', exact: true })
  const current = async () => {
    const id = await text(page).getAttribute('aria-activedescendant')
    return id === null ? null : page.locator(`#${id}`).textContent()
  }
  await text(page).click()
  await page.keyboard.type('und/oder 1/2 ')
  await page.keyboard.type('/')
  await expect(menu.getByRole('option')).toHaveCount(17)
  await expect(text(page)).toHaveAttribute('aria-controls', (await menu.getAttribute('id')) ?? '')
  await expect.poll(current).toContain('Überschrift')
  await page.keyboard.press('ArrowUp')
  await expect.poll(current).toContain('Anführungszeichen')
  await expectAccessible(page)
  await page.keyboard.type('anf')
  await expect(menu.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await page.keyboard.type('Zitat')
  await expect.poll(lines(page)).toEqual(['und/oder 1/2 „Zitat“'])

  // Escape keeps the typed text; a query without results closes the menu.
  await page.keyboard.press('End')
  await page.keyboard.type(' /')
  await expect(menu).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await page.keyboard.type(' /qqq')
  await expect(menu).toBeHidden()
  await clear(page)

  await page.keyboard.type('/ub')
  await menu.getByRole('option', { name: 'Überschrift', exact: true }).click()
  await type(page, 'Kapitel', '', '/auf')
  await expect(menu).toBeVisible()
  await page.keyboard.press('Tab')
  await type(page, 'offen', '', '/trenn')
  await expect(menu.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await page.keyboard.type('Satz /fu')
  await expect(menu.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await page.keyboard.type('Die Note.')
  await expect
    .poll(lines(page))
    .toEqual(['## Kapitel', '', '- [ ] offen', '', '---', '', 'Satz[^1]', '', '[^1]: Die Note.'])
  // One command is one undo step.
  await clear(page)
  await page.keyboard.press('Control+/')
  await page.keyboard.type('tab')
  await expect(menu.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect.poll(lines(page)).toEqual(['|  |  |', '| --- | --- |', '|  |  |'])
  await clear(page)
  await page.keyboard.type('/bild')
  await expect(menu.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Bild auswählen', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(text(page)).not.toContainText('/')
})

test('formatted text of the clipboard becomes markdown, plain text stays, and an address becomes a link', async ({
  open,
}) => {
  const page = await open('/admin/articles/new')
  await text(page).click()
  const cases: [html: string, markdown: string[]][] = [
    [
      '<meta charset="utf-8"><h2><b>Titel</b></h2><p>Ein <strong>fetter</strong> und <em>kursiver</em> <a href="https://example.org/a">Link</a>, <s>weg</s>.</p><ul><li>a<ul><li>b</li></ul></li><li><input type="checkbox" checked> c</li></ul><ol start="3"><li>drei</li></ol><pre><code class="language-js">let x</code></pre>',
      [
        '## Titel',
        '',
        'Ein **fetter** und *kursiver* [Link](https://example.org/a), ~~weg~~.',
        '',
        '- a',
        '  - b',
        '- [x] c',
        '',
        '3. drei',
        '',
        '```js',
        'let x',
        '```',
      ],
    ],
    [
      '<table><tr><th>A</th><th>B</th></tr><tr><td>1 | 2</td><td><p>x</p><p><b>y</b></p></td></tr></table>',
      ['| A | B |', '| --- | --- |', '| 1 \\| 2 | x **y** |'],
    ],
    [
      '<b style="font-weight:normal" id="docs-internal-guid-1"><p><span style="font-weight:700">Fett</span><span style="font-style:italic"> schräg</span><span> <a href="https://www.google.com/url?q=https://example.org/&amp;sa=D">hier</a></span></p></b>',
      ['**Fett** *schräg* [hier](https://example.org/)'],
    ],
    [
      '<html xmlns:o="urn:o"><style>p{}</style><p class=MsoNormal>Aus <b>Word</b><o:p></o:p></p><p class=MsoListParagraph style="mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·<span>&nbsp;</span></span>eins</p><p class=MsoListParagraph style="mso-list:l0 level2 lfo1"><span style="mso-list:Ignore">o<span>&nbsp;</span></span>zwei</p></html>',
      ['Aus **Word**', '', '- eins', '  - zwei'],
    ],
  ]
  for (const [html, markdown] of cases) {
    await page.keyboard.type('Vorher')
    await page.keyboard.press('Control+a')
    await paste(page, { 'text/html': html, 'text/plain': 'schlicht' })
    await expect.poll(lines(page)).toEqual(markdown)
    // One undo restores the former text.
    await page.keyboard.press('Control+z')
    await expect.poll(lines(page)).toEqual(['Vorher'])
    await clear(page)
  }
  // Markup without formatting, and Strg Umschalt V, keep every character of the plain text.
  const plain = '* kein  Punkt_chen\t"so" <b>\n\n    1. nein'
  await paste(page, { 'text/html': '<div><span style="color:red">egal</span></div>', 'text/plain': plain })
  await expect.poll(lines(page)).toEqual(plain.split('\n'))
  await page.keyboard.press('Control+a')
  await page.keyboard.down('Control')
  await page.keyboard.down('Shift')
  await text(page).dispatchEvent('keydown', { key: 'V', shiftKey: true, ctrlKey: true })
  await page.keyboard.up('Shift')
  await page.keyboard.up('Control')
  await paste(page, { 'text/html': '<b>fett</b>', 'text/plain': 'fett' })
  await expect.poll(lines(page)).toEqual(['fett'])

  await page.keyboard.press('Control+a')
  await paste(page, { 'text/plain': 'https://de.wikipedia.org/wiki/Fett_(Schrift)' })
  await expect(text(page)).toHaveText('[fett](<https://de.wikipedia.org/wiki/Fett_(Schrift)>)')
  await page.keyboard.press('Control+z')
  await expect(text(page)).toHaveText('fett')
})

test('images pasted or dropped are uploaded while typing continues, and failures can be retried', async ({
  open,
  expectedErrors,
}) => {
  expectedErrors(/\/api\/media/)
  const page = await open('/admin/articles/new')
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/media?*', async (route) => {
    await held
    await route.continue()
  })
  await text(page).click()
  await type(page, 'Anfang.', '', '')
  await giveImage(page, 'ansicht.png', 'paste')
  await expect(page.getByRole('progressbar', { name: 'ansicht.png hochladen', exact: true })).toBeVisible()
  // The chip is no part of the text, and text typed before it moves its position.
  await page.keyboard.press('Control+Home')
  await page.keyboard.type('Ganz am ')
  release()
  const pictures = page.locator('.md-picture-cell')
  await expect(pictures).toHaveCount(1)
  expect(await lines(page)()).toEqual(['Ganz am Anfang.', '', '![]()'])
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  await page.keyboard.type('x')
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Control+z')
  await expect(pictures).toHaveCount(0)

  await letThrough(page, '**/api/media?*')
  await page.route('**/api/media?*', (route) => route.abort())
  await giveImage(page, 'kaputt.png', 'drop')
  await expect(button(page, 'Erneut versuchen')).toBeVisible()
  await letThrough(page, '**/api/media?*')
  await button(page, 'Erneut versuchen').click()
  await expect(pictures).toHaveCount(1)
  await expect(button(page, 'Erneut versuchen')).toBeHidden()

  // Pictures inside formatted text are uploaded as well, each at its position.
  await text(page).click()
  await clear(page)
  await paste(page, {
    'text/html': `<p><b>Vorher</b></p><p><img alt="Foto" src="data:image/png;base64,${PIXEL}"></p><p>Nachher</p>`,
    'text/plain': 'Vorher Nachher',
  })
  await expect.poll(lines(page)).toEqual(['**Vorher**', '', '![]()', '', 'Nachher'])
})

test('[EDIT-2] Enter repeats leading blanks only in lists and code, Home does not stop in an address, and text typed after Strg F is the query', async ({
  open,
}) => {
  const page = await open('/admin/articles/new')
  await text(page).click()
  await type(page, ' Ein Satz', 'noch einer', '', '```', '  x = 1', 'y', '```', '')
  await expect.poll(lines(page)).toEqual([' Ein Satz', 'noch einer', '', '```', '  x = 1', '  y', '  ```', '  '])
  await clear(page)

  const address = `https://example.org/${'langer-pfad/'.repeat(20)}bild.jpg`
  await page.keyboard.insertText(`Davor\n\n![Bild](${address})`)
  await page.keyboard.press('Home')
  await page.keyboard.type('X')
  await expect.poll(lines(page)).toEqual(['Davor', '', `X![Bild](${address})`])
  await page.keyboard.press('Backspace')
  await page.keyboard.press('End')
  await page.keyboard.press('Shift+Home')
  await page.keyboard.press('Delete')
  await expect.poll(lines(page)).toEqual(['Davor', '', ''])
  await clear(page)
})

test('[WEEK-6] find in the text counts its hits and keeps its keys out of the text', async ({ open, rest, word }) => {
  const address = '/storage/v1/object/public/blog-media/balkon.png'
  const markdown = `Ein Balkon, noch ein Balkon.\n\n![Der Balkon](${address})\n\nBalkonien.`
  const article = await rest.createArticle({ title: word, content_markdown: markdown })
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const asked = Promise.withResolvers<void>()
  const page = await open('/admin/articles')
  await page.route('**/assets/find-panel-*.js', (route) => {
    asked.resolve()
    return held.then(() => route.continue())
  })
  await page.goto(`/admin/articles/${article.id}`)
  // Its code is fetched before anybody asks for it.
  await asked.promise
  await text(page).focus()
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('Control+f')
  await page.keyboard.type('Bal')
  release()
  const panel = page.getByRole('search', { name: 'Im Text suchen', exact: true })
  const find = panel.getByRole('textbox', { name: 'Suchen nach', exact: true })
  await expect(find).toBeFocused()
  await page.keyboard.type('kon')
  await expect(find).toHaveValue('Balkon')
  const count = panel.getByRole('status')
  await expect(count).toHaveText('1 von 4')
  await expect(text(page).locator('.cm-line').first()).toHaveText('Ein Balkon, noch ein Balkon.')
  await expectAccessible(page)
  // Enter and Shift Enter go on and back, around the ends.
  await page.keyboard.press('Shift+Enter')
  await expect(count).toHaveText('4 von 4')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await expect(count).toHaveText('2 von 4')
  await panel.getByRole('checkbox', { name: 'Nur ganze Wörter', exact: true }).check()
  await expect(count).toHaveText('2 von 3')
  await panel.getByRole('textbox', { name: 'Ersetzen durch', exact: true }).fill('Garten')
  await button(page, 'Ersetzen').click()
  await expect(count).toHaveText('2 von 2')
  await button(page, '2 Stellen ersetzen').click()
  await expect(count).toHaveText('Keine Stelle')
  const replaced = `Ein Garten, noch ein Garten.\n\n![Der Garten](${address})\n\nBalkonien.`
  await expect.poll(async () => (await rest.getArticle(article.id)).content_markdown).toBe(replaced)
  for (const width of [320, 360, 1024]) {
    await page.setViewportSize({ width, height: 740 })
    await expect(panel).toBeInViewport()
    await expectNoOverflow(page)
  }
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(text(page)).toBeFocused()
})

/** Left and top of an element, in px. */
const corner = async (found: Locator) => {
  const { x, y } = (await found.boundingBox())!
  return { x: Math.round(x), y: Math.round(y) }
}

test('[EDIT-2] [WEEK-12] the preview is at the position of the text, a changed article says so in words, and values of the panel are in one line', async ({
  open,
  rest,
  word,
}) => {
  const { id } = await rest.createArticle({ title: word, content_markdown: 'Alt.', status: 'published' })
  const page = await open(`/admin/articles/${id}`)
  await text(page).click()
  await page.keyboard.type('Neu. ')
  await page.keyboard.press('Control+s')
  const words = page.getByTitle('Unveröffentlichte Änderungen', { exact: true })
  const shown = words.locator('[aria-hidden] > span:visible')
  const isWhole = () => shown.evaluate(({ parentElement: box }) => box !== null && box.scrollWidth <= box.clientWidth)
  for (const width of [1920, 1600, 1440, 1280, 1164, 1024, 768, 360]) {
    await page.setViewportSize({ width, height: 900 })
    const short = width <= 1024
    // The docked panel takes room from the text. It goes once the editor has measured its width.
    await expect(panel(page)).toBeVisible({ visible: width >= 1440 })
    await expect(shown).toHaveText(short ? 'Nicht live' : 'Geändert, nicht live')
    expect(await isWhole()).toBe(true)
    const before = { title: await corner(title(page)), text: await corner(text(page).locator('.cm-line').first()) }
    if (width < 768) {
      await button(page, 'Mehr zum Veröffentlichen').click()
      await page.getByRole('menuitem', { name: /^Vorschau/ }).click()
    } else
      await button(page, 'Vorschau')
        .or(page.getByRole('radio', { name: 'Vorschau', exact: true }))
        .click()
    const preview = page.getByRole('region', { name: 'Vorschau', exact: true })
    const headline = preview.getByRole('heading', { level: 1 })
    await expect.poll(async () => (await corner(headline)).y).toBe(before.title.y)
    expect((await corner(headline)).x, `${width} px`).toBe(before.title.x)
    expect((await corner(preview.locator('.prose p'))).x, `${width} px`).toBe(before.text.x)
    await button(page, 'Bearbeiten')
      .or(page.getByRole('radio', { name: 'Bearbeiten', exact: true }))
      .click()
    await expect(title(page)).toBeVisible()
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  const never = panel(page).getByRole('button', { name: /^Nicht geplant/ })
  const reads = panel(page).getByText('noch nicht', { exact: true })
  const left = (found: Locator) =>
    found.evaluate((one) => {
      const range = document.createRange()
      range.selectNodeContents(one)
      return Math.round(range.getBoundingClientRect().left)
    })
  expect(await left(reads)).toBe(await left(never))
  // The names of other editors shrink first.
  const other = await page.context().newPage()
  await other.goto(`/admin/articles/${id}`)
  await expect(page.getByText('auch in einem anderen Fenster offen', { exact: true })).toBeVisible()
  for (const width of [1440, 1280, 1024, 768]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(shown).toHaveText(width < 1280 ? 'Nicht live' : 'Geändert, nicht live')
    expect(await isWhole()).toBe(true)
  }
})

/** Types names one after the other, each with Enter, without waiting; `delay` is in ms per key. */
async function typeNames(page: Page, names: string[], delay: number): Promise<void> {
  for (const name of names) {
    await page.keyboard.type(name, { delay })
    await page.keyboard.press('Enter')
  }
}

test('[WEEK-21] [EDIT-11] names typed one after the other become one chip each at any speed', async ({
  open,
  rest,
  word,
}) => {
  const article = await rest.createArticle({ title: word })
  const page = await open(`/admin/articles/${article.id}`)
  const field = panel(page).getByRole('combobox', { name: 'Schlagwort hinzufügen', exact: true })
  const chips = () => panel(page).getByRole('button', { name: /^Schlagwort .* entfernen$/ })
  const words = async () =>
    (await chips().evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''))).map((label) =>
      label.replace(/^Schlagwort | entfernen$/g, ''),
    )
  const sorted = async () => (await words()).toSorted()
  // The first responses come last.
  let held: (() => Promise<void>)[] = []
  let holding = true
  await page.route('**/api/rpc/tags/create', (route) =>
    holding ? void held.push(() => route.continue()) : route.continue(),
  )
  const answer = async (count: number) => {
    await expect.poll(() => held.length).toBe(count)
    for (const one of held.toReversed()) await one()
    held = []
  }
  const expected: string[] = []
  await panel(page).getByRole('button', { name: 'hinzufügen', exact: true }).click()
  for (const delay of [0, 25]) {
    // One contains another, one has a blank, one is typed twice.
    const names = ['Hinterhof', 'Hof', 'Bücher', 'Alte Möbel'].map((name) => `${word} ${name} ${delay}`)
    await typeNames(page, [...names, names[1]!.toUpperCase()], delay)
    await expect(field).toHaveValue('')
    await answer(names.length)
    expected.push(...names)
    await expect.poll(sorted).toEqual(expected.toSorted())
  }
  // Responses come while the next name is typed.
  holding = false
  for (const [delay, names] of [
    [90, ['Rad', 'Radweg', 'Tür']],
    [300, ['Weg', 'Uhr']],
  ] as const) {
    await typeNames(page, [...names], delay)
    expected.push(...names)
    await expect.poll(sorted).toEqual(expected.toSorted())
  }
  holding = true

  // Lines, commas, and text of an input method, whose Enter confirms the composition.
  await field.evaluate((element, text) => {
    const data = new DataTransfer()
    data.setData('text/plain', text)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }, `${word} eins\n${word} zwei, ${word} drei\r\n`)
  await expect(field).toHaveValue(`${word} eins, ${word} zwei, ${word} drei`)
  await page.keyboard.press('Enter')
  await answer(3)
  const client = await page.context().newCDPSession(page)
  await client.send('Input.imeSetComposition', { text: 'かな', selectionStart: 2, selectionEnd: 2 })
  await field.dispatchEvent('keydown', { key: 'Enter', keyCode: 229, isComposing: true, bubbles: true })
  await expect(field).toHaveValue('かな')
  await client.send('Input.insertText', { text: 'かな' })
  await page.keyboard.press('Enter')
  await answer(1)
  expected.push(`${word} eins`, `${word} zwei`, `${word} drei`, 'かな')
  await expect.poll(sorted).toEqual(expected.toSorted())

  // Input that is not chosen stays when the field is left.
  await page.keyboard.type('halb')
  await title(page).focus()
  await expect(field).toHaveValue('halb')
  await field.fill('')

  // An article has one category: each name is created, the last one is set.
  await panel(page).getByRole('button', { name: 'Kategorie: Keine', exact: true }).focus()
  await typeNames(page, [`${word} Garten`, `${word} Haus`], 0)
  await expect(panel(page).getByRole('button', { name: `Kategorie: ${word} Haus`, exact: true })).toBeFocused()
  await expect(async () => {
    await page.keyboard.press('Control+s')
    const saved = await rest.getArticle(article.id)
    expect(saved.tags.map(({ name }) => name).toSorted()).toEqual(expected.toSorted())
    expect(saved.category?.name).toBe(`${word} Haus`)
  }).toPass()
  const made = await rest.send<{ items: { name: string }[] }>('GET', '/api/categories')
  expect(made.items.filter(({ name }) => name.startsWith(word))).toHaveLength(2)
})

test('[WEEK-21] names still being created on leaving or saving belong to the article', async ({ open, rest, word }) => {
  const article = await rest.createArticle({ title: word })
  const address = `/admin/articles/${article.id}`
  const names = async () => {
    const { tags, category } = await rest.getArticle(article.id)
    return [...tags.map(({ name }) => name).toSorted(), category?.name]
  }
  let held: (() => Promise<void>)[] = []
  const page = await open(address)
  await page.route(/\/api\/rpc\/(?:tags|categories)\/create$/, (route) => void held.push(() => route.continue()))
  const type = async (tag: string, category: string) => {
    await panel(page).getByRole('button', { name: 'hinzufügen', exact: true }).click()
    await page.keyboard.type(tag)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await panel(page)
      .getByRole('button', { name: /^Kategorie: / })
      .focus()
    await typeNames(page, [category], 0)
    await expect.poll(() => held.length).toBe(2)
  }
  const answer = async () => {
    for (const one of held) await one()
    held = []
  }
  // Navigation to another screen.
  await type(`${word} Eins`, `${word} Garten`)
  await page
    .getByRole('navigation', { name: 'Navigation', exact: true })
    .getByRole('link', { name: /^Inbox( [\d.]+ offen)?$/ })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Inbox', exact: true })).toBeAttached()
  await answer()
  await expect.poll(names).toEqual([`${word} Eins`, `${word} Garten`])

  // A save that returns to the list includes them.
  await open(address)
  await type(`${word} Zwei`, `${word} Haus`)
  await button(page, 'Speichern').click()
  await expect(button(page, 'Speichern')).toBeDisabled()
  await answer()
  await expect(page).toHaveURL(/\/admin\/articles$/)
  expect(await names()).toEqual([`${word} Eins`, `${word} Zwei`, `${word} Haus`])
})

test('[WEEK-21] names that could not be created return to the field and are named', async ({
  open,
  rest,
  word,
  expectedErrors,
}) => {
  expectedErrors(/tags\/create/)
  const article = await rest.createArticle({ title: word })
  const page = await open(`/admin/articles/${article.id}`)
  const field = panel(page).getByRole('combobox', { name: 'Schlagwort hinzufügen', exact: true })
  await page.route('**/api/rpc/tags/create', (route) => route.abort())
  await panel(page).getByRole('button', { name: 'hinzufügen', exact: true }).click()
  await typeNames(page, ['Eins', 'Zwei'], 0)
  await expect(field).toHaveValue(/^(Eins, Zwei|Zwei, Eins), $/)
  await expect(toast(page, 'Fehler beim Anlegen des Schlagworts').first()).toBeVisible()
  await page.unroute('**/api/rpc/tags/create')
  await page.keyboard.press('Enter')
  await expect(panel(page).getByRole('button', { name: 'Schlagwort Eins entfernen', exact: true })).toBeVisible()
  await expect(panel(page).getByRole('button', { name: 'Schlagwort Zwei entfernen', exact: true })).toBeVisible()
})

test('[EDIT-11] [RUL-6] category and tags are created while typing, never twice, and can be removed after their deletion', async ({
  open,
  rest,
  word,
  expectedErrors,
}) => {
  expectedErrors(/articles\/update/)
  await rest.send('POST', '/api/tags', { name: `${word} Äpfel` })
  const article = await rest.createArticle({ title: word })
  const page = await open(`/admin/articles/${article.id}`)
  await panel(page).getByRole('button', { name: 'hinzufügen', exact: true }).click()
  const field = panel(page).getByRole('combobox', { name: 'Schlagwort hinzufügen', exact: true })
  await field.fill(`${word} äpf`)
  await expect(panel(page).getByRole('option')).toHaveText([`${word} Äpfel`, `„${word} äpf“ anlegen`])
  await expectAccessible(page)
  // Equal after folding: only the existing one is offered.
  await field.fill(`${word} APFEL`.toLowerCase())
  await expect(panel(page).getByRole('option')).toHaveText([`${word} Äpfel`])
  await field.press('Enter')
  await field.fill(`${word} Neu`)
  await field.press('ArrowUp')
  await field.press('Enter')
  await expect(panel(page).getByRole('button', { name: `Schlagwort ${word} Neu entfernen`, exact: true })).toBeVisible()
  await field.press('Escape')
  await expect(panel(page).getByRole('button', { name: 'hinzufügen', exact: true })).toBeFocused()
  await panel(page).getByRole('button', { name: 'Kategorie: Keine', exact: true }).click()
  await panel(page).getByRole('combobox', { name: 'Kategorie', exact: true }).fill(`${word} Ressort`)
  await page.keyboard.press('Enter')
  await expect(panel(page).getByRole('button', { name: `Kategorie: ${word} Ressort`, exact: true })).toBeFocused()
  await page.keyboard.press('Control+s')
  await expect(toast(page, 'Artikel gespeichert!')).toBeVisible()
  const saved = await rest.getArticle(article.id)
  expect(saved.category?.name).toBe(`${word} Ressort`)
  expect(saved.tags.map(({ name }) => name)).toEqual([`${word} Äpfel`, `${word} Neu`])

  // Chosen here and not saved, deleted elsewhere: no save can include it, so it can be removed.
  const doomed = await rest.send<{ id: string }>('POST', '/api/tags', { name: `${word} Kurzlebig` })
  await page.route('**/api/rpc/articles/update', (route) => route.abort())
  await panel(page).getByRole('button', { name: 'hinzufügen', exact: true }).click()
  await field.fill(`${word} Kurz`)
  await expect(panel(page).getByRole('option').first()).toHaveText(`${word} Kurzlebig`)
  // Enter alone would take the typed text.
  await field.press('ArrowDown')
  await field.press('Enter')
  await field.press('Escape')
  await rest.send('DELETE', `/api/tags/${doomed.id}`)
  await letThrough(page, '**/api/rpc/articles/update')
  await button(page, 'Gelöschtes Schlagwort entfernen').click()
  await expect(chip(page)).toHaveText('gespeichert')
})

test('[RUL-39] byline, description and canonical address are edited in the panel and shown on the public page', async ({
  open,
  rest,
  word,
  reader,
}) => {
  const article = await rest.createArticle({ title: word, content_markdown: 'Text.', excerpt: 'Auszug.' })
  const page = await open(`/admin/articles/${article.id}`)
  await panel(page).getByText('Autor und Suchmaschinen', { exact: true }).click()
  await panel(page).getByLabel('Autorenzeile', { exact: true }).fill('Mira Öztürk')
  await panel(page).getByLabel('Beschreibung für Suchmaschinen', { exact: true }).fill('Worum es geht')
  const first = panel(page).getByLabel('Zuerst erschienen unter', { exact: true })
  await first.fill('zuerst.example')
  await first.blur()
  await expect(panel(page).getByText(/mit http:\/\/ oder https:\/\/ ein/)).toBeVisible()
  await first.fill('https://zuerst.example/text')
  await button(page, 'Veröffentlichen').click()
  await expect(page).toHaveURL('/admin/articles')
  await reader.goto(`/article/${article.slug}`)
  await expect(reader.getByText('Mira Öztürk', { exact: true })).toBeVisible()
  await expect(reader.locator('link[rel=canonical]')).toHaveAttribute('href', 'https://zuerst.example/text')
  await expect(reader.locator('meta[name=description]')).toHaveAttribute('content', 'Worum es geht')
})

test('[EDIT-4] [WEEK-5] the check before publishing names what is missing, opens it, and never blocks', async ({
  open,
  rest,
  word,
}) => {
  const there = await rest.createArticle({ title: `${word} da`, status: 'published' })
  const article = await rest.createArticle({
    title: word,
    content_markdown: `[gut](/article/${there.slug})\r\n\r\n## Garten\r\n\r\n![](/storage/v1/object/public/blog-media/${word}.png)\r\n\r\n[tot](/article/${word}-nie)`,
  })
  const page = await open(`/admin/articles/${article.id}`)
  await expect(button(page, 'Prüfung: 5 Hinweise')).toBeVisible()
  const check = page.getByRole('region', { name: /^Prüfung (Alles in Ordnung|\d+ Hinweise?)$/ })
  await expect(check.getByRole('button')).toHaveText([
    'Der Auszug fehlt',
    'Das Titelbild fehlt',
    'Ein Bild hat keinen Alternativtext',
    'Ein Bild im Abschnitt „Garten“ fehlt',
    `/article/${word}-nie führt ins Leere`,
  ])
  await check.getByRole('button', { name: 'Der Auszug fehlt', exact: true }).click()
  await expect(panel(page).getByLabel('Auszug', { exact: true })).toBeFocused()
  await page.keyboard.type('Da ist er.')
  await expect(button(page, 'Prüfung: 4 Hinweise')).toBeVisible()
  // Text typed now is the alternative text.
  await check.getByRole('button', { name: 'Ein Bild hat keinen Alternativtext', exact: true }).click()
  await expect(text(page).getByRole('textbox', { name: 'Alternativtext', exact: true })).toBeFocused()
  await page.keyboard.type('Ein Hund')
  await expect(button(page, 'Prüfung: 3 Hinweise')).toBeVisible()
  await check.getByRole('button', { name: `/article/${word}-nie führt ins Leere`, exact: true }).click()
  await expect(text(page)).toBeFocused()
  await page.keyboard.type('Ersatz')
  await expect.poll(async () => (await lines(page)()).at(-1)).toBe('Ersatz')
  await expect(button(page, 'Prüfung: 2 Hinweise')).toBeVisible()
  await button(page, 'Veröffentlichen').click()
  await expect(toast(page, 'Artikel veröffentlicht!')).toBeVisible()
  const { status, content_markdown } = await rest.getArticle(article.id)
  expect(status).toBe('published')
  expect(content_markdown).toBe(
    `[gut](/article/${there.slug})\r\n\r\n## Garten\r\n\r\n![Ein Hund](/storage/v1/object/public/blog-media/${word}.png)\r\n\r\nErsatz`,
  )
})

test('[EDIT-4] the number of hints leads to the hints, also in a panel that was closed or shows the remarks', async ({
  open,
}) => {
  const page = await open('/admin/articles/new')
  await title(page).fill('Neu')
  await text(page).click()
  await page.keyboard.type('Ein Satz.')
  await button(page, 'Prüfung: 2 Hinweise').click()
  const first = panel(page).getByRole('button', { name: 'Der Auszug fehlt', exact: true })
  await expect(first).toBeFocused()
  await expect(first).toBeInViewport()
  await panel(page).getByRole('tab', { name: 'Anmerkungen', exact: true }).click()
  await button(page, 'Prüfung: 2 Hinweise').click()
  await expect(first).toBeFocused()
  await expect(first).toBeInViewport()
  // Later the panel opens where it begins.
  await button(page, 'Angaben').click()
  await button(page, 'Angaben').click()
  await expect(first).toBeVisible()
  await expect(first).not.toBeFocused()
})

test('[TEAM-2] a page that is reloaded is not open in another window: its departure outlives it', async ({
  open,
  rest,
  word,
}) => {
  const { id } = await rest.createArticle({ title: word, content_markdown: 'Text' })
  const page = await open(`/admin/articles/${id}`)
  const heard = () => page.waitForResponse((response) => response.url().includes('/presence/stay'))
  await heard()
  await page.evaluate(() => {
    const { fetch } = globalThis
    globalThis.fetch = (asked, init) => {
      if (asked instanceof Request && asked.url.endsWith('/presence/leave'))
        sessionStorage.setItem('departure', String(asked.keepalive))
      return fetch(asked, init)
    }
  })
  await page.reload({ waitUntil: 'commit' })
  expect(await (await heard()).text()).toContain('"others":[]')
  // Without it a service worker may drop the request, and the colleagues see the page for twelve more seconds.
  expect(await page.evaluate(() => sessionStorage.getItem('departure'))).toBe('true')
})

test('[EDIT-2] outline, focus mode and the preview beside the text', async ({ open, rest, word }) => {
  const chapters = Array.from(
    { length: 40 },
    (_, index) =>
      `## Kapitel ${index + 1}\n\n${`Ein Absatz im Kapitel ${index + 1}. `.repeat(12)}\n\n### Abschnitt ${index + 1}\n\nMehr.`,
  )
  const article = await rest.createArticle({ title: word, content_markdown: chapters.join('\n\n') })
  const page = await open(`/admin/articles/${article.id}`)
  await button(page, 'Gliederung').click()
  await expect(page.getByRole('menuitem')).toHaveCount(80)
  await page.getByRole('menuitem', { name: 'Kapitel 30', exact: true }).click()
  await expect(text(page)).toBeFocused()
  await expect(text(page).getByText('## Kapitel 30', { exact: true })).toBeInViewport()

  await button(page, 'Konzentriert schreiben').click()
  await expect(page.getByRole('navigation', { name: 'Navigation', exact: true })).toBeHidden()
  await expect(button(page, 'Veröffentlichen')).toBeHidden()
  await expect(text(page).locator('.md-now')).toHaveText(['## Kapitel 30'])
  await expect(text(page)).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(button(page, 'Veröffentlichen')).toBeVisible()
  await expect(text(page).locator('.md-now')).toHaveCount(0)

  await button(page, 'Neben der Vorschau').click()
  const preview = page.getByRole('region', { name: 'Vorschau', exact: true })
  await expect(preview.getByRole('heading', { name: 'Kapitel 40', exact: true })).toBeAttached()
  // The preview follows the text, and scrolling either column scrolls the other.
  await text(page).focus()
  await page.keyboard.press('End')
  await page.keyboard.type(' neu')
  await expect(preview.getByRole('heading', { name: 'Kapitel 30 neu', exact: true })).toBeAttached()
  await text(page).hover()
  await page.mouse.wheel(0, -20_000)
  await page.mouse.wheel(0, 3000)
  /** Chapters whose heading is visible in both columns, less than half a window apart. */
  const shared = () =>
    preview.evaluate((column) => {
      const shadow = [...column.children].map(({ shadowRoot }) => shadowRoot).find((root) => root !== null)
      const tops = new Map(
        [...(shadow?.querySelectorAll('h2') ?? [])].map((heading) => [
          heading.textContent.trim(),
          heading.getBoundingClientRect().top,
        ]),
      )
      return [...document.querySelectorAll('.md-h2')].filter((heading) => {
        const { top } = heading.getBoundingClientRect()
        const other = tops.get(heading.textContent.replace('## ', ''))
        return top > 100 && top < innerHeight && other !== undefined && Math.abs(other - top) < 400
      }).length
    })
  await expect.poll(shared).toBeGreaterThan(0)
  await preview.hover()
  await page.mouse.wheel(0, 4000)
  await expect.poll(shared).toBeGreaterThan(0)
  await expectAccessible(page)
  await page.reload()
  await expect(preview).toBeVisible()
  await button(page, 'Vorschau').click()
  await expect(page.getByRole('heading', { level: 1, name: word, exact: true })).toBeVisible()
  await expect(text(page)).toBeHidden()
})

/** A text of many windows with the cursor at its end. `caret` gives the lower edge of the cursor's line. */
async function longText(page: Page) {
  await text(page).click()
  await paste(page, { 'text/plain': 'Ein Absatz.\n\n'.repeat(80) })
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.type('Ende ')
  return {
    caret: () =>
      text(page).evaluate(
        (element) => element.querySelector('.cm-line:last-child')?.getBoundingClientRect().bottom ?? 0,
      ),
  }
}

test('the command menu opens at the cursor of a long text, which stays where it is', async ({ open }) => {
  const page = await open('/admin/articles/new')
  const { caret } = await longText(page)
  const before = await caret()
  await page.keyboard.type('/')
  const menu = page.getByRole('listbox', { name: 'Befehle', exact: true })
  await expect(menu).toBeInViewport({ ratio: 1 })
  expect(Math.abs((await caret()) - before)).toBeLessThan(2)
  await page.keyboard.press('ArrowUp')
  await expect(menu.getByRole('option').last()).toBeInViewport({ ratio: 1 })
  expect(Math.abs((await caret()) - before)).toBeLessThan(2)
})

test('a link is asked for at the cursor of a long text, which stays where it is', async ({ open }) => {
  const page = await open('/admin/articles/new')
  const { caret } = await longText(page)
  const before = await caret()
  await button(page, 'Link').click()
  const picker = page.getByRole('dialog', { name: 'Link einfügen', exact: true })
  await expect(picker).toBeInViewport({ ratio: 1 })
  expect(Math.abs((await caret()) - before)).toBeLessThan(2)
  await page.keyboard.press('Escape')
  await text(page).hover()
  await page.mouse.wheel(0, -100_000)
  await expect.poll(caret).toBeGreaterThan(2000)
  await button(page, 'Link').click()
  await expect(picker).toBeInViewport({ ratio: 1 })
})

test('the search in a long text leaves it where it is', async ({ open }) => {
  const page = await open('/admin/articles/new')
  const { caret } = await longText(page)
  await page.keyboard.press('ControlOrMeta+f')
  await expect(page.getByRole('search', { name: 'Im Text suchen', exact: true })).toBeInViewport({ ratio: 1 })
  expect(await caret()).toBeLessThan(900)
})

test('narrow screens have eight tools, the command menu within the window, and the check in the sheet', async ({
  open,
}) => {
  const page = await open('/admin/articles/new')
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(page.getByRole('toolbar', { name: 'Textwerkzeuge', exact: true }).getByRole('button')).toHaveCount(8)
  await text(page).click()
  await page.keyboard.type('Ein Wort, noch ein Wort, ein drittes /')
  const menu = page.getByRole('listbox', { name: 'Befehle', exact: true })
  await expect(menu).toBeVisible()
  const box = await menu.boundingBox()
  expect(box && box.x >= 0 && box.x + box.width <= 360 && box.y + box.height <= 740).toBe(true)
  await expectAccessible(page)
  await menu.getByRole('option', { name: 'Zitat', exact: true }).click()
  await expect.poll(lines(page)).toEqual(['Ein Wort, noch ein Wort, ein drittes', '', '> '])
  await button(page, 'Angaben, 2 Hinweise').click()
  await expect(
    page.getByRole('dialog').getByRole('region', { name: /^Prüfung (Alles in Ordnung|\d+ Hinweise?)$/ }),
  ).toBeVisible()
  await expectAccessible(page)
})
