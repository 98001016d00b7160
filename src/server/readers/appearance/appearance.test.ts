import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DIALECT, startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'

let app: TestApp
let owner: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
  await owner.call('PATCH', '/api/settings', { site_title: 'Nachtausgabe' })
})
afterAll(() => app.stop())

const page = async (path = '/') => (await app.call('GET', path)).body as string
const choose = (values: object) => owner.call('PATCH', '/api/appearance', values)
const picture = (width: number, height: number, background = '#c33') =>
  sharp({ create: { width, height, channels: 4, background } })
    .png()
    .toBuffer()
const put = async (name: string, bytes: Buffer) =>
  app.call('PUT', `/api/appearance/${name}?filename=${name}.png`, bytes, {
    authorization: `Bearer ${owner.accessToken}`,
    'content-type': 'image/png',
  })
const SANS = join(import.meta.dirname, '..', '..', '..', 'styles', 'fonts', 'source-sans-3-german.woff2')
const sheetIn = (html: string) => /href="(\/site\/identity-[0-9a-f]{16}\.css)"/.exec(html)?.[1]

test('[SITE-12] without a choice pages load no further files, and lead back by an arrow', async () => {
  const html = await page()
  expect(sheetIn(html)).toBeUndefined()
  expect(html).toContain('href="/favicon.svg"')
  expect(html).not.toContain('class="nav"')
  const { body } = await owner.call('GET', '/api/appearance')
  expect(body).toMatchObject({
    accent: null,
    pairing: 'buch',
    landing: 'aufmacher',
    navigation: [],
    footer: [],
    logo: null,
  })
})

test('[SITE-12] accent and type come as the site’s own CSS, with contrast kept in both appearances', async () => {
  const { status, body } = await choose({ accent: '#FFEE00', pairing: 'klar' })
  expect([status, body.accent]).toEqual([200, '#ffee00'])
  expect(body.accent_shown.dark).toMatchObject({ color: '#ffee00', pulled: false })
  expect(body.accent_shown.light.pulled).toBe(true)
  for (const { reached } of Object.values<any>(body.accent_shown)) {
    expect(reached.line).toBeGreaterThanOrEqual(3)
    expect(reached.letters).toBeGreaterThanOrEqual(4.5)
    expect(reached.hit).toBeGreaterThanOrEqual(7)
  }
  const html = await page()
  const address = sheetIn(html)!
  const sheet = await app.call('GET', address)
  expect([sheet.status, sheet.headers.get('content-type'), sheet.headers.get('cache-control')]).toEqual([
    ...[200, 'text/css; charset=utf-8', 'public, max-age=31536000, immutable'],
  ])
  expect(sheet.body).toContain('--accent:#ffee00')
  expect(sheet.body).toContain(`:root[data-theme=light]{--accent:${body.accent_shown.light.color}`)
  expect(sheet.body).toContain("--reading:'Source Sans'")
  const preloaded = await fetch(app.url + /rel="preload" href="([^"]+)"/.exec(html)![1]!)
  expect(Buffer.from(await preloaded.arrayBuffer()).equals(await readFile(SANS))).toBe(true)
  expect(html).not.toMatch(/<style| style=/)
  // A former address returns the present CSS and is revalidated.
  await choose({ accent: '#2a9d9a' })
  expect(sheetIn(await page())).not.toBe(address)
  expect((await app.call('GET', address)).headers.get('cache-control')).toBe('no-cache')
  await choose({ accent: null, pairing: 'buch' })
  expect(sheetIn(await page())).toBeUndefined()
  for (const accent of ['rot', '#12', '#1234567', 'url(x)', '#00000g'])
    expect([accent, (await choose({ accent })).status]).toEqual([accent, 400])
})

test('[SITE-12] entries appear in header and footer of every page; unsafe links are refused', async () => {
  const navigation = [
    { label: 'Spiele', href: '/spiele' },
    { label: 'Archiv <b>', href: '/archiv/2026' },
  ]
  const footer = [
    { label: 'Mastodon', href: 'https://mastodon.example/@nacht' },
    { label: 'Post', href: 'mailto:post@nacht.example' },
  ]
  expect((await choose({ navigation, footer })).status).toBe(200)
  for (const path of ['/', '/article/keiner', '/nirgends/wo']) {
    const html = await page(path)
    expect(html).toMatch(/<nav class="nav" aria-label="Rubriken"><ul><li><a href="\/spiele">Spiele<\/a>/)
    expect(html).toContain('Archiv &lt;b&gt;')
    expect(html).toContain('href="https://mastodon.example/@nacht"')
    expect(html).toContain('href="mailto:post@nacht.example"')
  }
  expect(await page()).toContain('Admin-Login')
  for (const href of [
    'javascript:alert(1)',
    '//boese.example',
    '/\\boese.example',
    'data:text/html,x',
    'archiv',
    '',
    'ftp://x',
  ])
    expect([href, (await choose({ navigation: [{ label: 'x', href }] })).status]).toEqual([href, 400])
  expect((await choose({ navigation: Array(21).fill(navigation[0]) })).status).toBe(400)
  expect((await choose({ navigation: [{ label: ' ', href: '/' }] })).status).toBe(400)
  await choose({ navigation: [], footer: [] })
})

test('[SITE-12] the landing page is a list, has a lead, or consists of cards', async () => {
  for (const title of ['Eins', 'Zwei'])
    await owner.call('POST', '/api/articles', { title, content_markdown: 'Text', status: 'published' })
  expect(await page()).toContain('class="entry lead h-entry"')
  await choose({ landing: 'liste' })
  expect(await page()).not.toContain('class="entry lead h-entry"')
  await choose({ landing: 'karten' })
  expect((await page()).match(/<article class="card">/g)).toHaveLength(2)
  await choose({ landing: 'aufmacher' })
  expect((await choose({ landing: 'kacheln' })).status).toBe(400)
})

test('[SITE-12] logo and favicon are encoded again, have names of their own, and are deleted with their last use', async () => {
  const first = await put('logo', await picture(2000, 400))
  expect([first.status, first.body.logo]).toMatchObject([200, { width: 140, height: 28, filename: 'logo.png' }])
  let html = await page()
  expect(html).toMatch(/<img src="\/site\/logo-[0-9a-f]{16}\.webp" width="140" height="28" alt="Nachtausgabe"/)
  const icon = /rel="icon" href="(\/site\/icon-192-[0-9a-f]{16}\.png)" type="image\/png"/.exec(html)![1]!
  const bytes = Buffer.from(await (await fetch(app.url + icon)).arrayBuffer())
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 192, height: 192, format: 'png' })
  expect((await app.call('GET', first.body.logo.url)).headers.get('cache-control')).toContain('immutable')

  const dark = await put('logo-dark', await picture(500, 100, '#fff'))
  expect(dark.body['logo-dark']).toMatchObject({ width: 140, height: 28 })
  expect(await page('/article/keiner')).toMatch(/class="on-light".*class="on-dark"/)
  await put('favicon', await picture(64, 64, '#00f'))
  html = await page()
  expect(html).not.toContain(icon)
  expect((await app.call('GET', icon)).status).toBe(404)
  for (const name of ['favicon', 'logo-dark', 'logo'])
    expect((await owner.call('DELETE', `/api/appearance/${name}`)).status).toBe(200)
  expect(await page()).toContain('href="/favicon.svg"')
  expect((await app.call('GET', first.body.logo.url)).status).toBe(404)
  expect((await put('logo', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).status).toBe(415)
  expect((await app.call('PUT', '/api/appearance/logo', await picture(9, 9))).status).toBe(401)
  for (const name of ['..%2Fsecret.key', 'logo-0000000000000000.webp', 'x', 'identity-x.css'])
    expect((await app.call('GET', `/site/${name}`)).status).toBe(404)
})

test('[SITE-20] a dark transparent logo brings a light one for the dark appearance, unless the owner has one', async () => {
  const ink = await picture(100, 60, '#101828')
  const mark = await picture(60, 60, '#e02020')
  const onPaper = (background: string, above: Buffer) =>
    sharp({ create: { width: 200, height: 80, channels: 4, background } })
      .composite([
        { input: above, left: 10, top: 10 },
        { input: mark, left: 120, top: 10 },
      ])
      .png()
      .toBuffer()
  const clear = await onPaper('#0000', ink)
  const { body } = await put('logo', clear)
  expect(body['logo-dark']).toMatchObject({ width: 70, height: 28, filename: 'Helle Fassung von logo.png' })
  const bytes = Buffer.from(await (await fetch(app.url + body['logo-dark'].url)).arrayBuffer())
  const { data } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => [...data.subarray((y * 200 + x) * 4, (y * 200 + x) * 4 + 4)]
  // The same hue at the opposite lightness; bright colours and transparency stay.
  expect([at(20, 20), at(150, 20), at(2, 2)[3]]).toEqual([[215, 223, 239, 255], [224, 32, 32, 255], 0])
  expect(await page()).toMatch(/class="on-light".*class="on-dark"/)
  for (const other of [await onPaper('#fff', ink), await onPaper('#0000', await picture(100, 60, '#eee'))])
    expect((await put('logo', other)).body['logo-dark']).toBeNull()
  expect((await app.call('GET', body['logo-dark'].url)).status).toBe(404)
  const own = (await put('logo-dark', await picture(50, 50, '#fff'))).body['logo-dark']
  expect((await put('logo', clear)).body['logo-dark']).toEqual(own)
  await owner.call('DELETE', '/api/appearance/logo-dark')
  const again = (await put('logo', clear)).body['logo-dark']
  // A light one that was removed stays away until the next logo; one without its logo goes with it.
  expect((await owner.call('DELETE', '/api/appearance/logo-dark')).body['logo-dark']).toBeNull()
  expect((await app.call('GET', again.url)).status).toBe(404)
  await put('logo', clear)
  expect((await owner.call('DELETE', '/api/appearance/logo')).body['logo-dark']).toBeNull()
})

test('[SITE-12] custom CSS comes last, in its layer; the typed text is kept, forbidden parts are omitted', async () => {
  const custom_css = 'h2{letter-spacing:1px}\n@import "//boese.example/x.css";'
  const { body } = await choose({ custom_css })
  expect(body).toMatchObject({ custom_css, custom_css_removed: [{ line: 2, what: '@import ist nicht erlaubt' }] })
  const sheet = (await app.call('GET', sheetIn(await page())!)).body
  expect(sheet).toBe('@layer eigenes{h2{letter-spacing:1px}}')
  expect((await choose({ custom_css: 'a'.repeat(20_001) })).status).toBe(400)
  // Too deeply nested to be parsed: nothing of it reaches readers.
  expect((await choose({ custom_css: 'a{'.repeat(9000) })).body.custom_css_removed).toHaveLength(1)
  await choose({ custom_css: '' })
  expect(sheetIn(await page())).toBeUndefined()
})

test('[SITE-12] a preview shows choices without saving them', async () => {
  const before = await page()
  const { status, body } = await owner.call('POST', '/api/appearance/preview', {
    accent: '#2a9d9a',
    landing: 'karten',
    navigation: [{ label: 'Entwurf', href: '/entwurf' }],
    custom_css: 'h1{color:red}',
  })
  expect(status).toBe(200)
  expect(body.html).toContain('class="card"')
  expect(body.html).toContain('href="/entwurf"')
  expect(body.html).not.toContain('<script')
  expect(body.css).toContain('--accent:')
  expect(body.css).toContain('@layer eigenes{h1{color:red}}')
  expect(await page()).toBe(before)
  expect((await app.call('POST', '/api/appearance/preview', {})).status).toBe(401)
})

test('[SITE-12] a closed blog hides its identity from strangers', async () => {
  const { body } = await choose({ accent: '#2a9d9a' })
  const sheet = sheetIn(await page())!
  const { body: withLogo } = await put('logo', await picture(30, 30, '#345'))
  await owner.call('PATCH', '/api/settings', { visibility: 'privat' })
  for (const address of [sheet, withLogo.logo.url]) {
    const answer = await fetch(app.url + address, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([302, 'private, no-store'])
  }
  await owner.call('PATCH', '/api/settings', { visibility: 'öffentlich' })
  await owner.call('DELETE', '/api/appearance/logo')
  await choose({ accent: null })
  expect(body.accent).toBe('#2a9d9a')
})

test('concurrent changes lose none', async () => {
  const changes = [{ accent: '#123456' }, { pairing: 'blatt' }, { landing: 'liste' }, { custom_css: 'a{color:red}' }]
  const pictures = await Promise.all([picture(40, 40, '#111'), picture(41, 41, '#222')])
  await Promise.all([...changes.map(choose), put('logo', pictures[0]!), put('favicon', pictures[1]!)])
  const { body } = await owner.call('GET', '/api/appearance')
  expect(body).toMatchObject(Object.assign({}, ...changes))
  expect([body.logo.width, body.favicon.width]).toEqual([28, 41])
})

test('[SITE-12] a picture is there however many set and remove the same one at once', async () => {
  // Two instances share PostgreSQL alone.
  const beside = DIALECT === 'postgres' ? await startTestApp({ beside: app }) : app
  const [one, other] = [await picture(300, 60), await picture(60, 300)]
  const headers = { authorization: `Bearer ${owner.accessToken}`, 'content-type': 'image/png' }
  await owner.call('DELETE', '/api/appearance/favicon')
  try {
    for (let round = 0; round < 6; round += 1) {
      await Promise.all(
        [app, beside, app, beside].flatMap(({ call }, index) => [
          call('PUT', '/api/appearance/logo?filename=logo.png', index < 2 ? one : other, headers),
          call('DELETE', '/api/appearance/logo', undefined, headers),
        ]),
      )
      const { body } = await put('logo', one)
      await Promise.all([
        beside.call('PUT', '/api/appearance/logo?filename=logo.png', other, headers),
        app.call('PUT', '/api/appearance/logo?filename=logo.png', one, headers),
      ])
      const shown = (await owner.call('GET', '/api/appearance')).body.logo
      expect((await app.call('GET', shown.url)).status, `${body.logo.url} before ${shown.url}`).toBe(200)
      const icon = /rel="icon" href="([^"]+)"/.exec(await page())![1]!
      expect((await app.call('GET', icon)).status, icon).toBe(200)
    }
    await owner.call('DELETE', '/api/appearance/logo')
    expect(await readdir(join(app.dataDir, 'media', 'identity'))).toEqual([])
  } finally {
    if (beside !== app) await beside.stop()
  }
})

test('[SITE-12] [SITE-25] /favicon.ico is an icon file: the owner’s where everybody may see it', async () => {
  const read = async () => {
    const answer = await fetch(`${app.url}/favicon.ico`)
    const file = Buffer.from(await answer.arrayBuffer())
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'image/x-icon',
      'public, max-age=86400',
    ])
    expect([...file.subarray(0, 6)]).toEqual([0, 0, 1, 0, 2, 0])
    return Promise.all(
      [6, 22].map(async (entry) => {
        const [length, at] = [file.readUInt32LE(entry + 8), file.readUInt32LE(entry + 12)]
        const { data, info } = await sharp(file.subarray(at, at + length))
          .raw()
          .toBuffer({ resolveWithObject: true })
        return [file[entry], info.width, info.height, [...data.subarray(0, 3)]]
      }),
    )
  }
  const usual = await read()
  expect(usual).toEqual([32, 48].map((size) => [size, size, size, [0x0e, 0x0f, 0x13]]))
  await put('favicon', await picture(300, 300, '#2a9d9a'))
  const own = await read()
  expect(own).toEqual([32, 192].map((size) => [size, size, size, [0x2a, 0x9d, 0x9a]]))
  await owner.call('PATCH', '/api/settings', { visibility: 'privat' })
  expect(await read()).toEqual(usual)
  await owner.call('PATCH', '/api/settings', { visibility: 'öffentlich' })
  await owner.call('DELETE', '/api/appearance/favicon')
  expect(await read()).toEqual(usual)
})
