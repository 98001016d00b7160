import { type Embed, plainHost, type Provider } from './provider.ts'

const ID = /^[\w-]{11}$/
const SECONDS = /^(?:(\d{1,3})h)?(?:(\d{1,4})m)?(?:(\d{1,6})s?)?$/

function idOf(url: URL): string | null {
  const [, first = '', second = ''] = url.pathname.split('/')
  if (plainHost(url) === 'youtu.be') return first
  if (first === 'watch') return url.searchParams.get('v')
  return ['embed', 'live', 'shorts', 'v'].includes(first) ? second : null
}

/** The start time of a video: `90`, `90s`, `1m30s`. */
function startOf(url: URL): number {
  const [, hours = 0, minutes = 0, seconds = 0] =
    SECONDS.exec(url.searchParams.get('t') ?? url.searchParams.get('start') ?? '') ?? []
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}

export const youtube: Provider = {
  hints: ['youtu'],
  read(url): Embed | null {
    if (!['youtube.com', 'youtube-nocookie.com', 'youtu.be'].includes(plainHost(url))) return null
    const id = idOf(url)
    if (id === null || !ID.test(id)) return null
    const start = startOf(url)
    const plain = `https://www.youtube.com/watch?v=${id}`
    return {
      address: start > 0 ? `${plain}&t=${start}` : plain,
      frame: `https://www.youtube-nocookie.com/embed/${id}?autoplay=1${start > 0 ? `&start=${start}` : ''}`,
      host: 'youtube.com',
      kind: 'video',
      height: null,
      facts: `https://www.youtube.com/oembed?format=json&url=${encodeURIComponent(plain)}`,
    }
  },
}
