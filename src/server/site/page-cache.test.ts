import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { isUnchanged, PageCache, pickVariant, toCachedPage } from './page-cache.ts'
import { pageKey } from './page-key.ts'

const page = (text: string) => toCachedPage(text.repeat(2000), 'none')

async function put(cache: PageCache, key: string, text = 'Seite '): Promise<void> {
  await cache.put(key, page(text), cache.generation)
}

describe('[RUL-40] page cache', () => {
  test('is bounded in bytes; what was read least recently goes first', async () => {
    const probe = new PageCache(1 << 30)
    await put(probe, '/one')
    const cache = new PageCache(probe.bytes * 3)
    for (const key of ['/a', '/b', '/c']) await put(cache, key)
    expect(cache.size).toBe(3)
    cache.get('/a')
    await put(cache, '/d')
    expect(['/a', '/b', '/c', '/d'].filter((key) => cache.get(key))).toEqual(['/a', '/c', '/d'])
    expect(cache.bytes).toBeLessThanOrEqual(probe.bytes * 3)
    for (let count = 0; count < 50; count++) await put(cache, `/more-${count}`)
    expect(cache.bytes).toBeLessThanOrEqual(probe.bytes * 3)
    cache.dropAll()
    expect([cache.size, cache.bytes]).toEqual([0, 0])
  })

  test('a page larger than the whole cache is not kept', async () => {
    const cache = new PageCache(100)
    await put(cache, '/a')
    expect([cache.size, cache.bytes]).toEqual([0, 0])
  })

  test('keeps no page whose data were read before an invalidation', async () => {
    const cache = new PageCache(1 << 20)
    const before = cache.generation
    cache.drop(() => false)
    await cache.put('/late', page('alt '), before)
    expect(cache.get('/late')).toBeUndefined()
  })

  test('a page dropped while it is being compressed does not come back', async () => {
    const cache = new PageCache(1 << 20)
    const compressing = cache.put('/a', page('alt '), cache.generation)
    expect(cache.get('/a')).toBeDefined()
    cache.dropAll()
    await compressing
    expect([cache.get('/a'), cache.bytes]).toEqual([undefined, 0])
  })

  test('drops exactly what is stale', async () => {
    const cache = new PageCache(1 << 20)
    await cache.put('/without', toCachedPage('a', 'none'), cache.generation)
    await cache.put('/with', toCachedPage('b', 'unsized'), cache.generation)
    cache.drop((stored) => stored.pictures === 'unsized')
    expect(cache.get('/without')).toBeDefined()
    expect(cache.get('/with')).toBeUndefined()
  })

  test('holds every encoding once, each with a tag of its own', async () => {
    const cache = new PageCache(1 << 20)
    await put(cache, '/a', 'Größe ')
    const stored = cache.get('/a')!
    expect(gunzipSync(stored.gzip!.body)).toEqual(stored.plain.body)
    expect(brotliDecompressSync(stored.br!.body)).toEqual(stored.plain.body)
    const tags = [stored.plain, stored.gzip!, stored.br!].map(({ headers }) => headers[headers.indexOf('ETag') + 1])
    expect(new Set(tags).size).toBe(3)
    expect(tags.every((tag) => isUnchanged(stored, `W/"other", ${tag}`))).toBe(true)
    expect(isUnchanged(stored, '"other"')).toBe(false)
    expect(isUnchanged(stored, undefined)).toBe(false)
  })

  test('gives each browser the smallest encoding it takes', async () => {
    const cache = new PageCache(1 << 20)
    await put(cache, '/a')
    const stored = cache.get('/a')!
    expect(pickVariant(stored, 'gzip, deflate, br, zstd')).toBe(stored.br)
    expect(pickVariant(stored, 'gzip, deflate')).toBe(stored.gzip)
    expect(pickVariant(stored, 'br;q=0, gzip;q=0.5')).toBe(stored.gzip)
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
  ])('the key of %s is %s', (url, key) => {
    expect(pageKey(url)).toBe(key)
  })
})
