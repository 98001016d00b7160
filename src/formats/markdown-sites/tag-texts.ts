import { embedOf } from '../../markdown/embeds/providers.ts'

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes text for HTML. */
export function escapedText(text: string): string {
  return text.replaceAll(/[&<>"]/g, (sign) => SIGNS[sign]!)
}

/** An address alone in its paragraph: for known providers a placeholder (RUL-49). */
export function player(address: string): string {
  return `\n\n<${embedOf(address)?.address ?? address}>\n\n`
}

type Figure = { src: string; alt?: string | undefined; caption?: string | undefined; link?: string | undefined }

/** A picture alone in its paragraph with its caption. */
export function figureTag({ src, alt = '', caption = '', link = '' }: Figure): string {
  return `\n\n${pictureTag({ src, alt, caption, link })}\n\n`
}

/** A picture within text. */
export function pictureTag({ src, alt = '', caption = '', link = '' }: Figure): string {
  const words = alt.replaceAll(/[[\]\s]+/g, ' ').trim()
  const title = plain(caption).replaceAll('"', '\\"')
  const address = /[\s()<>]/.test(src) ? `<${src.replaceAll(/[<>\n]/g, '')}>` : src
  const picture = `![${words}](${address}${title === '' ? '' : ` "${title}"`})`
  return link === '' || link === src ? picture : `[${picture}](${/[\s()]/.test(link) ? `<${link}>` : link})`
}

/** A caption as one line without HTML. */
function plain(caption: string): string {
  return caption
    .replaceAll(/<[^<>]{1,500}>/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
