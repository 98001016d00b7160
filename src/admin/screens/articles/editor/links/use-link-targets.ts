import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useApi } from '../../../../data/api-context.tsx'
import { linkTargetsQuery, type LinkTarget } from '../../../../data/link-targets.ts'

export type LinkTargets = {
  /** The query. */
  looked: string
  targets: LinkTarget[]
  /** They are recent articles, not search results. */
  isRecent: boolean
}

/**
 * Articles that match the query. Without a typed query and without a match of the selection, the recently edited ones.
 */
export function useLinkTargets(
  looked: string,
  { articleId, hasTyped }: { articleId: string | null; hasTyped: boolean },
): LinkTargets & { settled: boolean; isError: boolean } {
  const api = useApi()
  const answer = useQuery({ ...linkTargetsQuery(api, looked, articleId), placeholderData: keepPreviousData })
  const others = useQuery({
    ...linkTargetsQuery(api, '', articleId),
    enabled: !hasTyped && looked !== '' && answer.data?.length === 0,
  })
  const isRecent = looked === '' || (others.data !== undefined && answer.data?.length === 0)
  const targets = (isRecent && looked !== '' ? others.data : answer.data) ?? []
  const settled = answer.data !== undefined && !answer.isPlaceholderData
  return { looked, targets, isRecent, settled, isError: answer.isError }
}
