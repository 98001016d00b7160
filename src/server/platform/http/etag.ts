import { createHash } from 'node:crypto'

/** Strong ETag of bytes. */
export function etagOf(bytes: Uint8Array | string): string {
  return etagOfHash(createHash('sha256').update(bytes).digest('hex'))
}

/** Strong ETag of bytes with this SHA-256 (hexadecimal). */
export function etagOfHash(sha256: string): string {
  return `"${Buffer.from(sha256, 'hex').toString('base64url').slice(0, 27)}"`
}
