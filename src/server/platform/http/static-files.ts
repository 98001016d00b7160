import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { Context } from 'hono'
import { ASSET_HEADERS } from './headers.ts'
import { answerWith, holdFile, type HeldFile } from './held-file.ts'

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
/**
 * Built files under `/assets/*`, looked up in the given folders in order: read once, then served from memory,
 * compressed by the build (`.br` and `.gz` beside them) or at the first request. Names carry hashes, so responses are
 * immutable. Null when no folder has the file.
 */
export function staticAssets(folders: string[]): (context: Context) => Promise<Response | null> {
  const assets = new Map<string, Promise<HeldFile | null>>()
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
    return answerWith(context, asset, { ...ASSET_HEADERS, 'Cache-Control': 'public, max-age=31536000, immutable' })
  }
}

async function load(folders: string[], name: string): Promise<HeldFile | null> {
  for (const folder of folders) {
    const [plain, br, gzip] = await Promise.all(['', '.br', '.gz'].map((ending) => read(join(folder, name + ending))))
    const compressed = br && gzip ? { br, gzip } : undefined
    if (plain) return holdFile(plain, TYPES[extname(name)] ?? 'application/octet-stream', compressed)
  }
  return null
}

const read = (path: string): Promise<Buffer | null> => readFile(path).catch(() => null)
