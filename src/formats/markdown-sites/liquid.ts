import { textField } from '../../rules/front-matter.ts'
import { ownEntry } from '../../rules/own-entry.ts'
import { quoted } from '../../rules/quoted.ts'
import { hiddenPart, isHiding } from '../source/hidden-parts.ts'
import { figureTag, pictureTag, player } from './tag-texts.ts'
import { templateOf, type TagWriter, type TemplateNode, type TemplateTag, writeTemplate } from './template-tags.ts'
import type { Writing } from './text-places.ts'

const SIGNS = [
  { open: '{%', close: '%}' },
  { open: '{{', close: '}}' },
]
/** Inside these nothing is a tag. */
const RAW = /\{%-?\s{0,5}raw\s{0,5}-?%\}/g
const RAW_END = /\{%-?\s{0,5}endraw\s{0,5}-?%\}/g
const PICTURE = /\.(?:avif|gif|jpe?g|png|svg|webp)$/i

/** A tag of a blog's own for a picture, such as `image_with_class`. */
const PICTURE_TAG = /^(?:image|img|picture|figure)_/

type Tag = (tag: TemplateTag, inner: string, writing: Writing) => string | null

/** The tags `{% %}` common to Jekyll, Hexo and Eleventy. */
const TAGS: Readonly<Record<string, Tag>> = {
  highlight: ({ words }, inner) => fence(words[0] ?? '', inner),
  code: ({ named }, inner) => fence(named.get('lang') ?? '', inner),
  codeblock: ({ rest }, inner) => fence(/lang:([\w+#-]{1,30})/.exec(rest)?.[1] ?? '', inner),
  comment: () => '',
  post_url: ({ words }, _inner, writing) => reference(words[0] ?? '', writing),
  link: ({ words }, _inner, writing) =>
    words.length > 1 && /^https?:/.test(words.at(-1)!)
      ? `[${words.slice(0, -1).join(' ')}](${words.at(-1)!})`
      : reference(words[0] ?? '', writing),
  post_link: ({ words }, _inner, writing) =>
    `[${words.slice(1).join(' ') || words[0] || ''}](${reference(words[0] ?? '', writing)})`,
  post_path: ({ words }, _inner, writing) => reference(words[0] ?? '', writing),
  asset_img: ({ words }, _inner, { place }) => {
    const [src = '', ...about] = words.filter((word) => !/^\d{1,5}$/.test(word))
    return pictureTag({ src: `${place.date ? `${place.date}-` : ''}${place.name}/${src}`, alt: about.join(' ') })
  },
  asset_path: ({ words }, _inner, { place }) => `${place.date ? `${place.date}-` : ''}${place.name}/${words[0] ?? ''}`,
  img: ({ words }) => {
    const at = words.findIndex((word) => /[/.]/.test(word))
    const about = words.slice(at + 1).filter((word) => !/^\d{1,5}%?$/.test(word))
    return pictureTag({ src: words[at] ?? '', alt: about.join(' ') })
  },
  image: pictured,
  picture: pictured,
  responsive_image: pictured,
  youtube: ({ words }) =>
    player(/^https?:/.test(words[0] ?? '') ? words[0]! : `https://www.youtube.com/watch?v=${words[0] ?? ''}`),
  vimeo: ({ words }) => player(/^https?:/.test(words[0] ?? '') ? words[0]! : `https://vimeo.com/${words[0] ?? ''}`),
  gist: ({ words }) => player(`https://gist.github.com/${words[0] ?? ''}`),
  blockquote: ({ words }, inner) =>
    `\n\n${blockQuote(inner)}${words.length > 0 ? `\n>\n> ${words.join(' ')}` : ''}\n\n`,
  quote: ({ words }, inner) => `\n\n${blockQuote(inner)}${words.length > 0 ? `\n>\n> ${words.join(' ')}` : ''}\n\n`,
  include: included,
  include_cached: included,
  capture: () => '',
  assign: () => '',
}

function fence(language: string, inner: string): string {
  return `\n\n\`\`\`${language}\n${inner.replace(/^\n/, '').trimEnd()}\n\`\`\`\n\n`
}

function blockQuote(inner: string): string {
  return inner
    .trim()
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')
}

function reference(asked: string, { addressOf, reasons }: Writing): string {
  const found = addressOf(asked)
  if (found === null) reasons.add(`Ein Verweis führt auf einen Text, den es nicht gibt: ${asked.slice(0, 200)}`)
  return found ?? asked
}

/** A picture of a plugin: the argument that is a file, and its description. */
function pictured({ words, named }: TemplateTag): string | null {
  const src = named.get('path') ?? named.get('src') ?? words.find((word) => PICTURE.test(word))
  // Words with a space were quoted: a description.
  const alt = named.get('alt') ?? words.find((word) => word !== src && word.includes(' '))
  return src && PICTURE.test(src) ? pictureTag({ src, alt, caption: named.get('caption') }) : null
}

/** Common includes for pictures and players; all others are reported and omitted. */
function included({ named }: TemplateTag): string | null {
  const src = ['src', 'image', 'image_path', 'img', 'file', 'path', 'url']
    .map((name) => named.get(name))
    .find((value) => value)
  const caption = named.get('caption') ?? named.get('description') ?? named.get('title')
  if (src && PICTURE.test(src)) return figureTag({ src, alt: named.get('alt'), caption })
  const id = named.get('id') ?? named.get('video_id')
  if (id && /^[\w-]{11}$/.test(id)) return player(`https://www.youtube.com/watch?v=${id}`)
  return null
}

/** `{{ … }}`: a variable of the page or the blog. */
function valueOf({ name, rest }: TemplateTag, { fields }: Writing, site: Site): string | null {
  const asked = `${name} ${rest}`.trim()
  const literal = /^(?:"([^"]*)"|'([^']*)')/.exec(asked)
  if (literal)
    return `${/absolute_url/.test(asked) ? site.url : ''}${/relative_url|absolute_url|url_for|link/.test(asked) ? site.path : ''}${literal[1] ?? literal[2] ?? ''}`
  if (/^site\.url\b/.test(asked)) return site.url
  if (/^site\.(?:baseurl|root)\b/.test(asked)) return site.path
  const of = /^page\.([\w-]{1,40})$/.exec(asked)?.[1]
  return of && textField(fields, of) !== '' ? textField(fields, of) : null
}

interface Site {
  /** Address of the blog without a trailing slash, and its base path. */
  url: string
  path: string
}

/** Tags whose content depends on a condition or a list. */
const CONDITIONS = new Set(['if', 'unless', 'case', 'for', 'tablerow', 'ifchanged', 'ifversion'])
/** Tags whose content is never shown. Without their end in sight it is unknown what they hide. */
const SILENT = new Set(['comment', 'capture'])
/** Conditions with a fixed result. */
const FIXED: Readonly<Record<string, boolean>> = { true: true, false: false, nil: false, null: false }

const written = ({ name, rest }: TemplateTag): string => `${name} ${rest}`.trim()

/**
 * The nodes without what a fixed condition hides. Content under any other condition stays, and makes the text a draft,
 * since the condition cannot be evaluated here (RUL-53).
 */
function shownOf(
  nodes: readonly TemplateNode[],
  { reasons, hidden }: Pick<Writing, 'reasons' | 'hidden'>,
): TemplateNode[] {
  return nodes.flatMap((node): TemplateNode[] => {
    if (typeof node === 'string') return [node]
    const { name, rest, inner } = node
    if (inner === null) {
      if (CONDITIONS.has(name) || SILENT.has(name)) hidden.add(hiddenPart(`{% ${written(node)} %}`))
      return [node]
    }
    const fixed = name === 'if' || name === 'unless' ? ownEntry(FIXED, rest) : undefined
    if (fixed === undefined) {
      if (CONDITIONS.has(name) || isHiding(name)) hidden.add(hiddenPart(`{% ${written(node)} %}`))
      return [{ ...node, inner: shownOf(inner, { reasons, hidden }) }]
    }
    const other = inner.findIndex((each) => typeof each !== 'string' && /^els(?:e|if)$/.test(each.name))
    const [first, second] = other < 0 ? [inner, []] : [inner.slice(0, other), inner.slice(other)]
    if (fixed === (name === 'if')) return shownOf(first, { reasons, hidden })
    reasons.add(`Was unter der Anweisung ${quoted(written(node))} steht, wird nie gezeigt und wurde weggelassen.`)
    const [begin, ...behind] = second
    if (typeof begin === 'object' && begin.name === 'elsif') hidden.add(hiddenPart(`{% ${written(begin)} %}`))
    return shownOf(behind, { reasons, hidden })
  })
}

/** Replaces the tags in a text of Jekyll or Hexo; `{% raw %}` stays unchanged. */
export function writeLiquid(body: string, writing: Writing, site: Site): string {
  const known: TagWriter = (tag, inner) =>
    Object.hasOwn(TAGS, tag.name)
      ? TAGS[tag.name]!(tag, inner, writing)
      : (valueOf(tag, writing, site) ?? (PICTURE_TAG.test(tag.name) ? pictured(tag) : null))
  const unknown = ({ name, inner, rest }: TemplateTag): void => {
    const about = inner ? 'wurde weggelassen, sein Inhalt ist da' : 'wurde weggelassen'
    writing.reasons.add(`Die Anweisung ${quoted(`${name} ${rest}`.trim().slice(0, 200))} ${about}.`)
  }
  return piecesOf(body)
    .map(({ text, raw }) => (raw ? text : writeTemplate(shownOf(templateOf(text, SIGNS), writing), known, unknown)))
    .join('')
}

/** Splits a text into `{% raw %}` parts and the rest. */
function piecesOf(body: string): { text: string; raw: boolean }[] {
  const ends = [...body.matchAll(RAW_END)]
  const pieces: { text: string; raw: boolean }[] = []
  let at = 0
  let next = 0
  for (const begin of body.matchAll(RAW)) {
    if (begin.index < at) continue
    while (next < ends.length && ends[next]!.index < begin.index) next += 1
    const end = ends[next]
    if (!end) break
    const from = begin.index + begin[0].length
    pieces.push({ text: body.slice(at, begin.index), raw: false }, { text: body.slice(from, end.index), raw: true })
    at = end.index + end[0].length
  }
  pieces.push({ text: body.slice(at), raw: false })
  return pieces
}
