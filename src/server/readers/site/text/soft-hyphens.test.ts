import { describe, expect, test } from 'vitest'
import { hyphenatedHeadings, softHyphens } from './soft-hyphens.ts'

describe('soft hyphens in headlines', () => {
  test.each([
    'Der Donaudampf|schifffahrts|gesellschafts|kapitän und das Sprachmodell',
    'Barriere|freiheits|stärkungs|gesetz: Was kleine Blogs jetzt prüfen sollten',
    'Arbeits|unfähigkeits|bescheinigung',
    'Datenschutz|grundverordnung',
    'Geschwindigkeits|begrenzung',
    'Straßenbahn|haltestelle',
    'Nichtschwim|merbecken',
    'Lebens|versicherungs|gesellschaft',
  ])('%s', async (expected) => {
    expect((await softHyphens(expected.replaceAll('|', ''))).replaceAll('\u00ad', '|')).toBe(expected)
  })

  test.each(['Das Ende der Ladebildschirme', '', 'x'.repeat(200), 'Größe'])('„%s“ is left alone', async (headline) => {
    expect(await softHyphens(headline)).toBe(headline)
  })

  test('headings of a text have them; its paragraphs, tags and entities do not', async () => {
    const long = 'Straßenbahnhaltestelle'
    const html = `<h2 id="${long}">Die <em>${long}</em> &amp; ich</h2>\n<p>${long}</p>`
    expect((await hyphenatedHeadings(html)).replaceAll('\u00ad', '|')).toBe(
      `<h2 id="${long}">Die <em>Straßenbahn|haltestelle</em> &amp; ich</h2>\n<p>${long}</p>`,
    )
  })

  test('code in a heading has none, at any nesting; the rest of the heading has them', async () => {
    const long = 'Straßenbahnhaltestelle'
    for (const tag of ['code', 'kbd', 'samp', 'var']) {
      const html = `<h2><a href="#a"><${tag} class="x">${long} <em>${long}</em> <code>${long}</code> ${long}</${tag}></a> ${long}</h2>`
      const written = (await hyphenatedHeadings(html)).replaceAll('\u00ad', '|')
      expect(written).toBe(html.replace(`</a> ${long}`, '</a> Straßenbahn|haltestelle'))
    }
    const unclosed = `<h2><code>${long}</h2><h3>${long}</h3>`
    expect((await hyphenatedHeadings(unclosed)).replaceAll('\u00ad', '|')).toBe(
      `<h2><code>${long}</h2><h3>Straßenbahn|haltestelle</h3>`,
    )
  })

  test('only soft hyphens are added to a headline', async () => {
    const headline =
      '„Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz“ <b>& KRAFTFAHRZEUGHAFTPFLICHTVERSICHERUNG</b>'
    const parted = await softHyphens(headline)
    expect(parted).toContain('\u00ad')
    expect(parted.replaceAll('\u00ad', '')).toBe(headline)
  })
})

test('a dash stays at the end of a line, in German titles', async () => {
  expect(await softHyphens('Läden – ein Rundgang')).toBe('Läden\u00a0– ein Rundgang')
  expect(await softHyphens('Shops – a walk', 'en')).toBe('Shops – a walk')
  expect(await softHyphens('1 –2, a–b')).toBe('1 –2, a–b')
})
