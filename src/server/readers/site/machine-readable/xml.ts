import { readableText } from '../../../../rules/readable-text.ts'

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** First line of every XML document of the site. */
export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** Escapes a text for XML or HTML, between tags and in attributes. */
export function escapeXml(text: string): string {
  return readableText(text).replace(/[&<>"]/g, (sign) => SIGNS[sign]!)
}

/** Markup inside an XML document, readable as it is: a CDATA section, split where its end occurs in the text. */
export function cdata(markup: string): string {
  return `<![CDATA[${readableText(markup).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`
}

type Attributes = Readonly<Record<string, string | null | undefined>>

/** An element with a text; empty without one. */
export function element(name: string, text: string | null | undefined, attributes: Attributes = {}): string {
  return text ? `<${name}${written(attributes)}>${escapeXml(text)}</${name}>\n` : ''
}

/** An element with only attributes. */
export function empty(name: string, attributes: Attributes): string {
  return `<${name}${written(attributes)}/>\n`
}

function written(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => (value == null ? '' : ` ${name}="${escapeXml(value)}"`))
    .join('')
}
