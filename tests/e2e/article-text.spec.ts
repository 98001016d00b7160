import type { Page } from '@playwright/test'
import { expect } from '../support/e2e.ts'
import { expectAccessible, expectNoOverflow } from '../support/screen-checks.ts'
import { test } from '../support/signed-in.ts'

/** Requests of a page to hosts other than the blog. */
function foreignRequests(page: Page, own: string): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(`${own}/`) && request.url().startsWith('http')) asked.push(request.url())
  })
  return asked
}

const CODE = `Davor.

\`\`\`ts nachrechnen.ts {3}
// Stück für Stück
export async function pruefsumme(pfad: string) {
  return createHash('sha256').update(pfad).digest('hex')
}
\`\`\`

> [!NOTE]
> Eine Prüfsumme heilt nichts.

> [!WARNING]
> Eine Liste auf derselben Platte altert mit ihr.
`

test('[SITE-5] code is highlighted in both appearances, without foreign requests and scripts', async ({
  rest,
  word,
  newContext,
}) => {
  const { slug } = await rest.createArticle({ title: word, content_markdown: CODE, status: 'published' })
  const context = await newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`/article/${slug}`)
  const code = page.locator('figure.code')
  await expect(code.locator('figcaption')).toHaveText('nachrechnen.tsTypeScript')
  const style = (kind: string, property: string) =>
    code
      .locator(`.${kind}`)
      .first()
      .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property)
  await expect(code.locator('.k')).toHaveText(['export', 'async', 'function', 'return'])
  await expect(code.locator('.s')).toHaveText(["'sha256'", "'hex'"])
  await expect(code.locator('.c')).toHaveText('// Stück für Stück')
  expect(await style('k', 'font-weight')).toBe('600')
  expect(await style('c', 'font-style')).toBe('italic')
  const dark = await style('s', 'color')
  await page.evaluate(() => (document.documentElement.dataset['theme'] = 'light'))
  expect(await style('s', 'color')).not.toBe(dark)
  expect(await page.locator('[style]').count()).toBe(0)
  await expect(page.getByRole('note', { name: 'Hinweis', exact: true })).toContainText('heilt nichts')
  await expect(page.getByRole('note', { name: 'Warnung', exact: true }).locator('svg')).toBeVisible()
})

const HTML = `Anfang

<!--more-->

Drücken Sie <kbd>Strg</kbd>, H<sub>2</sub>O und <font color="red">Rotes</font>.

<details>
<summary>Und wenn zwei Bits kippen?</summary>

Dann merkt es **CRC-32**.

</details>

<table><caption>Verfahren</caption><tr><th>Name</th><th align="right">Bit</th></tr><tr><td>CRC-32</td><td>32</td></tr></table>

<video src="https://video.example/x.mp4">Ein Film</video>

<script>document.title = 'böse'</script>

<img src="https://bilder.example/x.png" alt="Ein Bild" onerror="document.title = 'böse'">

<div id="location" class="masthead" style="position:fixed;inset:0">Im Kasten</div>
`

test('[SITE-6] allowed HTML is rendered, other HTML shows its text, and the check names line and element', async ({
  rest,
  word,
  open,
  reader,
}) => {
  const { id, slug } = await rest.createArticle({ title: word, content_markdown: HTML, status: 'published' })
  await reader.goto(`/article/${slug}`)
  const text = reader.locator('.prose')
  await expect(text.locator('kbd')).toHaveText('Strg')
  await expect(text.locator('sub')).toHaveText('2')
  await expect(text).toContainText('und Rotes.')
  await expect(text).not.toContainText('more')
  await expect(text).not.toContainText('böse')
  await expect(text).toContainText('Ein Film')
  await expect(text.locator('caption')).toHaveText('Verfahren')
  await expect(text.getByRole('link', { name: 'Ein Bild (Bild auf bilder.example)', exact: true })).toBeVisible()
  await expect(text.getByText('Im Kasten', { exact: true })).toHaveCSS('position', 'static')
  expect(await reader.title()).toContain(word)
  expect(await text.locator('[style], font, video, script, img, [onerror], #location, .masthead').count()).toBe(0)
  const folded = text.getByText('Dann merkt es CRC-32.', { exact: true })
  await expect(folded).toBeHidden()
  await text.getByText('Und wenn zwei Bits kippen?', { exact: true }).click()
  await expect(folded).toBeVisible()
  await expectAccessible(reader)
  await expectNoOverflow(reader)

  const page = await open(`/admin/articles/${id}`)
  const check = page.getByRole('region', { name: /^Prüfung/ })
  for (const hint of ['Zeile 5: <font>', 'Zeile 16: <video>', 'Zeile 18: <script>'])
    await expect(check.getByRole('button', { name: `${hint} wird nicht dargestellt`, exact: true })).toBeVisible()
  await check.getByRole('button', { name: /^Zeile 16/ }).click()
  await expect.poll(() => page.evaluate(() => String(getSelection()))).toBe('<video')
  await page.getByRole('button', { name: 'Vorschau', exact: true }).first().click()
  await expect(page.locator('.prose kbd')).toHaveText('Strg')
})

const EMBEDS = `Sehen Sie sich den Vortrag an:

https://www.youtube.com/watch?v=dQw4w9WgXcQ

Oder im Satz: https://vimeo.com/76979871.

https://irgendwo.example/@jana/112345678901234567
`

test('[SITE-7] a video alone in a line sends no request before the click, plays after it, and is a link without script', async ({
  rest,
  word,
  newContext,
  expectedErrors,
  server,
}) => {
  const { slug } = await rest.createArticle({ title: word, content_markdown: EMBEDS, status: 'published' })
  const address = `/article/${slug}`
  const plain = await (await newContext({ javaScriptEnabled: false })).newPage()
  await plain.goto(address)
  const link = plain.getByRole('link', { name: 'Video laden', exact: true })
  await expect(link).toHaveAttribute('href', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ')
  await expect(plain.locator('figure.poster')).toHaveCount(2)

  expectedErrors(/^request to a foreign host: GET https:\/\/www\.youtube-nocookie\.com\/embed\/dQw4w9WgXcQ/)
  const context = await newContext()
  const page = await context.newPage()
  await context.route('https://www.youtube-nocookie.com/**', (route) =>
    route.fulfill({
      contentType: 'text/html; charset=utf-8',
      body: '<!doctype html><title>Film</title><p>Der Film läuft.',
    }),
  )
  const asked = foreignRequests(page, server.url)
  await page.goto(address, { waitUntil: 'networkidle' })
  const placeholder = page.locator('figure.poster').first()
  await expect(placeholder).toContainText('Beim Laden überträgt Ihr Browser Ihre IP-Adresse an youtube.com.')
  await expectAccessible(page)
  const box = await placeholder.locator('div').boundingBox()
  expect(asked).toEqual([])
  await page.getByRole('link', { name: 'Video laden', exact: true }).click()
  await expect(placeholder.frameLocator('iframe').getByText('Der Film läuft.', { exact: true })).toBeVisible()
  expect(asked.map((one) => new URL(one).host)).toEqual(['www.youtube-nocookie.com'])
  // no layout shift when it loads
  expect(await placeholder.locator('div').boundingBox()).toEqual(box)
  // a post says how high it is, and cannot lead the reader away
  await context.route('https://irgendwo.example/**', (route) =>
    route.fulfill({
      contentType: 'text/html; charset=utf-8',
      body: `<!doctype html><title>Beitrag</title><script>
        addEventListener('message', ({ data }) => parent.postMessage({ ...data, height: 412 }, '*'))
      </script>`,
    }),
  )
  expectedErrors(/^request to a foreign host: GET https:\/\/irgendwo\.example\/@jana\/112345678901234567\/embed/)
  const post = page.locator('figure.poster').nth(1)
  expect((await post.locator('div').boundingBox())?.height).toBe(248)
  await post.getByRole('link', { name: 'Beitrag laden', exact: true }).click()
  await expect.poll(async () => (await post.locator('div').boundingBox())?.height).toBe(412)
  await expect(post.locator('iframe')).toHaveAttribute('sandbox', /^(?!.*allow-top-navigation)allow-scripts/)
})
