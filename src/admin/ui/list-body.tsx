import type { ReactNode } from 'react'
import { EndlessEnd } from './endless-end.tsx'
import { BrokenState } from './screen-state.tsx'

type Props = {
  list: Parameters<typeof EndlessEnd>[0]['list'] & {
    data?: { pages: { items: unknown[] }[] } | undefined
    error: unknown
    isPending: boolean
    isError: boolean
    isSuccess: boolean
    isPlaceholderData: boolean
    refetch: () => Promise<unknown>
  }
  skeleton: ReactNode
  /** What heads the fault when nothing could be loaded. */
  broken?: string
  /** What stands in the place of an empty list. */
  nothing: ReactNode
  /** There are rows beside those of the list. */
  more?: boolean
  /** What is said when the next page could not be loaded. */
  failedMore: string
  children: ReactNode
}

/** An endless list as it is: on its way, broken, empty, or its rows with more to come at their end. */
export function ListBody({ list, skeleton, broken, nothing, more = false, failedMore, children }: Props) {
  const filled = more || (list.data?.pages.some(({ items }) => items.length > 0) ?? false)
  if (filled)
    return (
      <>
        {children}
        <EndlessEnd list={list} failed={failedMore} />
      </>
    )
  if (list.isPending || list.isPlaceholderData) return skeleton
  if (list.isError) return <BrokenState title={broken} query={list} />
  return nothing
}
