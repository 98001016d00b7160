import { createHash, randomBytes } from 'node:crypto'

/** One browser's cookies, and its redirects. */
export class Visit {
  readonly #cookies = new Map<string, string>()

  /**
   * Opens an address and follows redirects until one leads to `stop` or there are no more. Returns the final address.
   */
  async follow(address: string, stop: string): Promise<URL> {
    let url = new URL(address)
    for (let hop = 0; hop < 20; hop += 1) {
      if (hop > 0 && url.href.startsWith(stop)) return url
      const response = await this.open(url)
      const location = response.headers.get('location')
      if (!location) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
      url = new URL(location, url)
    }
    throw new Error('too many redirects')
  }

  async open(url: URL | string): Promise<Response> {
    const { origin } = new URL(url)
    const own = [...this.#cookies].filter(([key]) => key.startsWith(origin))
    const cookie = own.map(([key, value]) => `${key.slice(origin.length + 1)}=${value}`).join('; ')
    const response = await fetch(url, { redirect: 'manual', headers: cookie ? { cookie } : {} })
    this.keep(origin, response)
    return response
  }

  /** Stores the cookies of a response. */
  keep(origin: string, response: Response): void {
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value) this.#cookies.set(`${origin} ${name}`, value)
      else this.#cookies.delete(`${origin} ${name}`)
    }
  }
}

/** A code verifier and the parameters of its challenge. */
export function newChallenge() {
  const verifier = randomBytes(56).toString('hex')
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  return { verifier, parameters: { code_challenge: challenge, code_challenge_method: 's256' } }
}
