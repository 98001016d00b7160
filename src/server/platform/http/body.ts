/** Levels of lists and objects a JSON body may have: none of ours has ten, and what reads one may call itself. */
export const MAX_DEPTH = 64
/** Values a JSON body may hold: ours have some hundreds, and each of them is looked at one after the other. */
export const MAX_VALUES = 20_000

/** Thrown by `readBody`; each protocol words it in its own way. */
export class BodyTooLarge extends Error {}

/** Thrown by `readBody` where the sender has gone in the middle: nobody reads the answer, and nothing here is broken. */
export class BodyCutOff extends Error {}

/**
 * The whole body of a request. Throws BodyTooLarge over the limit, at once where Content-Length says so; what of it is still on
 * its way then is `answerHonestly`'s business. Throws BodyCutOff where the rest of it never comes.
 */
export async function readBody(request: Request, maxBytes: number): Promise<Buffer> {
  try {
    return await wholeBody(request, maxBytes)
  } catch (error) {
    const isGone = (error as { code?: unknown }).code === 'ECONNRESET' || request.signal.aborted
    throw isGone ? new BodyCutOff('the sender has gone', { cause: error }) : error
  }
}

async function wholeBody(request: Request, maxBytes: number): Promise<Buffer> {
  const announced = request.headers.get('content-length')
  if (Number(announced ?? 0) > maxBytes) throw new BodyTooLarge()
  // Node takes no more than that; without a stream of the web's around it, which costs as much as all else about a small body.
  if (announced !== null) return Buffer.from(await request.arrayBuffer())
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = request.body?.getReader()
  while (reader) {
    const { done, value } = await reader.read()
    if (done) break
    size += value.byteLength
    if (size > maxBytes) throw new BodyTooLarge()
    chunks.push(value)
  }
  return Buffer.concat(chunks)
}

/** Bytes from which on a body is given back at once instead of when it is collected: dozens of them may wait for that. */
const LARGE = 64 * 1024

/** A body that was read, as text; of its bytes nothing is left. */
export function textOf(body: Buffer): string {
  const text = new TextDecoder().decode(body)
  // Small ones share their memory with others.
  if (body.byteLength >= LARGE && body.byteLength === body.buffer.byteLength && body.buffer instanceof ArrayBuffer)
    body.buffer.transfer(0)
  return text
}

/** The request with a body that was read before: whoever asks for it gets this text, which is held once. */
export function withText(request: Request, text: string): Request {
  return Object.create(request, {
    text: { value: async () => text },
    json: { value: async () => JSON.parse(text) as unknown },
    blob: { value: async () => new Blob([text]) },
  }) as Request
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const LIST = 0x5b
const LIST_END = 0x5d
const OBJECT = 0x7b
const OBJECT_END = 0x7d

/**
 * What is absurd about JSON, told by its bytes in one pass before it is parsed: it nests deeper than `MAX_DEPTH` or holds
 * more than `MAX_VALUES`; null when neither.
 */
export function absurdShape(json: Uint8Array): 'depth' | 'values' | null {
  let depth = 0
  let values = 1
  let inText = false
  for (let i = 0; i < json.length; i += 1) {
    const byte = json[i] as number
    // Compared one by one: asking two sets took twice as long, 75 ms for a number of four million digits.
    if (inText) {
      if (byte === BACKSLASH) i += 1
      else if (byte === QUOTE) inText = false
    } else if (byte === QUOTE) inText = true
    else if (byte === LIST || byte === OBJECT) {
      depth += 1
      values += 1
      if (depth > MAX_DEPTH) return 'depth'
    } else if (byte === LIST_END || byte === OBJECT_END) depth -= 1
    else if (byte === COMMA) values += 1
    if (values > MAX_VALUES) return 'values'
  }
  return null
}
