import { expect, test } from 'vitest'
import { growsTooFast } from '../../../tests/support/growth.ts'
import { itemsOf } from '../../../tests/support/source-in-memory.ts'
import { NAMES, relations, run, wordDocument } from '../../../tests/support/word-file.ts'
import { renderMarkdown } from '../../markdown/render.ts'
import { wordReader } from './word-reader.ts'
import { Body } from './body.ts'
import { Numbering, Styles } from './numbering.ts'
import { readXml, writeXml } from './xml-tree.ts'

/** The text of a document with this body, and the report without the line that it is a draft. */
const read = async (body: string, parts: Parameters<typeof wordDocument>[1] = {}) => {
  const [item] = (await itemsOf(wordReader, { 'a.docx': wordDocument(body, parts) })) as any[]
  return { text: item.body as string, reasons: item.reasons.slice(0, -1) as string[] }
}
const textOf = async (...of: Parameters<typeof read>) => (await read(...of)).text

const p = (inner: string, properties = '') => `<w:p><w:pPr>${properties}</w:pPr>${inner}</w:p>`
const item = (text: string, num: number, level = 0) =>
  p(run(text), `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${num}"/></w:numPr>`)
const mark = (type: string, inner = '') => `<w:r><w:fldChar w:fldCharType="${type}">${inner}</w:fldChar></w:r>`
const field = (instruction: string[], text: string) =>
  `${mark('begin')}${instruction.map((part) => `<w:r><w:instrText>${part}</w:instrText></w:r>`).join('')}${mark('separate')}${run(text)}${mark('end')}`

test('[RUL-53] the part with the text is found by the document’s relations, in any location', async () => {
  const main = (await textOf(p(run('Text.')))) as string
  const xml = `<w:document ${NAMES}><w:body>${p(run('Text.'))}</w:body></w:document>`
  const types = (name: string) =>
    `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/${name}" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`
  const packages: NonNullable<Parameters<typeof wordDocument>[1]>[] = [
    { 'word/document2.xml': xml, '_rels/.rels': relations({ r1: ['officeDocument', 'word/document2.xml'] }) },
    { 'word/document2.xml': xml, '_rels/.rels': relations({ r1: ['officeDocument', '/word/document2.xml'] }) },
    { 'text/haupt.xml': xml, '_rels/.rels': null, '[Content_Types].xml': types('text/haupt.xml') },
    {
      'word/haupt.xml': xml,
      '_rels/.rels': relations({ r1: ['officeDocument', 'word/haupt.xml'] }).replace(
        'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
        'http://purl.oclc.org/ooxml/officeDocument/relationships',
      ),
    },
  ]
  for (const parts of packages)
    expect(await textOf('', { 'word/document.xml': null, ...parts }), Object.keys(parts)[0]).toBe(main)
})

test('[RUL-53] links of fields keep their address, with any switches', async () => {
  const link = '[hier](https://x.example/a?b=1)\n'
  const address = 'https://x.example/a?b=1'
  for (const instruction of [
    [` HYPERLINK "${address}" `],
    [` HYPERLINK "${address}" \\o "Ein Tipp" `],
    [` HYPERLINK \\o "Ein \\"Tipp\\"" "${address}" \\t "_blank" `],
    [' HYPER', `LINK "${address.slice(0, 9)}`, `${address.slice(9)}" \\o`, ' "Tipp"'],
    [` hyperlink ${address} \\n`],
  ])
    expect(await textOf(p(field(instruction, 'hier'))), instruction.join('|')).toBe(link)
  expect(await textOf(p(field([` HYPERLINK "${address}" \\l "ort" \\o "Tipp" `], 'hier')))).toBe(
    '[hier](https://x.example/a?b=1#ort)\n',
  )
  const simple = (instruction: string, text: string) =>
    p(`${run('Vor ')}<w:fldSimple w:instr="${instruction}">${run(text)}</w:fldSimple>`)
  expect(await textOf(simple(` HYPERLINK &quot;${address}&quot; \\o &quot;Tipp&quot; `, 'hier'))).toBe(`Vor ${link}`)
  expect(await textOf(simple(' DATE \\@ &quot;d. M.&quot; ', '3. Mai'))).toBe('Vor 3. Mai\n')
  const named = { 'word/_rels/document.xml.rels': relations({ rId1: ['hyperlink', address, true] }) }
  expect(await textOf(p(`<w:hyperlink r:id="rId1" w:tooltip="Tipp">${run('hier')}</w:hyperlink>`), named)).toBe(link)
})

test('[RUL-53] hidden text stays hidden and is reported', async () => {
  const styles = `<w:styles ${NAMES}><w:style w:type="character" w:styleId="Z"><w:rPr><w:vanish/></w:rPr></w:style><w:style w:type="character" w:styleId="ZZ"><w:basedOn w:val="Z"/></w:style><w:style w:type="paragraph" w:styleId="A"><w:rPr><w:vanish/></w:rPr></w:style></w:styles>`
  const parts = {
    'word/styles.xml': styles,
    'word/_rels/document.xml.rels': relations({ rId3: ['styles', 'styles.xml'] }),
  }
  const body =
    p(
      `${run('Sichtbar')}${run(' geheim', '<w:vanish/>')}${run(' auch', '<w:vanish w:val="0"/>')}${run(' geheim', '<w:rStyle w:val="ZZ"/>')}.`,
    ) +
    p(run('geheim'), '<w:pStyle w:val="A"/>') +
    p(run('Doch.', '<w:vanish w:val="false"/>'), '<w:pStyle w:val="A"/>') +
    p(run('Marke.'), '<w:rPr><w:vanish/></w:rPr>')
  const { text, reasons } = await read(body, parts)
  expect(text).toBe('Sichtbar auch\n\nDoch.\n\nMarke.\n')
  expect(reasons).toEqual(['Nicht mitgekommen: Verborgener Text (3).'])
})

test('[RUL-53] lists keep their numbering from Word', async () => {
  const level = (at: number, format: string, start = 1) =>
    `<w:lvl w:ilvl="${at}"><w:start w:val="${start}"/><w:numFmt w:val="${format}"/></w:lvl>`
  const numbering = `<w:numbering ${NAMES}><w:abstractNum w:abstractNumId="0">${level(0, 'decimal', 3)}${level(1, 'lowerLetter')}</w:abstractNum><w:abstractNum w:abstractNumId="1">${level(0, 'bullet')}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride></w:num><w:num w:numId="3"><w:abstractNumId w:val="1"/></w:num></w:numbering>`
  const parts = {
    'word/numbering.xml': numbering,
    'word/_rels/document.xml.rels': relations({ rId3: ['numbering', 'numbering.xml'] }),
  }
  const body =
    item('drei', 1) +
    item('vier', 1) +
    item('a', 1, 1) +
    p(run('Zwischenruf.')) +
    item('fünf', 1) +
    item('wieder a', 1, 1) +
    p(run('Neu.')) +
    item('eins', 2) +
    item('zwei', 2) +
    item('Punkt', 3)
  expect(await textOf(body, parts)).toBe(
    '3. drei\n4. vier\n   1. a\n\nZwischenruf.\n\n5. fünf\n   1. wieder a\n\nNeu.\n\n1. eins\n2. zwei\n\n- Punkt\n',
  )
})

test('[RUL-53] lists without a definition, and levels beyond the fifth, stay lists', async () => {
  const body = p(run('Vorher')) + item('eins', 5) + item('zwei', 5) + item('tief', 5, 1)
  const described = { 'word/_rels/document.xml.rels': relations({ rId3: ['numbering', 'numbering.xml'] }) }
  for (const part of [
    null,
    `<w:numbering ${NAMES}><w:num w:numId="5"><w:abstractNumId w:val="9"/></w:num></w:numbering>`,
    `<w:numbering ${NAMES}><w:num w:numId="5"/></w:numbering>`,
    `<w:numbering ${NAMES}><w:abstractNum w:abstractNumId="9"><w:numStyleLink w:val="weg"/></w:abstractNum><w:num w:numId="5"><w:abstractNumId w:val="9"/></w:num></w:numbering>`,
  ])
    expect(await textOf(body, part === null ? {} : { 'word/numbering.xml': part, ...described }), part ?? '').toBe(
      'Vorher\n\n- eins\n- zwei\n  - tief\n',
    )
  const deep = Array.from({ length: 9 }, (_, level) => item(`e${level}`, 5, level)).join('')
  expect(await textOf(deep)).toContain(`${'  '.repeat(8)}- e8`)
})

test('[RUL-53] tables with merged cells and nested tables stay tables', async () => {
  const cell = (inner: string, properties = '') => `<w:tc><w:tcPr>${properties}</w:tcPr>${inner}</w:tc>`
  const row = (...cells: string[]) => `<w:tr>${cells.join('')}</w:tr>`
  const inner = `<w:tbl>${row(cell(p(run('innen'))), cell(p(run('daneben'))))}</w:tbl>${p('')}`
  const text = await textOf(
    `<w:tbl>${row(cell(p(run('Ort')), '<w:vMerge w:val="restart"/>'), cell(p(run('Wetter')), '<w:gridSpan w:val="2"/>'))}${row(cell(p(''), '<w:vMerge/>'), cell(p(run('Wind'))), cell(inner))}</w:tbl>`,
  )
  const { html } = renderMarkdown(text)
  const cells = [...html.matchAll(/<(table|td|th)\b([^>]*)>/g)].map(([, name, attributes]) => `${name}${attributes}`)
  expect(cells).toEqual(['table', 'td rowspan="2"', 'td colspan="2"', 'td', 'td', 'table', 'td', 'td'])
  expect(html.replaceAll(/<[^>]+>|\s/g, '')).toBe('OrtWetterWindinnendaneben')
})

const graphic = (inner: string) => `<a:graphic><a:graphicData uri="x">${inner}</a:graphicData></a:graphic>`
const drawing = (inner: string) =>
  `<w:r><w:drawing><wp:inline><wp:docPr id="1" name="b" descr="Alt"/>${graphic(inner)}</wp:inline></w:drawing></w:r>`
const picture = (id: string, how = 'embed') =>
  `<pic:pic><pic:blipFill><a:blip r:${how}="${id}"/></pic:blipFill></pic:pic>`

test('[RUL-53] formulas, checkboxes, selected entries and text with Word’s markers keep their characters', async () => {
  const formula =
    '<m:oMath><m:r><m:t>x=</m:t></m:r><m:f><m:num><m:r><m:t>a+1</m:t></m:r></m:num><m:den><m:rad><m:e><m:r><m:t>2</m:t></m:r></m:e></m:rad></m:den></m:f></m:oMath>'
  const { text, reasons } = await read(p(`${run('Es gilt ')}${formula}${run('.')}`))
  expect(text).toBe('Es gilt x=(a+1)/(√(2)).\n')
  expect(reasons).toEqual(['Nicht mitgekommen: Formeln, von denen nur die Zeichen mitkommen.'])
  const box = (checked: string) =>
    `<w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val="${checked}"/></w14:checkbox></w:sdtPr><w:sdtContent>${run('☐')}</w:sdtContent></w:sdt>`
  expect(await textOf(p(`${box('1')}${run(' Milch')}`) + p(`${box('0')}${run(' Brot')}`))).toBe('☑ Milch\n\n☐ Brot\n')
  const list =
    '<w:ffData><w:ddList><w:result w:val="1"/><w:listEntry w:val="Ja"/><w:listEntry w:val="Nein &amp; Amen"/></w:ddList></w:ffData>'
  expect(
    await textOf(p(`${mark('begin', list)}<w:r><w:instrText> FORMDROPDOWN </w:instrText></w:r>${mark('end')}`)),
  ).toBe('Nein & Amen\n')
  const marked = `<w:bdo w:val="ltr">${run('links ')}</w:bdo><w:r><w:ruby><w:rt>${run('oben')}</w:rt><w:rubyBase>${run('unten')}</w:rubyBase></w:ruby></w:r><w:r><w:t>a</w:t><w:cr/><w:t>b</w:t></w:r>`
  expect(await textOf(p(marked))).toBe('links unten (oben)a  \nb\n')
})

test('[RUL-53] losses of a document are reported', async () => {
  const parts = {
    'word/media/a.emf': 'EMF',
    'word/media/b.png': 'PNG',
    'word/kopf.xml': `<w:hdr ${NAMES}>${p(run('Kreisblatt'))}</w:hdr>`,
    'word/fuss.xml': `<w:ftr ${NAMES}>${p(run('Seite 1 von 3'))}</w:ftr>`,
    'word/_rels/document.xml.rels': relations({
      rId1: ['image', 'media/a.emf'],
      rId2: ['image', 'https://x.example/fern.png', true],
      rId3: ['image', 'file:///C:/nah.png', true],
      rId4: ['image', 'media/b.png'],
      rId5: ['footer', 'fuss.xml'],
    }),
  }
  const chart = '<c:chart r:id="rId9"/>'
  const body =
    p(drawing(picture('rId1'))) +
    p(drawing(picture('rId2', 'link'))) +
    p(drawing(picture('rId3', 'link'))) +
    p(drawing(chart)) +
    p(`<w:r><mc:AlternateContent><mc:Choice Requires="cx">${drawing(chart)}</mc:Choice></mc:AlternateContent></w:r>`) +
    p(drawing('<wps:wsp/>')) +
    p(`${run('Ende')}<w:r><w:sym w:font="Eigene" w:char="F0AA"/></w:r><w:r><w:commentReference w:id="1"/></w:r>`)
  const { text, reasons } = await read(body, parts)
  expect(text).toBe('Alt\n\n![Alt](https://x.example/fern.png)\n\nAlt\n\nEnde\n')
  expect(reasons.toSorted()).toEqual([
    'Ein Bild liegt außerhalb des Dokuments: file:///C:/nah.png',
    'Nicht mitgekommen: Bilder im Format EMF.',
    'Nicht mitgekommen: Diagramme (2).',
    'Nicht mitgekommen: Gezeichnete Formen.',
    'Nicht mitgekommen: Kommentare.',
    'Nicht mitgekommen: Zeichen der Schrift „Eigene“.',
  ])
  const header = { ...parts, 'word/_rels/document.xml.rels': relations({ rId1: ['header', 'kopf.xml'] }) }
  expect((await read(p(run('Text')), header)).reasons).toEqual(['Nicht mitgekommen: Kopf- und Fußzeilen.'])
})

test('[RUL-53] missing files of a document are reported, and the rest is imported', async () => {
  const parts = { 'word/_rels/document.xml.rels': relations({ rId1: ['image', 'media/weg.png'] }) }
  const body =
    p(`${run('Vor ')}${drawing(picture('rId1'))}${drawing(picture('rId9'))}${run('nach')}`) +
    p(`<w:r><w:object><v:shape><v:imagedata r:id="rId9"/></v:shape></w:object></w:r>${run('Text')}`) +
    p(`<w:hyperlink r:id="rId9">${run('Wort')}</w:hyperlink><w:r><w:footnoteReference w:id="4"/></w:r>`)
  expect(await read(body, parts)).toEqual({
    text: 'Vor Altnach\n\nText\n\nWort\n',
    reasons: [
      'Nicht mitgekommen: Bilder, die im Dokument fehlen (3).',
      'Nicht mitgekommen: Fußnoten, deren Text fehlt.',
    ],
  })
})

test('[RUL-53] a note in a table that stays HTML is placed at its reference', async () => {
  const parts = {
    'word/footnotes.xml': `<w:footnotes ${NAMES}><w:footnote w:id="2">${p(run('Die Note'))}</w:footnote></w:footnotes>`,
  }
  const cell = (inner: string, span = 1) => `<w:tc><w:tcPr><w:gridSpan w:val="${span}"/></w:tcPr>${p(inner)}</w:tc>`
  const row = (...cells: string[]) => `<w:tr>${cells.join('')}</w:tr>`
  const reference = '<w:r><w:footnoteReference w:id="2"/></w:r>'
  const table = `<w:tbl>${row(cell(`${run('Wort')}${reference}`, 2))}${row(cell(run('1')), cell(run('2')))}</w:tbl>`
  expect(await textOf(table, parts)).toMatch(/<p>Wort \(Die Note\)<\/p>[^^]*<\/table>\n$/)
  expect(await textOf(p(`${run('Satz')}${reference}`) + table, parts)).toMatch(
    /^Satz\[\^1\][^]*\(Die Note\)[^]*\[\^1\]: Die Note\n$/,
  )
})

test('[RUL-53] text boxes and groups of pictures are imported once, in each form that Word writes', async () => {
  const parts = {
    'word/media/b.png': 'PNG',
    'word/_rels/document.xml.rels': relations({ rId1: ['image', 'media/b.png'] }),
  }
  const box = `<wps:wsp><wps:txbx><w:txbxContent>${p(run('Im Feld.'))}</w:txbxContent></wps:txbx></wps:wsp>`
  const older = `<w:pict><v:oval><v:textbox><w:txbxContent>${p(run('Im Feld.'))}</w:txbxContent></v:textbox></v:oval></w:pict>`
  const either = (choice: string, fallback: string) =>
    `<w:r><mc:AlternateContent><mc:Choice Requires="wps">${choice}</mc:Choice>${fallback}</mc:AlternateContent></w:r>`
  for (const inner of [
    drawing(box),
    `<w:r>${older}</w:r>`,
    either(drawing(box), ''),
    either(drawing(box), '<mc:Fallback/>'),
    either(drawing(box), `<mc:Fallback>${older}</mc:Fallback>`),
  ])
    expect(await read(p(`${run('Oben.')}${inner}`), parts), inner).toEqual({ text: 'Oben.\n\nIm Feld.\n', reasons: [] })
  const group = await textOf(p(drawing(`<wpg:wgp>${picture('rId1')}${picture('rId1')}</wpg:wgp>`)), parts)
  expect(group.match(/!\[Alt\]\(data:image\/png/g)).toHaveLength(2)
})

test('[RUL-53] a document is converted in linear time, and a too deep one is refused', async () => {
  const prepared = (xml: string) => {
    const root = readXml(xml)
    const styles = new Styles(null)
    const around = {
      styles,
      numbering: new Numbering(null, styles),
      lost: new Map(),
      notes: {},
      relations: new Set(''),
    }
    if (root) new Body(around).prepare(root)
    return root && writeXml(root)
  }
  for (const unit of [
    p(run('x')),
    item('x', 1),
    p(field([' HYPERLINK "a" \\o "b" '], 'x')),
    p(`<m:oMath><m:r><m:t>x</m:t></m:r></m:oMath>`),
    p(drawing('<wps:wsp/>')),
    mark('begin'),
    `<w:r><w:instrText> HYPERLINK \\" </w:instrText></w:r>`,
    '<w:p',
    '&amp;',
  ])
    expect(
      growsTooFast(400_000, (size) => {
        prepared(`<w:document ${NAMES}><w:body>${unit.repeat(size / unit.length)}</w:body></w:document>`)
      }),
      unit,
    ).toBeNull()
  const deep = `${'<w:ins>'.repeat(50_000)}${'</w:ins>'.repeat(50_000)}`
  await expect(read(p(deep))).rejects.toThrow('ist beschädigt und lässt sich nicht lesen')
})
