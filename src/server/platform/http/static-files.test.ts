import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { staticAssets } from './static-files.ts'

test('assets are served as compressed by the build, else compressed at the first request', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'blog-cms-assets-'))
  try {
    const script = 'export const a = 1\n'.repeat(50)
    await writeFile(join(folder, 'built.js'), script)
    // Different content, to distinguish it from a compression made here.
    await writeFile(join(folder, 'built.js.br'), brotliCompressSync('// built'))
    await writeFile(join(folder, 'built.js.gz'), gzipSync('// built'))
    await writeFile(join(folder, 'bare.js'), script)
    const serve = staticAssets([folder])
    const app = new Hono().get('/assets/*', async (context) => (await serve(context)) ?? context.notFound())
    const get = async (name: string, encoding: string) => {
      const answer = await app.request(`/assets/${name}`, { headers: { 'accept-encoding': encoding } })
      return { answer, bytes: Buffer.from(await answer.arrayBuffer()) }
    }
    const built = await get('built.js', 'gzip, br')
    expect(built.answer.headers.get('content-encoding')).toBe('br')
    expect(built.answer.headers.get('content-type')).toMatch(/javascript/)
    expect(brotliDecompressSync(built.bytes).toString()).toBe('// built')
    expect((await get('built.js', 'identity')).bytes.toString()).toBe(script)
    const bare = await get('bare.js', 'br')
    expect(bare.answer.headers.get('content-encoding')).toBe('br')
    expect(brotliDecompressSync(bare.bytes).toString()).toBe(script)
    expect((await get('nothing.js', 'br')).answer.status).toBe(404)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
