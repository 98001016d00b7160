/** Maximum headers remembered, and their maximum length; browsers send a handful. */
const REMEMBERED = 100
const REMEMBERED_LENGTH = 100

const remembered = new Map<string, Accepted>()

type Accepted = { br: boolean; gzip: boolean }

/** Whether an Accept-Encoding header accepts an encoding; a weight of 0 refuses it (RFC 9110 §12.5.3). */
export function acceptsEncoding(header: string, encoding: keyof Accepted): boolean {
  const known = remembered.get(header)
  if (known) return known[encoding]
  const accepted = { br: takes(header, 'br'), gzip: takes(header, 'gzip') }
  if (remembered.size < REMEMBERED && header.length <= REMEMBERED_LENGTH) remembered.set(header, accepted)
  return accepted[encoding]
}

function takes(header: string, encoding: string): boolean {
  if (!header.includes(encoding)) return false
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';')
    if (name.trim() === encoding) return !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter.trim()))
  }
  return false
}
