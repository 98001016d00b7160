import { request as rawRequest } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestAccount, type TestApp } from '../support/test-app.ts'
import { describedEndpoints } from '../support/described-endpoints.ts'

let app: TestApp
let owner: TestAccount
beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
})
afterAll(() => app.stop())

test('13: searches that grow when folded', async () => {
  await owner.call('POST', '/api/articles', { title: 'ﷺ Ärger', content_markdown: 'ﷺ '.repeat(400), status: 'published' })
  const words = ['ﷺ', 'ﬁ', 'ﬃ', '㍿', '㎯', 'ß', 'İ', 'ŉ', '⑴', '＝', 'ǰ', 'ΐ', 'ﷲ', '𝔄', '㌕', 'ẞ', '\u0345', 'a\u0301\u0301\u0301', '%', '_', '\\', '"', "'", '*', '(', ')', ':', '&', '|', '!', '<->', '-', '\u200b', '\u00ad', '🏳️‍🌈', '꙰', '‮', '\ufeff', '１']
  const faults: string[] = []
  const endpoints = await describedEndpoints(app)
  const withQ = endpoints.filter(({ method, path, operation }) => method === 'GET' && !path.includes('{') && operation.parameters?.some(({ name }) => name === 'q'))
  for (const word of words)
    for (const times of [1, 17, 40, 100, 200]) {
      for (const joint of ['', ' ']) {
        const q = Array.from({ length: times }, () => word).join(joint).slice(0, 200)
        for (const path of ['/suche', ...withQ.map(({ path }) => path)]) {
          const a = await owner.call('GET', `${path}?q=${encodeURIComponent(q)}`)
          if (a.status >= 500) faults.push(`${path} ${word}×${times}: ${a.status}`)
        }
      }
    }
  console.log(withQ.map(({ path }) => path).join(' '))
  for (const path of ['/schlagwort/', '/kategorie/', '/autor/', '/', '/article/', '/thema/', '/archiv/'])
    for (const word of ['ﷺ'.repeat(200), '%00', '%ff%fe', '%ed%a0%80', '..%2f..%2f', 'a'.repeat(7000), '%5c', '%0d%0aX: y', '__proto__', 'ÄÖÜ'.repeat(300)]) {
      const a = await owner.call('GET', path + (word.startsWith('%') || word.includes('%2f') ? word : encodeURIComponent(word))).catch((e) => ({ status: String(e) as any }))
      if (typeof a.status !== 'number' || a.status >= 500) faults.push(`${path}${word.slice(0, 20)}: ${a.status}`)
    }
  expect(faults).toEqual([])
}, 300_000)

test('4: downloads that are cut off end nothing', async () => {
  for (const at of ['1000-01-01T00:00:00Z', '1965-05-05T00:00:00Z', '9999-12-31T00:00:00Z'])
    await owner.call('POST', '/api/articles', { title: `Von ${at}`, status: 'published', published_at: at, content_markdown: 'x'.repeat(400_000) })
  const unhandled: unknown[] = []
  process.on('unhandledRejection', (e) => unhandled.push(e))
  process.on('uncaughtException', (e) => unhandled.push(e))
  const endpoints = await describedEndpoints(app)
  const paths = ['/api/export.zip', '/api/account/data', '/api/account/export', '/api/feeds/opml', '/api/live', '/chrome-extension.zip', '/feed.xml', '/atom.xml', '/feed.json', '/sitemap.xml', '/api/calendar.ics', ...endpoints.filter(({ method, path }) => method === 'GET' && !path.includes('{')).map(({ path }) => path)]
  for (const path of paths)
    for (const wait of [0, 1, 5, 20])
      await new Promise<void>((resolve) => {
        const req = rawRequest(`${app.url}${path}`, { headers: { authorization: `Bearer ${owner.accessToken}` } }, (res) => {
          res.on('error', () => {})
          if (wait === 0) req.destroy()
          else res.once('data', () => setTimeout(() => req.destroy(), wait))
          res.on('end', () => req.destroy())
        })
        req.on('error', () => {})
        req.on('close', () => resolve())
        req.end()
        setTimeout(() => req.destroy(), 300)
      })
  await new Promise((r) => setTimeout(r, 500))
  expect(unhandled).toEqual([])
  expect((await owner.call('GET', '/api/articles')).status).toBe(200)
}, 300_000)

test('24: withdrawn addresses in every spelling are 410', async () => {
  const { body: a } = await owner.call('POST', '/api/articles', { title: 'Öffentlich Gewesen', status: 'published', content_markdown: 'x' })
  const { body: p } = await owner.call('POST', '/api/pages', { title: 'Seite Gewesen', status: 'published', content_markdown: 'x' })
  const spell = (path: string) => [path, `${path}/`, path.toUpperCase().replace('/ARTICLE', '/article'), path.toUpperCase(), `${path}.md`, `${path}/card.png`, `${path}?x=1`, path.replace('e', '%65'), `${path}?seite=1`, `/${path}`]
  const get = async (path: string) => {
    let at = app.url + path
    const seen: string[] = []
    for (let hop = 0; hop < 5; hop++) {
      const r = await fetch(at, { redirect: 'manual' })
      seen.push(String(r.status))
      if (r.status < 300 || r.status >= 400) return seen.join('>')
      at = new URL(r.headers.get('location')!, at).href
    }
    return seen.join('>')
  }
  const paths = [`/article/${a.slug}`, `/${p.slug}`].flatMap(spell)
  const before = Object.fromEntries(await Promise.all(paths.map(async (x) => [x, await get(x)] as const)))
  await owner.call('PATCH', `/api/articles/${a.id}`, { version: a.version, status: 'draft' })
  await owner.call('PATCH', `/api/pages/${p.id}`, { version: p.version, status: 'draft' })
  const after = Object.fromEntries(await Promise.all(paths.map(async (x) => [x, await get(x)] as const)))
  await owner.call('DELETE', `/api/articles/${a.id}`)
  await owner.call('DELETE', `/api/pages/${p.id}`)
  const trashed = Object.fromEntries(await Promise.all(paths.map(async (x) => [x, await get(x)] as const)))
  await owner.call('DELETE', `/api/trash/articles/${a.id}`)
  await owner.call('DELETE', `/api/trash/pages/${p.id}`)
  const gone = Object.fromEntries(await Promise.all(paths.map(async (x) => [x, await get(x)] as const)))
  console.log(paths.map((x) => `${x}: ${before[x]} | ${after[x]} | ${trashed[x]} | ${gone[x]}`).join('\n'))
})
