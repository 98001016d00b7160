import type { Embed, Provider } from './provider.ts'

const PAGE =
  /^\/profile\/(did:(?:plc:[a-z2-7]{24}|web:[a-z0-9.-]{3,253})|(?:[a-z0-9-]{1,63}\.){1,6}[a-z][a-z0-9-]{1,62})\/post\/([a-z2-7]{13})\/?$/
const FRAME = /^\/embed\/(did:(?:plc:[a-z2-7]{24}|web:[a-z0-9.-]{3,253}))\/app\.bsky\.feed\.post\/([a-z2-7]{13})\/?$/

export const bluesky: Provider = {
  hints: ['bsky.app'],
  read(url): Embed | null {
    const pattern = url.hostname === 'bsky.app' ? PAGE : url.hostname === 'embed.bsky.app' ? FRAME : null
    const [, actor = '', post = ''] = pattern?.exec(url.pathname) ?? []
    if (post === '') return null
    const address = `https://bsky.app/profile/${actor}/post/${post}`
    return {
      address,
      frame: `https://embed.bsky.app/embed/${actor}/app.bsky.feed.post/${post}`,
      host: 'bsky.app',
      kind: 'post',
      height: 248,
      facts: `https://embed.bsky.app/oembed?format=json&url=${encodeURIComponent(address)}`,
    }
  },
}
