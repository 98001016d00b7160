/** Whether an Accept-Encoding header takes an encoding; a weight of 0 says that it does not (RFC 9110 §12.5.3). */
export function acceptsEncoding(header: string, encoding: 'br' | 'gzip'): boolean {
  if (!header.includes(encoding)) return false
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';')
    if (name.trim() === encoding) return !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter.trim()))
  }
  return false
}
