/** The five kinds of GitHub, with their German titles. Their icons have the same names. */
const TITLES = {
  note: 'Hinweis',
  tip: 'Tipp',
  important: 'Wichtig',
  warning: 'Warnung',
  caution: 'Vorsicht',
} as const

export type AlertKind = keyof typeof TITLES

/** The title of a kind, in any case of its name; null for other names. */
export function alertTitle(name: string): string | null {
  const kind = name.toLowerCase()
  return Object.hasOwn(TITLES, kind) ? TITLES[kind as AlertKind] : null
}
