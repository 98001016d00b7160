/** A number of things in words, `one` for exactly one: `1 Eintrag`, `1.204 Einträge`. The number alone decides the form. */
export function counted(count: number, one: string, many: string): string {
  return `${count.toLocaleString('de-DE')} ${count === 1 ? one : many}`
}
