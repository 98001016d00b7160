import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type ServerProcess } from '../../../../tests/support/server-process.ts'
import { callAs, type Call } from '../../../../tests/support/test-app.ts'

const MEMORY_LIMIT_MB = 400

let server: ServerProcess
let call: Call
let before: string[]

beforeAll(async () => {
  server = await startServer({ env: { AUTH_RATE_LIMIT_SIGNUP: 'off' } })
  const account = { email: 'inhaberin@redaktion.example', password: 'ein langes Passwort' }
  const { body } = await callAs(server.url)('POST', '/auth/v1/signup', account)
  call = callAs(server.url, body.access_token)
  before = await filesAround(server.dataDir)
})
afterAll(async () => {
  await server?.stop()
})

/** Paths in the data folder, beside it and at the root, where a name with `../` would lead. */
async function filesAround(dataDir: string): Promise<string[]> {
  const paths = await Promise.all(
    [dataDir, process.cwd(), '/'].map(async (folder) => (await readdir(folder)).map((name) => join(folder, name))),
  )
  return paths.flat()
}

const base = (width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 3, background: { r: 180, g: 60, b: 60 } } })
const jpeg = () => base().jpeg().toBuffer()
const png = () => base().png().toBuffer()

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc(body))
  return Buffer.concat([length, body, sum])
}
function crc(bytes: Buffer): number {
  let value = 0xffffffff
  for (const byte of bytes) {
    value ^= byte
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  }
  return (value ^ 0xffffffff) >>> 0
}
/** A PNG whose header size may differ from its data. */
function pngOf(width: number, height: number, data: Buffer, extra: Buffer[] = []): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 0, 0, 0, 0], 8)
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    ...extra,
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
/** The same as a GIF that declares `width` × `height`. */
function gifOf(width: number, height: number, frames = 1): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt16LE(width, 0)
  size.writeUInt16LE(height, 2)
  const frame = Buffer.concat([Buffer.from('2c00000000', 'hex'), size, Buffer.from('00024c01003b'.slice(0, 10), 'hex')])
  return Buffer.concat([
    Buffer.from('GIF89a'),
    size,
    Buffer.from('800000ffffff000000', 'hex'),
    ...Array.from({ length: frames }, () => frame),
    Buffer.from('3b', 'hex'),
  ])
}

const script = '<script>alert(document.domain)</script>'
const html = `<!doctype html><html><body>${script}</body></html>`
const svg = `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><image href="file:///etc/passwd"/></svg>`

type Case = {
  what: string
  filename: string
  bytes: () => Buffer | Promise<Buffer>
  /** The German error message, or the resulting image. */
  refused?: { status: 400 | 413 | 415; saying: RegExp }
  clean?: { mime_type: string; width: number; height: number; filename?: string }
}

const small = { width: 60, height: 40 }
const CASES: Case[] = [
  {
    what: 'nothing at all',
    filename: 'leer.jpg',
    bytes: () => Buffer.alloc(0),
    refused: { status: 400, saying: /ist leer/ },
  },
  {
    what: 'a single byte',
    filename: 'eins.jpg',
    bytes: () => Buffer.from([0xff]),
    refused: { status: 415, saying: /kein Bild/ },
  },
  {
    what: 'the magic bytes of a JPEG alone',
    filename: 'magie.jpg',
    bytes: () => Buffer.from('ffd8ffe000104a46494600', 'hex'),
    refused: { status: 400, saying: /beschädigt/ },
  },
  {
    what: 'noise',
    filename: 'rauschen.png',
    bytes: () => createHash('sha512').update('x').digest(),
    refused: { status: 415, saying: /kein Bild/ },
  },
  { what: 'SVG', filename: 'vektor.svg', bytes: () => Buffer.from(svg), refused: { status: 415, saying: /SVG-Datei/ } },
  {
    what: 'SVG called PNG',
    filename: 'vektor.png',
    bytes: () => Buffer.from(svg),
    refused: { status: 415, saying: /SVG-Datei/ },
  },
  {
    what: 'SVG behind a byte order mark and a comment',
    filename: 'bom.png',
    bytes: () => Buffer.from(`\ufeff<!-- ${'x'.repeat(500)} -->${svg.slice(21)}`),
    refused: { status: 415, saying: /SVG-Datei/ },
  },
  {
    what: 'SVG in UTF-16',
    filename: 'breit.svg',
    bytes: () => Buffer.from(`\ufeff${svg.slice(21)}`, 'utf16le'),
    refused: { status: 415, saying: /SVG-Datei/ },
  },
  {
    what: 'HTML called JPEG',
    filename: 'seite.jpg',
    bytes: () => Buffer.from(html),
    refused: { status: 415, saying: /HTML-Datei/ },
  },
  {
    what: 'a script without a page',
    filename: 'x.gif',
    bytes: () => Buffer.from(script),
    refused: { status: 415, saying: /HTML-Datei/ },
  },
  {
    what: 'GIF and JavaScript at once',
    filename: 'polyglott.gif',
    bytes: () => Buffer.from(`GIF89a/*${'\u0000'.repeat(20)}*/=1;alert(1)`, 'latin1'),
    refused: { status: 400, saying: /beschädigt/ },
  },
  {
    what: 'a PDF called JPEG',
    filename: 'akte.jpg',
    bytes: () => Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n'),
    refused: { status: 415, saying: /kein Bild/ },
  },
  {
    what: 'a ZIP called PNG',
    filename: 'archiv.png',
    bytes: () => Buffer.from('504b0304140000000800', 'hex'),
    refused: { status: 415, saying: /kein Bild/ },
  },
  {
    what: 'a program called PNG',
    filename: 'programm.png',
    bytes: () => Buffer.concat([Buffer.from('7f454c4602010100', 'hex'), Buffer.alloc(200)]),
    refused: { status: 415, saying: /kein Bild/ },
  },
  {
    what: 'TIFF',
    filename: 'scan.tif',
    bytes: () => base().tiff().toBuffer(),
    refused: { status: 415, saying: /kein Bild, das Blog CMS kennt/ },
  },
  {
    what: 'BMP',
    filename: 'alt.bmp',
    bytes: () => Buffer.concat([Buffer.from('424d46000000000000003600000028000000', 'hex'), Buffer.alloc(60)]),
    refused: { status: 415, saying: /kein Bild/ },
  },
  {
    what: 'HEIC by its box',
    filename: 'IMG_0001.HEIC',
    bytes: () => Buffer.concat([Buffer.from('0000001c66747970686569630000000068656963', 'hex'), Buffer.alloc(40)]),
    refused: { status: 415, saying: /HEIC-Bild.*als JPEG exportieren/ },
  },
  {
    what: 'AVIF cut short',
    filename: 'kurz.avif',
    bytes: async () => (await base().avif().toBuffer()).subarray(0, 180),
    refused: { status: 400, saying: /beschädigt/ },
  },
  {
    what: 'JPEG cut in the middle',
    filename: 'halb.jpg',
    bytes: async () => {
      const whole = await base(900, 700).jpeg().toBuffer()
      return whole.subarray(0, whole.length / 2)
    },
    refused: { status: 400, saying: /beschädigt/ },
  },
  {
    what: 'PNG cut in the middle',
    filename: 'halb.png',
    bytes: async () => {
      const whole = await sharp(createNoise(200), { raw: { width: 200, height: 200, channels: 3 } })
        .png()
        .toBuffer()
      return whole.subarray(0, whole.length / 2)
    },
    refused: { status: 400, saying: /beschädigt/ },
  },
  {
    what: 'PNG with a wrong check sum',
    filename: 'summe.png',
    bytes: async () => {
      const whole = Buffer.from(await png())
      whole[whole.length - 20] = (whole[whole.length - 20] ?? 0) ^ 0xff
      return whole
    },
    refused: { status: 400, saying: /beschädigt/ },
  },
  {
    what: 'PNG of 30,000 × 30,000',
    filename: 'riesig.png',
    bytes: () => pngOf(30_000, 30_000, deflateSync(Buffer.alloc(30_001 * 100))),
    refused: { status: 400, saying: /30\.000 × 30\.000 Bildpunkten zu groß/ },
  },
  {
    what: 'PNG that says 4 billion pixels a side',
    filename: 'unendlich.png',
    bytes: () => pngOf(0x7fffffff, 0x7fffffff, deflateSync(Buffer.alloc(10))),
    refused: { status: 400, saying: /beschädigt|zu groß/ },
  },
  {
    what: 'a bomb: 8,000 × 8,000 grey in 64 KB',
    filename: 'bombe.png',
    bytes: () => pngOf(8000, 8000, deflateSync(Buffer.alloc(8001 * 8000), { level: 9 })),
    clean: { mime_type: 'image/png', width: 8000, height: 8000 },
  },
  {
    what: 'a bomb in its text',
    filename: 'textbombe.png',
    bytes: () =>
      pngOf(10, 10, deflateSync(Buffer.alloc(110)), [
        chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(60_000_000))])),
      ]),
    clean: { mime_type: 'image/png', width: 10, height: 10 },
  },
  {
    what: 'JPEG of 60,000 × 60,000 by its header',
    filename: 'kopf.jpg',
    bytes: async () => withJpegSize(await jpeg(), 60_000, 60_000),
    refused: { status: 400, saying: /60\.000 × 60\.000/ },
  },
  {
    what: 'GIF of 60,000 × 60,000',
    filename: 'gross.gif',
    bytes: () => gifOf(60_000, 60_000),
    refused: { status: 400, saying: /zu groß|beschädigt/ },
  },
  {
    what: 'GIF of 2,000 frames of a megapixel',
    filename: 'film.gif',
    bytes: () => gifOf(1000, 1000, 2000),
    refused: { status: 400, saying: /zu groß|beschädigt/ },
  },
  {
    what: 'a file over the limit',
    filename: 'schwer.jpg',
    bytes: async () => Buffer.concat([await jpeg(), Buffer.alloc(51 * 1024 * 1024)]),
    refused: { status: 413, saying: /größer als 50 MB/ },
  },
  {
    what: 'CMYK',
    filename: 'druck.jpg',
    bytes: () => base().toColourspace('cmyk').jpeg().toBuffer(),
    clean: { mime_type: 'image/jpeg', ...small },
  },
  { what: 'PNG called JPEG', filename: 'falsch.jpg', bytes: png, clean: { mime_type: 'image/png', ...small } },
  {
    what: 'JPEG without ending',
    filename: 'ohne',
    bytes: jpeg,
    clean: { mime_type: 'image/jpeg', ...small, filename: 'ohne' },
  },
  {
    what: 'JPEG with a page behind it',
    filename: 'anhang.jpg',
    bytes: async () => Buffer.concat([await jpeg(), Buffer.from(html)]),
    clean: { mime_type: 'image/jpeg', ...small },
  },
  {
    what: 'PNG with a ZIP behind it',
    filename: 'anhang.png',
    bytes: async () => Buffer.concat([await png(), Buffer.from('504b0304', 'hex'), Buffer.from(script)]),
    clean: { mime_type: 'image/png', ...small },
  },
  {
    what: 'JPEG with a script in its comment',
    filename: 'kommentar.jpg',
    bytes: async () => withJpegComment(await jpeg(), script),
    clean: { mime_type: 'image/jpeg', ...small },
  },
  {
    what: 'PNG with a script in its text',
    filename: 'text.png',
    bytes: () => pngOf(10, 10, deflateSync(Buffer.alloc(110)), [chunk('tEXt', Buffer.from(`Comment\0${script}`))]),
    clean: { mime_type: 'image/png', width: 10, height: 10 },
  },
  {
    what: 'JPEG with position and author',
    filename: 'gps.jpg',
    bytes: () =>
      base()
        .withExif({ IFD0: { Artist: script }, IFD3: { GPSLatitude: '52/1 31/1 0/1' } })
        .jpeg()
        .toBuffer(),
    clean: { mime_type: 'image/jpeg', ...small },
  },
  {
    what: 'WebP with XMP',
    filename: 'xmp.webp',
    bytes: () => base().withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${script}</x:xmpmeta>`).webp().toBuffer(),
    clean: { mime_type: 'image/webp', ...small },
  },
  {
    what: 'one pixel',
    filename: 'punkt.png',
    bytes: () => base(1, 1).png().toBuffer(),
    clean: { mime_type: 'image/png', width: 1, height: 1 },
  },
  {
    what: 'a strip of 1 × 20,000',
    filename: 'streifen.png',
    bytes: () => base(1, 20_000).png().toBuffer(),
    clean: { mime_type: 'image/png', width: 1, height: 20_000 },
  },
  {
    what: 'a name that climbs',
    filename: '../../../../tmp/../etc/hoch.jpg',
    bytes: jpeg,
    clean: { mime_type: 'image/jpeg', ...small, filename: 'hoch.jpg' },
  },
  {
    what: 'a name that climbs on Windows',
    filename: '..\\..\\Windows\\hoch.jpg',
    bytes: jpeg,
    clean: { mime_type: 'image/jpeg', ...small, filename: 'hoch.jpg' },
  },
  {
    what: 'a name that is only dots',
    filename: '..',
    bytes: jpeg,
    clean: { mime_type: 'image/jpeg', ...small, filename: 'bild' },
  },
  {
    what: 'a name with line breaks and a bell',
    filename: 'a\r\nSet-Cookie: x\u0007.jpg',
    bytes: jpeg,
    clean: { mime_type: 'image/jpeg', ...small, filename: 'aSet-Cookie: x.jpg' },
  },
  {
    what: 'a name that turns the direction of writing',
    filename: 'foto\u202egpj.exe',
    bytes: jpeg,
    clean: { mime_type: 'image/jpeg', ...small, filename: 'fotogpj.exe' },
  },
  { what: 'a name of emoji', filename: '🏳️‍🌈👩🏽‍🚀.jpg', bytes: jpeg, clean: { mime_type: 'image/jpeg', ...small } },
  {
    what: 'a name of 300 characters',
    filename: `${'ä'.repeat(300)}.jpg`,
    bytes: jpeg,
    clean: { mime_type: 'image/jpeg', ...small, filename: `${'ä'.repeat(196)}.jpg` },
  },
  {
    what: 'a name that is markup',
    filename: '<img src=x onerror=alert(1)>.jpg',
    bytes: jpeg,
    clean: { mime_type: 'image/jpeg', ...small, filename: '<img src=x onerror=alert(1)>.jpg' },
  },
  {
    what: 'a name that asks the database',
    filename: "'; drop table media_assets; --.jpg",
    bytes: jpeg,
    clean: { mime_type: 'image/jpeg', ...small },
  },
]

function createNoise(side: number): Buffer {
  const bytes = Buffer.alloc(side * side * 3)
  let seed = 7
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = (seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff) >> 16
  return bytes
}
function withJpegSize(bytes: Buffer, width: number, height: number): Buffer {
  const copy = Buffer.from(bytes)
  const frame = copy.indexOf(Buffer.from('ffc0', 'hex'))
  copy.writeUInt16BE(height, frame + 5)
  copy.writeUInt16BE(width, frame + 7)
  return copy
}
function withJpegComment(bytes: Buffer, comment: string): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(comment.length + 2)
  return Buffer.concat([
    bytes.subarray(0, 2),
    Buffer.from('fffe', 'hex'),
    length,
    Buffer.from(comment),
    bytes.subarray(2),
  ])
}

async function peakMegabytes(): Promise<number> {
  const status = await readFile(`/proc/${server.pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

test.each(CASES)('hostile upload: $what', async ({ filename, bytes, refused, clean }) => {
  const { status, body } = await call('POST', `/api/media?filename=${encodeURIComponent(filename)}`, await bytes(), {
    'content-type': 'image/jpeg',
  })
  if (refused) {
    expect([status, body.message]).toEqual([refused.status, expect.stringMatching(refused.saying)])
    expect(body.message).toContain('„')
    return
  }
  expect([status, body.message]).toEqual([201, undefined])
  expect(body).toMatchObject(clean ?? {})
  const served = await fetch(server.url + body.url)
  expect(served.headers.get('x-content-type-options')).toBe('nosniff')
  expect(served.headers.get('content-type')).toBe(body.mime_type)
  const stored = Buffer.from(await served.arrayBuffer())
  for (const trace of ['script', 'alert', 'GPS', '<html', 'PK\u0003\u0004'])
    expect(stored.includes(trace), trace).toBe(false)
  const { width, height, exif, xmp, space } = await sharp(stored, { limitInputPixels: false }).metadata()
  expect({ width, height, exif, xmp }).toEqual({
    width: body.width,
    height: body.height,
    exif: undefined,
    xmp: undefined,
  })
  expect(['srgb', 'b-w']).toContain(space)
})

test('a NUL in the name is refused', async () => {
  const { status, body } = await call('POST', '/api/media?filename=a%00.jpg', await jpeg())
  expect([status, body.fields?.[0]?.field]).toEqual([400, 'filename'])
})

test('eight large concurrent photos are processed one by one', async () => {
  const photo = await sharp({
    create: {
      width: 6000,
      height: 4000,
      channels: 3,
      background: 'teal',
      noise: { type: 'gaussian', mean: 128, sigma: 20 },
    },
  })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) => call('POST', `/api/media?filename=gross-${index}.jpg`, photo)),
  )
  expect(answers.map(({ status, body }) => [status, body.width, body.height])).toEqual(
    answers.map(() => [201, 4000, 6000]),
  )
})

test('afterwards nothing is outside the data folder, no temporary file is left, and memory stayed small', async () => {
  const peak = await peakMegabytes()
  expect(peak).toBeLessThan(MEMORY_LIMIT_MB)
  // Both folders are made on demand: by a picture, or by the test write of /readyz.
  const ours = ['media', 'uploads'].map((name) => join(server.dataDir, name))
  expect(new Set(await filesAround(server.dataDir))).toEqual(new Set([...before, ...ours]))
  // A picture whose sizes are being made is there, too.
  await expect.poll(() => readdir(join(server.dataDir, 'uploads'))).toEqual([])
  const stored = await readdir(join(server.dataDir, 'media', 'blog-media'))
  for (const name of stored) expect(name).toMatch(/^[0-9a-f-]{36}\.(jpg|png|webp)$/)
  expect(stored).toHaveLength((await call('GET', '/api/media?limit=200')).body.total)
  // For the record, in the report of the run.
  console.log(`peak memory of the server: ${peak.toFixed(0)} MB, ${stored.length} images stored`)
})
