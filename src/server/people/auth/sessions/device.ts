import type { Device } from '../../../../contract/account/sessions.ts'

/** Browsers by a distinctive token, the more specific first: nearly all call themselves Chrome and Safari as well. */
const BROWSERS: [name: string, word: RegExp][] = [
  ['Edge', /Edg(?:e|A|iOS)?\/(\d+)/],
  ['Opera', /OPR\/(\d+)/],
  ['Vivaldi', /Vivaldi\/(\d+)/],
  ['Samsung Internet', /SamsungBrowser\/(\d+)/],
  ['Firefox', /(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /(?:Chrome|CriOS)\/(\d+)/],
  ['Safari', /Version\/(\d+)(?:\.[\d.]*)? (?:Mobile\/\S+ )?Safari\//],
]

const SYSTEMS: [name: string, word: RegExp, kind: Device['kind']][] = [
  ['iPad', /\biPad\b/, 'tablet'],
  ['iPhone', /\biPhone\b/, 'phone'],
  ['Android', /\bAndroid\b.*\bMobile\b/, 'phone'],
  ['Android', /\bAndroid\b/, 'tablet'],
  ['Windows', /\bWindows NT\b/, 'computer'],
  ['ChromeOS', /\bCrOS\b/, 'computer'],
  ['macOS', /\bMac OS X\b/, 'computer'],
  ['Linux', /\b(?:Linux|X11)\b/, 'computer'],
]

/**
 * A readable description of a device from its user agent: browser with main version, system and type. A program (curl,
 * a script) keeps the name it sends.
 */
export function deviceOf(userAgent: string | null): Device {
  const text = userAgent ?? ''
  if (!text.startsWith('Mozilla/')) {
    return { kind: 'program', browser: /^[\w.-]{1,40}/.exec(text)?.[0] ?? null, system: null }
  }
  let browser: string | null = null
  for (const [name, word] of BROWSERS) {
    const version = word.exec(text)?.[1]
    if (!version) continue
    browser = `${name} ${version}`
    break
  }
  const [system, , kind] = SYSTEMS.find(([, word]) => word.test(text)) ?? [null, null, 'computer' as const]
  return { kind, browser, system }
}
