import { type Embed, plainHost, type Provider } from './provider.ts'

const NAME = /^[\w-]{1,100}$/
/** First path segments of SoundCloud itself, not of a user. */
const OWN = new Set([
  'charts',
  'discover',
  'feed',
  'pages',
  'search',
  'settings',
  'stream',
  'terms-of-use',
  'upload',
  'you',
])

export const soundcloud: Provider = {
  hints: ['soundcloud.'],
  read(url): Embed | null {
    const host = plainHost(url)
    // A pasted frame has the address of its track in the query.
    const played = host === 'w.soundcloud.com' ? url.searchParams.get('url') : null
    const meant = played !== null && URL.canParse(played) ? new URL(played) : url
    const isTrack =
      plainHost(meant) === 'api.soundcloud.com' && /^\/(?:tracks|playlists)\/\d{1,12}$/.test(meant.pathname)
    const parts = meant.pathname.split('/').filter((part) => part !== '')
    const isPage =
      plainHost(meant) === 'soundcloud.com' &&
      (parts.length === 2 || (parts.length === 3 && parts[1] === 'sets')) &&
      parts.every((part) => NAME.test(part)) &&
      !OWN.has(parts[0]!)
    if (!isTrack && !isPage) return null
    const address = isTrack
      ? `https://api.soundcloud.com${meant.pathname}`
      : `https://soundcloud.com/${parts.join('/')}`
    return {
      address,
      frame: `https://w.soundcloud.com/player/?url=${encodeURIComponent(address)}&visual=true&auto_play=true`,
      host: 'soundcloud.com',
      kind: 'audio',
      height: null,
      facts: isTrack ? null : `https://soundcloud.com/oembed?format=json&url=${encodeURIComponent(address)}`,
    }
  },
}
