import { plain } from './date-words.ts'
import { DEFAULT_TIMEZONE } from './site-time.ts'

const PROPOSED = 3
/** Longer input names no zone. */
const LONGEST = 40

/** What German speakers call zones that are listed by other names. */
const GERMAN: Record<string, string> = {
  mez: 'Europe/Berlin',
  mesz: 'Europe/Berlin',
  mitteleuropa: 'Europe/Berlin',
  deutschland: 'Europe/Berlin',
  oesterreich: 'Europe/Vienna',
  wien: 'Europe/Vienna',
  schweiz: 'Europe/Zurich',
  zuerich: 'Europe/Zurich',
  luxemburg: 'Europe/Luxembourg',
  bruessel: 'Europe/Brussels',
  prag: 'Europe/Prague',
  warschau: 'Europe/Warsaw',
  rom: 'Europe/Rome',
  mailand: 'Europe/Rome',
  kopenhagen: 'Europe/Copenhagen',
  athen: 'Europe/Athens',
  lissabon: 'Europe/Lisbon',
  moskau: 'Europe/Moscow',
  bukarest: 'Europe/Bucharest',
  england: 'Europe/London',
  kairo: 'Africa/Cairo',
  tokio: 'Asia/Tokyo',
  japan: 'Asia/Tokyo',
  peking: 'Asia/Shanghai',
  singapur: 'Asia/Singapore',
  indien: 'Asia/Kolkata',
  weltzeit: 'UTC',
}

/** The known zones that are most like what was typed, at most three; the usual one where nothing is. */
export function nearestZones(typed: string, zones: readonly string[]): string[] {
  const wanted = letters(typed.slice(0, LONGEST))
  const meant = Object.keys(GERMAN).filter(
    (word) => wanted.includes(word) || (wanted.length > 2 && word.startsWith(wanted)),
  )
  const ranked = zones
    .map((zone) => ({ zone, distance: distanceOf(wanted, zone) }))
    .filter(({ distance }) => distance <= Math.max(1, Math.floor(wanted.length / 3)))
    .sort((a, b) => a.distance - b.distance)
    .map(({ zone }) => zone)
  const proposed = [...new Set([...meant.map((word) => GERMAN[word] ?? ''), ...ranked])].slice(0, PROPOSED)
  return proposed.length > 0 ? proposed : [DEFAULT_TIMEZONE]
}

/** `Europe/New_York` as it is compared: lower-case characters alone. */
function letters(text: string): string {
  return [...plain(text)].filter((letter) => letter >= 'a' && letter <= 'z').join('')
}

/** Edit distance, in characters, between what was typed and a zone's whole name or its city; a part of it is near. */
function distanceOf(wanted: string, zone: string): number {
  const whole = letters(zone)
  const city = letters(zone.split('/').at(-1) ?? zone)
  if (wanted.length > 2 && whole.includes(wanted)) return city.startsWith(wanted) ? 0 : 1
  return Math.min(lettersApart(wanted, whole), lettersApart(wanted, city))
}

/** The edit distance of two short words. */
function lettersApart(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1))
    }
    row = next
  }
  return row[b.length]!
}
