import type { SecretBox } from '../../../platform/secret-box.ts'

/** Keys of the hashes by which one-time secrets are found. */
export type OneTimeKeys = {
  /** For mailed links and codes. */
  oneTimeKey: Buffer
  /** For codes and states of flows. */
  flowKey: Buffer
}

export function oneTimeKeys(box: SecretBox): OneTimeKeys {
  return { oneTimeKey: box.keyFor('one-time-token'), flowKey: box.keyFor('flow') }
}
