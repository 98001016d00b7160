import { describe, expect, test } from 'vitest'
import { autoExcerpt } from '../rules/articles.ts'
import { excerptOf, openingWords } from './excerpt.ts'
import { growsTooFast } from '../../tests/support/growth.ts'

const LONG =
  'Ein Satz, der so lang ist, dass er das Maß des Auszugs für sich allein beinahe schon füllt, damit zu sehen ist, wo er endet.'

describe('[EDIT-8] [WEEK-5] [RUL-95] the generated excerpt', () => {
  const paragraphs = `${'Der erste Absatz geht weiter,  er hat *Sterne* und `Code`. '.repeat(2)}\n\n${'Ein zweiter\nfolgt, '.repeat(20)}`

  test('of plain paragraphs is the specified result, in the middle of a sentence and without an ellipsis', () => {
    const excerpt = excerptOf(paragraphs)
    expect(excerpt).toBe(autoExcerpt(paragraphs.replaceAll(/\s+/g, ' ')))
    expect(excerpt).toHaveLength(200)
    expect(excerptOf('a'.repeat(300))).toBe('a'.repeat(200))
    expect(excerptOf(`${'a'.repeat(199)}😀`).isWellFormed()).toBe(true)
  })

  test.each([
    ['the marks of links and notes', 'Ein [Link](/x) und eine Note[^1].', 'Ein Link(/x) und eine Note^1.'],
    ['headings', '# Titel #\n\nEins.\n\nZwischen\n---\n\nZwei.\n\n### Ende', 'Eins. Zwei.'],
    [
      'pictures, alone, in words, in links, by reference, as HTML, with a bracket in their address',
      '![Ein [Hund]](/a_(1).png "Titel")\n\nVor ![Bild](/b.png) nach [![x](/c.png)](/d).\n\n![e][e] <img src="/f.png" alt="f"> Ende ![g](/g\\).png)',
      'Vor nach . Ende',
    ],
    [
      'code blocks',
      'Vorher.\n\n~~~js\nlet x = 1\n~~~\n\n    eingerückt\n\nMit `npm run_it`.',
      'Vorher. Mit npm runit.',
    ],
    ['tables', 'Vor.\n\n| A | B |\n| --- | --- |\n| 1 | 2 |\n\nNach.', 'Vor. Nach.'],
    ['footnote definitions', 'Ein Wort.\n\n[^1]: Die Note.\n    Noch von ihr.\n\nWeiter.', 'Ein Wort. Weiter.'],
    ['comments', 'Eins <!-- nur\nfür uns --> zwei\n\n<!-- ganz\n\nallein -->\n\n<!--more-->\n\ndrei', 'Eins zwei drei'],
    ['line ends of Windows', '# Titel\r\n\r\nEins\r\nzwei', 'Eins zwei'],
    ['everything', '# Nur ein Titel\n\n![](/a.png)', ''],
  ])('leaves out %s', (_what, markdown, excerpt) => expect(excerptOf(markdown)).toBe(excerpt))

  test('of a long beginning without running text is found after it', () => {
    expect(excerptOf(`${'    let x\n'.repeat(20_000)}\nDanach ein Satz.`)).toBe('Danach ein Satz.')
  })
})

describe('the opening words of a text', () => {
  test.each([
    [
      'words without marks, signs that are no marks',
      '**Fett** _kursiv_ `Code` C# [sic] a_b',
      'Fett kursiv Code C# [sic] a_b',
    ],
    [
      'what stands before the mark for more',
      'Vom Moor.\n\nUnd **vom** Wald\n\n<!--more-->\n\nNicht mehr.',
      'Vom Moor. Und vom Wald',
    ],
    ['the mark with words of its own, in a line', 'Vom Moor. <!-- more Weiterlesen --> Nicht mehr.', 'Vom Moor.'],
    ['no mark in code', 'Mit `<!--more-->` trennt man.', 'Mit <!--more--> trennt man.'],
    ['tags in code', 'Das `<b>halbe` Zeichen.', 'Das <b>halbe Zeichen.'],
    ['quotes around <q>', 'Am <q>Ende <q>aller</q> Tage</q> steht es.', 'Am „Ende ‚aller‘ Tage“ steht es.'],
    ['sentences where nothing stands before the mark', '<!--more-->\n\nEin Satz.', 'Ein Satz.'],
    [
      'no headings',
      '# Titel\n\nErster Satz.\n\nZwischen\n---\n\nZweiter Satz.\n\n### Ende',
      'Erster Satz. Zweiter Satz.',
    ],
    [
      'no pictures, alone, in words, in links, by reference',
      '![Ein Hund](/media/a.png)\n\nVor ![Bild](/b.png "T") nach.\n\n[![x](/c.png)](/d)\n\n![e][e]\n\nEnde.\n\n[e]: /e.png',
      'Vor nach. Ende.',
    ],
    [
      'links by their words',
      'Siehe [die [neue] Seite](https://example.org "T") und <https://example.org/a>.',
      'Siehe die [neue] Seite und https://example.org/a.',
    ],
    ['no address alone (an embed)', 'https://www.youtube.com/watch?v=abc\n\nEin Film.', 'Ein Film.'],
    [
      'no code blocks',
      'Vorher.\n\n```js\nlet x = 1.\n```\n\n    eingerückt.\n\nNachher mit `npm run_it`.',
      'Vorher. Nachher mit npm run_it.',
    ],
    [
      'no footnotes',
      'Ein Wort[^1] und noch eins.[^2]\n\n[^1]: Die Note.\n\n[^2]: Noch eine.',
      'Ein Wort und noch eins.',
    ],
    ['no tables', '| A | B |\n| --- | --- |\n| 1. | 2. |\n\nNach der Tabelle.', 'Nach der Tabelle.'],
    [
      'no captions of tables',
      'Tabelle: Werte\n\n| A |\n| --- |\n| 1. |\n\nNach ihr.\n\n| A |\n| --- |\n| 1. |\n\nTabelle: Mehr\n\nTabelle: so fängt auch ein Satz an.',
      'Nach ihr. Tabelle: so fängt auch ein Satz an.',
    ],
    [
      'alerts without their mark',
      '> [!NOTE]\n> Dieser Text ist *alt*.\n\n> [!Tip]\n\n> [!SONST]\n> Bleibt.',
      'Dieser Text ist alt. [!SONST] Bleibt.',
    ],
    [
      'no chapters of a recording',
      '![Folge](/media/a.mp3 "Gespräch")\n\n- 0:00 Begrüßung\n- 1:04:12 Der *Raum*\n\nWir reden.\n\n- 9:00 Frühstück.',
      'Wir reden. 9:00 Frühstück.',
    ],
    ['no formula alone', '$$\n\\sqrt{2}\n$$\n\n$$x^2$$\n\nWir rechnen mit $x$ weiter.', 'Wir rechnen mit $x$ weiter.'],
    ['no tags, no comments', 'Strg<br>und <kbd>K</kbd>. <!-- nur für uns -->', 'Strg und K.'],
    ['quotes', '> „Wir haben aufgehört.“\n\nSagt sie.', '„Wir haben aufgehört.“ Sagt sie.'],
    [
      'lists as one sentence',
      'Drei Dinge:\n\n- Äpfel\n- **Birnen**\n  - reife\n- Käse\n\nDann los.',
      'Drei Dinge: Äpfel, Birnen, reife, Käse Dann los.',
    ],
    [
      'lists of sentences and tasks',
      '1. Kaufen Sie ein.\n2. Kochen Sie.\n\n- [x] Gegessen.\n- [ ] Gespült.',
      'Kaufen Sie ein. Kochen Sie. Gegessen. Gespült.',
    ],
    ['soft and hard breaks', 'Eine Zeile\nnoch eine  \nund eine\\\nletzte.', 'Eine Zeile noch eine und eine letzte.'],
    ['nothing of nothing', '# Nur ein Titel\n\n![](/a.png)', ''],
    ['nothing', '', ''],
  ])('%s', (_what, markdown, excerpt) => expect(openingWords(markdown)).toBe(excerpt))

  test.each([
    [
      'half sentences',
      `${LONG} Dies ist der Anfang eines zweiten, der nicht mehr ganz in die zweihundert Zeichen passt, die es gibt.`,
      LONG,
    ],
    ['after a question', `Geht das? ${'Ja '.repeat(70)}.`, 'Geht das?'],
    [
      'z. B. is no end',
      `Es gilt z. B. für Dr. Müller am 3. März, Nr. 7, bzw. St. Gallen und 1.000 Leute ca. Ende Mai. ${'Mehr '.repeat(30)}`,
      'Es gilt z. B. für Dr. Müller am 3. März, Nr. 7, bzw. St. Gallen und 1.000 Leute ca. Ende Mai.',
    ],
    ['a year is one', `Das war 2024. ${'Danach '.repeat(40)}`, 'Das war 2024.'],
  ])('leaves out %s', (_what, markdown, excerpt) => expect(openingWords(markdown)).toBe(excerpt))

  test('a too long first sentence ends at a word, a too long word as specified', () => {
    const excerpt = openingWords(`${'Wort, '.repeat(80)}Ende.`)
    expect(excerpt).toMatch(/Wort…$/)
    expect(excerpt.length).toBeLessThanOrEqual(200)
    expect(openingWords('a'.repeat(300))).toBe('a'.repeat(200))
    expect(openingWords(`${'a'.repeat(199)}😀`).isWellFormed()).toBe(true)
  })

  test('a long text is read no further than needed; its link and note definitions are still known', () => {
    const rest = 'Noch mehr. '.repeat(9000)
    expect(
      openingWords(`Ein [Wort][w], eine Note[^1] ${'und so fort '.repeat(20)}.\n\n${rest}\n\n[w]: /x\n\n[^1]: Note`),
    ).toMatch(/^Ein Wort, eine Note und so fort .*…$/)
    expect(openingWords(`${'    let x\n'.repeat(20_000)}\nDanach ein Satz.`)).toBe('Danach ein Satz.')
  })

  test('a megabyte of any text takes linear time', () => {
    for (const make of [excerptOf, openingWords])
      for (const piece of ['. ', 'a', '- a\n', '<a', '![', '![]((', '<!--', '.', ' ', 'z. B. ', '> ', '`']) {
        const read = (letters: number) => void make(piece.repeat(letters / piece.length))
        expect(growsTooFast(1_000_000, read), piece).toBeNull()
      }
  })
})
