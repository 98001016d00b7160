import { EXCEL } from '../support/clipboards.ts'
import { expect } from '../support/e2e.ts'
import { chip, paste, text } from '../support/editor.ts'
import { expectAccessible, expectNoOverflow } from '../support/screen-checks.ts'
import { test } from '../support/signed-in.ts'

const TABLE = [
  'Davor steht ein Satz.',
  '',
  '| Gerät | Akku | Woche |',
  '| --- | ---: | ---: |',
  '| Falke | 57 Wh | 11 h |',
  '| ThinkPad, 2014 | 23 Wh | 3 h |',
  '',
  'Dahinter auch.',
]
const TEXT = TABLE.join('\n')
const AWAY = { width: 900, height: 700 }

test('[WEEK-5] tables are rendered with their tools by mouse, keys and on a phone, and the text stays byte for byte', async ({
  open,
  rest,
  word,
}) => {
  const article = await rest.createArticle({ title: word, content_markdown: TEXT })
  const page = await open(`/admin/articles/${article.id}`)
  const saved = async () => (await rest.getArticle(article.id)).content_markdown
  const row = (index: number) => text(page).locator('.md-row').nth(index)
  const cell = (index: number, column: number) => row(index).locator('.md-cell').nth(column)
  const tools = page.getByRole('toolbar', { name: 'Tabellenwerkzeuge', exact: true })
  const edges = (index: number) =>
    row(index)
      .locator('.md-cell')
      .evaluateAll((cells) => cells.map((each) => Math.round(each.getBoundingClientRect().right)))

  // Columns are aligned; the delimiter row and the pipes take no room.
  await expect(row(2)).toBeVisible()
  expect(await edges(2)).toEqual(await edges(0))
  expect(await edges(1)).toEqual(await edges(0))
  await expect(text(page).locator('.md-row-hyphens')).toHaveJSProperty('offsetHeight', 0)
  await expect(tools).toHaveCount(0)

  // A click into the empty part of a cell selects this cell; nothing moves when the tools appear.
  const before = await row(0).boundingBox()
  const { x, y, height } = (await cell(1, 2).boundingBox())!
  await page.mouse.click(x + 8, y + height / 2)
  await page.keyboard.press('End')
  await page.keyboard.type(' 30')
  await expect(cell(1, 2)).toHaveText(/^11 h 30/)
  await expect(cell(1, 2)).toHaveClass(/md-cell-now/)
  expect(await row(0).boundingBox()).toEqual(before)
  await expect(tools.getByRole('button', { name: 'Rechts ausrichten', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  // To the same column of the next row, and to the edges of its cell.
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Home')
  await page.keyboard.type('ca. ')
  const typed = TEXT.replace('11 h', '11 h 30').replace('3 h', 'ca. 3 h')
  await expect(chip(page)).toHaveText('gespeichert')
  await expect.poll(saved).toBe(typed)

  // The tools by keyboard: one tab stop, arrows inside, Escape returns to the text.
  await page.keyboard.press('Alt+F10')
  await expect(tools.getByRole('button', { name: 'Zeile darunter', exact: true })).toBeFocused()
  await expectAccessible(page)
  for (let steps = 0; steps < 7; steps += 1) await page.keyboard.press('ArrowRight')
  await expect(tools.getByRole('button', { name: 'Zeile nach oben', exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect(text(page)).toBeFocused()
  const lines = typed.split('\n')
  const turned = [...lines.slice(0, 4), lines[5], lines[4], ...lines.slice(6)].join('\n')
  await expect.poll(saved).toBe(turned)

  // They stay within the column, however narrow it is beside a panel.
  for (const width of [768, 1024, 1180]) {
    await page.setViewportSize({ width, height: 800 })
    await expect
      .poll(async () => {
        const [bar, column] = [await tools.boundingBox(), await row(0).boundingBox()]
        return bar && column && bar.x >= column.x && bar.x + bar.width <= column.x + column.width
      })
      .toBe(true)
  }
  // The row is moved back by its handle.
  const grip = (await text(page).locator('.md-grip').boundingBox())!
  await page.mouse.move(grip.x + 8, grip.y + 10)
  await page.mouse.down()
  await page.mouse.move(grip.x + 8, grip.y + 50, { steps: 5 })
  await page.mouse.up()
  await expect.poll(saved).toBe(typed)

  // On a phone they are in the row above the keyboard.
  await page.setViewportSize({ width: 320, height: 700 })
  await expect(tools).toHaveCount(1)
  await expectNoOverflow(page)
  await tools.getByRole('button', { name: 'Zeile löschen', exact: true }).click()
  await expect(text(page)).toBeFocused()
  await tools.getByRole('button', { name: 'Darunter weiterschreiben', exact: true }).click()
  await expect(tools).toHaveCount(0)
  await page.keyboard.type('Und ')
  await page.setViewportSize(AWAY)
  await expect
    .poll(saved)
    .toBe(TEXT.replace('11 h', '11 h 30').replace(`${TABLE[5]}\n`, '').replace('Dahinter', 'Und Dahinter'))
})

test('rows and columns are inserted, moved, aligned and filled from a spreadsheet, with keys and on a phone', async ({
  open,
  rest,
  word,
}) => {
  const article = await rest.createArticle({ title: word, content_markdown: '| A | B |\n| --- | --- |\n| 1 | 2 |\n' })
  const page = await open(`/admin/articles/${article.id}`)
  const saved = async () => (await rest.getArticle(article.id)).content_markdown
  const tools = page.getByRole('toolbar', { name: 'Tabellenwerkzeuge', exact: true })
  const tool = (name: string) => tools.getByRole('button', { name, exact: true })
  await text(page).locator('.md-cell').filter({ hasText: '2' }).click()
  // By keyboard: Alt F10 for the tools, and the command menu by name.
  await page.keyboard.press('Alt+F10')
  await page.keyboard.press('ArrowRight')
  await expect(tool('Zeile darüber')).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await page.keyboard.type('neu')
  await expect.poll(saved).toBe('| A | B |\n| --- | --- |\n| neu |  |\n| 1 | 2 |\n')
  await page.keyboard.press('Control+/')
  await page.keyboard.type('verschieben')
  const commands = page.getByRole('listbox', { name: 'Befehle', exact: true }).getByRole('option')
  await expect(commands).toHaveText([
    /^Zeile nach oben/,
    /^Zeile nach unten/,
    /^Spalte nach links/,
    /^Spalte nach rechts/,
  ])
  for (let n = 0; n < 3; n++) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(saved).toBe('| B | A |\n| --- | --- |\n|  | neu |\n| 2 | 1 |\n')
  await tool('Spalte links').click()
  await tool('Mittig ausrichten').click()
  await tool('Spalte nach links').click()
  await expect.poll(saved).toBe('|  | B | A |\n| :---: | --- | --- |\n|  |  | neu |\n|  | 2 | 1 |\n')
  await expectAccessible(page)

  // Cells of a spreadsheet are filled in from the cursor on; one undo reverts all of it.
  await text(page).locator('.md-cell').filter({ hasText: '2' }).click()
  await paste(page, { 'text/plain': 'x\t1,5\ty|z\r\nu\t2\tv\r\n', 'text/html': EXCEL })
  const filled =
    '|  | B | A |  |\n| :---: | --- | --- | --- |\n|  |  | neu |  |\n|  | x | 1,5 | y\\|z |\n|  | u | 2 | v |\n'
  await expect.poll(saved).toBe(filled)
  await page.keyboard.press('Control+z')
  await expect.poll(saved).toBe('|  | B | A |\n| :---: | --- | --- |\n|  |  | neu |\n|  | 2 | 1 |\n')

  // On a phone rarer tools are behind one more button.
  await page.setViewportSize({ width: 320, height: 700 })
  await tool('Weitere Tabellenbefehle').click()
  await page.getByRole('option', { name: /^Rechtsbündig/ }).click()
  await expect.poll(saved).toContain('| :---: | ---: | --- |')
  await expectNoOverflow(page)
})

test('text written after a table at the end of the article goes below it, after a click below the text and after Strg Ende', async ({
  open,
  rest,
  word,
}) => {
  const table = '| A | B |\n| --- | --- |\n| 1 | 2 |'
  const article = await rest.createArticle({ title: word, content_markdown: table })
  const page = await open(`/admin/articles/${article.id}`)
  const saved = async () => (await rest.getArticle(article.id)).content_markdown
  await expect(text(page).locator('.md-row').first()).toBeVisible()
  await page.mouse.click(600, 750)
  await expect(text(page)).toBeFocused()
  await page.keyboard.type('Danach.')
  await expect.poll(saved).toBe(`${table}\n\nDanach.`)
  await page.keyboard.press('Control+z')
  await expect.poll(saved).toBe(table)
  await page.keyboard.press('Control+End')
  await paste(page, { 'text/plain': 'Eingefügt.' })
  await expect.poll(saved).toBe(`${table}\n\nEingefügt.`)
})
