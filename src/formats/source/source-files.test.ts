import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SourceAddresses } from './addresses-in-source.ts'
import { openSource } from './source-files.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'source-files-'))
})
afterAll(() => rm(folder, { recursive: true }))

type Packed = { name: string | Uint8Array; data?: string; flags?: number; method?: number; mode?: number }
const UTF8 = 0x800

/** A zip with exactly these names, flags and methods, uncompressed. */
function zipOf(files: readonly Packed[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, data = 'Text', flags = 0, method = 0, mode = 0 } of files) {
    const bytes = Buffer.from(name as string)
    const content = Buffer.from(data)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(flags, 2)
    common.writeUInt16LE(method, 4)
    common.writeUInt32LE(crc32(content), 10)
    common.writeUInt32LE(content.length, 14)
    common.writeUInt32LE(content.length, 18)
    common.writeUInt16LE(bytes.length, 22)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(mode * 0x10000, 6)
    rest.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\u0001\u0002\u0014\0', 'latin1'), common, rest, bytes)
    const local = [Buffer.from('PK\u0003\u0004', 'latin1'), common, bytes, content]
    parts.push(...local)
    offset += local.reduce((sum, { length }) => sum + length, 0)
  }
  const entries = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(entries.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, entries, end])
}

let count = 0
async function opened(bytes: Uint8Array) {
  const path = join(folder, String((count += 1)))
  await writeFile(path, bytes)
  return openSource({ path, name: 'blog.zip' })
}
async function namesIn(...files: Packed[]): Promise<string[]> {
  const source = await opened(zipOf(files))
  for (const { path } of source.list()) expect((await source.read(path)).toString()).toBe('Text')
  source.close()
  return source.list().map(({ path }) => path)
}
const bytes = (...all: number[]) => Uint8Array.from(all)

test('names are UTF-8 with and without the flag, composed, and else CP437 or Windows-1252', async () => {
  const decomposed = 'Blog/Grüße.md'.normalize('NFD')
  expect(await namesIn({ name: decomposed }, { name: `__MACOSX/Blog/._x` }, { name: 'Blog/._Tür.png' })).toEqual([
    'Blog/Grüße.md',
  ])
  expect(await namesIn({ name: decomposed, flags: UTF8 })).toEqual(['Blog/Grüße.md'])
  expect(await namesIn({ name: 'Blog/Grüße.md' }, { name: decomposed })).toEqual(['Blog/Grüße.md', decomposed])
  expect(
    await namesIn({ name: 'a.md' }, { name: 'c/' }, { name: 'c/' }, { name: 'a.md' }, { name: 'b' }, { name: 'b' }),
  ).toEqual(['a.md', 'a (4).md', 'b', 'b (6)'])
  // `Grüße.md`, `Fuß.png` in code page 437, and in Windows-1252, also with the UTF-8 flag set.
  const dos = [bytes(0x47, 0x72, 0x81, 0xe1, 0x65), bytes(0x46, 0x75, 0xe1)]
  expect(await namesIn(...dos.map((name) => ({ name })))).toEqual(['Grüße', 'Fuß'])
  const windows = [bytes(0x47, 0x72, 0xfc, 0xdf, 0x65), bytes(0x46, 0x75, 0xdf), bytes(0x61, 0x96, 0xe4)]
  expect(await namesIn(...windows.map((name) => ({ name })))).toEqual(['Grüße', 'Fuß', 'a–ä'])
  expect(await namesIn({ name: windows[0]!, flags: UTF8 })).toEqual(['Grüße'])
  expect(await namesIn({ name: String.raw`Blog\Tür.png` })).toEqual(['Blog/Tür.png'])
})

test('files of one name all get distinct names, and links are reported', async () => {
  const names = ['a (3).md', 'a.md', 'a.md', 'a.md', 'a (4).md']
  expect(await namesIn(...names.map((name) => ({ name })))).toEqual([
    'a (3).md',
    'a.md',
    'a (5).md',
    'a (6).md',
    'a (4).md',
  ])
  const source = await opened(zipOf([{ name: 'a.md' }, { name: 'b.md', mode: 0o120777 }]))
  expect(source.list()).toEqual([{ path: 'a.md', bytes: 4 }])
  expect(source.links).toEqual(['b.md'])
  source.close()
})

test('an archive is found after a program and before other bytes', async () => {
  const zip = zipOf([{ name: 'a.md' }])
  const looksLikeAnEnd = Buffer.from(`${'PK\u0005\u0006'.repeat(20)}${'x'.repeat(70_000)}`, 'latin1')
  for (const around of [
    [zip, Buffer.alloc(1)],
    [Buffer.from('MZ program'), zip],
    [Buffer.from('#!/bin/sh\n'), zip, Buffer.from('\r\n--boundary--')],
    [zip, looksLikeAnEnd],
  ]) {
    const source = await opened(Buffer.concat(around))
    expect(source.list()).toEqual([{ path: 'a.md', bytes: 4 }])
    expect((await source.read('a.md')).toString()).toBe('Text')
    source.close()
  }
  const cut = zip.subarray(0, -30)
  await expect(opened(cut)).rejects.toThrow('beschädigt')
  const text = await opened(
    Buffer.from('Ein Text, der von PK\u0005\u0006 spricht und sonst von nichts mehr.', 'latin1'),
  )
  expect(text.list()).toHaveLength(1)
})

test('an archive that cannot be unpacked is refused with advice', async () => {
  const one = (entry: Partial<Packed>) => opened(zipOf([{ name: 'a.md', ...entry }]))
  await expect(one({ method: 12 })).rejects.toThrow(
    'mit bzip2 gepackt, was hier nicht geöffnet wird. Bitte packen Sie es als gewöhnliches ZIP',
  )
  await expect(one({ method: 14 })).rejects.toThrow('LZMA')
  await expect(one({ method: 77 })).rejects.toThrow('dem Verfahren 77')
  await expect(one({ flags: 1, method: 99 })).rejects.toThrow('Passwort')
  await expect(one({ name: 'a/'.repeat(1001) })).rejects.toThrow('mit mehr als 2.000 Zeichen')
})

test('names that lead outside an archive become names inside it', async () => {
  const written = ['../a.md', '/a.md', 'C:/b.md', String.raw`c\..\..\d.md`, './e.md', '..', '../', 'Blog//f.md']
  const source = await opened(zipOf(written.map((name) => ({ name }))))
  expect(source.list().map(({ path }) => path)).toEqual([
    'a.md',
    'a (2).md',
    'b.md',
    'c/d.md',
    'e.md',
    'datei',
    'Blog/f.md',
  ])
  expect((await source.read('a (2).md')).toString()).toBe('Text')
  source.close()
})

test('pictures are found under names that differ in composition or case', () => {
  const found = new SourceAddresses(['Blog/Tür.png', 'Blog/Bild.png', 'Blog/bild.png', 'Blog/text.md'])
  expect(found.resolve('Tür.png'.normalize('NFD'), 'Blog/text.md')).toBe('Blog/Tür.png')
  expect(found.resolve(encodeURIComponent('Tür.png'.normalize('NFD')), 'Blog/text.md')).toBe('Blog/Tür.png')
  expect(found.resolve('bild.png', 'Blog/text.md')).toBe('Blog/bild.png')
  expect(found.resolve('BILD.PNG', 'Blog/text.md')).toBe('Blog/Bild.png')
})
