/**
 * The text of a fetched feed (R17). Its charset comes from the byte order mark, the HTTP header, the XML declaration, then
 * from the bytes themselves. A charset that the bytes contradict is passed over; a stray bad byte contradicts nothing, it
 * becomes one replacement character.
 */
export async function decodeFeed(bytes: Uint8Array, contentType: string | undefined): Promise<string> {
  const marked = byteOrderMark(bytes)
  if (marked) return decode(bytes, marked)
  for (const label of [headerCharset(contentType), declaredCharset(bytes)]) {
    if (!label || !isKnown(label)) continue
    if (isUtf8(label) && !looksLikeUtf8(bytes)) continue
    // What can be read byte by byte up to here is no UTF-16, whatever it calls itself.
    if (/^utf-16/i.test(label) && !hasNulBytes(bytes)) continue
    return decode(bytes, label)
  }
  if (looksLikeUtf8(bytes)) return decode(bytes, 'utf-8')
  const { detect } = (await import('chardet')).default
  const detected = detect(bytes)
  return decode(bytes, detected && isKnown(detected) && !isUtf8(detected) ? detected : 'windows-1252')
}

function decode(bytes: Uint8Array, label: string): string {
  return new TextDecoder(label).decode(bytes)
}

function byteOrderMark(bytes: Uint8Array): string | null {
  const [first, second, third] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return null
}

function headerCharset(contentType: string | undefined): string | null {
  return /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType ?? '')?.[1] ?? null
}

/** The XML declaration's encoding; without one, zero bytes around its first `<` tell UTF-16 (XML 1.0, appendix F). */
function declaredCharset(bytes: Uint8Array): string | null {
  if (bytes[0] === 0x3c && bytes[1] === 0) return 'utf-16le'
  if (bytes[0] === 0 && bytes[1] === 0x3c) return 'utf-16be'
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1')
  return /<\?xml[^>]*?\sencoding\s*=\s*["']([^"']+)["']/i.exec(head)?.[1] ?? null
}

function isKnown(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== ''
  } catch {
    return false
  }
}

function isUtf8(label: string): boolean {
  return /^utf-?8$/i.test(label)
}

function hasNulBytes(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 1024).includes(0)
}

/** True where bytes beyond ASCII form UTF-8 sequences more often than they fail to; also for plain ASCII. */
function looksLikeUtf8(bytes: Uint8Array): boolean {
  let good = 0
  let bad = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const lead = bytes[at] ?? 0
    if (lead < 0x80) continue
    const more = lead >= 0xf0 && lead < 0xf5 ? 3 : lead >= 0xe0 && lead < 0xf0 ? 2 : lead >= 0xc2 && lead < 0xe0 ? 1 : 0
    let found = 0
    while (found < more && ((bytes[at + found + 1] ?? 0) & 0xc0) === 0x80) found += 1
    if (more > 0 && found === more) {
      good += 1
      at += more
    } else bad += 1
  }
  return good >= bad
}
