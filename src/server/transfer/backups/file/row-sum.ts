import { createHash } from 'node:crypto'
import type { PortableValue } from '../../database/table-dump.ts'

const MODULUS = 1n << 256n

/**
 * Compares rows independent of database and order: the sum of the SHA-256 of every row (its values as JSON, in the
 * order of the column names) modulo 2^256. It detects lost, duplicated and altered rows; the file's seals protect
 * against forgery.
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
