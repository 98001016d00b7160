import { z } from 'zod'
import { quoted } from '../../../rules/quoted.ts'

type Issue = z.core.$ZodRawIssue

/** The counted unit where a text, a list or a number is out of range. */
const COUNTED: Record<string, readonly [one: string, many: string]> = {
  string: ['Zeichen', 'Zeichen'],
  array: ['Eintrag', 'Einträge'],
  set: ['Eintrag', 'Einträge'],
  map: ['Eintrag', 'Einträge'],
  file: ['Byte', 'Bytes'],
}

const TYPES: Record<string, string> = {
  string: 'ein Text',
  number: 'eine Zahl',
  int: 'eine ganze Zahl',
  bigint: 'eine ganze Zahl',
  boolean: '„true“ oder „false“',
  array: 'eine Liste',
  object: 'ein Objekt',
  record: 'ein Objekt',
  date: 'ein Datum',
  null: '„null“',
}

const FORMATS: Record<string, string> = {
  email: 'Keine gültige E-Mail-Adresse',
  url: 'Keine gültige Adresse',
  uuid: 'Keine gültige Kennung (UUID)',
  datetime: 'Kein Zeitpunkt nach ISO 8601',
  date: 'Kein Datum nach ISO 8601 (JJJJ-MM-TT)',
  time: 'Keine Uhrzeit nach ISO 8601',
}

/** Sets German messages for the faults that the contract leaves to zod (RUL-29); the contract's own messages stay. */
export function wordFaultsInGerman(): void {
  z.config({
    localeError: reasonOf,
    customError: ({ code, input }) =>
      code === 'invalid_type' && input === undefined ? 'Diese Angabe fehlt' : undefined,
  })
}

function reasonOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `Erwartet wird ${TYPES[issue.expected] ?? 'eine andere Angabe'}`
    case 'invalid_value':
      return `Erlaubt ${issue.values.length === 1 ? 'ist' : 'sind'} ${issue.values.map((value) => quoted(String(value))).join(', ')}`
    case 'too_big':
      return `${issue.inclusive === false ? 'Weniger als' : 'Höchstens'} ${amount(issue.maximum, issue.origin)}`
    case 'too_small':
      return `${issue.inclusive === false ? 'Mehr als' : 'Mindestens'} ${amount(issue.minimum, issue.origin)}`
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'Hat nicht die erwartete Form'
    case 'not_multiple_of':
      return `Muss ein Vielfaches von ${issue.divisor} sein`
    case 'unrecognized_keys':
      return `Unbekannt: ${issue.keys.map((key) => quoted(key)).join(', ')}`
    case 'invalid_union':
    case 'invalid_key':
    case 'invalid_element':
    case 'custom':
      return 'Ungültige Angabe'
  }
}

function amount(limit: number | bigint, origin: string): string {
  const [one, many] = COUNTED[origin] ?? []
  const unit = Number(limit) === 1 ? one : many
  return unit === undefined ? limit.toLocaleString('de-DE') : `${limit.toLocaleString('de-DE')} ${unit}`
}
