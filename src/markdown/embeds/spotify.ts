import type { Embed, Provider } from './provider.ts'

const PATH =
  /^\/(?:intl-[a-z]{2}\/)?(?:embed(?:-podcast)?\/)?(?:user\/[\w.%-]{1,100}\/(?=playlist))?(track|episode|album|playlist|show|artist)\/([0-9A-Za-z]{22})(?:\/video)?\/?$/
/** Players of one piece; all others list several. */
const SINGLE = new Set(['track', 'episode', 'show'])

export const spotify: Provider = {
  hints: ['open.spotify.com'],
  read(url): Embed | null {
    const [, type = '', id = ''] = url.hostname === 'open.spotify.com' ? (PATH.exec(url.pathname) ?? []) : []
    if (id === '') return null
    const address = `https://open.spotify.com/${type}/${id}`
    return {
      address,
      frame: `https://open.spotify.com/embed/${type}/${id}`,
      host: 'spotify.com',
      kind: 'audio',
      height: SINGLE.has(type) ? 152 : 352,
      facts: `https://open.spotify.com/oembed?format=json&url=${encodeURIComponent(address)}`,
    }
  },
}
