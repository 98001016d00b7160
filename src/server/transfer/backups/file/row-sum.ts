import { createHash } from 'node:crypto'
import type { PortableValue } from '../../database/table-dump.ts'

const MODULUS = 1n << 256n

/**
 * Compares rows wherever they lie and however they are ordered: the sum of the SHA-256 of every row (its values as JSON, in the
 * order of the columns' names) modulo 2^256. It finds what was lost, doubled or altered on the way; against a forger the file's
 * own seals stand.
 */
export class RowSum {
  rows = 0
  #sum = 0n

  add(values: readonly PortableValue[]): void {
    const digest = createHash('sha256').update(JSON.stringify(values)).digest('hex')
    this.#sum = (this.#sum + BigInt(`0x${digest}`)) % MODULUS
    this.rows += 1
  }

  /** Hexadecimal, 64 digits. */
  get sha256(): string {
    return this.#sum.toString(16).padStart(64, '0')
  }
}
