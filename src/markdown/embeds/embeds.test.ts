import { describe, expect, test } from 'vitest'
import { renderMarkdown } from '../render.ts'
import { embedOf, embedsNamedIn, FRAME_ORIGINS } from './providers.ts'

const seen = (address: string) => {
  const embed = embedOf(address)
  return embed && [embed.address, embed.frame]
}

describe('[SITE-7] addresses of known providers', () => {
  test.each([
    [
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ&feature=share',
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
      'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1',
    ],
    [
      'https://youtu.be/dQw4w9WgXcQ?t=1m30s',
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=90',
      'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&start=90',
    ],
    [
      'https://m.youtube.com/shorts/dQw4w9WgXcQ',
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
      'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1',
    ],
    [
      'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=7',
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=7',
      'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&start=7',
    ],
    [
      'https://vimeo.com/76979871',
      'https://vimeo.com/76979871',
      'https://player.vimeo.com/video/76979871?dnt=1&autoplay=1',
    ],
    [
      'https://player.vimeo.com/video/76979871?h=8272103f6e',
      'https://vimeo.com/76979871/8272103f6e',
      'https://player.vimeo.com/video/76979871?dnt=1&autoplay=1&h=8272103f6e',
    ],
    [
      'https://soundcloud.com/forss/flickermood',
      'https://soundcloud.com/forss/flickermood',
      'https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Fforss%2Fflickermood&visual=true&auto_play=true',
    ],
    [
      'https://chaos.social/@ccc/112345678901234567',
      'https://chaos.social/@ccc/112345678901234567',
      'https://chaos.social/@ccc/112345678901234567/embed',
    ],
    [
      'https://www.openstreetmap.org/#map=16/52.51630/13.37770',
      'https://www.openstreetmap.org/#map=16/52.5163/13.3777',
      'https://www.openstreetmap.org/export/embed.html?bbox=13.36877%2C52.51324%2C13.38663%2C52.51936&layer=mapnik',
    ],
  ])('%s', (address, plain, frame) => {
    expect(seen(address)).toEqual([plain, frame])
    expect(FRAME_ORIGINS).toContain(new URL(frame).origin)
    // The plain address stands for the same embed.
    expect(embedOf(plain)?.address).toBe(plain)
  })

  test.each([
    'https://www.youtube.com/@kanal',
    'https://www.youtube.com/watch?v=kurz',
    'https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ',
    'https://user@youtu.be/dQw4w9WgXcQ',
    'https://youtu.be:444/dQw4w9WgXcQ',
    'https://vimeo.com/about',
    'https://soundcloud.com/discover/sets',
    'https://mastodon.social/@Gargron',
    'https://evil.example/@a/112345678901234567',
    'https://www.openstreetmap.org/about',
    'https://www.openstreetmap.org/export/embed.html?bbox=1,2,3,x',
    'javascript:alert(1)//youtu.be/dQw4w9WgXcQ',
    'keine Adresse',
  ])('%s is none', (address) => expect(embedOf(address)).toBeNull())

  test('alone in its line an address becomes a placeholder that names the host; in a sentence it stays a link', () => {
    const facts = { title: 'Ein <Vortrag>', picture: { src: '/bild.jpg', width: 480, height: 360 } }
    const out = renderMarkdown('https://youtu.be/dQw4w9WgXcQ', { embed: () => facts }).html
    expect(out).toContain('<img src="/bild.jpg" alt="" loading="lazy" decoding="async" width="480" height="360">')
    expect(out).toContain('<b>Ein &lt;Vortrag&gt;</b>')
    expect(out).toContain('Ihr Browser Ihre IP-Adresse an youtube.com.')
    expect(out).toContain(
      '<a href="https://www.youtube.com/watch?v=dQw4w9WgXcQ" rel="noopener">Auf youtube.com ansehen</a>',
    )
    expect(out).not.toMatch(/<iframe|ytimg|src="https/)
    expect(renderMarkdown('<https://vimeo.com/76979871>').html).toContain('<b>Video auf vimeo.com</b>')
    expect(renderMarkdown('Siehe https://vimeo.com/76979871').html).not.toContain('figure')
    expect(renderMarkdown('[Film](https://vimeo.com/76979871)').html).not.toContain('figure')
    expect(renderMarkdown('https://vimeo.com/76979871', { embedsAsLinks: true }).html).not.toContain('figure')
    expect(renderMarkdown('- https://vimeo.com/76979871').html).not.toContain('figure')
  })

  test('a pasted frame becomes a placeholder, too', () => {
    const pasted =
      '<iframe width="560" height="315" src="https://www.youtube.com/embed/dQw4w9WgXcQ" title="YouTube video player" allowfullscreen></iframe>'
    const { html, lines } = renderMarkdown(`Davor\n\n${pasted}\n\nDanach`)
    expect(html).toContain('data-embed="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1"')
    expect(html).toContain('</svg>Video laden</a>')
    expect(lines).toEqual([0, 2, 4])
    expect(embedsNamedIn(`a\n${pasted}\n  https://vimeo.com/76979871 \nSiehe https://vimeo.com/76979872`)).toEqual([
      'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
      'https://vimeo.com/76979871',
    ])
  })
})
