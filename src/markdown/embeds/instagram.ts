import { type Embed, plainHost, type Provider } from './provider.ts'

const PATH = /^\/(?:[\w.]{1,30}\/)?(p|reel|reels|tv)\/([\w-]{5,40})(?:\/embed(?:\/captioned)?)?\/?$/

export const instagram: Provider = {
  hints: ['instagram.com'],
  read(url): Embed | null {
    const [, type = '', id = ''] = plainHost(url) === 'instagram.com' ? (PATH.exec(url.pathname) ?? []) : []
    if (id === '') return null
    const address = `https://www.instagram.com/${type === 'p' ? 'p' : 'reel'}/${id}/`
    // Facts are only for registered apps.
    return {
      address,
      frame: `${address}embed/captioned/`,
      host: 'instagram.com',
      kind: 'post',
      height: 248,
      facts: null,
    }
  },
}
