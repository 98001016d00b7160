import { ApiError } from '../../../contract/errors.ts'

/**
 * The file of a form: the fields before it, the headers of its part, its bytes as a stream, and, once these are read,
 * the fields after it.
 */
export type FormFile = {
  fields: Map<string, string>
  filename: string
  bytes: AsyncIterable<Uint8Array>
  fieldsBehind: () => Promise<Map<string, string>>
}

const MAX_HEADER_BYTES = 16 * 1024
const MAX_FIELD_BYTES = 64 * 1024
const MAX_FIELDS = 20
const CRLF = '\r\n'

/**
 * Reads a `multipart/form-data` body up to its first file (docs/reference/auth-protocol.md §8: text fields come first;
 * the file field may have an empty name). The file is streamed through `bytes`. Null when the form has no file; 400
 * `validation_failed` when it is malformed or its fields are too large.
 */
export async function readFormFile(body: AsyncIterable<Uint8Array>, contentType: string): Promise<FormFile | null> {
  const boundary = /;\s*boundary=(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(contentType)
  const mark = boundary?.[1] ?? boundary?.[2]
  if (!mark) throw broken()
  const reader = new BoundaryReader(body, Buffer.from(`${CRLF}--${mark}`))
  // The preamble before the first boundary is ignored.
  await reader.collect(MAX_FIELD_BYTES)
  const { fields, filename } = await readFields(reader)
  if (filename === null) return null
  return { fields, filename, bytes: reader.part(), fieldsBehind: async () => (await readFields(reader)).fields }
}

/** Reads the fields up to the next file, whose name is returned, or to the end of the form. */
async function readFields(reader: BoundaryReader): Promise<{ fields: Map<string, string>; filename: string | null }> {
  const fields = new Map<string, string>()
  while (await reader.hasPart()) {
    const { name, filename } = disposition(await reader.headers())
    if (filename !== null) return { fields, filename }
    if (fields.size >= MAX_FIELDS) throw broken()
    fields.set(name, (await reader.collect(MAX_FIELD_BYTES)).toString('utf8'))
  }
  return { fields, filename: null }
}

function broken(): ApiError {
  const reason = 'Das Formular ist beschädigt oder unvollständig angekommen. Bitte noch einmal hochladen.'
  return new ApiError('validation_failed', { message: reason, fields: [{ field: 'file', reason }] })
}

/** Name and file name of a part; browsers write quotes and line breaks in them as %22, %0D and %0A. */
function disposition(headers: string): { name: string; filename: string | null } {
  const line = headers.split(CRLF).find((header) => /^content-disposition\s*:/i.test(header)) ?? ''
  const parameter = (key: string) => {
    const match = new RegExp(`;\\s*${key}="((?:[^"\\\\]|\\\\.)*)"`, 'i').exec(line)
    return (
      match?.[1]
        ?.replace(/\\(["\\])/g, '$1')
        .replaceAll('%22', '"')
        .replaceAll(/%0[ad]/gi, ' ') ?? null
    )
  }
  return { name: parameter('name') ?? '', filename: parameter('filename') }
}

/** Splits a stream at the boundary of a form. */
class BoundaryReader {
  readonly #source: AsyncIterator<Uint8Array>
  readonly #boundary: Buffer
  // The first boundary has no line break before it.
  #buffer: Buffer = Buffer.from(CRLF)
  #ended = false

  constructor(body: AsyncIterable<Uint8Array>, boundary: Buffer) {
    this.#source = body[Symbol.asyncIterator]()
    this.#boundary = boundary
  }

  async #more(): Promise<boolean> {
    if (this.#ended) return false
    const { done, value } = await this.#source.next()
    if (done) this.#ended = true
    else this.#buffer = Buffer.concat([this.#buffer, value])
    return !done
  }

  /** After a boundary: true when a part follows, false at the form's end. */
  async hasPart(): Promise<boolean> {
    while (this.#buffer.length < 2) if (!(await this.#more())) throw broken()
    const next = this.#buffer.subarray(0, 2).toString('latin1')
    if (next === '--') return false
    if (next !== CRLF) throw broken()
    // The line break stays: a part without headers begins with an empty line.
    return true
  }

  /** The headers of a part, read up to the empty line. */
  async headers(): Promise<string> {
    const end = Buffer.from(CRLF + CRLF)
    for (;;) {
      const at = this.#buffer.indexOf(end)
      if (at !== -1) {
        const text = this.#buffer.subarray(2, at).toString('utf8')
        this.#buffer = this.#buffer.subarray(at + end.length)
        return text
      }
      if (this.#buffer.length > MAX_HEADER_BYTES || !(await this.#more())) throw broken()
    }
  }

  /** Streams the bytes of the part up to the next boundary. */
  async *part(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const at = this.#buffer.indexOf(this.#boundary)
      if (at !== -1) {
        if (at > 0) yield this.#buffer.subarray(0, at)
        this.#buffer = this.#buffer.subarray(at + this.#boundary.length)
        return
      }
      // The boundary may begin in this chunk and end in the next one.
      const safe = this.#buffer.length - this.#boundary.length
      if (safe > 0) {
        yield this.#buffer.subarray(0, safe)
        this.#buffer = this.#buffer.subarray(safe)
      }
      if (!(await this.#more())) throw broken()
    }
  }

  /** Reads a small part as a whole. */
  async collect(maxBytes: number): Promise<Buffer> {
    const chunks: Uint8Array[] = []
    let size = 0
    for await (const chunk of this.part()) {
      size += chunk.byteLength
      if (size > maxBytes) throw broken()
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  }
}
