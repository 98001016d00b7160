import type { Reader, SourceFiles, SourceItem } from '../../src/formats/source/source-items.ts'

/** Files of a source, by their paths. */
export function sourceOf(files: Record<string, string | Uint8Array>, name = 'quelle'): SourceFiles {
  const bytes = new Map(Object.entries(files).map(([path, content]) => [path, Buffer.from(content as string)]))
  return {
    name,
    list: () => [...bytes].map(([path, { length }]) => ({ path, bytes: length })),
    async read(path) {
      const found = bytes.get(path)
      if (!found) throw new Error(`no file of the source: ${path}`)
      return found
    },
  }
}

/** All items that a format reader finds in files, in the time zone of Berlin. */
export async function itemsOf(
  reader: Reader,
  files: Record<string, string | Uint8Array>,
  { siteUrl = null }: { siteUrl?: string | null } = {},
): Promise<SourceItem[]> {
  const source = sourceOf(files)
  if ((await reader.claims(source)).paths.length === 0) throw new Error(`${reader.format} does not know these files`)
  const items: SourceItem[] = []
  for await (const item of reader.items(source, { timeZone: 'Europe/Berlin', siteUrl })) items.push(item)
  return items
}
