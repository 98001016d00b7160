import { mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ContentWriter, readContents } from './file/contents.ts'
import { frameWriter, UnreadableBackup } from './file/frames.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'blog-cms-format-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const TABLE = { name: 'articles', columns: ['id', 'text', 'version'] }
const ROWS = Array.from({ length: 300 }, (_, place) => [`id-${place}`, `Text ${place} `.repeat(place % 40), place])
const PICTURE = randomBytes(280_000)

async function write(passphrase?: string): Promise<Buffer> {
  const path = join(folder, `${crypto.randomUUID()}.backup`)
  const file = await open(path, 'wx')
  const writer = new ContentWriter(await frameWriter(file, { createdAt: new Date(0), passphrase }))
  await writer.start({ begin: 'backup', at: new Date(0).toISOString(), migrations: ['0001'], secret: 'x' })
  await writer.table(TABLE, Readable.from([ROWS]))
  await writer.file('blog-media/bild.png', Readable.from([PICTURE.subarray(0, 9), PICTURE.subarray(9)]))
  await writer.end()
  await file.close()
  return readFile(path)
}

async function read(bytes: Buffer, passphrase?: string) {
  const rows: unknown[] = []
  const parts: Buffer[] = []
  const source = Readable.from(pieces(bytes), { objectMode: false })
  for await (const piece of readContents(source, passphrase)) {
    if (piece.kind === 'row') rows.push(piece.values)
    if (piece.kind === 'bytes') parts.push(piece.bytes)
  }
  return { rows, picture: Buffer.concat(parts) }
}

function* pieces(bytes: Buffer) {
  for (let start = 0; start < bytes.byteLength; start += 50_001) yield bytes.subarray(start, start + 50_001)
}

// Needs no database.
const once = process.env.TEST_DIALECT === 'postgres' ? describe.skip : describe

once.each([undefined, 'Eine Nachtigall im Oktober'])('a backup with the passphrase %s', (passphrase) => {
  test('is read back completely', async () => {
    const { rows, picture } = await read(await write(passphrase), passphrase)
    expect(rows).toEqual(ROWS)
    expect(picture.equals(PICTURE)).toBe(true)
  })

  test('[RUL-55] is refused when any byte is altered', async () => {
    const whole = await write(passphrase)
    // The edges of the opening and of the first and last frame one by one, the rest at random.
    const edges = Array.from({ length: 90 }, (_, place) => place)
    const ends = edges.map((place) => whole.byteLength - 1 - place)
    const tries = passphrase === undefined ? 300 : 20
    const places = [
      ...edges,
      ...ends,
      ...Array.from({ length: tries }, () => Math.floor(Math.random() * whole.byteLength)),
    ]
    for (const place of passphrase === undefined ? places : places.filter((_, index) => index % 8 === 0)) {
      const altered = Buffer.from(whole)
      altered[place] = altered[place]! ^ (1 << Math.floor(Math.random() * 8))
      await expect(read(altered, passphrase), `byte ${place}`).rejects.toBeInstanceOf(UnreadableBackup)
    }
  })

  test('is refused when truncated at any position', async () => {
    const whole = await write(passphrase)
    for (const length of [0, 14, 15, 60, 400, whole.byteLength - 1, Math.floor(whole.byteLength / 2)])
      await expect(read(whole.subarray(0, length), passphrase), `${length} bytes`).rejects.toBeInstanceOf(
        UnreadableBackup,
      )
  })
})

test.skipIf(process.env.TEST_DIALECT === 'postgres')(
  'two backups with one passphrase share no key: equal contents look different',
  async () => {
    const passphrase = 'Eine Nachtigall im Oktober'
    const [one, two] = [await write(passphrase), await write(passphrase)]
    expect(one.subarray(400, 900).equals(two.subarray(400, 900))).toBe(false)
  },
)
