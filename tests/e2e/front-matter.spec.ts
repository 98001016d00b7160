import { expect } from '../support/e2e.ts'
import { chip, lines, panel, openPanel, paste, text, title, toasts } from '../support/editor.ts'
import { expectAccessible, expectNoOverflow } from '../support/screen-checks.ts'
import { test } from '../support/signed-in.ts'

type Planned = { planned: { id: string; planned_on: string }[] }
const SPAN = 'from=2099-03-01T00:00:00Z&to=2099-04-01T00:00:00Z'
type Named = { items: { id: string; name: string }[] }

test('front matter pasted with a text fills the fields, is reported, and can be undone', async ({
  open,
  rest,
  word,
}) => {
  await rest.send('POST', '/api/tags', { name: `Da ${word}` })
  const head = [
    '---',
    `title: Titel ${word}`,
    `slug: eigen-${word.toLowerCase()}`,
    'excerpt: Worum es geht.',
    `category: Rubrik ${word}`,
    `tags: [da ${word}, Neu ${word}]`,
    'author: Ada Lovelace',
    'date: 2099-03-29',
    'layout: post',
    'cover: bild.png',
    '---',
    '',
  ]
  const source = [...head, 'Der erste Satz.', '', 'Der zweite.'].join('\n')
  const page = await open('/admin/articles/new')
  await text(page).click()
  await paste(page, { 'text/plain': source, 'text/html': `<b style="font-weight:bold">${source}</b>` })

  // The text is inserted without it, everything else is in its field.
  await expect(title(page)).toHaveValue(`Titel ${word}`)
  const toast = toasts(page).filter({ hasText: 'Angaben aus dem Text übernommen' })
  await expect(toast).toContainText('Titel, Adresse, Auszug, Autorenzeile, Kategorie, Schlagwörter')
  await expect(toast).toContainText(`Neu angelegt: „Rubrik ${word}“, „Neu ${word}“.`)
  await expect(toast).toContainText('geplant für den 29. März 2099')
  await expect(toast).toContainText('Nicht übernommen: Titelbild (nicht in der Mediathek), layout.')
  await expect(toasts(page)).toHaveCount(1)
  await expectAccessible(page)
  await expect.poll(lines(page)).toEqual(['Der erste Satz.', '', 'Der zweite.'])
  await expect(chip(page)).toHaveText('gespeichert')
  await expect(page).toHaveURL(/\/admin\/articles\/[0-9a-f-]{36}$/)
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  const stored = await rest.getArticle(id)
  expect(stored).toMatchObject({
    title: `Titel ${word}`,
    slug: `eigen-${word.toLowerCase()}`,
    status: 'draft',
    published_at: null,
    excerpt: 'Worum es geht.',
    byline: 'Ada Lovelace',
    content_markdown: 'Der erste Satz.\n\nDer zweite.',
    category: { name: `Rubrik ${word}` },
  })
  expect(stored.tags.map(({ name }) => name).toSorted()).toEqual([`Da ${word}`, `Neu ${word}`])
  const planned = async () =>
    (await rest.send<Planned>('GET', `/api/events/calendar?${SPAN}`)).planned
      .filter((one) => one.id === id)
      .map(({ planned_on }) => planned_on)
  expect(await planned()).toEqual(['2099-03-29'])

  // After undo the text is the pasted one, byte for byte, and text typed since stays.
  await page.keyboard.type(' Und einer mehr.')
  await toast.getByRole('button', { name: 'Rückgängig', exact: true }).click()
  await expect(title(page)).toHaveValue('')
  await expect.poll(lines(page)).toEqual([...head, 'Der erste Satz.', '', 'Der zweite. Und einer mehr.'])
  await openPanel(page)
  await expect(panel(page).getByText(`Rubrik ${word}`, { exact: true })).toHaveCount(0)
  await expect.poll(planned).toEqual([])
  await title(page).fill(`Wieder ${word}`)
  await expect(chip(page)).toHaveText('gespeichert')
  await expect
    .poll(async () => {
      const { tags, category, excerpt, byline, content_markdown } = await rest.getArticle(id)
      return { tags, category, excerpt, byline, content_markdown }
    })
    .toEqual({ tags: [], category: null, excerpt: '', byline: null, content_markdown: `${source} Und einer mehr.` })
  // Created terms stay.
  const tags = await rest.send<Named>('GET', '/api/tags')
  expect(tags.items.map(({ name }) => name)).toContain(`Neu ${word}`)
})

test('a dropped file fills empty fields, and in an existing text or pasted as plain text it is inserted as text', async ({
  open,
  rest,
  word,
}) => {
  const article = await rest.createArticle({ title: `Steht ${word}`, excerpt: 'Schon geschrieben.' })
  const page = await open(`/admin/articles/${article.id}`)
  await page.setViewportSize({ width: 360, height: 740 })
  const source = `---\ntitle: Anders\ndescription: Neu\nserie: Reihe\nseries: Folge ${word}\n---\nText aus der Datei.\n`
  await text(page).evaluate((element, given) => {
    const data = new DataTransfer()
    data.items.add(new File([`\uFEFF${given}`], 'notiz.md', { type: 'text/markdown' }))
    const { left, top } = element.getBoundingClientRect()
    const at = { clientX: left + 4, clientY: top + 4 }
    element.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true, ...at }))
  }, source)
  const toast = toasts(page).filter({ hasText: 'Angaben aus dem Text übernommen' })
  await expect(toast).toContainText(
    'Serie. Nicht übernommen: Titel (schon ausgefüllt), Auszug (schon ausgefüllt), serie.',
  )
  await expectNoOverflow(page)
  await expect(title(page)).toHaveValue(`Steht ${word}`)
  await expect.poll(async () => (await rest.getArticle(article.id)).content_markdown).toBe('Text aus der Datei.\n')
  expect(await rest.getArticle(article.id)).toMatchObject({ excerpt: 'Schon geschrieben.', series: `Folge ${word}` })

  // In an existing text it is inserted as text.
  await paste(page, { 'text/plain': source })
  await expect.poll(lines(page)).toContain('title: Anders')

  // Strg Umschalt V inserts the text unchanged.
  const plain = await rest.createArticle({ title: `Schlicht ${word}` })
  await open(`/admin/articles/${plain.id}`)
  await text(page).click()
  await text(page).evaluate((element) =>
    element.dispatchEvent(new KeyboardEvent('keydown', { key: 'V', ctrlKey: true, shiftKey: true, bubbles: true })),
  )
  await paste(page, { 'text/plain': source })
  await expect.poll(async () => (await rest.getArticle(plain.id)).content_markdown).toBe(source)
  await expect(toasts(page)).toHaveCount(0)
})
