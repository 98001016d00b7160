import type { ArticleRow } from '../builders/articles.ts'
import type { Picture } from '../builders/bodies.ts'

/** Series of the demo blog, each of the newest published articles of a category. */
const SERIES = { Spiele: 'Noch einmal von vorn', KI: 'Modelle unter dem Schreibtisch' } as const
const PARTS = 3

const CORRECTION =
  'In einer früheren Fassung stand, der Versuch habe zwei Wochen gedauert. Es waren zwölf Tage. Wir danken der Leserin, die nachgezählt hat.'

/** What articles can hold besides prose, at the end of one of them. */
const sections = (pictures: readonly Picture[]) => `
## Zum Nachbauen

> [!TIP]
> Wer nur lesen will, überspringt den nächsten Absatz. Wer bauen will, fängt mit ihm an.

\`\`\`ts zwischenspeicher.ts {4}
/** Merkt sich, was schon einmal gefragt wurde. */
export function merken<T>(fragen: (was: string) => T): (was: string) => T {
  const bekannt = new Map<string, T>()
  return (was) => bekannt.get(was) ?? bekannt.set(was, fragen(was)).get(was)!
}
\`\`\`

Tabelle: Drei Abende, drei Speicher

| Abend | Speicher | Antworten je Sekunde |
|---|---|---:|
| Montag | keiner | 41 |
| Mittwoch | im Arbeitsspeicher | 9.800 |
| Freitag | auf der Platte | 2.150 |

Gedrückt wurde dafür vor allem <kbd>Strg</kbd> + <kbd>C</kbd>. Vor dem ersten Lauf:

- [x] Uhr stellen
- [x] Tee aufgießen
- [ ] Nachbarn Bescheid geben

<details><summary>Woher die Zahlen kommen</summary>

Gemessen mit einem einzigen Kern und offenem Fenster; das Mittel aus drei Läufen.

</details>

${pictures.map(({ alt, url, caption }) => `![${alt}](${url} "${caption}")`).join(' ')}
`

type Options = { nameOf: (row: ArticleRow) => string; pictures: readonly Picture[] }

/**
 * Makes published articles show what articles can: one has code, a table, a note, a gallery and more, one a correction, some
 * are parts of a series. `nameOf` gives an article's category.
 */
export function showWhatArticlesCan(rows: ArticleRow[], { nameOf, pictures }: Options): void {
  const living = rows.filter(({ status }) => status === 'published')
  for (const row of rows) Object.assign(row, { series: null, correction: null, text_changed_at: null })
  for (const [category, series] of Object.entries(SERIES))
    for (const row of living.filter((one) => nameOf(one) === category).slice(0, PARTS)) row.series = series
  const built = living.find((row) => nameOf(row) === 'Technik')
  if (built) built.content_markdown += sections(pictures)
  const wrong = living.find((row) => nameOf(row) === 'Werkstatt')
  if (!wrong) return
  wrong.correction = CORRECTION
  wrong.text_changed_at = new Date(Date.parse(wrong.published_at!) + 3 * 3_600_000).toISOString()
}
