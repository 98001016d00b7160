import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '../support/e2e.ts'
import { restAs } from '../support/rest.ts'
import { toast } from '../support/words.ts'

const ROOT = join(import.meta.dirname, '..', '..')

// A fresh blog: this test makes the first registration.
test.use({ ownBlog: {} })

/** The longest README of the installed packages and the next five, with German text around: a really long document. */
function longDocument(): string {
  const readmes = globSync('node_modules/{*,@*/*}/[Rr][Ee][Aa][Dd][Mm][Ee].md', { cwd: ROOT })
    .map((path) => readFileSync(join(ROOT, path), 'utf8'))
    // A paste takes over the line ends of the text; here that is a line feed.
    .filter((markdown) => !markdown.includes('\r'))
    .toSorted((a, b) => b.length - a.length)
  const german = [
    'Übergrößen, Ärger und Straßenfußball – „ein Anfang“ mit Fußnote.[^anfang]',
    '',
    '| Größe | Maß |',
    '|:------|----:|',
    '| Höhe  | 3 m |',
    '',
    '```ts',
    "const gruß = 'Grüße'",
    '```',
    '',
    '[^anfang]: Die Fußnote zum Anfang.',
    '',
  ].join('\n')
  return [german, ...readmes.slice(0, 6), '\nDas Ende des langen Textes.'].join('\n\n')
}

test('register, write a really long article, publish it, read it, change it and read it again @postgres', async ({
  page,
  context,
  reader,
  server,
}) => {
  const markdown = longDocument()
  expect(markdown.length).toBeGreaterThan(200_000)
  const account = { email: 'mira.oeztuerk@nachtausgabe.example', password: 'ein langes Passwort' }

  await test.step('register', async () => {
    await page.goto('/auth')
    await page.getByLabel('E-Mail', { exact: true }).fill(account.email)
    await page.getByLabel('Passwort', { exact: true }).fill(account.password)
    await page.getByRole('button', { name: 'Registrieren', exact: true }).click()
    await page.waitForURL(/\/admin$/)
  })

  await test.step('write', async () => {
    await page.getByRole('link', { name: 'Artikel', exact: true }).click()
    await page.getByRole('link', { name: 'Neuer Artikel', exact: true }).click()
    await page.getByRole('textbox', { name: 'Titel', exact: true }).fill('Das große Öffnen der Bücher')
    await page.getByRole('textbox', { name: 'Text', exact: true }).click()
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.evaluate((text) => navigator.clipboard.writeText(text), markdown)
    await page.keyboard.press('ControlOrMeta+v')
    await expect(page.getByText('Das Ende des langen Textes.', { exact: true })).toBeVisible()
  })

  await test.step('publish', async () => {
    await page.getByRole('button', { name: 'Veröffentlichen', exact: true }).click()
    await expect(toast(page, 'Artikel veröffentlicht!')).toBeVisible()
    await expect(page).toHaveURL(/\/admin\/articles\/[0-9a-f-]{36}$/)
  })

  const rest = await restAs(server.url, account)
  const id = page.url().split('/').at(-1)!
  await test.step('every byte is there', async () => {
    const saved = await rest.getArticle(id)
    expect(saved.slug).toBe('das-grosse-oeffnen-der-buecher')
    expect(saved.content_markdown === markdown, 'the saved text equals the pasted one').toBe(true)
  })

  await test.step('an anonymous reader reads it', async () => {
    await reader.goto('/')
    await reader.getByRole('link', { name: 'Das große Öffnen der Bücher', exact: true }).first().click()
    await expect(reader).toHaveURL('/article/das-grosse-oeffnen-der-buecher')
    await expect(reader.getByRole('heading', { level: 1 })).toContainText('Öffnen der')
    await expect(reader.getByRole('row', { name: 'Höhe 3 m', exact: true })).toBeVisible()
    await expect(reader.getByText("const gruß = 'Grüße'", { exact: true })).toBeVisible()
    await expect(reader.getByText(/^Die Fußnote zum Anfang\./)).toBeVisible()
    await expect(reader.getByText('Das Ende des langen Textes.', { exact: true })).toBeVisible()
    expect(await reader.context().cookies()).toEqual([])
  })

  await test.step('the reader sees a change on the next load', async () => {
    await page.getByRole('textbox', { name: 'Text', exact: true }).click()
    await page.keyboard.press('ControlOrMeta+End')
    await page.keyboard.type(' Und ein Nachtrag.')
    await page.getByRole('button', { name: 'Aktualisieren', exact: true }).click()
    await expect(page).toHaveURL('/admin/articles')
    await reader.reload()
    await expect(reader.getByText('Das Ende des langen Textes. Und ein Nachtrag.', { exact: true })).toBeVisible()
    expect((await rest.getArticle(id)).content_markdown === `${markdown} Und ein Nachtrag.`).toBe(true)
  })
})
