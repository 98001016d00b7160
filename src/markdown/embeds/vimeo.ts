import { type Embed, plainHost, type Provider } from './provider.ts'

const NUMBER = /^\d{5,12}$/
const KEY = /^[0-9a-f]{6,20}$/

export const vimeo: Provider = {
  hints: ['vimeo.'],
  read(url): Embed | null {
    const host = plainHost(url)
    const parts = url.pathname.split('/').filter((part) => part !== '')
    if (host === 'player.vimeo.com' && parts[0] === 'video') parts.shift()
    else if (host !== 'vimeo.com') return null
    const [id = '', key = url.searchParams.get('h') ?? ''] = parts
    if (!NUMBER.test(id) || parts.length > 2) return null
    // Unlisted videos need the key of the whole address.
    const secret = KEY.test(key) ? key : ''
    const address = `https://vimeo.com/${id}${secret && `/${secret}`}`
    return {
      address,
      frame: `https://player.vimeo.com/video/${id}?dnt=1&autoplay=1${secret && `&h=${secret}`}`,
      host: 'vimeo.com',
      kind: 'video',
      height: null,
      facts: `https://vimeo.com/api/oembed.json?url=${encodeURIComponent(address)}`,
    }
  },
}
