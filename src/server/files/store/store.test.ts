import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startS3Peer, type S3Peer } from '../../../../tests/support/s3-peer.ts'
import { readConfig } from '../../config.ts'
import { serveObject } from '../bucket/serve-object.ts'
import { openFiles } from './open.ts'
import type { FileStore } from '../../platform/file-store.ts'

let peer: S3Peer
let dataDir: string
const stores: Record<string, FileStore> = {}

beforeAll(async () => {
  peer = await startS3Peer()
  dataDir = await mkdtemp(join(tmpdir(), 'blog-cms-files-'))
  stores.disk = await openFiles(readConfig({ DATA_DIR: dataDir }))
  stores.S3 = await openFiles(readConfig({ DATA_DIR: join(dataDir, 'unused'), ...peer.env }))
})
afterAll(async () => {
  await peer.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const store = (name: string): FileStore => stores[name]!
const read = async (files: FileStore, name: string, range?: { start: number; end: number }) => {
  const found = await files.get(name)
  return found && text(found.stream(range))
}

describe.each(['disk', 'S3'])('[STORE-1] objects on %s', (kind) => {
  test('are written whole, replaced, read in parts, listed and removed', async () => {
    const files = store(kind)
    await files.put('blog-media/eins.txt', Buffer.from('Grüße aus Köln'))
    await files.put('blog-media/ordner/zwei 😀 & mehr.txt', Buffer.from('zwei'))
    expect((await files.get('blog-media/eins.txt'))?.size).toBe(Buffer.byteLength('Grüße aus Köln'))
    expect(await read(files, 'blog-media/eins.txt')).toBe('Grüße aus Köln')
    expect(await read(files, 'blog-media/eins.txt', { start: 0, end: 2 })).toBe('Gr\u{fffd}')
    expect(await read(files, 'blog-media/ordner/zwei 😀 & mehr.txt')).toBe('zwei')

    await files.put('blog-media/eins.txt', Buffer.from('neu'))
    expect(await read(files, 'blog-media/eins.txt')).toBe('neu')
    const listed = (await files.list('blog-media')).sort((a, b) => a.size - b.size)
    expect(listed).toEqual([
      { name: 'blog-media/eins.txt', size: 3, changedAt: expect.any(Date) },
      { name: 'blog-media/ordner/zwei 😀 & mehr.txt', size: 4, changedAt: expect.any(Date) },
    ])
    await files.remove('blog-media/eins.txt')
    await files.remove('blog-media/eins.txt')
    expect(await files.get('blog-media/eins.txt')).toBeNull()
    expect(await files.list('')).toHaveLength(1)
    expect(await files.list('leer')).toEqual([])
  })

  test('come from a file on this machine, which stays', async () => {
    const path = join(dataDir, 'quelle.bin')
    await writeFile(path, Buffer.alloc(3_000_000, 7))
    await store(kind).put('blog-media/gross.bin', { path })
    expect((await store(kind).get('blog-media/gross.bin'))?.size).toBe(3_000_000)
    expect(await read(store(kind), 'blog-media/gross.bin', { start: 2_999_998, end: 2_999_999 })).toBe('\u0007\u0007')
    expect(await readdir(dataDir)).toContain('quelle.bin')
  })

  test('that go between being found and being read are no answer that breaks off', async () => {
    const files = store(kind)
    const served = { type: 'image/png', etag: '"1"', cacheControl: 'no-cache', attachment: null, embeddable: true }
    let isRemoved = false
    const site = new Hono().get('/', async (context) => {
      const found = (await files.get('blog-media/kurz.png'))!
      if (isRemoved) await files.remove('blog-media/kurz.png')
      return (await serveObject(context, found, served)) ?? context.text('weg', 404)
    })
    const bytes = Buffer.alloc(3_000_000, 7)
    await files.put('blog-media/kurz.png', bytes)
    const whole = await site.request('/')
    expect([whole.status, Buffer.from(await whole.arrayBuffer()).equals(bytes)]).toEqual([200, true])
    const part = await site.request('/', { headers: { range: 'bytes=2999990-' } })
    expect([part.status, (await part.arrayBuffer()).byteLength]).toEqual([206, 10])
    isRemoved = true
    const gone = await site.request('/')
    expect([gone.status, await gone.text()]).toEqual([404, 'weg'])
  })

  test.each(['../weg', 'a/../../weg', '/etc/passwd', 'a//b', 'a/./b', '', '.', 'a\u0000b', '..\\weg', 'a/'])(
    'refuse the name %j',
    async (name) => {
      await expect(store(kind).put(name, Buffer.from('x'))).rejects.toThrow('no object name')
      await expect(store(kind).get(name)).rejects.toThrow('no object name')
      await expect(store(kind).remove(name)).rejects.toThrow('no object name')
    },
  )
})

test('a half-named S3 store is a fault of the configuration, named', () => {
  expect(() => readConfig({ S3_BUCKET: 'blog', S3_ENDPOINT: 'http://127.0.0.1:1' })).toThrow(
    'S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY: fehlt neben den übrigen S3_*',
  )
})

test('nothing half written is left where a write failed', async () => {
  await expect(store('disk').put('blog-media/nie.bin', { path: join(dataDir, 'gibt-es-nicht') })).rejects.toThrow()
  expect((await readdir(join(dataDir, 'media'), { recursive: true })).filter((name) => name.endsWith('.part'))).toEqual(
    [],
  )
})
