/** A template that ships with the product; every blank stands in brackets (`rules/blanks.ts`). */
export type ShippedTemplate = {
  key: 'kritik' | 'nachricht' | 'interview'
  name: string
  title: string
  excerpt: string
  content_markdown: string
}

export const SHIPPED_TEMPLATES = [
  {
    key: 'kritik',
    name: 'Kritik',
    title: 'Neue Kritik',
    excerpt: '',
    content_markdown: `[Ein Satz, der das Urteil vorwegnimmt]

**[Titel des Werks]** · [Urheberinnen und Urheber] · [Verlag, Studio oder Label] · [Jahr] · [Preis oder Plattform]

## Worum es geht

[Inhalt in wenigen Sätzen, ohne das Ende zu verraten]

## Was gelingt

[Eine Stelle, an der man es sieht]

## Was nicht gelingt

[Eine Stelle, an der man es sieht]

## Fazit

[Für wen sich das lohnt, und für wen nicht]

*[Wie das Exemplar zu uns kam: gekauft, geliehen oder vom Verlag gestellt]*
`,
  },
  {
    key: 'nachricht',
    name: 'Nachricht',
    title: 'Neue Nachricht',
    excerpt: '',
    content_markdown: `**[Ort] –** [Wer hat was getan, wann und wo? Das Wichtigste im ersten Satz]

[Wie und warum, mit der Quelle, aus der wir es wissen]

> [Ein Satz im Wortlaut]
>
> — [Name und Funktion]

## Hintergrund

[Was man wissen muss, um es einzuordnen]

## Wie es weitergeht

[Der nächste Termin oder die offene Frage]
`,
  },
  {
    key: 'interview',
    name: 'Interview',
    title: 'Neues Interview',
    excerpt: '',
    content_markdown: `[Zwei Sätze: Wer spricht hier, und warum jetzt?]

**[Vor- und Nachname]** ist [Funktion]. [Ein Satz zur Person]

**[Erste Frage]**

[Antwort]

**[Zweite Frage]**

[Antwort]

**[Letzte Frage]**

[Antwort]

*Das Gespräch führte [Name] am [Datum]. [Ob und wie es zum Gegenlesen vorlag]*
`,
  },
] as const satisfies readonly ShippedTemplate[]
