import { fromParse5 } from 'hast-util-from-parse5'
import { defaultSchema, sanitize, type Schema } from 'hast-util-sanitize'
import { toHtml } from 'hast-util-to-html'
import { htmlFragment } from './fragment.ts'
import { FORMULA_CLASS } from '../formulas.ts'
import { ICON_CLASSES } from '../icons.ts'

/** Classes that the renderer itself assigns; a text cannot set one. */
const CLASSES =
  'beside blank button c chapters code d formula gallery hl i k long m n note notes poster return s scroll sound square tall task tint wide'.split(
    ' ',
  )

/**
 * Everything that markup of a text may contain: the renderer's own elements and those of the allow-list of RUL-47.
 * `raw-html.ts` has already filtered the text's own HTML; this is the second line of defence.
 */
const SCHEMA: Schema = {
  ...defaultSchema,
  tagNames: (
    'a abbr aside audio b bdi bdo blockquote br caption cite code dd del details dfn div dl dt em figcaption figure footer h2 h3 h4 h5 h6 ' +
    'hr i img input ins kbd li mark ol p pre q rp rt ruby s samp section small span strong sub summary sup table tbody td tfoot th ' +
    'thead time tr u ul var video wbr'
  ).split(' '),
  attributes: {
    '*': [
      'id',
      'role',
      'ariaLabel',
      'ariaLabelledBy',
      'title',
      'lang',
      ['dir', 'ltr', 'rtl', 'auto'],
      ['className', ...CLASSES, ...ICON_CLASSES, FORMULA_CLASS, /^t[hl]\d$/, /^h\d{3}$/],
    ],
    a: ['href', 'rel', 'dataEmbed'],
    audio: ['src', 'controls', 'preload'],
    code: [['className', /^language-/]],
    details: ['open'],
    div: ['tabIndex'],
    img: ['src', 'srcSet', 'sizes', 'alt', 'width', 'height', 'loading', 'decoding'],
    input: [['type', 'checkbox'], ['disabled', true], 'checked'],
    li: ['value'],
    ol: ['start', 'reversed'],
    pre: ['tabIndex'],
    td: ['colSpan', 'rowSpan'],
    th: ['colSpan', 'rowSpan', 'scope'],
    time: ['dateTime'],
    video: ['src', 'controls', 'preload', 'poster', 'width', 'height'],
  },
  ancestors: {},
  protocols: { href: ['http', 'https', 'mailto', 'tel'], src: ['http', 'https'], poster: ['http', 'https'] },
  // Anchors are the renderer's own, and other markup refers to them.
  clobber: [],
  required: {},
  strip: ['script', 'style'],
}

/** Sanitises markup with raw HTML: parsed as by browsers, and serialised again. */
export function sanitised(html: string): string {
  return toHtml(sanitize(fromParse5(htmlFragment(html)), SCHEMA))
}
