import type { Embed, Provider } from './provider.ts'

/** Mastodon has many hosts; frames of these are allowed. Posts of others stay links. */
const INSTANCES = [
  'bonn.social',
  'chaos.social',
  'digitalcourage.social',
  'fosstodon.org',
  'hachyderm.io',
  'infosec.exchange',
  'mastodon.online',
  'mastodon.social',
  'mstdn.social',
  'muenchen.social',
  'nrw.social',
  'social.bund.de',
  'social.tchncs.de',
  'troet.cafe',
]
const PATH = /^\/(@[\w.-]{1,64}(?:@[\w.-]{1,100})?|users\/[\w.-]{1,64}\/statuses)\/(\d{5,25})(?:\/embed)?\/?$/

export const mastodon: Provider = {
  frames: INSTANCES.map((host) => `https://${host}`),
  read(url): Embed | null {
    const found = INSTANCES.includes(url.hostname) ? PATH.exec(url.pathname) : null
    if (!found) return null
    const address = `https://${url.hostname}/${found[1]}/${found[2]}`
    return {
      address,
      frame: `${address}/embed`,
      host: url.hostname,
      kind: 'post',
      facts: `https://${url.hostname}/api/oembed?format=json&url=${encodeURIComponent(address)}`,
    }
  },
}
