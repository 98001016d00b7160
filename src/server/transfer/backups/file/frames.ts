import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes, scrypt } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { deflateRaw, inflateRaw } from 'node:zlib'

// The outer layer of a backup (docs/reference/operations.md): a signature line, a line about the encryption, then
// frames, each of which is sealed together with all before it.

const MAGIC = 'BLOGCMS-BACKUP'
/** The version of the format; others are refused. */
export const FORMAT = 1
/** Bytes of a frame before compression. */
const FRAME_BYTES = 256 * 1024
const HEAD_BYTES = 5
const DEFLATED = 1
const LAST = 2
const OPENING_BYTES = 4096
const SCRYPT = { N: 32_768, r: 8, p: 1 }

/** Why a file is refused, in German. */
export class UnreadableBackup extends Error {}

const damaged = (what: string) =>
  new UnreadableBackup(`Die Sicherung ist beschädigt (${what}). Es wurde nichts geändert.`)

/** Content of the second line. */
type OpeningLine = {
  format: number
  created_at: string
  encryption: null | { cipher: string; kdf: string; N: number; r: number; p: number; salt: string; check: string }
}

/** Seals and opens frames: with a key where there is a passphrase, else by a chain of hashes. */
type Seal = {
  bytes: number
  close: (head: Buffer, body: Buffer) => Buffer[]
  /** The body; null if it was altered. */
  open: (head: Buffer, body: Buffer, seal: Buffer) => Buffer | null
}

/** Writes a backup into an open file: `write` for its content, then `end`. */
export async function frameWriter(
  file: FileHandle,
  { createdAt, passphrase }: { createdAt: Date; passphrase?: string },
) {
  const salt = randomBytes(16)
  const key = passphrase === undefined ? null : await keyOf(passphrase, salt)
  const encryption = key && {
    cipher: 'aes-256-gcm',
    kdf: 'scrypt',
    ...SCRYPT,
    salt: salt.toString('base64'),
    check: checkOf(key),
  }
  const line: OpeningLine = { format: FORMAT, created_at: createdAt.toISOString(), encryption }
  const opening = Buffer.from(`${MAGIC}\n${JSON.stringify(line)}\n`)
  await file.writeFile(opening)
  const seal = key ? keyedSeal(key, opening) : chainedSeal(opening)
  let waiting: Buffer[] = []
  let bytes = 0

  const close = async (plain: Buffer, last: boolean) => {
    const small = await promisify<Buffer, { level: number }, Buffer>(deflateRaw)(plain, { level: 1 })
    const body = small.byteLength < plain.byteLength ? small : plain
    const head = Buffer.alloc(HEAD_BYTES)
    head.writeUInt8((body === small ? DEFLATED : 0) | (last ? LAST : 0), 0)
    head.writeUInt32BE(body.byteLength, 1)
    for (const part of [head, ...seal.close(head, body)]) await writeAll(file, part)
  }
  return {
    async write(part: Buffer): Promise<void> {
      waiting.push(part)
      bytes += part.byteLength
      if (bytes < FRAME_BYTES) return
      const all = Buffer.concat(waiting)
      let start = 0
      for (; all.byteLength - start >= FRAME_BYTES; start += FRAME_BYTES)
        await close(all.subarray(start, start + FRAME_BYTES), false)
      waiting = [Buffer.from(all.subarray(start))]
      bytes = all.byteLength - start
    },
    end: () => close(Buffer.concat(waiting), true),
  }
}
export type FrameWriter = Awaited<ReturnType<typeof frameWriter>>

async function writeAll(file: FileHandle, bytes: Buffer): Promise<void> {
  for (let written = 0; written < bytes.byteLength;)
    written += (await file.write(bytes, written, bytes.byteLength - written)).bytesWritten
}

/**
 * The content of a backup in pieces, each of them verified. Throws `UnreadableBackup` for a file that is no backup, of
 * a newer version, encrypted with another passphrase, truncated or altered in a single bit.
 */
export async function* readFrames(source: Readable, passphrase?: string): AsyncGenerator<Buffer> {
  const bytes = new ByteReader(source)
  const { line, raw } = await readOpeningLine(bytes)
  const seal = await sealFor(line, raw, passphrase)
  for (let last = false; !last;) {
    const head = await bytes.take(HEAD_BYTES)
    const flags = head.readUInt8(0)
    const length = head.readUInt32BE(1)
    if (flags > 3 || length > FRAME_BYTES) throw damaged('Rahmen')
    last = (flags & LAST) !== 0
    const body = await bytes.take(length)
    const opened = seal.open(head, body, await bytes.take(seal.bytes))
    if (!opened) throw damaged('Prüfsumme')
    yield (flags & DEFLATED) === 0 ? opened : await inflate(opened)
  }
  if (!(await bytes.isAtEnd())) throw damaged('Anhang')
}

async function inflate(bytes: Buffer): Promise<Buffer> {
  try {
    return await promisify<Buffer, { maxOutputLength: number }, Buffer>(inflateRaw)(bytes, {
      maxOutputLength: FRAME_BYTES,
    })
  } catch {
    throw damaged('Rahmen')
  }
}

async function readOpeningLine(bytes: ByteReader): Promise<{ line: OpeningLine; raw: Buffer }> {
  const foreign = new UnreadableBackup('Diese Datei ist keine Sicherung von Blog CMS. Es wurde nichts geändert.')
  const magic = await bytes.takeLine(MAGIC.length + 1).catch(() => null)
  if (magic?.toString('latin1') !== `${MAGIC}\n`) throw foreign
  const text = await bytes.takeLine(OPENING_BYTES)
  let line: OpeningLine
  try {
    line = JSON.parse(text.toString('utf8')) as OpeningLine
  } catch {
    throw damaged('Kopf')
  }
  if (typeof line?.format !== 'number' || typeof line.created_at !== 'string' || line.encryption === undefined)
    throw damaged('Kopf')
  if (line.format !== FORMAT)
    throw new UnreadableBackup(
      'Diese Sicherung hat ein neueres Format, als dieses Blog CMS lesen kann. Bitte zuerst aktualisieren. Es wurde nichts geändert.',
    )
  return { line, raw: Buffer.concat([magic, text]) }
}

async function sealFor({ encryption }: OpeningLine, opening: Buffer, passphrase?: string): Promise<Seal> {
  if (encryption === null) return chainedSeal(opening)
  const { cipher, kdf, N, r, p, salt, check } = encryption
  if (cipher !== 'aes-256-gcm' || kdf !== 'scrypt' || N !== SCRYPT.N || r !== SCRYPT.r || p !== SCRYPT.p)
    throw damaged('Verschlüsselung')
  if (passphrase === undefined)
    throw new UnreadableBackup(
      'Diese Sicherung ist verschlüsselt. Bitte BACKUP_PASSPHRASE setzen. Es wurde nichts geändert.',
    )
  const key = await keyOf(passphrase, Buffer.from(String(salt), 'base64'))
  if (checkOf(key) !== check)
    throw new UnreadableBackup(
      'Die Passphrase passt nicht zu dieser Sicherung, oder ihr Kopf ist beschädigt. Es wurde nichts geändert.',
    )
  return keyedSeal(key, opening)
}

const keyOf = (passphrase: string, salt: Buffer) =>
  promisify<string, Buffer, number, object, Buffer>(scrypt)(passphrase.normalize('NFC'), salt, 32, {
    ...SCRYPT,
    maxmem: 64 * 1024 * 1024,
  })
const checkOf = (key: Buffer) => createHmac('sha256', key).update('check').digest('base64')
const hashOf = (...parts: Buffer[]) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** SHA-256 of the previous seal, the frame's head and its body: alterations, omissions and reordering are detected. */
function chainedSeal(opening: Buffer): Seal {
  let former = hashOf(opening)
  const next = (head: Buffer, body: Buffer) => (former = hashOf(former, head, body))
  return {
    bytes: 32,
    close: (head, body) => [body, next(head, body)],
    open: (head, body, seal) => (next(head, body).equals(seal) ? body : null),
  }
}

/**
 * AES-256-GCM with the frame's number as nonce; the key is unique to this file. The opening and the head are
 * authenticated, too.
 */
function keyedSeal(key: Buffer, opening: Buffer): Seal {
  const about = hashOf(opening)
  let number = 0n
  const nonce = () => {
    const bytes = Buffer.alloc(12)
    bytes.writeBigUInt64BE(number, 4)
    number += 1n
    return bytes
  }
  return {
    bytes: 16,
    close(head, body) {
      const cipher = createCipheriv('aes-256-gcm', key, nonce()).setAAD(Buffer.concat([about, head]))
      const sealed = [cipher.update(body), cipher.final()]
      return [...sealed, cipher.getAuthTag()]
    },
    open(head, body, seal) {
      const decipher = createDecipheriv('aes-256-gcm', key, nonce()).setAAD(Buffer.concat([about, head]))
      decipher.setAuthTag(seal)
      try {
        return Buffer.concat([decipher.update(body), decipher.final()])
      } catch {
        return null
      }
    },
  }
}

/** Reads a given number of bytes from a stream. */
class ByteReader {
  readonly #source: AsyncIterator<Buffer>
  #parts: Buffer[] = []
  #bytes = 0

  constructor(source: Readable) {
    this.#source = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  }

  async take(count: number): Promise<Buffer> {
    if (!(await this.#fill(count))) throw damaged('Ende fehlt')
    const all = this.#parts.length === 1 ? this.#parts[0]! : Buffer.concat(this.#parts)
    this.#parts = [all.subarray(count)]
    this.#bytes = all.byteLength - count
    return all.subarray(0, count)
  }

  /** Up to and including the next line feed, within the next `most` bytes. */
  async takeLine(most: number): Promise<Buffer> {
    await this.#fill(most)
    const all = Buffer.concat(this.#parts)
    const end = all.subarray(0, most).indexOf(10)
    if (end < 0) throw damaged('Kopf')
    return this.take(end + 1)
  }

  async isAtEnd(): Promise<boolean> {
    return !(await this.#fill(1))
  }

  async #fill(count: number): Promise<boolean> {
    while (this.#bytes < count) {
      const { value, done } = await this.#source.next()
      if (done) return false
      const part = Buffer.isBuffer(value) ? value : Buffer.from(value)
      this.#parts.push(part)
      this.#bytes += part.byteLength
    }
    return true
  }
}
