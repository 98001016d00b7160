import type { Embed, Provider } from './provider.ts'

const HOST = /^(?!www\.|app\.|help\.|blog\.)[a-z0-9-]{1,63}\.podigee\.io$/
/** The number may name the season or the type: `s1e12`, `t1`, `b2`. */
const EPISODE = /^\/((?:s\d{1,3})?[a-z]?\d{1,6}-[\w%-]{1,200})(?:\/embed)?\/?$/

export const podigee: Provider = {
  hints: ['.podigee.io'],
  read(url): Embed | null {
    const episode = HOST.test(url.hostname) ? EPISODE.exec(url.pathname)?.[1] : undefined
    if (episode === undefined) return null
    const address = `https://${url.hostname}/${episode}`
    return {
      address,
      frame: `${address}/embed?context=external&theme=default`,
      host: url.hostname,
      kind: 'audio',
      height: 188,
      facts: `https://embed.podigee.com/oembed?format=json&url=${encodeURIComponent(address)}`,
    }
  },
}
