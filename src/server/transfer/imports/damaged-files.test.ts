import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { run } from './read-source.job.ts'
import type { StagedItem } from './staged-items.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'damaged-files-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Reads an archive in which this text was damaged. */
async function readFrom(files: Record<string, string>, words: string) {
  const packed = Object.entries(files).map(([path, text]) => [path, strToU8(text)])
  const archive = Buffer.from(zipSync(Object.fromEntries(packed), { level: 0 }))
  archive.write('#', archive.indexOf(words))
  const [path, output] = [join(folder, 'blog.zip'), join(folder, 'items')]
  await writeFile(path, archive)
  const result = await run({ path, name: 'blog.zip', output, timeZone: 'Europe/Berlin', siteUrl: null })
  if ('fault' in result) return result.fault
  const items = (await readFile(output, 'utf8')).trim().split('\n')
  return items.map((line) => {
    const { sourceId, kind, skip, reasons } = JSON.parse(line) as StagedItem
    return [sourceId, skip ? reasons.join(' ') : kind]
  })
}

const text = (words: string) => `---\ntitle: Text\ndate: 2020-01-02\n---\n${words}\n`
const broken = (path: string) => `„${path}“ ist im Archiv beschädigt. Bitte packen Sie es noch einmal.`

test('[MOVE-2] [RUL-53] a damaged text of an archive is reported, and the others are imported', async () => {
  const files = {
    'hugo.toml': 'title = "Blog"\n',
    'content/post/a.md': text('Anton'),
    'content/post/b/index.md': text('Berta'),
    'content/post/b/notiz.md': text('Notiz'),
  }
  expect(await readFrom(files, 'Anton')).toEqual(
    expect.arrayContaining([
      ['content/post/a.md', broken('content/post/a.md')],
      ['content/post/b/index.md', 'article'],
    ]),
  )
  // Other files of a page's folder do not become texts because that page is damaged.
  expect(await readFrom(files, 'Berta')).toEqual(
    expect.arrayContaining([
      ['content/post/a.md', 'article'],
      ['content/post/b/index.md', broken('content/post/b/index.md')],
      ['content/post/b/notiz.md', expect.stringContaining('gehört zur Seite ihres Ordners')],
    ]),
  )
  expect(await readFrom({ 'a.md': text('Anton') }, 'Anton')).toBe(broken('a.md'))
})

test('[RUL-53] an archive with a damaged configuration or section is refused, since it may hide texts', async () => {
  const files = {
    'hugo.toml': 'title = "Blog"\nignoreFiles = ["geheim"]\n',
    'content/post/_index.md': '---\ncascade:\n  draft: true\n---\n',
    'content/post/a.md': text('Anton'),
  }
  expect(await readFrom(files, 'ignoreFiles')).toBe(broken('hugo.toml'))
  expect(await readFrom(files, 'cascade')).toBe(broken('content/post/_index.md'))
})
