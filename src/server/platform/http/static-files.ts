import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context } from 'hono'
import { acceptsEncoding } from './encodings.ts'
import { BASE_HEADERS } from './headers.ts'

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.json': 'application/json',
  '.map': 'application/json',
}
const COMPRESSIBLE = new Set(['.js', '.css', '.svg', '.json', '.map'])

type Asset = { type: string; plain: Buffer; br?: Buffer; gzip?: Buffer }

/**
 * Built files under `/assets/*`, looked for in the given folders in turn: read and compressed once, then from memory;
 * names carry hashes, so answers are immutable. Null when no folder has the file.
 */
export function staticAssets(folders: string[]): (context: Context) => Promise<Response | null> {
  const assets = new Map<string, Promise<Asset | null>>()
  return async (context) => {
    const name = context.req.path.replace(/^\/assets\//, '')
    if (!/^[\w.-]+$/.test(name) || name.startsWith('.')) return null
    let loading = assets.get(name)
    if (!loading) {
      loading = load(folders, name)
      assets.set(name, loading)
    }
    const asset = await loading
    if (!asset) {
      assets.delete(name)
      return null
    }
    const accepted = context.req.header('accept-encoding') ?? ''
    const encoding =
      asset.br && acceptsEncoding(accepted, 'br')
        ? 'br'
        : asset.gzip && acceptsEncoding(accepted, 'gzip')
          ? 'gzip'
          : null
    const headers: Record<string, string> = {
      ...BASE_HEADERS,
      'Content-Type': asset.type,
      'Cache-Control': 'public, max-age=31536000, immutable',
      Vary: 'Accept-Encoding',
    }
    if (encoding) headers['Content-Encoding'] = encoding
    const bytes = (encoding === 'br' ? asset.br : encoding === 'gzip' ? asset.gzip : asset.plain) ?? asset.plain
    return new Response(new Uint8Array(bytes), { headers })
  }
}

async function load(folders: string[], name: string): Promise<Asset | null> {
  for (const folder of folders) {
    const plain = await readFile(join(folder, name)).catch(() => null)
    if (!plain) continue
    const extension = extname(name)
    const type = TYPES[extension] ?? 'application/octet-stream'
    if (!COMPRESSIBLE.has(extension)) return { type, plain }
    const [br, gz] = await Promise.all([
      promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
      promisify(gzip)(plain, { level: 9 }),
    ])
    return { type, plain, br, gzip: gz }
  }
  return null
}
