/** The client of a request, as far as it is known. */
export type Visitor = {
  ip: string
  userAgent: string | null
  /** The secret of a browser that has signed in before; null without one. */
  device: string | null
  /** True for a request to this machine that passed no proxy. */
  local: boolean
  /** True for a local request not sent by a foreign page. */
  direct: boolean
}

/** What password guesses are counted by. */
export type Guesser = Pick<Visitor, 'ip' | 'device'>
