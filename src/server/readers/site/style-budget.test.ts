import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Clock, comment } from '../../../../tests/support/commenting.ts'
import { startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import { fillWholeBlog, INDEXNOW_KEY } from '../../../../tests/support/whole-blog.ts'
import { TYPE_PAIRINGS } from '../../../contract/appearance.ts'

let app: TestApp
let owner: TestAccount
let pages: string[]
const EMBED = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'

const send = async (method: string, path: string, body?: unknown) => {
  const answer = await owner.call(method, path, body)
  expect(answer.status, `${method} ${path}`).toBeLessThan(300)
  return answer.body
}

// A page of everything: comments, a form of the newsletter, an embed, code, each element.
beforeAll(async () => {
  app = await startTestApp({ env: { INDEXNOW_KEY, SMTP_URL: 'smtp://127.0.0.1:9', AUTH_MAIL_CONFIRM: 'false' } })
  owner = await app.register()
  const examples = await fillWholeBlog(send, 'Probe')
  await send('PATCH', '/api/newsletter', { enabled: true, address: 'Ada Moor, Weg 1' })
  const text = `${EMBED}\n\n\`\`\`js\nlet x\n\`\`\`\n\nWort[^1] ${'und noch eins '.repeat(40)}\n\n[^1]: Die Note.`
  const page = await send('POST', '/api/pages', { title: 'Vorn', content_markdown: text, status: 'published' })
  await send('POST', '/api/articles', { title: 'Rand', content_markdown: text, status: 'published' })
  await send('PATCH', '/api/settings', { front_page: page.id, comments: 'open' })
  const clock = new Clock(app, new Date().toISOString())
  const edit = await comment(app, clock, 'probe-mit-allem', { name: 'Eva', text: '> Ja.\n\nNein.' })
  const { id } = await app.db.selectFrom('comments').select('id').executeTakeFirstOrThrow()
  pages = [
    ...examples.map(({ path }) => path),
    ...['/vorn', '/article/rand', '/newsletter', '/newsletter/danke', edit, `/kommentare/${id}/melden`],
  ]
})
afterAll(() => app?.stop())

const read = async (address: string) => app.call<string>('GET', address, undefined, { 'accept-encoding': 'identity' })

test('the styles of each page stay within 24 KiB, 6 KiB as brotli, with fonts, identity, comments, forms and players', async () => {
  const sizes = new Map<string, readonly [number, number]>()
  const measured = async (href: string) => {
    const sheet = (await read(href)).body.toString()
    return [Buffer.byteLength(sheet), brotliCompressSync(sheet).byteLength] as const
  }
  const heavy: string[] = []
  let most = 0
  const weigh = async (page: string) => {
    const { body, headers } = await read(page)
    if (!headers.get('content-type')?.startsWith('text/html')) return
    const links = [...body.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, href]) => href!)
    expect(links.length, page).toBeGreaterThan(1)
    for (const href of links) if (!sizes.has(href)) sizes.set(href, await measured(href))
    const [plain, compressed] = [0, 1].map((kind) => links.reduce((sum, href) => sum + sizes.get(href)![kind]!, 0))
    most = Math.max(most, links.length)
    if (plain! > 24 * 1024 || compressed! > 6 * 1024) heavy.push(`${page}: ${plain} ${compressed}`)
  }
  for (const pairing of TYPE_PAIRINGS) {
    await send('PATCH', '/api/appearance', { accent: '#2a9d9a', pairing })
    await send('PATCH', '/api/settings', { comments: 'open' })
    await send('PATCH', '/api/newsletter', { enabled: true, address: 'Ada Moor, Weg 1' })
    for (const page of pages) await weigh(page)
    await send('PATCH', '/api/settings', { comments: 'off' })
    await send('PATCH', '/api/newsletter', { enabled: false })
    await weigh('/article/rand')
  }
  expect(heavy).toEqual([])
  // Without a form: the sheet of a text, of players, of notes, and that of the identity.
  expect(most).toBe(4)
})
