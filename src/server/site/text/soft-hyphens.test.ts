import { describe, expect, test } from 'vitest'
import { softHyphens } from './soft-hyphens.ts'

describe('soft hyphens in headlines', () => {
  test.each([
    'Der Donaudampf|schifffahrts|gesellschafts|kapitän und das Sprachmodell',
    'Barrierefreiheits|stärkungs|gesetz: Was kleine Blogs jetzt prüfen sollten',
    'Arbeits|unfähigkeits|bescheinigung',
    'Datenschutz|grundverordnung',
    'Geschwindigkeits|begrenzung',
    'Straßenbahn|haltestelle',
    'Lebens|versicherungs|gesellschaft',
  ])('%s', async (expected) => {
    expect((await softHyphens(expected.replaceAll('|', ''))).replaceAll('\u00ad', '|')).toBe(expected)
  })

  test.each(['Das Ende der Ladebildschirme', 'Nichtschwimmerbecken', '', 'x'.repeat(200), 'Größe'])(
    '„%s“ is left alone',
    async (headline) => {
      expect(await softHyphens(headline)).toBe(headline)
    },
  )

  test('nothing but soft hyphens is added, whatever the headline', async () => {
    const headline =
      '„Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz“ <b>& KRAFTFAHRZEUGHAFTPFLICHTVERSICHERUNG</b>'
    const parted = await softHyphens(headline)
    expect(parted).toContain('\u00ad')
    expect(parted.replaceAll('\u00ad', '')).toBe(headline)
  })
})
