import { renderMarkdown } from '../../markdown/render.ts'
import { type Fields, fieldsOf, textField } from '../../rules/front-matter.ts'

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes text for HTML. */
export function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (sign) => SIGNS[sign]!)
}

/** A field unchanged, with line breaks; empty where it is no text. */
export function raw(fields: Fields, ...names: readonly string[]): string {
  for (const name of names) if (typeof fields[name] === 'string' && fields[name] !== '') return fields[name]
  return ''
}

type Card = (fields: Fields, reasons: Set<string>) => string

const caption = (fields: Fields): string =>
  raw(fields, 'caption') === '' ? '' : `<figcaption>${raw(fields, 'caption')}</figcaption>`

const picture = (fields: Fields): string => {
  const image = `<img src="${escaped(raw(fields, 'src'))}" alt="${escaped(raw(fields, 'alt'))}" title="${escaped(raw(fields, 'title'))}">`
  return raw(fields, 'href') === '' ? image : `<a href="${escaped(raw(fields, 'href'))}">${image}</a>`
}

const button = (words: string, address: string): string =>
  words === '' || address === '' ? '' : `<p><a href="${escaped(address)}">${escaped(words)}</a></p>`

const embed: Card = (fields) => {
  const html = raw(fields, 'html')
  const frame = /<iframe\b/i.test(html)
    ? html
    : raw(fields, 'url') === ''
      ? html
      : `<iframe src="${escaped(raw(fields, 'url'))}"></iframe>`
  return `<figure class="kg-embed-card">${frame}${caption(fields)}</figure>`
}

const bookmark: Card = (fields) => {
  const about = fieldsOf(fields['metadata']) ?? fields
  const of = (name: string) => escaped(textField(about, name))
  return (
    `<figure class="kg-bookmark-card"><a href="${escaped(raw(fields, 'url') || raw(about, 'url'))}"><div class="kg-bookmark-title">${of('title')}</div>` +
    `<div class="kg-bookmark-description">${of('description')}</div><span class="kg-bookmark-author">${of('author')}</span>` +
    `<span class="kg-bookmark-publisher">${of('publisher')}</span></a>${caption(fields)}</figure>`
  )
}

const left =
  (what: string): Card =>
  (_fields, reasons) => {
    reasons.add(what)
    return ''
  }

/** HTML for Ghost's cards, as Ghost renders them; content for mails or members only is reported and omitted. */
const CARDS: Readonly<Record<string, Card>> = {
  audio: (fields) =>
    `<div class="kg-audio-card"><audio src="${escaped(raw(fields, 'src'))}"></audio><div class="kg-audio-title">${escaped(raw(fields, 'title'))}</div></div>`,
  bookmark,
  button: (fields) => button(raw(fields, 'buttonText'), raw(fields, 'buttonUrl')),
  callout: (fields) =>
    `<div class="kg-callout-card"><div class="kg-callout-emoji">${escaped(raw(fields, 'calloutEmoji'))}</div><div class="kg-callout-text">${raw(fields, 'calloutText')}</div></div>`,
  code: (fields) =>
    `<figure><pre><code class="language-${escaped(raw(fields, 'language'))}">${escaped(raw(fields, 'code'))}</code></pre>${caption(fields)}</figure>`,
  'call-to-action': (fields) =>
    `${raw(fields, 'textValue')}${button(raw(fields, 'buttonText'), raw(fields, 'buttonUrl'))}`,
  email: left('Ein Absatz, den nur Empfänger der E-Mail sehen, wurde weggelassen.'),
  'email-cta': left('Ein Absatz, den nur Empfänger der E-Mail sehen, wurde weggelassen.'),
  embed,
  file: (fields) =>
    `<div class="kg-file-card"><a href="${escaped(raw(fields, 'src'))}"><div class="kg-file-card-title">${escaped(raw(fields, 'fileTitle') || raw(fields, 'fileName'))}</div>` +
    `<div class="kg-file-card-caption">${escaped(raw(fields, 'fileCaption'))}</div><div class="kg-file-card-filename">${escaped(raw(fields, 'fileName'))}</div></a></div>`,
  gallery: (fields) => {
    const images = (Array.isArray(fields['images']) ? fields['images'] : []).map(
      (image) => `<figure>${picture(fieldsOf(image) ?? {})}</figure>`,
    )
    return `<figure class="kg-gallery-card">${images.join('')}${caption(fields)}</figure>`
  },
  header: (fields) =>
    `<h2>${raw(fields, 'header', 'heading')}</h2><p>${raw(fields, 'subheader', 'subHeading')}</p>${button(raw(fields, 'buttonText'), raw(fields, 'buttonUrl'))}`,
  hr: () => '<hr>',
  html: (fields) => raw(fields, 'html'),
  image: (fields) => `<figure>${picture(fields)}${caption(fields)}</figure>`,
  markdown: (fields) => renderMarkdown(raw(fields, 'markdown'), { embedsAsLinks: true }).html,
  paywall: left('Ab einer Stelle war der Text nur für Mitglieder.'),
  product: (fields) =>
    (raw(fields, 'productImageSrc') === ''
      ? ''
      : `<figure><img src="${escaped(raw(fields, 'productImageSrc'))}" alt=""></figure>`) +
    `<h4>${raw(fields, 'productTitle')}</h4>${raw(fields, 'productDescription')}${button(raw(fields, 'productButton'), raw(fields, 'productUrl'))}`,
  signup: left('Ein Formular zum Abonnieren wurde weggelassen.'),
  toggle: (fields) =>
    `<div class="kg-toggle-card"><h4 class="kg-toggle-heading-text">${raw(fields, 'heading')}</h4><div class="kg-toggle-content">${raw(fields, 'content')}</div></div>`,
  transistor: left('Ein Abspieler für Podcasts (Transistor) wurde weggelassen.'),
  video: (fields) =>
    `<figure class="kg-video-card"><video src="${escaped(raw(fields, 'src'))}"></video>${caption(fields)}</figure>`,
}

/** Other names of the same cards, in lexical and in mobiledoc. */
const NAMES: Readonly<Record<string, string>> = {
  'card-markdown': 'markdown',
  codeblock: 'code',
  horizontalrule: 'hr',
  'v2-header': 'header',
}

/** Whether Ghost has a card of this name. */
export function isCard(name: string): boolean {
  return Object.hasOwn(CARDS, NAMES[name] ?? name)
}

/** A card as HTML. An unknown card is empty and reported. */
export function cardHtml(name: string, fields: Fields, reasons: Set<string>): string {
  if (isCard(name)) return CARDS[NAMES[name] ?? name]!(fields, reasons)
  reasons.add(`Eine Karte von Ghost, die nicht bekannt ist, wurde weggelassen: ${name.slice(0, 80)}`)
  return ''
}
