import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { type CachedPage, isUnchanged, PageCache, pickVariant, toCachedPage } from './page-cache.ts'
import { pageKey } from './page-key.ts'

const page = (text: string) => toCachedPage({ body: text.repeat(2000), tags: [] })

function put(cache: PageCache, key: string, text = 'Seite '): void {
  cache.put(key, page(text), cache.generation)
}

/** The page once every encoding is ready: a second read starts the compression. */
async function compressed(cache: PageCache, key: string): Promise<CachedPage> {
  await expect.poll(() => cache.get(key)?.br).toBeDefined()
  return cache.get(key)!
}

describe('[RUL-40] page cache', () => {
  test('is bounded in bytes; the least recently read goes first', async () => {
    const probe = new PageCache(1 << 30)
    put(probe, '/one')
    const cache = new PageCache(probe.bytes * 3)
    for (const key of ['/a', '/b', '/c']) put(cache, key)
    expect(cache.size).toBe(3)
    cache.get('/a')
    put(cache, '/d')
    expect(['/a', '/b', '/c', '/d'].filter((key) => cache.get(key))).toEqual(['/a', '/c', '/d'])
    expect(cache.bytes).toBeLessThanOrEqual(probe.bytes * 3)
    for (let count = 0; count < 50; count++) put(cache, `/more-${count}`)
    expect(cache.bytes).toBeLessThanOrEqual(probe.bytes * 3)
    cache.dropAll()
    expect([cache.size, cache.bytes]).toEqual([0, 0])
  })

  test('a page larger than the whole cache is not stored', async () => {
    const cache = new PageCache(100)
    put(cache, '/a')
    expect([cache.size, cache.bytes]).toEqual([0, 0])
  })

  test('stores no page whose data were read before their invalidation', async () => {
    const cache = new PageCache(1 << 20)
    const made = (tags: string[]) => toCachedPage({ body: 'alt '.repeat(100), tags })
    const before = cache.generation
    cache.drop(['dies', 'und das'])
    cache.drop(['jenes'])
    expect(cache.put('/late', made(['und das', 'nichts']), before)).toBe(false)
    expect(cache.put('/other', made(['anderes']), before)).toBe(true)
    expect(cache.put('/newer', made(['dies']), cache.generation)).toBe(true)
    // The cache no longer remembers early invalidations.
    for (let count = 0; count < 2000; count++) cache.drop(['viel'])
    expect(cache.put('/older', made(['anderes']), before)).toBe(false)
    const now = cache.generation
    cache.dropAll()
    expect(cache.put('/all', made([]), now)).toBe(false)
    expect(cache.size).toBe(0)
  })

  test('a page dropped during its compression does not come back', async () => {
    const cache = new PageCache(1 << 20)
    put(cache, '/a', 'alt ')
    expect(cache.get('/a')).toBeDefined()
    cache.dropAll()
    put(cache, '/b')
    await compressed(cache, '/b')
    expect([cache.get('/a'), cache.size]).toEqual([undefined, 1])
  })

  test('a page that is not read again is not compressed', async () => {
    const cache = new PageCache(1 << 24)
    for (let count = 0; count < 50; count++) put(cache, `/nie-${count}`)
    put(cache, '/a')
    const before = cache.bytes
    const page = await compressed(cache, '/a')
    expect(cache.bytes - before).toBe((page.gzip?.body.byteLength ?? 0) + (page.br?.body.byteLength ?? 0))
  })

  test('drops what carries one of the tags, and nothing else', async () => {
    const cache = new PageCache(1 << 20)
    const tagged = (...tags: string[]) => toCachedPage({ body: 'a', tags })
    cache.put('/none', tagged(), cache.generation)
    cache.put('/one', tagged('article:1', 'list'), cache.generation)
    cache.put('/two', tagged('article:2', 'list'), cache.generation)
    cache.drop(['article:1', 'article:3'])
    expect(['/none', '/one', '/two'].filter((key) => cache.get(key))).toEqual(['/none', '/two'])
    cache.put('/one', tagged('article:1'), cache.generation)
    cache.drop(['list'])
    expect(['/none', '/one', '/two'].filter((key) => cache.get(key))).toEqual(['/none', '/one'])
  })

  test('a replaced page has only its new tags', () => {
    const cache = new PageCache(1 << 20)
    cache.put('/a', toCachedPage({ body: 'alt', tags: ['alt'] }), cache.generation)
    cache.put('/a', toCachedPage({ body: 'neu', tags: ['neu'] }), cache.generation)
    cache.drop(['alt'])
    expect(cache.get('/a')?.plain.body.toString()).toBe('neu')
    cache.drop(['neu'])
    expect(cache.get('/a')).toBeUndefined()
  })

  test('pictures are stored uncompressed', async () => {
    const cache = new PageCache(1 << 20)
    cache.put('/karte.png', toCachedPage({ body: Buffer.alloc(5000), type: 'image/png', tags: [] }), cache.generation)
    cache.put(
      '/feed.xml',
      toCachedPage({ body: 'a'.repeat(5000), type: 'application/rss+xml', tags: [] }),
      cache.generation,
    )
    cache.get('/karte.png')
    await compressed(cache, '/feed.xml')
    expect(cache.get('/karte.png')?.br).toBeUndefined()
  })

  test('holds every encoding once, each with its own entity tag', async () => {
    const cache = new PageCache(1 << 20)
    put(cache, '/a', 'Größe ')
    const stored = await compressed(cache, '/a')
    expect(gunzipSync(stored.gzip!.body)).toEqual(stored.plain.body)
    expect(brotliDecompressSync(stored.br!.body)).toEqual(stored.plain.body)
    const tags = [stored.plain, stored.gzip!, stored.br!].map(({ headers }) => headers[headers.indexOf('ETag') + 1])
    expect(new Set(tags).size).toBe(3)
    expect(tags.every((tag) => isUnchanged(stored, `W/"other", ${tag}`))).toBe(true)
    expect(isUnchanged(stored, '"other"')).toBe(false)
    expect(isUnchanged(stored, undefined)).toBe(false)
  })

  test('gives each browser the smallest encoding it accepts', async () => {
    const cache = new PageCache(1 << 20)
    put(cache, '/a')
    const stored = await compressed(cache, '/a')
    expect(pickVariant(stored, 'gzip, deflate, br, zstd')).toBe(stored.br)
    expect(pickVariant(stored, 'gzip, deflate')).toBe(stored.gzip)
    expect(pickVariant(stored, 'br;q=0, gzip;q=0.5')).toBe(stored.gzip)
    expect(pickVariant(stored, 'br;Q=0, GZIP; q=0.000, x-br')).toBe(stored.plain)
    expect(pickVariant(stored, 'brotli, x-gzip')).toBe(stored.plain)
    expect(pickVariant(stored, 'identity')).toBe(stored.plain)
    expect(pickVariant(stored, undefined)).toBe(stored.plain)
  })

  test.each([
    ['/', '/'],
    ['/?utm_source=x', '/'],
    ['/?seite=2', '/?seite=2'],
    ['/?fbclid=1&seite=2&x=y', '/?seite=2'],
    ['/article/a?seite=2', '/article/a'],
    ['/article/a?', '/article/a'],
    ['/?%73eite=%32', '/?seite=2'],
    ['/?seite=2%26x', '/?seite=2%26x'],
  ])('the key of %s is %s', (url, key) => {
    expect(pageKey(url, (path) => path === '/')).toBe(key)
  })
})
