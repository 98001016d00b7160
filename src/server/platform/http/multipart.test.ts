import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readFormFile } from './multipart.ts'

const MARK = '----grenze'
const TYPE = `multipart/form-data; boundary=${MARK}`

/** The bytes of a form, cut into chunks of the given lengths. */
async function* chunked(bytes: Buffer, lengths: number[]): AsyncGenerator<Uint8Array> {
  let at = 0
  for (const length of lengths) {
    if (length > 0) yield bytes.subarray(at, at + length)
    at += length
  }
  if (at < bytes.length) yield bytes.subarray(at)
}

const form = (content: Buffer) =>
  Buffer.concat([
    Buffer.from(`--${MARK}\r\nContent-Disposition: form-data; name="cacheControl"\r\n\r\n3600\r\n`),
    Buffer.from(
      `--${MARK}\r\nContent-Disposition: form-data; name=""; filename="Grüße %22A%22.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`,
    ),
    content,
    Buffer.from(`\r\n--${MARK}--\r\n`),
  ])

async function collect(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of bytes) chunks.push(chunk)
  return Buffer.concat(chunks)
}

test('a file arrives byte for byte, however the network splits the form', async () => {
  // Fragments of the boundary inside the file would confuse a careless parser.
  const piece = fc.oneof(
    fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
    fc.constantFrom('\r\n', '\r\n--', `\r\n--${MARK.slice(0, 6)}`, `--${MARK}x`).map((text) => Buffer.from(text)),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(piece, { maxLength: 12 }),
      fc.array(fc.nat(30), { maxLength: 60 }),
      async (pieces, cuts) => {
        const content = Buffer.concat(pieces)
        fc.pre(!content.includes(`\r\n--${MARK}`))
        const file = await readFormFile(chunked(form(content), cuts), TYPE)
        expect(file?.filename).toBe('Grüße "A".jpg')
        expect(file?.fields.get('cacheControl')).toBe('3600')
        expect((await collect(file?.bytes ?? chunked(Buffer.alloc(0), []))).equals(content)).toBe(true)
      },
    ),
    { numRuns: 300 },
  )
})

test('broken forms are refused, one without a file is null', async () => {
  const whole = form(Buffer.from('Inhalt'))
  const read = async (bytes: Buffer, type = TYPE) => {
    const file = await readFormFile(chunked(bytes, []), type)
    return file && collect(file.bytes)
  }
  await expect(read(whole, 'multipart/form-data')).rejects.toThrow('beschädigt')
  await expect(read(whole.subarray(0, whole.length - 12))).rejects.toThrow('beschädigt')
  await expect(read(Buffer.from('ganz etwas anderes'))).rejects.toThrow('beschädigt')
  const large = `--${MARK}\r\nContent-Disposition: form-data; name="metadata"\r\n\r\n${'x'.repeat(70_000)}\r\n--${MARK}--`
  await expect(read(Buffer.from(large))).rejects.toThrow('beschädigt')
  const fields = `--${MARK}\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--${MARK}--\r\n`
  expect(await read(Buffer.from(fields))).toBeNull()
})
