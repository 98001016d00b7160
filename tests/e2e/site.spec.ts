import type { Page } from '@playwright/test'
import type { Article } from '../../src/contract/articles.ts'
import { type Account, expect, missing, test as base } from '../support/e2e.ts'
import { mp4File } from '../support/sound-files.ts'
import { words } from '../support/words.ts'
import { expectAccessible } from '../support/screen-checks.ts'

const LONG_WORD = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenverleihungsurkunde'
/** Every element an article can contain, all too wide for a phone. */
const EVERYTHING = `Ein Absatz mit ${LONG_WORD}, \`einLangerBezeichner.${'derSichNirgendsTrennenLaesst'.repeat(3)}\`,
[einem Verweis](https://example.org/${'a'.repeat(120)}) und einer Fußnote.[^1]

## Erstes Kapitel

![Ein Bild](/favicon.svg "Die Unterschrift")

## Zweites Kapitel

Tabelle: Token je 1.000 Zeichen

| Textsorte | Artikel | Englisch | Deutsch | Aufschlag | Längstes Wort |
|---|---|---|---|---|---|
| Spielbericht | 34 | 226 | 241 | 6,6 % | ${LONG_WORD} |

## Drittes Kapitel

- [x] getan
- [ ] offen

> Ein Zitat.
>
> — Miriam Jäger

### Unterabschnitt

\`\`\`ts zaehlen.ts
// ${'sehr breit '.repeat(30)}
export const anzahl = 'Wörter'.length + 1000
\`\`\`

## Viertes Kapitel

1. Erstens
   - darunter

***

Schluss mit ${'https://example.org/' + 'b'.repeat(200)} und noch einmal der Fußnote.[^1]

[^1]: Die Note.
`

/** Calls the API of the worker's server as the owner. */
async function editorOf(url: string, { email, password }: Account) {
  const session = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const { access_token } = (await session.json()) as { access_token: string }
  const call = async <T>(method: string, path: string, body: unknown): Promise<T> => {
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as T
  }
  return {
    settings: (values: Record<string, unknown>) => call('PATCH', '/api/settings', values),
    publish: (values: Record<string, unknown>) =>
      call<Article>('POST', '/api/articles', { status: 'published', ...values }),
    update: (article: Article, values: Record<string, unknown>) =>
      call<Article>('PATCH', `/api/articles/${article.id}`, { version: article.version, ...values }),
    page: (values: Record<string, unknown>) =>
      call<{ slug: string }>('POST', '/api/pages', { status: 'published', ...values }),
    tag: (name: string) => call<{ id: string }>('POST', '/api/tags', { name }),
    category: (name: string) => call<{ id: string }>('POST', '/api/categories', { name }),
    upload: async (bytes: Uint8Array) => {
      const response = await fetch(`${url}/api/media?filename=film`, {
        method: 'POST',
        headers: { authorization: `Bearer ${access_token}` },
        body: new Uint8Array(bytes),
      })
      return (await response.json()) as { url: string }
    },
  }
}

type Editor = Awaited<ReturnType<typeof editorOf>>

const test = base.extend<{ editor: Editor }>({
  editor: async ({ server, owner }, use) => use(await editorOf(server.url, owner)),
})

async function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

test.describe('public side', () => {
  test('[PUB-1] [PUB-2] [PUB-3] the landing page names the blog and leads to the sign-in', async ({
    reader,
    editor,
  }) => {
    await editor.settings({ site_title: '', site_description: '' })
    await reader.goto('/')
    await expect(reader.getByRole('heading', { level: 1, name: 'Blog', exact: true })).toBeVisible()
    await expect(words(reader.getByRole('banner'), 'Willkommen')).toBeVisible()
    await editor.settings({ site_title: 'Zwischenspeicher', site_description: 'Notizen über Technik' })
    await reader.reload()
    await expect(reader).toHaveTitle('Zwischenspeicher')
    await expect(reader.getByRole('heading', { level: 1, name: 'Zwischenspeicher', exact: true })).toBeVisible()
    await expect(reader.getByText('Notizen über Technik', { exact: true })).toBeVisible()
    await reader.getByRole('link', { name: 'Admin-Login', exact: true }).click()
    await expect(reader).toHaveURL(/\/auth$/)
  })

  test('[PUB-4] [PUB-5] an article is read without signing in, change by change', async ({ reader, editor }) => {
    await editor.settings({ author_name: 'Jana Öztürk', timezone: 'Europe/Berlin' })
    const article = await editor.publish({
      title: 'Der Kapitän und das Sprachmodell',
      excerpt: 'Warum Sprachmodelle daran scheitern.',
      content_markdown: EVERYTHING,
      category_id: (await editor.category('KI')).id,
      tag_ids: [(await editor.tag('Komposita')).id],
      cover_image_url: '/favicon.svg',
      published_at: '2026-03-03T08:00:00Z',
    })
    // A list of its own: on the landing page of a shared blog, March may be on page two.
    await reader.goto('/archiv/2026/03')
    await reader.getByRole('link', { name: article.title, exact: true }).click()
    await expect(reader).toHaveURL(`/article/${article.slug}`)
    await expect(reader.getByRole('heading', { level: 1 })).toHaveText(article.title)
    await expect(reader.getByText('KI', { exact: true })).toBeVisible()
    await expect(reader.getByText('Jana Öztürk', { exact: true })).toBeVisible()
    await expect(reader.getByText('März 3, 2026', { exact: true })).toBeVisible()
    await expect(reader.getByRole('list', { name: 'Schlagwörter', exact: true })).toHaveText('Komposita')
    const excerpt = reader.getByText('Warum Sprachmodelle daran scheitern.', { exact: true })
    await expect(excerpt).toHaveCSS('font-style', 'italic')
    await expect(reader.locator('.hero img')).toBeVisible()
    await expect(reader.getByRole('heading', { level: 2, name: 'Erstes Kapitel', exact: true })).toBeVisible()
    await expect(reader.getByRole('table')).toContainText('Spielbericht')
    await editor.update(article, { title: 'Der Kapitän, nachgemessen' })
    await reader.reload()
    await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Der Kapitän, nachgemessen')
    await reader.getByRole('banner').locator('a.back').click()
    await expect(reader).toHaveURL('/')
  })

  test('[PUB-6] [RUL-24] `Lädt...` stands there while the next page is coming', async ({ reader, editor }) => {
    const { slug, title } = await editor.publish({ title: 'Langsam unterwegs' })
    // a page about to be left cannot be queried; it reports by itself
    const said: string[] = []
    await reader.exposeFunction('said', (text: string) => void said.push(text))
    await reader.addInitScript(() => {
      document.addEventListener('DOMContentLoaded', () => {
        const status = document.querySelector('[class=loading]')!
        const report = () => (window as unknown as { said: (text: string) => void }).said(status.textContent)
        new MutationObserver(report).observe(status, { childList: true })
      })
    })
    await reader.goto('/')
    const status = reader.getByRole('status')
    await expect(status).toHaveText('')
    let arrive = (): void => {}
    const held = new Promise<void>((resolve) => (arrive = resolve))
    await reader.route(`**/article/${slug}`, async (route) => {
      await held
      await route.continue()
    })
    await reader.getByRole('link', { name: title, exact: true }).click({ noWaitAfter: true })
    await expect.poll(() => said).toContain('Lädt...')
    arrive()
    await expect(reader.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
    await expect(status).toHaveText('')
    await reader.goBack()
    await expect(reader).toHaveURL('/')
    await expect(status).toHaveText('')
  })

  test('[PUB-7] [PUB-8] what is not there says so, leads home and is logged', async ({ reader, expectedErrors }) => {
    const odd = '/Rufen%20Sie%20an'
    expectedErrors(
      ...['/article/gibt-es-nicht', '/irgendwo/gänz-anders.html', odd].flatMap((path) =>
        missing(encodeURI(decodeURI(path))),
      ),
    )
    const logged: string[] = []
    reader.on('console', (message) => logged.push(message.text()))
    const article = await reader.goto('/article/gibt-es-nicht')
    expect(article?.status()).toBe(404)
    await expect(reader.getByRole('heading', { level: 1, name: 'Artikel nicht gefunden', exact: true })).toBeVisible()
    await reader.getByRole('link', { name: 'Zurück zur Startseite', exact: true }).click()
    await expect(reader).toHaveURL('/')

    const page = await reader.goto('/irgendwo/gänz-anders.html')
    expect(page?.status()).toBe(404)
    await expect(reader.getByRole('heading', { level: 1, name: 'Oops! Page not found', exact: true })).toBeVisible()
    await expect.poll(() => logged).toContain('404: /irgendwo/g%C3%A4nz-anders.html')
    // The address is named, and its words are offered to the search; one that reads as a sentence stays as it was sent.
    await expect(reader.locator('main')).toContainText('Unter /irgendwo/gänz-anders.html gibt es keine Seite.')
    await expect(reader.getByRole('searchbox')).toHaveValue('irgendwo gänz anders')
    await reader.goto(odd)
    await expect(reader.locator('main code')).toHaveText(odd)
    await reader.getByRole('link', { name: 'Zurück zur Startseite', exact: true }).click()
    await expect(reader).toHaveURL('/')
  })

  test('[RUL-38] the theme is dark until the switch is clicked; nothing else is ever stored', async ({
    newContext,
    editor,
  }) => {
    const { slug } = await editor.publish({ title: 'Hell und dunkel', content_markdown: EVERYTHING })
    const context = await newContext({ colorScheme: 'light' })
    const reader = await context.newPage()
    await reader.addInitScript(() => {
      // the state of the page at the first paint
      new MutationObserver((_changes, observer) => {
        if (!document.body) return
        observer.disconnect()
        Object.assign(window, { themeAtFirst: document.documentElement.dataset['theme'] })
      }).observe(document, { childList: true, subtree: true })
    })
    const stored = () =>
      reader.evaluate(async () => ({
        local: { ...localStorage },
        session: { ...sessionStorage },
        databases: await indexedDB.databases(),
        cookie: document.cookie,
      }))
    const nothing = { local: {}, session: {}, databases: [], cookie: '' }
    const first = () => reader.evaluate(() => (window as unknown as { themeAtFirst: string }).themeAtFirst)

    for (const path of ['/', `/article/${slug}`]) {
      await reader.goto(path)
      expect(await first()).toBe('dark')
      expect(await stored()).toEqual(nothing)
    }
    const dark = await reader.locator('html').evaluate((html) => getComputedStyle(html).backgroundColor)
    await reader.getByRole('button', { name: 'Helles oder dunkles Design', exact: true }).click()
    await expect(reader.locator('html')).not.toHaveCSS('background-color', dark)
    expect(await stored()).toEqual({ ...nothing, local: { 'blog-cms-theme': 'light' } })
    await reader.goto('/')
    expect(await first()).toBe('light')
    await reader.getByRole('button', { name: 'Helles oder dunkles Design', exact: true }).click()
    await expect(reader.locator('html')).toHaveCSS('background-color', dark)
    expect(await stored()).toEqual({ ...nothing, local: { 'blog-cms-theme': 'dark' } })
    expect(await context.cookies()).toEqual([])
  })

  test('nothing sticks out sideways, however long the words', async ({ newContext, editor, expectedErrors }) => {
    expectedErrors(...missing('/article/nein'), ...missing('/nein'))
    await editor.settings({ site_title: LONG_WORD, site_description: `${LONG_WORD} ${LONG_WORD}` })
    const { slug } = await editor.publish({
      title: `${LONG_WORD} ${'X'.repeat(80)}`,
      excerpt: LONG_WORD.repeat(3),
      byline: LONG_WORD,
      content_markdown: EVERYTHING,
      category_id: (await editor.category(LONG_WORD)).id,
      tag_ids: [(await editor.tag(LONG_WORD)).id],
      cover_image_url: '/favicon.svg',
    })
    for (const width of [320, 360, 768, 1024, 1440]) {
      const context = await newContext({ viewport: { width, height: 800 } })
      const reader = await context.newPage()
      for (const path of ['/', `/article/${slug}`, '/article/nein', '/nein']) {
        await reader.goto(path)
        expect(await overflow(reader), `${path} at ${width}`).toBe(0)
      }
      await context.close()
    }
    await editor.settings({ site_title: '', site_description: '' })
  })

  test('the keyboard reaches the text, its tables and notes, and comes back', async ({ reader, editor }) => {
    const { slug } = await editor.publish({ title: 'Mit der Tastatur', content_markdown: EVERYTHING })
    await reader.goto(`/article/${slug}`)
    await reader.keyboard.press('Tab')
    await expect(reader.getByRole('link', { name: 'Zum Inhalt springen', exact: true })).toBeFocused()
    await expect(reader.getByRole('link', { name: 'Zum Inhalt springen', exact: true })).toBeInViewport()
    await reader.keyboard.press('Enter')
    await expect(reader.getByRole('main')).toBeFocused()
    const scroller = reader.getByRole('region', { name: 'Token je 1.000 Zeichen', exact: true })
    await scroller.focus()
    await expect(scroller).toBeFocused()
    await reader.getByRole('link', { name: 'Fußnote 1', exact: true }).first().press('Enter')
    await expect(reader).toHaveURL(/#fn-1$/)
    await reader.keyboard.press('Tab')
    await expect(reader.getByRole('link', { name: 'Zurück zum Text, Fußnote 1', exact: true })).toBeFocused()
    await reader.keyboard.press('Enter')
    await expect(reader).toHaveURL(/#zu-1$/)
    const contents = reader.getByRole('navigation', { name: 'Inhalt', exact: true })
    await expect(contents.getByRole('link')).toHaveText(
      ['Erstes', 'Zweites', 'Drittes', 'Viertes'].map((n) => `${n} Kapitel`),
    )
    await contents.getByRole('link', { name: 'Viertes Kapitel', exact: true }).click()
    await expect(reader.getByRole('heading', { name: 'Viertes Kapitel', exact: true })).toBeInViewport()
  })

  test('short notes stand beside their line on wide screens, and at the end elsewhere', async ({ reader, editor }) => {
    const long = 'Ein Satz mit Wörtern. '.repeat(20)
    const content_markdown = `Wort[^1]. ${long}\n\nWort[^2]. ${long}\n\n[^1]: Die Note.\n[^2]: Noch eine.`
    const { slug } = await editor.publish({ title: 'Am Rand', content_markdown })
    await reader.setViewportSize({ width: 1440, height: 900 })
    await reader.goto(`/article/${slug}`)
    const boxes = () =>
      reader.evaluate(() => {
        const box = (selector: string) => document.querySelector(selector)!.getBoundingClientRect()
        const [text, mark, note] = [box('.prose'), box('#zu-2'), box('#fn-2')]
        return { beside: note.left > text.right, below: note.top - mark.top, overlap: box('#fn-1').bottom > note.top }
      })
    const wide = await boxes()
    expect([wide.beside, wide.overlap, Math.abs(wide.below) < 24]).toEqual([true, false, true])
    await expectAccessible(reader)
    await reader.getByRole('link', { name: 'Fußnote 2', exact: true }).press('Enter')
    await expect(reader).toHaveURL(/#fn-2$/)
    await reader.keyboard.press('Tab')
    await expect(reader.getByRole('link', { name: 'Zurück zum Text, Fußnote 2', exact: true })).toBeFocused()
    await reader.keyboard.press('Enter')
    await expect(reader).toHaveURL(/#zu-2$/)
    await reader.emulateMedia({ media: 'print' })
    expect(await boxes()).toMatchObject({ beside: false, overlap: false })
    await reader.emulateMedia({ media: 'screen' })
    await reader.setViewportSize({ width: 1024, height: 800 })
    expect(await boxes()).toMatchObject({ beside: false, overlap: false })
    await expect(reader.getByRole('heading', { name: 'Fußnoten', exact: true })).toBeVisible()
  })

  test('[SITE-23] a film keeps its shape while it shows a poster of another one', async ({
    reader,
    editor,
    server,
  }) => {
    const film = await editor.upload(mp4File())
    const text = `[![Der Turm](/favicon.svg)](${film.url})`
    const { slug } = await editor.publish({ title: 'Ein Film', content_markdown: text })
    await reader.goto(`/article/${slug}`)
    await reader.evaluate(async (poster) => {
      const picture = new Image()
      picture.src = poster
      await picture.decode()
    }, `${server.url}/favicon.svg`)
    const { width, height } = (await reader.locator('video').boundingBox())!
    expect(width / height).toBeCloseTo(640 / 360, 1)
  })

  test('[SITE-14] paper holds a wide table, what is folded, and the accent of a page without small print', async ({
    reader,
    editor,
  }) => {
    const months = ['Jan', 'Februar', 'März', 'April', 'Mai', 'Juni', 'Juli', 'August', 'September']
    const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
    const table = [row(['Anordnung', ...months]), row(['---', ...months.map(() => '---:')])]
    for (const name of ['Kupferrohr', 'Wasser']) table.push(row([name, ...months.map(() => '1.204,50')]))
    const folded = '<details><summary>Mehr</summary>\n\nGefaltet.\n\n</details>'
    const { slug } = await editor.publish({ title: 'Auf Papier', content_markdown: `${table.join('\n')}\n\n${folded}` })
    await reader.setViewportSize({ width: 642, height: 964 })
    await reader.goto(`/article/${slug}`)
    await expect(reader.getByText('Gefaltet.', { exact: true })).toBeHidden()
    await reader.emulateMedia({ media: 'print' })
    await expect(reader.getByText('Gefaltet.', { exact: true })).toBeVisible()
    expect(await overflow(reader)).toBe(0)

    const page = await editor.page({ title: 'Nur ein Titel', content_markdown: 'Ein Satz.' })
    await reader.goto(`/${page.slug}`)
    await expect(reader.locator('.head > .meta')).toHaveCSS('background-image', /^linear-gradient/)
  })

  test('[SITE-14] a table of thirteen columns lies across a page of paper of its own, as large as the rest', async ({
    reader,
    editor,
  }) => {
    const columns = Array.from({ length: 12 }, (_, index) => `Monat ${index + 1}`)
    const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
    const table = [row(['Posten', ...columns]), row(['---', ...columns.map(() => '---:')])]
    table.push(row(['Straßenreinigung', ...columns.map(() => '204.500,10 €')]))
    const content_markdown = `Davor.\n\n${table.join('\n')}\n\nDanach.`
    const { slug } = await editor.publish({ title: 'Ein Haushalt', content_markdown })
    await reader.goto(`/article/${slug}`)
    const paper = (await reader.pdf({ preferCSSPageSize: true })).toString('latin1')
    const [first, second, third] = [...paper.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(
      ([, width, height]) => Number(width) > Number(height),
    )
    expect([first, second, third]).toEqual([false, true, false])
    await reader.emulateMedia({ media: 'print' })
    const { height } = (await reader.locator('td.n').first().boundingBox())!
    const { width } = (await reader.locator('table').boundingBox())!
    // One line, and 257 mm.
    expect([height < 24, width < 973]).toEqual([true, true])
  })

  test('[RUL-2] `privat` leads strangers to the sign-in and back to where they wanted', async ({
    reader,
    editor,
    owner,
  }) => {
    const { slug, title } = await editor.publish({ title: 'Nur für die Redaktion' })
    await editor.settings({ visibility: 'privat' })
    try {
      await reader.goto(`/article/${slug}`)
      await expect(reader).toHaveURL(`/auth?return=${encodeURIComponent(`/article/${slug}`)}`)
      await reader.getByLabel('E-Mail', { exact: true }).fill(owner.email)
      await reader.getByLabel('Passwort', { exact: true }).fill(owner.password)
      await reader.getByRole('button', { name: 'Anmelden', exact: true }).click()
      await expect(reader.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
      await expect(reader).toHaveURL(`/article/${slug}`)
    } finally {
      await editor.settings({ visibility: 'öffentlich' })
    }
  })
})
