import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DIALECT, startTestApp, type TestAccount, type TestApp } from '../../../../../tests/support/test-app.ts'
import type { Article } from '../../../../contract/articles.ts'
import { builtSite } from '../pages/built-site.ts'
import { Overloaded } from '../../../platform/slots.ts'
import { runInWorker, workerJob } from '../../../platform/workers/worker-pool.ts'
import { closedGate } from '../../../../../tests/support/workers/gate.ts'
import type { run } from '../../../../../tests/support/workers/odd.job.ts'

const odd = workerJob<typeof run>(new URL('../../../../../tests/support/workers/odd.job.ts', import.meta.url))
let app: TestApp
let owner: TestAccount
/** Statements to be counted. */
let listening: RegExp | undefined
let heard = 0

beforeAll(async () => {
  app = await startTestApp({ onStatement: (sql) => void (listening?.test(sql) && (heard += 1)) })
  owner = await app.register()
})
afterAll(() => app.stop())

async function publish(input: Record<string, unknown>): Promise<Article> {
  const { status, body } = await owner.call('POST', '/api/articles', { status: 'published', ...input })
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}

/** Sends a request target unchanged, which `fetch` would normalise; headers in lower case. */
async function ask(target: string, { method = 'GET', headers = '' } = {}) {
  const { hostname, port } = new URL(app.url)
  const socket = connect(Number(port), hostname)
  socket.write(
    `${method} ${target} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: close\r\n${headers}\r\n`,
    'latin1',
  )
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk as Buffer)
  const [head = '', ...body] = Buffer.concat(chunks).toString('utf8').split('\r\n\r\n')
  const [line = '', ...fields] = head.split('\r\n')
  const header = (name: string) =>
    fields
      .find((field) => field.toLowerCase().startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim() ?? null
  return { status: Number(line.split(' ')[1]), header, body: body.join('\r\n\r\n') }
}

/** Counts the renderings of the real renderer while `work` runs. */
async function renderingsDuring(work: () => Promise<unknown>): Promise<number> {
  const built = await builtSite()
  const { render } = built
  let count = 0
  const counted = Object.entries(render).map(([name, make]) => [
    name,
    (props: never) => {
      count++
      return make(props)
    },
  ])
  built.render = Object.fromEntries(counted) as typeof render
  try {
    await work()
    return count
  } finally {
    built.render = render
  }
}

describe('an address in another spelling', () => {
  test('redirects to the canonical one, whatever proxy is in front, and renders nothing', async () => {
    const { slug } = await publish({ title: 'Gewöhnlich' })
    const path = `/article/${slug}`
    await ask(path)
    const elsewhere: [string, string][] = [
      [`/article/%67ewoehnlich`, path],
      [`/%61rticle/gewoehnlich`, path],
      [`/x/../article/${slug}`, path],
      [`/x/%2e%2E/article/./${slug}`, path],
      [`//article//${slug}`, path],
      [`${path}#a`, path],
      ['//', '/'],
      ['//?seite=2&x=1', '/?seite=2'],
      ['/#a', '/'],
    ]
    const rendered = await renderingsDuring(async () => {
      for (const [target, location] of elsewhere) {
        const { status, header } = await ask(target)
        expect([status, header('location')], target).toEqual([301, location])
      }
    })
    expect(rendered).toBe(0)
  })

  test('never redirects to another host', async () => {
    for (const target of [
      '//evil.example',
      '//evil.example/%2e%2e',
      '/x/..//evil.example',
      '/.//evil.example/',
      '/%2e//evil.example',
      '/\\evil.example',
      '/%5cevil.example',
      '/%5Cevil.example/%61',
      '/%2f%2fevil.example',
      '/\t/evil.example',
      '/%09/evil.example',
      'http://evil.example//evil.example',
    ]) {
      const { status, header } = await ask(target)
      expect([301, 400, 404], target).toContain(status)
      expect(header('location') ?? '/', target).toMatch(/^\/(?![/\\])/)
    }
  })

  test('an absolute address requests its path (RFC 9112 §3.2.2), from the cache', async () => {
    const { id, slug } = await publish({ title: 'Absolut', excerpt: 'vorher' })
    await ask(`/article/${slug}`)
    await app.db.updateTable('articles').set({ excerpt: 'nachher' }).where('id', '=', id).execute()
    for (const host of ['http://127.0.0.1', app.url, 'HTTPS://woanders.example:1']) {
      const { status, body } = await ask(`${host}/article/${slug}`)
      expect([status, body.includes('vorher')], host).toEqual([200, true])
    }
    expect((await ask('http://127.0.0.1')).status).toBe(200)
  })

  test('an encoded slash is no separator, and invalid percent-encoding is no server error', async () => {
    const { slug } = await publish({ title: 'Mit Strich' })
    for (const target of [
      `/article%2F${slug}`,
      `/article/x%2F..%2F${slug}`,
      '/article/%',
      '/article/%zz',
      '/article/%E0%A4%A',
      '/article/%ff%fe',
      '/%',
      '/?seite=%',
      '/?seite=%ff',
    ]) {
      const rendered = await renderingsDuring(async () => {
        for (const round of [1, 2, 3]) expect((await ask(target)).status, `${target} ${round}`).toBe(404)
      })
      // The 404 page of that type, once.
      expect(rendered, target).toBeLessThanOrEqual(1)
    }
  })
})

describe('concurrent requests', () => {
  test('share one rendering of a page, GET and HEAD, in any encoding', async () => {
    const { slug } = await publish({ title: 'Beliebt', content_markdown: 'Wort '.repeat(2000) })
    const encodings = ['', 'accept-encoding: br\r\n', 'accept-encoding: gzip;q=0, x\r\n', 'if-none-match: "nie"\r\n']
    const rendered = await renderingsDuring(async () => {
      const asked = Array.from({ length: 40 }, (_, index) =>
        ask(`/article/${slug}`, {
          method: index % 3 === 0 ? 'HEAD' : 'GET',
          headers: encodings[index % encodings.length] ?? '',
        }),
      )
      for (const { status } of await Promise.all(asked)) expect(status).toBe(200)
    })
    expect(rendered).toBe(1)
  })

  test('for unknown pages render one 404 page of each type, and cached pages stay', async () => {
    const { id, slug } = await publish({ title: 'Bleibt liegen', excerpt: 'vorher' })
    const read = async () => (await ask(`/article/${slug}`)).body
    await read()
    await app.db.updateTable('articles').set({ excerpt: 'nachher' }).where('id', '=', id).execute()
    const rendered = await renderingsDuring(async () => {
      const asked = Array.from({ length: 120 }, (_, index) =>
        ask([`/nie-${index}`, `/article/nie-${index}`, `/?seite=${9000 + index}`][index % 3] ?? ''),
      )
      for (const { status } of await Promise.all(asked)) expect(status).toBe(404)
    })
    expect(rendered).toBeLessThanOrEqual(2)
    expect(await read()).toContain('vorher')
  })
})

test('beyond the limit get a page with Retry-After, which is not cached', async () => {
  const { slug } = await publish({ title: 'Zu viele' })
  const built = await builtSite()
  const { render } = built
  built.render = {
    ...render,
    renderArticle: () => {
      throw new Overloaded()
    },
  }
  try {
    const { status, header, body } = await ask(`/article/${slug}`)
    expect([status, header('retry-after'), header('cache-control')]).toEqual([503, '2', 'private, no-store'])
    expect(body).toContain('<h1>Gerade zu viele Anfragen</h1>')
  } finally {
    built.render = render
  }
  expect((await ask(`/article/${slug}`)).status).toBe(200)
})

describe('[RUL-2] under `privat`', () => {
  test('strangers are redirected to the sign-in first, and no response may be cached', async () => {
    const article = await publish({ title: 'Geheimer Name' })
    await owner.call('PATCH', `/api/articles/${article.id}`, { version: article.version, slug: 'neuer-geheimer-name' })
    await owner.call('PATCH', '/api/settings', { visibility: 'privat' })
    try {
      const { headers } = await owner.call('PUT', '/api/reader-session')
      const cookie = `cookie: ${headers.get('set-cookie')!.split(';')[0]}\r\n`
      for (const [target, asked, moved] of [
        ['/article/geheimer-name', '/article/geheimer-name', '/article/neuer-geheimer-name'],
        ['/article/%67eheimer-name', '/article/geheimer-name', '/article/geheimer-name'],
        ['/x/../article/neuer-geheimer-name#a', '/article/neuer-geheimer-name', '/article/neuer-geheimer-name'],
        ['//evil.example', '/evil.example', null],
        ['/?seite=1', '/', '/'],
        ['/nein', '/nein', null],
        ['/%zz', '/', null],
      ] as const) {
        const stranger = await ask(target)
        expect([stranger.status, stranger.header('location')], target).toEqual([
          302,
          `/auth?return=${encodeURIComponent(asked)}`,
        ])
        const reader = await ask(target, { headers: cookie })
        if (moved) expect([reader.status, reader.header('location')], target).toEqual([301, moved])
        for (const { header } of [stranger, reader]) {
          expect(header('cache-control'), target).toBe('private, no-store')
        }
      }
    } finally {
      await owner.call('PATCH', '/api/settings', { visibility: 'öffentlich' })
    }
  })
})

test('[RUL-2] a request during which the blog is closed is answered as on a closed blog, and as present once it is open', async () => {
  const article = await publish({ title: 'Lange unterwegs', content_markdown: 'Wort '.repeat(5000) })
  const closing = async (visibilities: readonly string[]) => {
    const { gate, open } = closedGate()
    const held = runInWorker('pages', odd, { kind: 'held', gate, value: null })
    listening = /content_markdown/
    heard = 0
    const answer = ask(`/article/${article.slug}`)
    // The stranger was let in, and the page waits for the worker.
    await expect.poll(() => heard).toBeGreaterThan(0)
    for (const visibility of visibilities) await owner.call('PATCH', '/api/settings', { visibility })
    open()
    await held
    return answer
  }
  try {
    const closed = await closing(['privat'])
    expect([closed.status, closed.header('location'), closed.header('cache-control')]).toEqual([
      302,
      `/auth?return=${encodeURIComponent(`/article/${article.slug}`)}`,
      'private, no-store',
    ])
    expect(closed.body).not.toContain('Lange')
    await owner.call('PATCH', '/api/settings', { visibility: 'öffentlich' })
    const { status, body } = await closing(['privat', 'öffentlich'])
    expect([status, body.includes('Lange unterwegs')]).toEqual([200, true])
  } finally {
    await owner.call('PATCH', '/api/settings', { visibility: 'öffentlich' })
  }
})

test.runIf(DIALECT === 'sqlite')(
  'an encoding nobody takes is not sent, from the map and behind it, files included',
  async () => {
    const { slug } = await publish({ title: 'Gepackt', content_markdown: 'Wort '.repeat(2000) })
    const encodingOf = async (path: string, accepted: string) =>
      (await ask(path, { headers: `accept-encoding: ${accepted}\r\n` })).header('content-encoding')
    await expect.poll(() => encodingOf(`/article/${slug}`, 'br')).toBe('br')
    const script = /src="(\/assets\/[^"]+\.js)"/.exec((await ask(`/article/${slug}`)).body)?.[1] ?? ''
    for (const path of [`/article/${slug}`, script]) {
      expect(await encodingOf(path, 'gzip, br;q=0'), path).toBe('gzip')
      expect(await encodingOf(path, 'gzip;q=0, br;q=0.0'), path).toBeNull()
      expect(await encodingOf(path, 'zstd, x-br, *;q=0'), path).toBeNull()
    }
  },
)
