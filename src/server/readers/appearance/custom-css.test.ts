import { describe, expect, test } from 'vitest'
import { run as cleanCss } from './custom-css.job.ts'
import { growsTooFast } from '../../../../tests/support/growth.ts'

const inner = (typed: string) => cleanCss(typed).css.replace(/^@layer eigenes\{(.*)\}$/s, '$1')

describe('[SITE-12] custom CSS', () => {
  test('keeps its meaning, in one layer of its own', () => {
    expect(cleanCss('h1 { color : rebeccapurple }').css).toBe('@layer eigenes{h1{color:rebeccapurple}}')
    for (const [typed, written] of [
      ['/* Ein Satz */ .entry > h2 + p::before{content:"→ "}', '.entry>h2+p::before{content:"→ "}'],
      ['@media (width >= 48rem){a:hover{color:#123}}', '@media (width>=48rem){a:hover{color:#123}}'],
      [':root{--accent:oklch(.7 .1 200)}', ':root{--accent:oklch(.7 .1 200)}'],
      [
        'a{color:var(--mine, color-mix(in oklab, red 10%, blue))}',
        'a{color:var(--mine,color-mix(in oklab,red 10%,blue))}',
      ],
      [
        'body{background:url(/storage/v1/object/public/blog-media/a-1.webp)}',
        'body{background:url(/storage/v1/object/public/blog-media/a-1.webp)}',
      ],
      ['.a{&:hover{color:red}}', '.a{&:hover{color:red}}'],
      ['@keyframes x{from{opacity:0}to{opacity:1}}', '@keyframes x{from{opacity:0}to{opacity:1}}'],
    ])
      expect([typed, inner(typed!), cleanCss(typed!).removed]).toEqual([typed, written, []])
    expect(cleanCss(' \n ').css).toBe('')
  })

  test.each([
    '@import url(//boese.example/a.css);',
    "@import '/assets/x.css';",
    '@\\69mport url(//boese.example/a.css);',
    '@charset "utf-8";',
    '@namespace url(http://boese.example);',
    '@font-face{font-family:x;src:url(https://boese.example/x.woff2)}',
    '@layer site{a{color:red}}',
    '@layer site;',
    '@page{margin:0}',
    '@document url(http://x){a{color:red}}',
    '@property --x{syntax:"<url>";inherits:true;initial-value:url(https://boese.example/x)}',
    'a{background:url(https://boese.example/a.png)}',
    'a{background:url("https://boese.example/a.png")}',
    'a{background:URL(//boese.example/a.png)}',
    'a{background:u\\72l(https://boese.example/a.png)}',
    'a{background:u\\000072l("https://boese.example/a.png")}',
    'a{background:url(/\\\\boese.example/a.png)}',
    'a{background:url(/storage/v1/object/public/blog-media/../../../../api/x)}',
    'a{background:url(data:image/png;base64,AAAA)}',
    'a{background:url(a.png)}',
    'a{background:image-set("https://boese.example/a.png" 1x)}',
    'a{background:-webkit-image-set(url(https://boese.example/a.png) 1x)}',
    'a{background:image("https://boese.example/a.png")}',
    'a{background:src("https://boese.example/a.png")}',
    'a{background:cross-fade(url(https://boese.example/a.png), red)}',
    'a{background:element(#x)}',
    'a{background:paint(x)}',
    'a{--x:url(https://boese.example/a.png)}',
    'a{--x:{background:url(https://boese.example/a.png)}}',
    'a{background:var(--x, url(https://boese.example/a.png))}',
    'a{background:var(--x, var(--y, image-set("https://boese.example/a" 1x)))}',
    'a{background:attr(data-x url)}',
    'a{behavior:url(x.htc)}',
    'a{-moz-binding:url(x)}',
    'a{width:expression(alert(1))}',
    'a{background:url(https://boese.example/a.png',
    'a{color:red;background:url("https://boese.example/\n',
    '<!-- a{background:url(https://boese.example)} -->',
    '@media x{@import url(https://boese.example);a{background:url(https://boese.example)}}',
    '@supports (background:url(https://boese.example)){a{background:url(https://boese.example)}}',
    'a{cursor:url(https://boese.example/c.cur),auto}',
    '@import-normalize;',
  ])('loads nothing from elsewhere and leaves its layer never: %s', (typed) => {
    const { css } = cleanCss(`${typed} } b{color:blue}`)
    expect(css).not.toMatch(
      /boese|import|url\((?!\/(?:storage\/v1\/object\/public\/blog-media|site)\/)|src\(|data:|expression|binding|behavior/i,
    )
    let depth = 0
    for (const [place, sign] of [...css].entries()) {
      if (sign === '{') depth += 1
      if (sign === '}') depth -= 1
      if (place < css.length - 1 && css !== '') expect(depth > 0 || place < '@layer eigenes{'.length).toBe(true)
    }
    expect(depth).toBe(0)
  })

  test('removed parts are reported with their line', () => {
    const { removed } = cleanCss(
      'h1{color:red}\n@import "x";\na{\n  background: url(https://x.example/a.png);\n  color: blue\n}',
    )
    expect(removed).toEqual([
      { line: 2, what: '@import ist nicht erlaubt' },
      { line: 4, what: 'background: nur eigene Bilder aus der Mediathek' },
    ])
  })

  test('takes time in proportion to its length', () => {
    for (const piece of [
      'a{',
      'a{color:var(--a,',
      '((((',
      '@media x{',
      '/*',
      '"\\',
      'a b ',
      ':is(',
      '[a="',
      '--x:{',
      ';',
      '}',
    ]) {
      const clean = (length: number) => {
        try {
          cleanCss(piece.repeat(length / piece.length))
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError)
        }
      }
      clean(1000)
      expect(growsTooFast(20_000, clean), piece).toBeNull()
    }
  })
})
