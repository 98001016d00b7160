import { strToU8, zipSync } from 'fflate'

/** A picture of one pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

export const NAMES =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" ' +
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" ' +
  'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture" xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" ' +
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" ' +
  'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape" ' +
  'xmlns:wpg="http://schemas.microsoft.com/office/word/2010/wordprocessingGroup" xmlns:v="urn:schemas-microsoft-com:vml"'
const CONTENT_TYPES =
  '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Default Extension="emf" ContentType="image/x-emf"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/></Types>'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

export const run = (text: string, marks = '') =>
  `<w:r><w:rPr>${marks}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`
const cell = (text: string) => `<w:tc><w:p>${run(text)}</w:p></w:tc>`

/** A Word document with this body. `parts` adds files; `null` omits one. */
export function wordDocument(body: string, parts: Record<string, string | Uint8Array | null> = {}): Uint8Array {
  const all: Record<string, string | Uint8Array | null> = {
    '[Content_Types].xml': CONTENT_TYPES,
    '_rels/.rels': relations({ r1: ['officeDocument', 'word/document.xml'] }),
    'word/document.xml': `<?xml version="1.0" encoding="UTF-8"?><w:document ${NAMES}><w:body>${body}</w:body></w:document>`,
    ...parts,
  }
  const bytes = Object.entries(all).flatMap(([path, content]) =>
    content === null ? [] : [[path, typeof content === 'string' ? strToU8(content) : content] as const],
  )
  return zipSync(Object.fromEntries(bytes))
}

/** The relationships part of a document; targets outside of it are `external`. */
export function relations(named: Record<string, [type: string, target: string, external?: true]>): string {
  const all = Object.entries(named).map(
    ([id, [type, target, external]]) =>
      `<Relationship Id="${id}" Type="${RELATIONS}/${type}" Target="${target}"${external ? ' TargetMode="External"' : ''}/>`,
  )
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all.join('')}</Relationships>`
}

/** A small Word document: a title, a bold word with a footnote, a picture, a table. `title` is its headline. */
export function wordFile({ title = 'Am See', picture = Buffer.from(PIXEL, 'base64') as Uint8Array } = {}): Uint8Array {
  const body =
    `<w:p><w:pPr><w:pStyle w:val="Title"/></w:pPr>${run(title)}</w:p>` +
    `<w:p>${run('Ein ')}${run('fettes', '<w:b/>')}${run(' Wort')}<w:r><w:footnoteReference w:id="2"/></w:r>${run('.')}</w:p>` +
    '<w:p><w:r><w:drawing><wp:inline><wp:docPr id="1" name="b" descr="See"/><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip r:embed="rId1"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>' +
    `<w:tbl><w:tr>${cell('A')}${cell('B')}</w:tr><w:tr>${cell('1')}${cell('2')}</w:tr></w:tbl>`
  return wordDocument(body, {
    'word/_rels/document.xml.rels': relations({
      rId1: ['image', 'media/b.png'],
      rId2: ['footnotes', 'footnotes.xml'],
      rId3: ['styles', 'styles.xml'],
    }),
    'word/styles.xml': `<w:styles ${NAMES}><w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/></w:style></w:styles>`,
    'word/footnotes.xml': `<w:footnotes ${NAMES}><w:footnote w:id="2"><w:p>${run('Die Note')}</w:p></w:footnote></w:footnotes>`,
    'docProps/core.xml':
      '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"><dc:title>Brief</dc:title><dc:creator>Ada</dc:creator><dcterms:created>2019-05-03T07:05:00Z</dcterms:created></cp:coreProperties>',
    'word/media/b.png': picture,
  })
}
