import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Presence } from '../../../contract/articles/presence.ts'
import { useApi } from '../api-context.tsx'

/** So often an open editor says that it is there; live changes ask at once. */
const BEAT_MS = 5000

/**
 * Tells the server that this editor has the article open, as long as it is mounted and in sight, and gives who else has,
 * with the version the server has by now. Null until known, and for a new article.
 */
export function usePresence(articleId: string | null, editor: string): Presence | null {
  const api = useApi()
  const { data } = useQuery({
    queryKey: ['presence', articleId, editor],
    enabled: articleId !== null,
    queryFn: ({ signal }) => api.articles.presence.stay({ id: articleId ?? '', editor }, { signal }),
    refetchInterval: BEAT_MS,
    refetchOnWindowFocus: 'always',
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  useEffect(() => {
    if (articleId === null) return
    const leave = () => void api.articles.presence.leave({ id: articleId, editor }).catch(() => undefined)
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [api, articleId, editor])
  return data ?? null
}
