import { LEGAL_TEMPLATES } from '../../rules/legal-templates.ts'
import { blanksOf } from '../../rules/blanks.ts'
import { LEGAL_SLUGS, type LegalSlug } from '../../rules/pages.ts'
import { searchableText } from '../../rules/search-text.ts'
import { quoted } from '../../rules/quoted.ts'
import type { Tx } from '../../server/platform/db/db.ts'

const NOTE = `> [!NOTE]
> Beispieltext: Zwischenspeicher und alle Angaben auf dieser Seite sind erfunden.`

/** What stands in the blanks of the templates, by their words. */
const ANSWERS: Record<string, string> = {
  'Vorname Nachname oder Firma': 'Zwischenspeicher Verlag GmbH, vertreten durch Mira Öztürk',
  'Vorname Nachname': 'Mira Öztürk',
  'Straße und Hausnummer': 'Beispielweg 7',
  'Postleitzahl und Ort': '12345 Musterstadt',
  'E-Mail-Adresse': 'redaktion@zwischenspeicher.example',
  'Telefonnummer oder zweiter schneller Weg': '030 23125 000',
  'DE … oder diesen Abschnitt löschen': 'DE 000 000 000',
  'Name und Anschrift des Hosters': 'Beispiel-Hosting GmbH, Serverstraße 1, 12345 Musterstadt',
  Anzahl: '7',
  'Landesbeauftragte oder Landesbeauftragter für den Datenschutz':
    'die Landesbeauftragte für den Datenschutz des Landes Musterland',
}

/** The template of a page a German site needs, filled in with invented facts and marked as an example. */
function exampleOf(slug: LegalSlug): string {
  const { content_markdown: template } = LEGAL_TEMPLATES[slug]
  let [text, read] = ['', 0]
  for (const { words, from, to } of blanksOf(template)) {
    const answer = ANSWERS[words]
    if (answer === undefined) throw new Error(`no example for ${quoted(words)}`)
    text += template.slice(read, from) + answer
    read = to
  }
  return `${NOTE}\n\n${text}${template.slice(read)}`
}

/** Publishes Impressum and Datenschutz as examples; what somebody has written stays. */
export async function publishLegalPages(tx: Tx, now: Date): Promise<void> {
  const at = now.toISOString()
  for (const slug of LEGAL_SLUGS) {
    const content_markdown = exampleOf(slug)
    const search_text = searchableText(`${LEGAL_TEMPLATES[slug].title}\n${content_markdown}`)
    await tx
      .updateTable('pages')
      .set({ status: 'published', content_markdown, search_text, version: 2, first_published_at: at, updated_at: at })
      .where('slug', '=', slug)
      .where('version', '=', 1)
      .where('status', '=', 'draft')
      .execute()
  }
}
