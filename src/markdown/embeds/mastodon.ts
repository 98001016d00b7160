import { type Embed, type Provider, mayBeInstance } from './provider.ts'

/** Posts of all instances have this form, and hardly anything else has: the number counts milliseconds. */
const PATH =
  /^\/(?:(?:deck|web)\/(?=@))?(@[\w.-]{1,64}(?:@[\w.-]{1,100})?|users\/[\w.-]{1,64}\/statuses|ap\/users\/\d{1,20}\/statuses)\/(\d{15,20})(?:\/embed)?\/?$/

export const mastodon: Provider = {
  hints: ['/@', '/statuses/'],
  read(url): Embed | null {
    const found = mayBeInstance(url) ? PATH.exec(url.pathname) : null
    if (!found) return null
    const address = `https://${url.hostname}/${found[1]}/${found[2]}`
    return {
      address,
      frame: `${address}/embed`,
      host: url.hostname,
      kind: 'post',
      height: 248,
      facts: `https://${url.hostname}/api/oembed?format=json&url=${encodeURIComponent(address)}`,
    }
  },
}
