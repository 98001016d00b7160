import { decoded } from '../../markdown/positions.ts'
import { fieldsOf, readJson, textField, type Fields } from '../../rules/front-matter.ts'
import { escaped } from '../../markdown/html/passed-html.ts'
import type { Attachments } from './attachments.ts'
import { parsedTag } from './shortcodes.ts'

/** Beginnings of layout shortcodes of WPBakery, Divi, Avada and Shortcodes Ultimate. */
const BUILT = /\[(\/?)((?:vc|et_pb|fusion|su)_[\w-]{1,60})((?:[\s/][^[\]]{0,4000})?)\]/g
/** Raw HTML that WPBakery stores encoded. */
const ENCODED = /\[vc_raw_html\]([\w+/=\s]{1,200000})\[\/vc_raw_html\]/g
/** Maximum nesting of Elementor elements. */
const DEEPEST = 50

export type Made = { html: string; builders: boolean }

/** Removes the shortcodes of page builders: their content stays, with the pictures, buttons and titles they name. */
export function withoutBuilders(content: string, pictures: Attachments): Made {
  if (content.search(BUILT) < 0) return { html: content, builders: false }
  const html = content
    .replaceAll(
      ENCODED,
      (_all, encoded: string) => `\n\n${decoded(Buffer.from(encoded, 'base64').toString('utf8'))}\n\n`,
    )
    .replaceAll(BUILT, (_all, end: string, name: string, inside: string) => {
      const { attributes } = parsedTag(inside)
      const said = (...names: string[]) => names.map((key) => attributes.get(key)).find(Boolean) ?? ''
      if (end !== '') return '\n\n'
      const picture = pictures.byId(said('image'))
      const source = picture?.address ?? (/image/.test(name) ? said('src') : '')
      const [, linked = ''] = /(?:^|\|)url:([^|]*)/.exec(said('link')) ?? []
      const address = said('button_url', 'url') || decoded(linked)
      const words = said('button_text', 'text', 'title')
      const alt = said('alt') || (picture?.alt ?? '')
      return [
        '\n\n',
        ...(source === '' ? [] : [`<p><img src="${escaped(source)}" alt="${escaped(alt)}"></p>`]),
        ...(address !== '' && words !== '' ? [`<p><a href="${escaped(address)}">${escaped(words)}</a></p>`] : []),
        ...(address === '' && source === '' && words !== '' ? [`<h3>${escaped(words)}</h3>`] : []),
        '\n\n',
      ].join('')
    })
  return { html, builders: true }
}

/** The text that Elementor stores beside an empty post (the postmeta `_elementor_data`); empty where there is none. */
export function elementorHtml(data: string | undefined): string {
  const pieces: string[] = []
  const walk = (elements: unknown, depth: number): void => {
    if (!Array.isArray(elements) || depth > DEEPEST) return
    for (const each of elements) {
      const element = fieldsOf(each)
      if (!element) continue
      pieces.push(...widgetHtml(textField(element, 'widgetType'), fieldsOf(element['settings']) ?? {}))
      walk(element['elements'], depth + 1)
    }
  }
  walk(readJson(data || '[]'), 0)
  return pieces.join('\n\n')
}

function widgetHtml(type: string, settings: Fields): string[] {
  const written = (name: string) => (typeof settings[name] === 'string' ? settings[name] : '')
  const url = (name: string) => textField(fieldsOf(settings[name]) ?? {}, 'url')
  const title = escaped(textField(settings, 'title', 'title_text'))
  const button = escaped(textField(settings, 'text'))
  return [
    ...(title === '' ? [] : [`<h2>${title}</h2>`]),
    written('editor'),
    type === 'html' ? written('html') : '',
    url('image') === '' ? '' : `<p><img src="${escaped(url('image'))}" alt=""></p>`,
    button === '' || url('link') === '' ? '' : `<p><a href="${escaped(url('link'))}">${button}</a></p>`,
  ].filter((piece) => piece !== '')
}
