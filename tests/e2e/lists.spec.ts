import { expect, missing } from '../support/e2e.ts'
import { expectNoOverflow } from '../support/screen-checks.ts'
import { test } from '../support/signed-in.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('[SITE-1] readers page through a category from an article, a renamed one redirects, and an empty one does not exist', async ({
  rest,
  word,
  reader,
  expectedErrors,
}) => {
  expectedErrors(...missing('/kategorie/*'))
  const add = (noun: string, name: string) => rest.send<{ id: string; slug: string }>('POST', `/api/${noun}`, { name })
  const category = await add('categories', `${word} Spiele`)
  const tag = await add('tags', `${word} Würfel`)
  const empty = await add('categories', `${word} leer`)
  for (let day = 1; day <= 12; day++)
    await rest.createArticle({
      title: `${word} Nummer ${day}`,
      status: 'published',
      published_at: `2025-03-${String(day).padStart(2, '0')}T10:00:00Z`,
      category_id: category.id,
      tag_ids: day === 12 ? [tag.id] : [],
      byline: `${word} Öztürk`,
    })
  const main = reader.getByRole('main')
  await reader.goto(`/article/${word.toLowerCase()}-nummer-12`)
  await main.getByRole('link', { name: `${word} Spiele`, exact: true }).click()
  await expect(reader).toHaveURL(`/kategorie/${category.slug}`)
  await expect(main.getByRole('heading', { level: 1, name: `${word} Spiele`, exact: true })).toBeVisible()
  await expect(main.getByRole('heading', { level: 2 })).toHaveText(
    [12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((day) => `${word} Nummer ${day}`),
  )
  await main.getByRole('link', { name: 'Ältere Artikel', exact: true }).click()
  await expect(reader).toHaveURL(`/kategorie/${category.slug}?seite=2`)
  await expect(main.getByRole('heading', { level: 2 })).toHaveText([`${word} Nummer 2`, `${word} Nummer 1`])
  await expect(reader.locator('link[rel=prev]')).toHaveAttribute('href', `/kategorie/${category.slug}`)
  for (const width of [320, 360, 768, 1440]) {
    await reader.setViewportSize({ width, height: 800 })
    await expectNoOverflow(reader)
  }

  await rest.send('PATCH', `/api/categories/${category.id}`, { name: `${word} Brettspiele` })
  await reader.goto(`/kategorie/${category.slug}?seite=2`)
  await expect(reader).toHaveURL(`/kategorie/${word.toLowerCase()}-brettspiele?seite=2`)
  await expect(main.getByRole('heading', { level: 1, name: `${word} Brettspiele`, exact: true })).toBeVisible()
  for (const [link, title] of [
    [`${word} Würfel`, `${word} Würfel`],
    [`${word} Öztürk`, `${word} Öztürk`],
  ]) {
    await reader.goto(`/article/${word.toLowerCase()}-nummer-12`)
    await main.getByRole('link', { name: link, exact: true }).click()
    await expect(main.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
    await expect(main.getByRole('heading', { level: 2 }).first()).toHaveText(`${word} Nummer 12`)
  }
  expect((await reader.goto(`/kategorie/${empty.slug}`))?.status()).toBe(404)
})

test('[SITE-2] the archive links to years and months in the site’s zone', async ({ rest, word, reader }) => {
  // Already the new year in Berlin.
  await rest.createArticle({ title: `${word} Neujahr`, status: 'published', published_at: '2009-12-31T23:30:00Z' })
  await rest.createArticle({ title: `${word} Mai`, status: 'published', published_at: '2010-05-02T10:00:00Z' })
  const main = reader.getByRole('main')
  await reader.goto('/')
  await reader.getByRole('contentinfo').getByRole('link', { name: 'Archiv', exact: true }).click()
  await expect(main.getByRole('heading', { level: 1, name: 'Archiv', exact: true })).toBeVisible()
  await expect(main.getByRole('link', { name: 'Jan 2010: 1 Artikel', exact: true })).toBeVisible()
  await reader.setViewportSize({ width: 320, height: 800 })
  await expectNoOverflow(reader)
  await main.getByRole('link', { name: 'Alle 2 Titel aus 2010', exact: true }).click()
  await expect(reader).toHaveURL('/archiv/2010')
  await expect(main.getByRole('heading', { level: 2 })).toHaveText(['Mai', 'Januar'])
  await expect(main.getByRole('link', { name: `${word} Neujahr`, exact: true })).toBeVisible()
  await expectNoOverflow(reader)
  await main.getByRole('link', { name: 'Januar', exact: true }).click()
  await expect(reader).toHaveURL('/archiv/2010/01')
  await expect(main.getByRole('heading', { level: 2 })).toHaveText([`${word} Neujahr`])
  await main.getByRole('link', { name: 'Mai 2010', exact: true }).click()
  await expect(reader).toHaveURL('/archiv/2010/05')
})

test('[SITE-11] a withdrawn article is gone, a renamed one redirects, and one that was never public is not found', async ({
  rest,
  word,
  reader,
  expectedErrors,
}) => {
  expectedErrors(/40[4]|410/)
  const slug = word.toLowerCase()
  const article = await rest.createArticle({ title: `${word} Alt`, status: 'published' })
  const renamed = await rest.send<{ version: number }>('PATCH', `/api/articles/${article.id}`, {
    version: article.version,
    slug: `${slug}-neu`,
  })
  await reader.goto(`/article/${slug}-alt`)
  await expect(reader).toHaveURL(`/article/${slug}-neu`)
  await rest.send('PATCH', `/api/articles/${article.id}`, { version: renamed.version, status: 'draft' })
  for (const address of [`${slug}-alt`, `${slug}-neu`]) {
    expect((await reader.goto(`/article/${address}`))?.status()).toBe(410)
    await expect(reader.getByRole('heading', { level: 1, name: 'Artikel nicht gefunden', exact: true })).toBeVisible()
  }
  await rest.createArticle({ title: `${word} Entwurf` })
  expect((await reader.goto(`/article/${slug}-entwurf`))?.status()).toBe(404)
})

test('[SITE-15] a change is on every page when its author gets the response, and other pages stay cached', async ({
  rest,
  word,
  reader,
}) => {
  const tag = await rest.send<{ id: string; slug: string }>('POST', '/api/tags', { name: word })
  const write = (title: string, published_at: string, tag_ids: string[] = []) =>
    rest.createArticle({ title: `${word} ${title}`, status: 'published', published_at, tag_ids })
  const article = await write('Eins', '2012-06-01T10:00:00Z', [tag.id])
  const far = await write('Fern', '2003-06-01T10:00:00Z')
  await write('Dazwischen', '2008-06-01T10:00:00Z')
  const state = async (path: string) => (await reader.request.get(path)).headers()['server-timing']
  const [own, list, feed, other] = [
    `/article/${article.slug}`,
    `/schlagwort/${tag.slug}`,
    `/schlagwort/${tag.slug}/feed.xml`,
    `/article/${far.slug}`,
  ]
  for (const path of [own, list, feed, other]) await state(path)
  for (const path of [own, list, feed, other]) expect(await state(path)).toBe('cache;desc=hit')
  await rest.send('PATCH', `/api/articles/${article.id}`, { version: article.version, title: `${word} Zwei` })
  expect(await state(other)).toBe('cache;desc=hit')
  for (const path of [own, list, feed]) {
    const answer = await reader.request.get(path)
    expect(answer.headers()['server-timing'], path).toBe('cache;desc=miss')
    expect(await answer.text(), path).toContain(`${word} Zwei`)
  }
})
