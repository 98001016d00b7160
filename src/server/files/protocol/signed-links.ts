import { createHmac, timingSafeEqual } from 'node:crypto'

/** Longest life of a signed link in seconds (RUL-31). */
export const MAX_LINK_SECONDS = 300

/** Makes and checks links that read one object without a bearer token, for five minutes at most. */
export type LinkSigner = {
  sign: (name: string, now: Date, seconds: number) => string
  /** True while the token is this object's and not expired. */
  check: (name: string, token: string, now: Date) => boolean
}

export function linkSigner(key: Buffer): LinkSigner {
  const mac = (name: string, until: string) => createHmac('sha256', key).update(`${until}\n${name}`).digest()
  return {
    sign(name, now, seconds) {
      const until = String(Math.floor(now.getTime() / 1000) + Math.min(Math.max(1, seconds), MAX_LINK_SECONDS))
      return `${until}.${mac(name, until).toString('base64url')}`
    },
    check(name, token, now) {
      const [until = '', signature = ''] = token.split('.')
      // One that would live longer was signed while the clock stood ahead.
      const left = Number(until) * 1000 - now.getTime()
      if (!/^\d{1,12}$/.test(until) || left < 0 || left > MAX_LINK_SECONDS * 1000) return false
      const given = Buffer.from(signature, 'base64url')
      const right = mac(name, until)
      return given.length === right.length && timingSafeEqual(given, right)
    },
  }
}
