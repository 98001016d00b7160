import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context } from 'hono'
import { etagOf } from './headers.ts'
import { acceptsEncoding } from './encodings.ts'

/**
 * A file that is the same for every client while the server runs, with its compressed forms where they are worth it.
 */
export type HeldFile = { type: string; etag: string; plain: Buffer; br?: Buffer; gzip?: Buffer }

const COMPRESSIBLE = /^text\/|[/+](?:json|xml)\b/

/**
 * Prepares a file to be served from memory, compressed once at the highest level; `compressed` if that was done before.
 */
export async function holdFile(
  plain: Buffer,
  type: string,
  compressed?: Pick<HeldFile, 'br' | 'gzip'>,
): Promise<HeldFile> {
  const file = { type, etag: etagOf(plain), plain }
  if (compressed || !COMPRESSIBLE.test(type)) return { ...file, ...compressed }
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    promisify(gzip)(plain, { level: 9 }),
  ])
  return { ...file, br, gzip: gz }
}

/** Responds with a held file in the smallest form the client accepts; 304 if the client has it. */
export function answerWith(context: Context, file: HeldFile, headers: Record<string, string>): Response {
  const accepted = context.req.header('accept-encoding') ?? ''
  const encoding = (['br', 'gzip'] as const).find((name) => file[name] && acceptsEncoding(accepted, name))
  const etag = encoding ? `${file.etag.slice(0, -1)}-${encoding}"` : file.etag
  const known = { ...headers, ...(file.br && { Vary: 'Accept-Encoding' }), ETag: etag }
  if (context.req.header('if-none-match')?.includes(file.etag.slice(1, -1)))
    return new Response(null, { status: 304, headers: known })
  const bytes = (encoding && file[encoding]) ?? file.plain
  const described = { ...known, 'Content-Type': file.type, ...(encoding && { 'Content-Encoding': encoding }) }
  // All responses share the same bytes.
  return new Response(bytes as Uint8Array<ArrayBuffer>, { headers: described })
}
