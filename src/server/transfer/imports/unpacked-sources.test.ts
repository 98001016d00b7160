import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestAccount, type TestApp } from '../../../../tests/support/test-app.ts'
import { readConfig } from '../../config.ts'
import { openFiles } from '../../files/store/open.ts'
import { createLog } from '../../platform/log.ts'
import { workOnImports } from './run-import.service.ts'

let app: TestApp
let owner: TestAccount

beforeAll(async () => {
  app = await startTestApp()
  owner = await app.register()
})
afterAll(() => app.stop())

/** The import of a file after all possible work. */
async function imported(name: string, bytes: Uint8Array) {
  const form = new FormData()
  form.append('file', new Blob([bytes as BlobPart]), name)
  const headers = { authorization: `Bearer ${owner.accessToken}` }
  const sent = await fetch(`${app.url}/api/imports`, { method: 'POST', headers, body: form })
  const { id } = (await sent.json()) as { id: string }
  const config = readConfig({ DATA_DIR: app.dataDir, SECRET_KEY: 'x'.repeat(40) })
  const files = await openFiles(config)
  await workOnImports({ config, db: app.db, files, log: createLog('silent'), clock: () => new Date() })
  return (await owner.call('GET', `/api/imports/${id}?limit=50`)).body
}

/** An export of Ghost of this size, mostly irrelevant data, compressed to a hundredth. */
function ghost(megabytes: number): string {
  const plaintext = 'Worte ohne Ende, von denen keines gebraucht wird. '.repeat(20_000)
  const posts = Array.from({ length: megabytes }, (_, index) => ({
    ...{ id: String(index), title: `Text ${index}`, slug: `text-${index}`, html: '<p>Kurz.</p>', plaintext },
    ...{ type: 'post', status: 'published', visibility: 'public', published_at: '2021-05-03T10:00:00.000Z' },
  }))
  return JSON.stringify({ db: [{ meta: { version: '5.0.0' }, data: { posts } }] })
}

test('[MOVE-2] memory of a reader depends on the uncompressed size of the source, whatever its compression', async () => {
  const archive = zipSync({ 'ghost.json': strToU8(ghost(60)) })
  expect(archive.length).toBeLessThan(2 * 1024 ** 2)
  expect(await imported('ghost.zip', archive)).toMatchObject({ state: 'finished', sums: { articles: 60 } })
})

test('[MOVE-2] a document that unpacks above the limit is refused, and so is an archive of one such file', async () => {
  const parts = { '[Content_Types].xml': '<Types/>', 'word/document.xml': '<w:document/>' }
  const document = zipSync(Object.fromEntries(Object.entries(parts).map(([path, text]) => [path, strToU8(text)])))
  const text = zipSync({ 'content/lang.md': strToU8('---\ntitle: Lang\n---\nText') })
  for (const [name, bytes, reason] of [
    ['bombe.docx', document, '„bombe.docx“ ist entpackt größer als 400 MB.'],
    ['bombe.zip', text, '„content/lang.md“ ist größer als 400 MB. Bitte exportieren Sie in mehreren Teilen.'],
  ] as const)
    expect(await imported(name, sayingTooLarge(bytes))).toMatchObject({ state: 'failed', reason })
})

/** The same archive, with a stated size of 500 MB for its last entry. */
function sayingTooLarge(archive: Uint8Array): Uint8Array {
  const bytes = Buffer.from(archive)
  bytes.writeUInt32LE(500 * 1024 ** 2, bytes.lastIndexOf('PK\u0001\u0002', undefined, 'latin1') + 24)
  return bytes
}
