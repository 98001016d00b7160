import { type Embed, type Provider, mayBeInstance } from './provider.ts'

/**
 * Films of all instances, and lists of them: by their long id, or by the short one, which is the same in other digits. A film
 * may be followed by the place of a comment.
 */
const PATH =
  /^\/(?:(w|videos\/(?:watch|embed))|w\/p|videos\/watch\/playlist|video-playlists\/(?:watch|embed))\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[1-9A-HJ-NP-Za-km-z]{20,22})(?:;threadId=\d{1,12})?\/?$/
const START = /^(?:(\d{1,2})h)?(?:(\d{1,4})m)?(?:(\d{1,6})s?)?$/

export const peertube: Provider = {
  hints: ['/w/', '/videos/watch/', '/videos/embed/', '/video-playlists/'],
  read(url): Embed | null {
    const [, film, id] = (mayBeInstance(url) && PATH.exec(url.pathname)) || []
    if (id === undefined) return null
    const isList = film === undefined
    const [, hours = 0, minutes = 0, seconds = 0] = START.exec(url.searchParams.get('start') ?? '') ?? []
    const start = isList ? 0 : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
    const plain = `https://${url.hostname}/w/${isList ? 'p/' : ''}${id}`
    const path = isList ? `video-playlists/embed/${id}?p2p=0` : `videos/embed/${id}?autoplay=1&p2p=0`
    return {
      address: start > 0 ? `${plain}?start=${start}s` : plain,
      frame: `https://${url.hostname}/${path}${start > 0 ? `&start=${start}s` : ''}`,
      host: url.hostname,
      kind: 'video',
      height: null,
      facts: `https://${url.hostname}/services/oembed?format=json&url=${encodeURIComponent(plain)}`,
    }
  },
}
