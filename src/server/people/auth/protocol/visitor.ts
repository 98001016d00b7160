/** Who sends a request, as far as one can see. */
export type Visitor = {
  ip: string
  userAgent: string | null
  /** The secret of a browser that has signed in before; null where none is sent. */
  device: string | null
  /** True for a request that names this machine and passed no proxy. */
  local: boolean
  /** True for a local one that no foreign page sends. */
  direct: boolean
}

/** What guesses at a password are counted by. */
export type Guesser = Pick<Visitor, 'ip' | 'device'>
