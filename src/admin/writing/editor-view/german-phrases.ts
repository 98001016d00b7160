/** German strings of CodeMirror (announcements, invisible characters). */
export const GERMAN_PHRASES: Record<string, string> = {
  'current match': 'Stelle',
  'on line': 'in Zeile',
  'replaced match on line $': 'Stelle in Zeile $ ersetzt',
  'replaced $ matches': '$ Stellen ersetzt',
  'Go to line': 'Gehe zu Zeile',
  go: 'los',
  'Control character': 'Steuerzeichen',
  'Selection deleted': 'Auswahl gelöscht',
  'Folded lines': 'Eingeklappte Zeilen',
  'Unfolded lines': 'Ausgeklappte Zeilen',
}
