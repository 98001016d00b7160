import type { Page } from '@playwright/test'
import * as clipboards from '../support/clipboards.ts'
import { expect } from '../support/e2e.ts'
import { clear, paste, text, type } from '../support/editor.ts'
import { markdown } from '../support/moves.ts'
import { test } from '../support/signed-in.ts'

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

/** A sequence of actions in an empty text, and the markdown that a careful person would have written. */
type Move = { name: string; moves: (page: Page) => Promise<void>; expected: string | RegExp }

const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
const command = async (page: Page, name: string) => {
  await page.keyboard.type(name)
  const options = page.getByRole('listbox', { name: 'Befehle', exact: true }).getByRole('option')
  // What begins with the word stands first; `CodePen` is a word of the embeds.
  await expect(options).toHaveCount(name === '/code' ? 2 : 1)
  await page.keyboard.press('Enter')
}

/** Chooses from the command menu at the cursor. */
const pick = async (page: Page, name: string) => {
  await press(page, 'Control+/')
  await page.getByRole('option', { name, exact: true }).click()
}

const TABLES_AND_CODE: Move[] = [
  {
    name: 'a table from the menu, from cell to cell by Tab, a new row at its end, out by Escape and an arrow',
    moves: async (page) => {
      await type(page, 'Davor', '')
      await command(page, '/tab')
      for (const cell of ['Gerät', 'Akku', 'Falke', '57 Wh', 'Specht']) {
        await page.keyboard.type(cell)
        await press(page, 'Tab')
      }
      await page.keyboard.type('60 Wh')
      await press(page, 'Escape', 'ArrowDown')
      await page.keyboard.type('Danach')
    },
    expected: 'Davor\n\n| Gerät | Akku |\n| --- | --- |\n| Falke | 57 Wh |\n| Specht | 60 Wh |\n\nDanach',
  },
  {
    name: 'more rows by Enter, back by Umschalt Tab, out by Enter in an empty row',
    moves: async (page) => {
      await command(page, '/tab')
      await page.keyboard.type('A')
      await press(page, 'Tab')
      await page.keyboard.type('B')
      await press(page, 'Tab')
      await page.keyboard.type('1')
      await press(page, 'Enter')
      await page.keyboard.type('2')
      await press(page, 'Tab')
      await page.keyboard.type('zwei')
      await press(page, 'Shift+Tab', 'Shift+Tab')
      await page.keyboard.type('eins')
      await press(page, 'ArrowDown', 'Enter')
      await press(page, 'Enter')
      await page.keyboard.type('Danach')
    },
    expected: '| A | B |\n| --- | --- |\n| 1 | eins |\n| 2 | zwei |\n\nDanach',
  },
  {
    name: 'a table typed by hand, pipe by pipe',
    moves: async (page) => {
      await type(page, '| A | B |', '| --- | ---: |', '| 1 | 2 |', '| 3 | 4 |', '', 'Danach')
    },
    expected: '| A | B |\n| --- | ---: |\n| 1 | 2 |\n| 3 | 4 |\n\nDanach',
  },
  {
    name: 'code before other text',
    moves: async (page) => {
      await type(page, 'Der Text danach')
      await press(page, 'Home')
      await command(page, '/code')
      await type(page, 'let x = 1', 'x += 1')
      await press(page, 'ArrowDown', 'ArrowDown', 'ArrowDown', 'End')
      await page.keyboard.type('.')
    },
    expected: '```\nlet x = 1\nx += 1\n```\n\nDer Text danach.',
  },
  {
    name: 'bold by Strg B, on words and while typing',
    moves: async (page) => {
      await page.keyboard.type('Ein Wort')
      await press(page, 'Shift+Control+ArrowLeft', 'Control+b', 'End')
      await page.keyboard.type(' und ')
      await press(page, 'Control+b')
      await page.keyboard.type('mehr')
    },
    expected: 'Ein **Wort** und **mehr**',
  },
  {
    name: 'lines of a spreadsheet without formats',
    moves: async (page) => {
      await page.keyboard.type('Davor')
      await paste(page, { 'text/plain': 'Gerät\tAkku\r\n"Falke\t14"\t57 | 60\r\n' })
      await expect.poll(() => markdown(page)).toContain('57')
      await press(page, 'Escape', 'ArrowDown')
      await page.keyboard.type('Danach')
    },
    expected: 'Davor\n\n| Gerät | Akku |\n| --- | --- |\n| Falke 14 | 57 \\| 60 |\n\nDanach',
  },
  {
    name: 'lines into one cell',
    moves: async (page) => {
      await command(page, '/tab')
      await paste(page, { 'text/plain': 'eins\nzwei' })
      await expect.poll(() => markdown(page)).toContain('zwei')
      await press(page, 'Tab')
      await page.keyboard.type('B')
    },
    expected: '| eins zwei | B |\n| --- | --- |\n|  |  |',
  },
  {
    name: 'a footnote by the menu, its note at the end, and back to the text',
    moves: async (page) => {
      await page.keyboard.type('Satz /fu')
      await expect(page.getByRole('listbox', { name: 'Befehle', exact: true }).getByRole('option')).toHaveCount(1)
      await press(page, 'Enter')
      await page.keyboard.type('Die Note.')
      await press(page, 'ArrowUp', 'ArrowUp', 'End')
      await page.keyboard.type(' geht weiter.')
    },
    expected: 'Satz[^1] geht weiter.\n\n[^1]: Die Note.',
  },
]

const WRITING: Move[] = [
  {
    name: 'a table made wider, aligned and shorter by the menu',
    moves: async (page) => {
      await type(page, '| A | B |', '| --- | --- |', '| 1 | 2 |', '| 3 | 4 |')
      await pick(page, 'Spalte rechts')
      await page.keyboard.type('C')
      await pick(page, 'Rechtsbündig')
      await press(page, 'Shift+Tab')
      await pick(page, 'Zeile nach oben')
      await page.keyboard.type('0')
    },
    expected: '| A | B |  |\n| --- | --- | ---: |\n| 3 | 40 | C |\n| 1 | 2 |  |',
  },
  {
    name: 'a row and a column taken out of a table',
    moves: async (page) => {
      await type(page, '| A | B |', '| --- | --- |', '| 1 | 2 |', '| 3 | 4 |')
      await press(page, 'Shift+Tab')
      await pick(page, 'Zeile löschen')
      await pick(page, 'Spalte löschen')
      await page.keyboard.type('!')
    },
    expected: '| B |\n| --- |\n| 2! |',
  },
  {
    name: 'a list in a list, and out of both',
    moves: async (page) => {
      await type(page, '- außen', '')
      await press(page, 'Tab')
      await type(page, 'innen', '')
      await press(page, 'Shift+Tab')
      await type(page, 'wieder außen', '', 'Danach')
    },
    expected: '- außen\n  - innen\n- wieder außen\n\nDanach',
  },
  {
    name: 'tasks, numbers and a quote',
    moves: async (page) => {
      await type(page, '- [ ] eins', 'zwei', '', '1. a', 'b', '', '> Zitat', 'weiter')
    },
    expected: '- [ ] eins\n- [ ] zwei\n\n1. a\n2. b\n\n> Zitat\n> weiter',
  },
  {
    name: 'code in a quote',
    moves: async (page) => {
      await page.keyboard.type('> ')
      await command(page, '/code')
      await page.keyboard.type('x = 1')
    },
    expected: '> ```\n> x = 1\n> ```',
  },
  {
    name: 'a table in the midst of a paragraph',
    moves: async (page) => {
      await page.keyboard.type('Davor danach')
      await press(page, 'Control+ArrowLeft')
      await command(page, '/tab')
      await page.keyboard.type('A')
      await press(page, 'Tab')
      await page.keyboard.type('B')
    },
    expected: 'Davor\n\n| A | B |\n| --- | --- |\n|  |  |\n\ndanach',
  },
  {
    name: 'an address over words',
    moves: async (page) => {
      await page.keyboard.type('Siehe hier')
      await press(page, 'Shift+Control+ArrowLeft')
      await paste(page, { 'text/plain': 'https://example.org/a' })
      await page.keyboard.type('.')
    },
    expected: 'Siehe [hier](https://example.org/a).',
  },
  {
    name: 'a picture in the midst of writing',
    moves: async (page) => {
      await page.keyboard.type('Davor')
      await givePicture(page)
      await expect.poll(() => markdown(page)).toContain('](/storage/')
      await page.keyboard.type('Danach')
    },
    expected: /^Davor\n\n!\[[^\]]*\]\(\/storage\/[^)\s]+\)\n\nDanach$/,
  },
  {
    name: 'a list pasted into an empty item',
    moves: async (page) => {
      await type(page, '- eins', '')
      await paste(page, { 'text/html': '<ul><li>zwei<ul><li>b</li></ul></li><li>drei</li></ul>', 'text/plain': 'x' })
      await expect.poll(() => markdown(page)).toContain('drei')
      await type(page, '', '', 'Danach')
    },
    expected: '- eins\n- zwei\n  - b\n- drei\n\nDanach',
  },
  {
    name: 'a picture in an item of a list, and words below it',
    moves: async (page) => {
      await type(page, '- eins')
      await givePicture(page)
      await expect.poll(() => markdown(page)).toContain('](/storage/')
      await page.keyboard.type('Dazu')
    },
    expected: /^- eins\n\n {2}!\[[^\]]*\]\(\/storage\/[^)\s]+\)\n\n {2}Dazu$/,
  },
  {
    name: 'a footnote written by hand, its text before the sentence is done',
    moves: async (page) => {
      await type(page, 'Ein Satz[^1]', '', '[^1]: Die Note.')
      await press(page, 'ArrowUp', 'ArrowUp', 'End')
      await page.keyboard.type(' geht weiter.')
    },
    expected: 'Ein Satz[^1] geht weiter.\n\n[^1]: Die Note.',
  },
  {
    name: 'code of a web page into a block of code',
    moves: async (page) => {
      await command(page, '/code')
      await paste(page, { 'text/html': '<pre><b>let</b> x = 1\n  x += 1</pre>', 'text/plain': 'let x = 1\n  x += 1' })
      await expect.poll(() => markdown(page)).toContain('x += 1')
      await press(page, 'ArrowDown')
      await type(page, '', '', 'Danach')
    },
    expected: '```\nlet x = 1\n  x += 1\n```\n\nDanach',
  },
]

/** Pastes a picture as a screenshot in the clipboard. */
async function givePicture(page: Page): Promise<void> {
  await text(page).evaluate((element, base64) => {
    const data = new DataTransfer()
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    data.items.add(new File([bytes], 'image.png', { type: 'image/png' }))
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  }, PIXEL)
}

/** Pastes formatted text into an empty line, or after typed text. */
const pasted = (name: string, html: string, expected: string, before = ''): Move => ({
  name,
  moves: async (page) => {
    await page.keyboard.type(before)
    await paste(page, { 'text/html': html, 'text/plain': 'schlicht' })
  },
  expected,
})

const PASTES: Move[] = [
  pasted(
    'lists of Google Docs',
    clipboards.DOCS_LISTS,
    'Drei Dinge:\n\n- Vertraulichkeit\n  - lokal\n    - ohne Netz\n  - verschlüsselt\n- Verlässlichkeit\n\n3. dritter\n   1. darunter\n4. vierter',
  ),
  pasted('lists of Google Docs side by side', clipboards.DOCS_FLAT_LISTS, '- außen\n  - innen\n- wieder außen'),
  pasted(
    'text of Google Docs',
    clipboards.DOCS_TEXT,
    'Davor\n\n## Was sich verändert hat\n\nEin **fettes** Wort und ein *schräges* in snake_case, 3 * 4 [so].\n\nNoch ein [Absatz](https://example.org/a_b).',
    'Davor',
  ),
  pasted(
    'a frame of a known provider',
    '<p>Sehen Sie:</p><iframe width="560" src="//www.youtube.com/embed/dQw4w9WgXcQ?start=90" allowfullscreen></iframe><iframe src="https://werbung.example/"></iframe><p>Danach.</p>',
    'Sehen Sie:\n\nhttps://www.youtube.com/watch?v=dQw4w9WgXcQ&t=90\n\nDanach.',
  ),
  {
    name: 'the code of a frame as text, behind words',
    moves: async (page) => {
      await page.keyboard.type('Davor')
      await paste(page, { 'text/plain': '<iframe src="https://player.vimeo.com/video/76979871"></iframe>' })
      await expect.poll(() => markdown(page)).toContain('vimeo')
    },
    expected: 'Davor\n\nhttps://vimeo.com/76979871',
  },
  pasted(
    'quotations and what opens',
    '<p>Sie sagte <q>so <q>ist</q> es</q>.</p><details><summary>Mehr &amp; mehr</summary><p>Ein <b>Wort</b>.</p><ul><li>a</li></ul></details>',
    'Sie sagte „so ‚ist‘ es“.\n\n<details>\n<summary>Mehr &amp; mehr</summary>\n\nEin **Wort**.\n\n- a\n\n</details>',
  ),
  pasted(
    'a to-do list of Notion',
    '<ul class="to-do-list"><li><div class="checkbox checkbox-on"></div> <span class="to-do-children-checked">gemessen</span></li><li><div class="checkbox checkbox-off"></div> <span>geschrieben</span></li></ul>',
    '- [x] gemessen\n- [ ] geschrieben',
  ),
  pasted(
    'a to-do list whose boxes are signs',
    '<ul><li>[x] gemessen</li><li><p>[ ] geschrieben</p></li><li data-checked="true"><p>gelesen</p></li></ul>',
    '- [x] gemessen\n- [ ] geschrieben\n- [x] gelesen',
  ),
  pasted('a check list of Google Docs', clipboards.DOCS_CHECKS, '- [x] gemessen\n- [ ] geschrieben'),
  pasted('a footnote of Google Docs', clipboards.DOCS_NOTES, 'Belegt[^1] ist es.\n\n[^1]: Aus den Akten.'),
  pasted(
    'footnotes and line breaks of Word',
    clipboards.WORD_NOTES,
    'Die Messung[^1] war **kurz**,  \naber gut.[^2]\n\nEin zweiter Absatz.\n\n[^1]: Bei 200 cd/m².\n[^2]: Siehe *Handbuch*.',
  ),
  {
    name: 'footnotes of Word beside those of the text',
    moves: async (page) => {
      await type(page, 'Alt.[^1]', '', '', '', '[^1]: Alte Note.')
      await press(page, 'ArrowUp', 'ArrowUp')
      await paste(page, { 'text/html': clipboards.WORD_NOTES, 'text/plain': 'schlicht' })
    },
    expected:
      'Alt.[^1]\n\nDie Messung[^2] war **kurz**,  \naber gut.[^3]\n\nEin zweiter Absatz.\n\n[^1]: Alte Note.\n[^2]: Bei 200 cd/m².\n[^3]: Siehe *Handbuch*.',
  },
  pasted(
    'lists of Word',
    clipboards.WORD_LISTS,
    'Zutaten:\n\n- Mehl\n  - Weizen\n  - Roggen\n- Wasser\n\nDann:\n\n1. mischen\n2. backen',
  ),
  pasted(
    'a table of Word',
    clipboards.WORD_TABLE,
    '| **Gerät** | **Akku** |\n| --- | --- |\n| Falke\u00a014 | 57 Wh, neu |',
  ),
  pasted(
    'cells of Google Sheets',
    clipboards.SHEETS,
    'Davor\n\n| Gerät | Woche 1 | Woche 4 |\n| --- | --- | --- |\n| Falke 14 | 11,4 |  |\n| a \\| b c | beide |  |',
    'Davor ',
  ),
  pasted('cells of Excel', clipboards.EXCEL, '| Monat | Leser |\n| --- | --- |\n| März | 1.204 |'),
  pasted(
    'a web page',
    clipboards.WEB_PAGE,
    '## Wie wir *messen*\n\nEin [Labor](https://example.org/labor) ist kein **Zugabteil.**\n\n> Niemand hält die  \n> Helligkeit konstant.\n\n![Ein Labor](https://example.org/bild.jpg "Unser Labor, 2024")\n\n```js\nconst zahl = 1_000\nzahl * 2\n```\n\nBei `npm run_it` & \\<div> bleibt 2^10.\n\nNach zwei Umbrüchen.',
  ),
]

async function robot(page: Page, moves: readonly Move[]): Promise<void> {
  await text(page).click()
  for (const { name, moves: make, expected } of moves) {
    await test.step(name, async () => {
      await make(page)
      const written = expect.poll(() => markdown(page), { message: name })
      await (typeof expected === 'string' ? written.toBe(expected) : written.toMatch(expected))
      await text(page).focus()
      await clear(page)
    })
  }
}

test('[WEEK-5] [WEEK-8] [WEEK-14] thirty editing sequences produce the markdown of careful handwriting', async ({
  open,
}) => {
  expect([...TABLES_AND_CODE, ...WRITING, ...PASTES].length).toBeGreaterThanOrEqual(30)
  const page = await open('/admin/articles/new')
  await robot(page, TABLES_AND_CODE)
  await robot(page, WRITING)
  await robot(page, PASTES)
  // Escape, then Tab leaves the text, whatever it contains.
  await command(page, '/tab')
  await press(page, 'Escape', 'Tab')
  await expect(text(page)).not.toBeFocused()
})
