/** `Donnerstag, 5. März 2026` in the site's zone. The browser knows how; the first screen spares the date library. */
export function longDate(instant: Date, zone: string): string {
  return new Intl.DateTimeFormat('de-DE', { dateStyle: 'full', timeZone: zone }).format(instant)
}
