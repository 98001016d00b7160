import { createHash } from 'node:crypto'
import { unzipSync } from 'fflate'

/**
 * All files of an export by path, with names instead of ids, since ids differ between blogs. A reference to a text or
 * picture must refer to the same one on either side. `since` controls whether creation times of terms and pictures are
 * included.
 */
export function comparableExport(zip: Uint8Array, { since = true } = {}): Record<string, string | string[]> {
  const files = unzipSync(zip)
  const text = (path: string) => Buffer.from(files[path] ?? []).toString('utf8')
  const names = new Map<string, string>()
  for (const [path, bytes] of Object.entries(files)) {
    const [, id] = /^blogcms: \{"id":"([^"]+)"/m.exec(path.endsWith('.md') ? text(path) : '') ?? []
    if (id) names.set(id, path)
    // A picture is identified by its bytes.
    if (path.startsWith('media/')) names.set(path.slice('media/'.length).replace(/\.\w+$/, ''), hash(bytes))
  }
  for (const list of ['categories', 'tags'])
    for (const { id, name } of JSON.parse(text(`data/${list}.json`)) as { id: string; name: string }[])
      names.set(id, `${list} ${name}`)
  const named = (said: string) =>
    said.replaceAll(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, (id) => names.get(id) ?? 'ID')
  const lines = (path: string) => {
    const found = named(text(path)).split('\n')
    if (since || !/^data\/(?:categories|tags|media|authors)\.json$/.test(path)) return found
    const plain = found.map((line) => line.replace(/"created_at":"[^"]*"/, '').replace(/,$/, ''))
    // In the order in which they were made.
    return path === 'data/authors.json' ? plain.toSorted() : plain
  }
  return Object.fromEntries(
    Object.entries(files)
      .filter(([path]) => path !== 'manifest.json')
      .map(([path, bytes]) => [named(path), /\.(?:md|json)$/.test(path) ? lines(path) : hash(bytes)]),
  )
}

function hash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
