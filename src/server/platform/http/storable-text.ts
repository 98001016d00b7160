import { invalidField, type FieldFault } from '../../../contract/errors.ts'

/** Maximum levels in the reported name of a field, however deep the value lies. */
const NAMED_LEVELS = 8

/** A value to check and its path. */
type Place = { value: unknown; key: string; above: Place | null }

/**
 * Why a text cannot be stored, in German, or null. PostgreSQL stores no NUL, and a lone surrogate has no UTF-8 form:
 * SQLite would store another character than the one sent.
 */
export function textFault(text: string): string | null {
  const nul = text.indexOf('\0')
  if (nul !== -1) return `Enthält ein NUL-Zeichen (an Stelle ${nul + 1}), das sich nicht speichern lässt`
  if (text.isWellFormed()) return null
  // The first lone surrogate.
  const half = text.search(/\p{Surrogate}/u)
  return `Enthält ein halbes Zeichen (einzelnes Surrogat an Stelle ${half + 1}), das sich nicht speichern lässt`
}

/**
 * The first text of a parsed value that cannot be stored, field names included: its field (dots for nesting) and the
 * reason; null when all can. Works at any depth, without recursion.
 */
export function findTextFault(sent: unknown): FieldFault | null {
  const waiting: Place[] = [{ value: sent, key: '', above: null }]
  for (let place = waiting.pop(); place; place = waiting.pop()) {
    const { value } = place
    if (typeof value === 'string') {
      const reason = textFault(value)
      if (reason) return { field: fieldOf(place), reason }
    } else if (Array.isArray(value)) {
      for (let i = value.length - 1; i >= 0; i -= 1) waiting.push({ value: value[i], key: String(i), above: place })
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value).reverse()) {
        if (textFault(key)) return { field: fieldOf(place), reason: 'Ein Feldname darin lässt sich nicht speichern' }
        waiting.push({ value: inner, key, above: place })
      }
    }
  }
  return null
}

/** Refuses what `findTextFault` finds: 400 `validation_failed`; `within` names the field that holds the value. */
export function refuseUnstorable(sent: unknown, within = ''): void {
  const fault = findTextFault(sent)
  if (!fault) return
  throw invalidField([within, fault.field].filter(Boolean).join('.'), fault.reason)
}

function fieldOf(place: Place): string {
  const keys: string[] = []
  for (let at: Place | null = place; at?.above; at = at.above) keys.push(at.key)
  keys.reverse()
  return keys.length <= NAMED_LEVELS ? keys.join('.') : `${keys.slice(0, NAMED_LEVELS).join('.')}.…`
}
