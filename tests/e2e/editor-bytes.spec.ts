import { oddDocument } from '../../src/demo/builders/documents.ts'
import { createKit } from '../../src/demo/builders/kit.ts'
import { expect } from '../support/e2e.ts'
import { test } from '../support/signed-in.ts'
import { toast } from '../support/words.ts'

// The broad tests are src/admin/writing/editor-view/byte-truth.test.ts (the real editor state) and
// src/server/writing/articles/writing/byte-truth.test.ts (the real API); this one covers the whole path through the
// screen.
const COUNT = 12
const NAMED = [
  '\uFEFF# Titel\r\n\r\n\tTab und Ende  \r\n- [ ] Aufgabe\r\n',
  'eins\r\nzwei\ndrei\rvier\n\n\n',
  'Grüße\u00A0–\u200B „Äpfel“ 🦊\u0301 \u2028 Zeile\n\n<b>html</b>\n\n| a | b |\n|---|---|\n',
]

test(`${COUNT} odd documents opened, typed into, undone and saved on the screen are byte for byte the same`, async ({
  open,
  rest,
  word,
}) => {
  const { random } = createKit({ seed: 'screen' })
  for (let round = 0; round < COUNT; round += 1) {
    const markdown = NAMED[round] ?? oddDocument(random)
    const { id } = await rest.createArticle({ title: `${word} ${round}`, content_markdown: markdown })
    const page = await open(`/admin/articles/${id}`)
    const text = page.getByRole('textbox', { name: 'Text', exact: true })
    await text.click()
    await page.keyboard.type('getippt')
    await page.keyboard.press('Enter')
    await expect(text).toContainText('getippt')
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('Control+z')
    await expect(text).not.toContainText('getippt')
    await page.getByRole('textbox', { name: 'Titel', exact: true }).fill(`${word} ${round} gespeichert`)
    await page.keyboard.press('Control+s')
    await expect(toast(page, 'Artikel gespeichert!')).toBeVisible()
    const saved = await rest.getArticle(id)
    expect(saved.title).toBe(`${word} ${round} gespeichert`)
    expect(saved.content_markdown, `round ${round}`).toBe(markdown)
  }
})
