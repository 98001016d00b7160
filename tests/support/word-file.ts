import { strToU8, zipSync } from 'fflate'

/** A picture of one pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

const NAMES =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" ' +
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" ' +
  'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

const run = (text: string, marks = '') => `<w:r><w:rPr>${marks}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`
const cell = (text: string) => `<w:tc><w:p>${run(text)}</w:p></w:tc>`

/** A small document of Word: a title, a bold word with a note, a picture, a table. `title` is its headline. */
export function wordFile({ title = 'Am See', picture = Buffer.from(PIXEL, 'base64') as Uint8Array } = {}): Uint8Array {
  const body =
    `<w:p><w:pPr><w:pStyle w:val="Title"/></w:pPr>${run(title)}</w:p>` +
    `<w:p>${run('Ein ')}${run('fettes', '<w:b/>')}${run(' Wort')}<w:r><w:footnoteReference w:id="2"/></w:r>${run('.')}</w:p>` +
    '<w:p><w:r><w:drawing><wp:inline><wp:docPr id="1" name="b" descr="See"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="rId1"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>' +
    `<w:tbl><w:tr>${cell('A')}${cell('B')}</w:tr><w:tr>${cell('1')}${cell('2')}</w:tr></w:tbl>`
  const parts: Record<string, string> = {
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/></Types>',
    '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${RELATIONS}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${RELATIONS}/image" Target="media/b.png"/><Relationship Id="rId2" Type="${RELATIONS}/footnotes" Target="footnotes.xml"/><Relationship Id="rId3" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    'word/styles.xml': `<w:styles ${NAMES}><w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/></w:style></w:styles>`,
    'word/footnotes.xml': `<w:footnotes ${NAMES}><w:footnote w:id="2"><w:p>${run('Die Note')}</w:p></w:footnote></w:footnotes>`,
    'word/document.xml': `<w:document ${NAMES}><w:body>${body}</w:body></w:document>`,
    'docProps/core.xml':
      '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"><dc:title>Brief</dc:title><dc:creator>Ada</dc:creator><dcterms:created>2019-05-03T07:05:00Z</dcterms:created></cp:coreProperties>',
  }
  const bytes = Object.fromEntries(Object.entries(parts).map(([path, text]) => [path, strToU8(text)]))
  return zipSync({ ...bytes, 'word/media/b.png': picture })
}
