/** Text in a single-byte charset that Node can decode but not encode. Throws for characters that the charset lacks. */
export function encodeSingleByte(charset: string, text: string): Buffer {
  const bytes = new Map<string, number>()
  for (let byte = 0; byte < 256; byte += 1) {
    const letter = new TextDecoder(charset).decode(Uint8Array.of(byte))
    if (!bytes.has(letter)) bytes.set(letter, byte)
  }
  return Buffer.from(
    Array.from(text, (letter) => {
      const byte = bytes.get(letter)
      if (byte === undefined) throw new Error(`${charset} has no ${letter}`)
      return byte
    }),
  )
}

/** UTF-16, by default with a byte order mark. */
export function encodeUtf16(text: string, order: 'le' | 'be', mark = true): Buffer {
  const bytes = Buffer.from((mark ? '\ufeff' : '') + text, 'utf16le')
  return order === 'le' ? bytes : bytes.swap16()
}

/** UTF-32, by default with a byte order mark. */
export function encodeUtf32(text: string, order: 'le' | 'be', mark = true): Buffer {
  const signs = Array.from((mark ? '\ufeff' : '') + text, (sign) => sign.codePointAt(0) ?? 0)
  const bytes = Buffer.alloc(signs.length * 4)
  for (const [place, sign] of signs.entries())
    if (order === 'le') bytes.writeUInt32LE(sign, place * 4)
    else bytes.writeUInt32BE(sign, place * 4)
  return bytes
}
