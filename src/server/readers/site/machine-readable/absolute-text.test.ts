import { expect, test } from 'vitest'
import { renderBody } from '../../../../markdown/article-body.ts'
import { run } from './absolute-text.job.ts'
import { growsTooFast } from '../../../../../tests/support/growth.ts'

const page = 'https://blog.example/article/hafen'
const text = (html: string) => run({ html, page })

test('[SITE-9] every address is absolute, internal ones point to its page', () => {
  expect(text('<a href="/suche">a</a><a href="#fn-1">b</a><a href="https://andere.example/x?y=1#z">c</a>')).toBe(
    '<a href="https://blog.example/suche">a</a><a href="https://blog.example/article/hafen#fn-1">b</a><a href="https://andere.example/x?y=1#z">c</a>',
  )
  expect(
    text('<img src="/media/a.png" srcset="/media/a-480.webp 480w, /media/a.png 1600w" sizes="50vw" loading="lazy">'),
  ).toBe(
    '<img src="https://blog.example/media/a.png" srcset="https://blog.example/media/a-480.webp 480w, https://blog.example/media/a.png 1600w">',
  )
  expect(text('<blockquote cite="/q"><p>q</p></blockquote>')).toContain('cite="https://blog.example/q"')
  expect(text('<a href="mailto:a@b.example">m</a>')).toBe('<a href="mailto:a@b.example">m</a>')
})

test('[SITE-9] parts that work only on the page are removed, and a task keeps its mark', () => {
  expect(text('<p style="color:red" tabindex="0">a<button>Kopieren</button><script>x</script></p>')).toBe('<p>a</p>')
  expect(text('<li><input type="checkbox" disabled checked> getan</li><li><input type="checkbox"> offen</li>')).toBe(
    '<li>☑  getan</li><li>☐  offen</li>',
  )
  const tasks = renderBody({ markdown: '- [x] getan\n- [ ] offen\n  1. eins', origins: [], pictures: new Map() }).html
  expect(text(tasks).replaceAll('\n', '')).toBe(
    '<ul><li class="task">☑ getan</li><li class="task">☐ offen<ol><li>eins</li></ol></li></ul>',
  )
  const loose = renderBody({ markdown: '- [x] getan\n\n  und mehr', origins: [], pictures: new Map() }).html
  expect(text(loose)).toContain('<p>☑ getan</p>')
  expect(text('  <p>a</p>\n')).toBe('<p>a</p>')
})

test('[SITE-9] a placeholder of an embed becomes a link with its caption', () => {
  const markdown = 'Vor\n\nhttps://www.youtube.com/watch?v=dQw4w9WgXcQ\n\n> [!NOTE]\n> Merken'
  const { html } = renderBody({ markdown, origins: ['https://blog.example'], pictures: new Map() })
  expect(html).toContain('data-embed')
  const feed = text(html)
  expect(feed).toContain(
    '<p>Vor</p>\n<p><a href="https://www.youtube.com/watch?v=dQw4w9WgXcQ">Video auf youtube.com</a></p>',
  )
  expect(feed).toContain('<p lang="de">Hinweis</p>\n<p>Merken</p>')
  expect(feed).not.toMatch(/data-|<svg|nocookie|IP-Adresse/)
})

test('long markup takes linear time, at any depth that the renderer allows', () => {
  const links = (count: number) => '<p><a href="/x">y</a></p>'.repeat(count)
  expect(text(`${'<div>'.repeat(200)}${links(10)}`)).toContain('href="https://blog.example/x"')
  expect(growsTooFast(20_000, (count) => void text(links(count)))).toBeNull()
})
