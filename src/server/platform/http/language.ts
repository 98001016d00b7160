/** True when Accept-Language ranks German above English (RFC 9110 §12.5.4); without the header English. */
export function prefersGerman(header: string | undefined): boolean {
  const wanted = (header ?? '')
    .toLowerCase()
    .split(',')
    .map((entry) => {
      const [range = '', ...parameters] = entry.split(';').map((part) => part.trim())
      const weight = parameters.find((parameter) => parameter.startsWith('q='))
      return { language: range.split('-')[0], quality: weight ? Number(weight.slice(2)) : 1 }
    })
    .filter(({ language, quality }) => (language === 'de' || language === 'en') && quality > 0)
    .sort((a, b) => b.quality - a.quality)
  return wanted[0]?.language === 'de'
}
