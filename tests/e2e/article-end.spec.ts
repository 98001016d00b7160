import { expect } from '../support/e2e.ts'
import { expectAccessible } from '../support/screen-checks.ts'
import { test } from '../support/signed-in.ts'

test('[SITE-14] an article ends with its correction, series, related articles and neighbours, each only if there is one', async ({
  rest,
  word,
  newContext,
}) => {
  const tag = await rest.send<{ id: string }>('POST', '/api/tags', { name: `${word} Salz` })
  const publish = (title: string, values: object = {}) =>
    rest.createArticle({ title: `${word} ${title}`, status: 'published', content_markdown: 'Ein Text.', ...values })
  const plain = await publish('allein')
  const series = `${word} Reihe`
  const first = await publish('Teil eins', { series, tag_ids: [tag.id] })
  const second = await publish('Teil zwei', { series, tag_ids: [tag.id] })
  await rest.send('PATCH', `/api/articles/${second.id}`, {
    version: second.version,
    content_markdown: 'Ein anderer Text.',
    correction: 'Hier stand ein Text.',
  })

  const context = await newContext({ viewport: { width: 1440, height: 900 } })
  const reader = await context.newPage()
  const main = reader.getByRole('main')
  const row = (name: string) =>
    main.locator('.row').filter({ has: reader.getByRole('heading', { level: 2, name, exact: true }) })
  await reader.goto(`/article/${second.slug}`)
  await expect(main.getByRole('link', { name: /^Aktualisiert am/ })).toHaveAttribute('href', '#korrektur')
  await expect(row('Korrektur')).toContainText('Hier stand ein Text.')
  await expect(row('Serie').getByRole('listitem')).toHaveText([
    `${first.title}`,
    `${second.title}Sie lesen diesen Teil`,
  ])
  await expect(row('Mehr dazu').getByRole('link', { name: first.title, exact: true })).toBeVisible()
  await expect(row('Weiterblättern').getByRole('link')).toHaveCount(1)
  await expect(row('Teilen').getByRole('link', { name: 'Per E-Mail schicken', exact: true })).toBeVisible()
  await expect(row('Folgen')).toContainText(
    'Neue Artikel meldet der Feed, ohne Anmeldung und ohne Adresse: RSS, Atom, JSON Feed.',
  )
  await expect(row('Folgen').getByRole('link', { name: 'Atom', exact: true })).toHaveAttribute('href', '/atom.xml')
  await expectAccessible(reader)

  await reader.goto(`/article/${plain.slug}`)
  for (const name of ['Korrektur', 'Serie', 'Mehr dazu']) await expect(row(name)).toHaveCount(0)
  await expect(main.getByText(/Aktualisiert am/)).toHaveCount(0)
  await context.close()

  const quiet = await (await newContext({ javaScriptEnabled: false, viewport: { width: 320, height: 700 } })).newPage()
  await quiet.goto(`/article/${second.slug}`)
  await expect(quiet.getByRole('button', { name: /Teilen|Link kopieren/ })).toHaveCount(0)
  await expect(quiet.getByRole('link', { name: 'Per E-Mail schicken', exact: true })).toBeVisible()
})

test('[SITE-14] a table of contents is shown only beside a text with headings and marks the chapter being read, code is copied, and print keeps the correction and drops navigation', async ({
  rest,
  word,
  newContext,
}) => {
  const chapters = ['Anfang', 'Mitte', 'Wende', 'Ende']
  const parts = chapters.map((name) => `## ${name}\n\n${'Ein Satz. '.repeat(80)}`)
  const publish = (title: string, content_markdown: string) =>
    rest.createArticle({ title: `${word} ${title}`, status: 'published', content_markdown })
  const short = await publish('kurz', 'Ein Satz.')
  const long = await publish('lang', parts.join('\n\n'))
  await rest.send('PATCH', `/api/articles/${long.id}`, {
    version: long.version,
    content_markdown: `${parts.join('\n\n')}\n\nNeu.\n\n~~~js\nlet a = '<b>'\n~~~`,
    correction: 'Hier fehlte ein Satz.',
  })
  const context = await newContext({ viewport: { width: 1440, height: 900 } })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const reader = await context.newPage()
  const contents = reader.getByRole('navigation', { name: 'Inhalt', exact: true })
  const row = (name: string) =>
    reader.locator('.row').filter({ has: reader.getByRole('heading', { level: 2, name, exact: true }) })
  await reader.goto(`/article/${short.slug}`)
  await expect(contents).toHaveCount(0)
  await reader.goto(`/article/${long.slug}`)
  await expect(contents.getByRole('link')).toHaveText(chapters)
  await contents.getByRole('link', { name: 'Ende', exact: true }).click()
  await expect(reader).toHaveURL(/#ende$/)
  await expect(reader.getByRole('heading', { name: 'Ende', exact: true })).toBeInViewport()
  const current = contents.locator('[aria-current="true"]')
  await expect(current).toHaveText('Ende')
  await contents.getByRole('link', { name: 'Mitte', exact: true }).click()
  await expect(current).toHaveText('Mitte')
  await reader.keyboard.press('End')
  await expect(current).toHaveText('Ende')
  // The browser glides there, and would glide on over a jump.
  const toEnd = () => reader.evaluate(() => document.documentElement.scrollHeight - innerHeight - scrollY)
  await expect.poll(toEnd).toBeLessThan(1)
  // At once, over all chapters.
  await reader.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  await expect(current).toHaveCount(0)
  await reader.getByRole('button', { name: 'Kopieren', exact: true }).click()
  await expect(reader.getByRole('button', { name: 'Kopiert', exact: true })).toBeFocused()
  expect(await reader.evaluate(() => navigator.clipboard.readText())).toBe("let a = '<b>'")
  await expectAccessible(reader)

  await reader.emulateMedia({ media: 'print' })
  await expect(row('Korrektur')).toBeVisible()
  for (const name of ['Teilen', 'Folgen', 'Weiterblättern']) await expect(row(name)).toBeHidden()
  await expect(reader.getByRole('link', { name: 'Suche', exact: true })).toBeHidden()
  await context.close()
})

test('[SITE-14] a link is copied, or passed to the share dialog of the browser', async ({ rest, word, newContext }) => {
  const { slug, title } = await rest.createArticle({ title: `${word} teilen`, status: 'published' })
  const context = await newContext()
  await context.addInitScript(() => {
    const said: unknown[] = []
    Object.assign(globalThis, { said })
    navigator.share = async (data) => void said.push(data)
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: async (text: string) => void said.push(text) },
    })
  })
  const reader = await context.newPage()
  await reader.goto(`/article/${slug}#oben`)
  await reader.getByRole('button', { name: 'Teilen …', exact: true }).click()
  await reader.getByRole('button', { name: 'Link kopieren', exact: true }).click()
  await expect(reader.getByRole('button', { name: 'Link kopiert', exact: true })).toBeVisible()
  const address = new URL(`/article/${slug}`, reader.url()).href
  expect(await reader.evaluate(() => (globalThis as unknown as { said: unknown[] }).said)).toEqual([
    { title, url: address },
    address,
  ])
})
