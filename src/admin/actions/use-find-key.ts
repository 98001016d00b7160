import type { RefObject } from 'react'
import { useOffers } from './offers.ts'

/** `/` leads to the list's search field. */
export function useFindKey(field: RefObject<HTMLInputElement | null>): void {
  useOffers({ 'list.find': () => field.current?.focus() })
}
