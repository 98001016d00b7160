import { crc32, deflateSync } from 'node:zlib'
import type { Probe } from './probe.ts'
import { send, type World } from './world.ts'

/** Uploads that are no picture, too large a picture, or a picture with something else. */
export function imageProbes(): Probe[] {
  return [
    probe('PNG of many pixels', 'square of zeros, its side in pixels', 512, 32_768, (side) => png(side, side)),
    probe('PNG, wide', 'one line', 4096, 2 ** 20, (width) => png(width, 1)),
    probe('PNG, tall', 'one column', 4096, 2 ** 20, (height) => png(1, height)),
    probe('PNG that says more than it holds', 'IHDR alone is large', 4096, 2 ** 20, (side) => png(side, side, 1)),
    probe('PNG, cut', 'half of it', 256, 4096, (side) => png(side, side).subarray(0, side * 2)),
    probe('PNG with text chunks', 'tEXt again and again', 256, 2 ** 17, (times) =>
      withChunks(png(8, 8), chunk('tEXt', Buffer.from('Comment\0x')), times),
    ),
    probe('PNG with compressed text', 'zTXt of a million zeros', 16, 4096, (times) =>
      withChunks(
        png(8, 8),
        chunk('zTXt', Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(2 ** 20))])),
        times,
      ),
    ),
    probe('PNG with a compressed profile', 'iCCP of so many zeros', 2 ** 16, 2 ** 26, (size) =>
      withChunks(png(8, 8), chunk('iCCP', Buffer.concat([Buffer.from('a\0\0'), deflateSync(Buffer.alloc(size))])), 1),
    ),
    probe('GIF of many frames', 'frames of one pixel', 64, 2 ** 17, gif),
    probe('GIF on a large screen', 'frames on 4000 × 4000', 4, 4096, (frames) => gif(frames, 4000)),
    probe('JPEG of many segments', 'empty comments', 256, 2 ** 20, (times) =>
      Buffer.concat([
        Buffer.from([0xff, 0xd8]),
        Buffer.concat(Array.from({ length: times }, () => Buffer.from([0xff, 0xfe, 0, 2]))),
      ]),
    ),
    probe('JPEG and page', 'start of a JPEG, then HTML', 4096, 2 ** 22, (size) =>
      Buffer.concat([
        Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]),
        Buffer.from('JFIF\0<script>'),
        Buffer.alloc(size, '<a>'),
      ]),
    ),
    probe('GIF and page', 'start of a GIF, then HTML', 4096, 2 ** 22, (size) =>
      Buffer.concat([Buffer.from('GIF89a'), Buffer.alloc(size, '<!doctype html>')]),
    ),
    probe('SVG', 'groups in groups', 4096, 2 ** 22, (size) =>
      Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${'<g>'.repeat(size / 3)}`),
    ),
    ...MAGIC.map(([name, bytes]) =>
      probe(`start of ${name}`, Buffer.from(bytes).toString('hex'), 4096, 2 ** 22, (size) =>
        Buffer.concat([Buffer.from(bytes), Buffer.alloc(size)]),
      ),
    ),
    formProbe('many fields', '--x\r\nContent-Disposition: form-data; name="a{n}"\r\n\r\nb\r\n'),
    formProbe('half boundaries', '\r\n--'),
    formProbe('boundaries without end', '\r\n--x'),
    formProbe('a long header', 'Content-Disposition: form-data; name="', '--x\r\n'),
    formProbe('quotes of a name', '\\"', '--x\r\nContent-Disposition: form-data; name="f"; filename="'),
    formProbe('parameters of a name', '; a="b"', '--x\r\nContent-Disposition: form-data'),
    formProbe('a field without end', 'x', '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n'),
  ]
}

const MAGIC: [string, number[] | Uint8Array][] = [
  ['ASF', [0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11, 0xa6, 0xd9]],
  ['TIFF', [0x49, 0x49, 0x2a, 0, 8, 0, 0, 0, 255, 255]],
  ['Matroska', [0x1a, 0x45, 0xdf, 0xa3, 0xff]],
  ['ZIP', [0x50, 0x4b, 3, 4]],
  ['Ogg', [0x4f, 0x67, 0x67, 0x53]],
  ['ID3', [0x49, 0x44, 0x33, 3, 0, 0, 0, 0, 0, 0]],
  ['AVIF', Buffer.from('\0\0\0\x20ftypavif\0\0\0\0avifmif1')],
  ['HEIC', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0heic')],
  ['WebP', Buffer.from('RIFF\xff\xff\xff\x7fWEBPVP8X', 'latin1')],
]

function probe(kind: string, input: string, from: number, to: number, of: (size: number) => Buffer): Probe {
  return {
    kind: `image: ${kind}`,
    from,
    to,
    input,
    send: async (world, size) => {
      const bytes = of(size)
      const uploaded = await upload(world, bytes)
      if (uploaded.status !== 201) return [uploaded]
      const { id } = JSON.parse(uploaded.body)
      return [uploaded, await send(world, { method: 'DELETE', path: `/api/media/${id}`, token: world.token })]
    },
  }
}

function upload(world: World, body: Uint8Array) {
  const headers = { 'content-type': 'application/octet-stream' }
  return send(world, {
    method: 'POST',
    path: `/api/media?filename=bild-${world.next()}`,
    token: world.token,
    body,
    headers,
  })
}

/** A form that grows before its file. */
function formProbe(kind: string, unit: string, before = ''): Probe {
  return {
    kind: `form: ${kind}`,
    from: 4096,
    to: 2 ** 22,
    input: JSON.stringify([before, unit]),
    send: async (world, size) => {
      const middle = unit.includes('{n}')
        ? Array.from({ length: size / unit.length }, (_, index) => unit.replace('{n}', String(index))).join('')
        : unit.repeat(size / unit.length)
      const headers = { 'content-type': 'multipart/form-data; boundary=x' }
      const path = `/storage/v1/object/blog-media/${world.next()}.png`
      return [await send(world, { method: 'POST', path, token: world.token, body: before + middle, headers })]
    },
  }
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const whole = Buffer.alloc(body.length + 8)
  whole.writeUInt32BE(data.length)
  body.copy(whole, 4)
  whole.writeUInt32BE(crc32(body), body.length + 4)
  return whole
}

/** A black PNG of one bit per pixel; with `lines`, only part of its data. */
function png(width: number, height: number, lines = height): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const data = deflateSync(Buffer.alloc(lines * (1 + Math.ceil(width / 8))), { level: 9 })
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])
}

/** The picture with a chunk repeated after its header. */
function withChunks(picture: Buffer, extra: Buffer, times: number): Buffer {
  return Buffer.concat([picture.subarray(0, 33), ...Array.from({ length: times }, () => extra), picture.subarray(33)])
}

/** An animation of this many frames of one pixel, on a canvas of `side` pixels. */
function gif(frames: number, side = 1): Buffer {
  const head = Buffer.from([0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 0, 0, 0, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255])
  head.writeUInt16LE(side, 6)
  head.writeUInt16LE(side, 8)
  const frame = Buffer.from([0x21, 0xf9, 4, 0, 1, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0])
  return Buffer.concat([head, Buffer.alloc(frames * frame.length, frame), Buffer.from([0x3b])])
}
