import { v7 } from 'uuid'

/** A new record id: UUID v7, so that ids sort by creation. */
export function newId(): string {
  return v7()
}
