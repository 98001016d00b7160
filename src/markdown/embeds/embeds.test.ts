import { describe, expect, test } from 'vitest'
import { renderMarkdown } from '../render.ts'
import { embedOf, embedsNamedIn, mayEmbed, frameOrigins } from './providers.ts'

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
      'https://irgendwo.example/users/jana/statuses/112345678901234567',
      'https://irgendwo.example/users/jana/statuses/112345678901234567',
      'https://irgendwo.example/users/jana/statuses/112345678901234567/embed',
    ],
    [
      'https://video.example/videos/watch/9c9de5e8-0a1e-484a-b099-e80766180a6d?start=1m5s',
      'https://video.example/w/9c9de5e8-0a1e-484a-b099-e80766180a6d?start=65s',
      'https://video.example/videos/embed/9c9de5e8-0a1e-484a-b099-e80766180a6d?autoplay=1&p2p=0&start=65s',
    ],
    [
      'https://framatube.org/w/kkGMgK9ZtnKfYAgnEtQxbv',
      'https://framatube.org/w/kkGMgK9ZtnKfYAgnEtQxbv',
      'https://framatube.org/videos/embed/kkGMgK9ZtnKfYAgnEtQxbv?autoplay=1&p2p=0',
    ],
    [
      'https://lage.podigee.io/12-die-folge/embed?context=external',
      'https://lage.podigee.io/12-die-folge',
      'https://lage.podigee.io/12-die-folge/embed?context=external&theme=default',
    ],
    [
      'https://open.spotify.com/intl-de/track/4uLU6hMCjMI75M1A2tKUQC?si=abc',
      'https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC',
      'https://open.spotify.com/embed/track/4uLU6hMCjMI75M1A2tKUQC',
    ],
    [
      'https://bsky.app/profile/jana.bsky.social/post/3l6oveex3ii2l',
      'https://bsky.app/profile/jana.bsky.social/post/3l6oveex3ii2l',
      'https://embed.bsky.app/embed/jana.bsky.social/app.bsky.feed.post/3l6oveex3ii2l',
    ],
    [
      'https://embed.bsky.app/embed/did:plc:z72i7hdynmk6r22z27h6tvur/app.bsky.feed.post/3l6oveex3ii2l?id=5',
      'https://bsky.app/profile/did:plc:z72i7hdynmk6r22z27h6tvur/post/3l6oveex3ii2l',
      'https://embed.bsky.app/embed/did:plc:z72i7hdynmk6r22z27h6tvur/app.bsky.feed.post/3l6oveex3ii2l',
    ],
    [
      'https://www.instagram.com/jana/reel/CxYz_12-abc/?igsh=1',
      'https://www.instagram.com/reel/CxYz_12-abc/',
      'https://www.instagram.com/reel/CxYz_12-abc/embed/captioned/',
    ],
    [
      'https://codepen.io/jana/embed/preview/abWxYZq?height=300',
      'https://codepen.io/jana/pen/abWxYZq',
      'https://codepen.io/jana/embed/abWxYZq?default-tab=result',
    ],
    [
      'https://www.openstreetmap.org/#map=16/52.51630/13.37770',
      'https://www.openstreetmap.org/#map=16/52.5163/13.3777',
      'https://www.openstreetmap.org/export/embed.html?bbox=13.36877%2C52.51324%2C13.38663%2C52.51936&layer=mapnik',
    ],
    [
      'https://video.example/videos/watch/playlist/9c9de5e8-0a1e-484a-b099-e80766180a6d?playlistPosition=2&start=3s',
      'https://video.example/w/p/9c9de5e8-0a1e-484a-b099-e80766180a6d',
      'https://video.example/video-playlists/embed/9c9de5e8-0a1e-484a-b099-e80766180a6d?p2p=0',
    ],
    [
      'https://framatube.org/w/kkGMgK9ZtnKfYAgnEtQxbv;threadId=1234',
      'https://framatube.org/w/kkGMgK9ZtnKfYAgnEtQxbv',
      'https://framatube.org/videos/embed/kkGMgK9ZtnKfYAgnEtQxbv?autoplay=1&p2p=0',
    ],
    [
      'https://lage.podigee.io/s1e132-die-folge',
      'https://lage.podigee.io/s1e132-die-folge',
      'https://lage.podigee.io/s1e132-die-folge/embed?context=external&theme=default',
    ],
    [
      'https://open.spotify.com/embed-podcast/episode/4uLU6hMCjMI75M1A2tKUQC',
      'https://open.spotify.com/episode/4uLU6hMCjMI75M1A2tKUQC',
      'https://open.spotify.com/embed/episode/4uLU6hMCjMI75M1A2tKUQC',
    ],
    [
      'https://open.spotify.com/embed/episode/4uLU6hMCjMI75M1A2tKUQC/video?utm_source=generator',
      'https://open.spotify.com/episode/4uLU6hMCjMI75M1A2tKUQC',
      'https://open.spotify.com/embed/episode/4uLU6hMCjMI75M1A2tKUQC',
    ],
    [
      'https://open.spotify.com/user/jana.m/playlist/4uLU6hMCjMI75M1A2tKUQC',
      'https://open.spotify.com/playlist/4uLU6hMCjMI75M1A2tKUQC',
      'https://open.spotify.com/embed/playlist/4uLU6hMCjMI75M1A2tKUQC',
    ],
    [
      'https://bsky.app/profile/did:web:jana.example/post/3l6oveex3ii2l',
      'https://bsky.app/profile/did:web:jana.example/post/3l6oveex3ii2l',
      'https://embed.bsky.app/embed/did:web:jana.example/app.bsky.feed.post/3l6oveex3ii2l',
    ],
    [
      'https://codepen.io/editor/jana/pen/01a0d9d8-697e-7dc0-9a2b-eb93adae0dfc?show=preview',
      'https://codepen.io/editor/jana/pen/01a0d9d8-697e-7dc0-9a2b-eb93adae0dfc',
      'https://codepen.io/editor/jana/embed/01a0d9d8-697e-7dc0-9a2b-eb93adae0dfc?default-tab=result',
    ],
    [
      'https://codepen.io/editor/team/moor/embed/01a0d9d8-697e-7dc0-9a2b-eb93adae0dfc/1a093e1a90d947db85ef4fce6fa300da',
      'https://codepen.io/editor/team/moor/pen/01a0d9d8-697e-7dc0-9a2b-eb93adae0dfc/1a093e1a90d947db85ef4fce6fa300da',
      'https://codepen.io/editor/team/moor/embed/01a0d9d8-697e-7dc0-9a2b-eb93adae0dfc/1a093e1a90d947db85ef4fce6fa300da?default-tab=result',
    ],
    [
      'https://chaos.social/deck/@ccc@mastodon.social/112345678901234567',
      'https://chaos.social/@ccc@mastodon.social/112345678901234567',
      'https://chaos.social/@ccc@mastodon.social/112345678901234567/embed',
    ],
    [
      'https://chaos.social/ap/users/115000000000000001/statuses/112345678901234567',
      'https://chaos.social/ap/users/115000000000000001/statuses/112345678901234567',
      'https://chaos.social/ap/users/115000000000000001/statuses/112345678901234567/embed',
    ],
  ])('%s', (address, plain, frame) => {
    expect(seen(address)).toEqual([plain, frame])
    expect(frameOrigins([plain])).toEqual([new URL(frame).origin])
    expect(mayEmbed(address)).toBe(true)
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
    'https://mastodon.social/@Gargron/neues',
    'https://127.0.0.1/@a/112345678901234567',
    'https://localhost/@a/112345678901234567',
    'https://[::1]/w/kkGMgK9ZtnKfYAgnEtQxbv',
    'https://video.example/w/kurz',
    'https://open.spotify.com/user/abc',
    'https://www.podigee.io/12-folge',
    'https://lage.podigee.io/archive',
    'https://bsky.app/profile/jana.example',
    'https://www.instagram.com/jana/',
    'https://codepen.io/jana/pens/public',
    'https://codepen.io/editor/jana/pen/kurz',
    'https://video.example/w/p/kurz',
    'https://open.spotify.com/user/jana/track/4uLU6hMCjMI75M1A2tKUQC',
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

  test('a placeholder is as high as what will come, also beside other HTML', () => {
    const post = 'https://irgendwo.example/@jana/112345678901234567'
    expect(renderMarkdown(post).html).toContain('<figure class="poster h248"><div>')
    expect(renderMarkdown(`<details>\n\n${post}\n\n</details>`).html).toContain('<figure class="poster h248">')
    expect(renderMarkdown('https://youtu.be/dQw4w9WgXcQ').html).toContain('<figure class="poster"><div>')
    expect(renderMarkdown('https://codepen.io/jana/pen/abWxYZq').html).toContain('Beispiel laden')
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
