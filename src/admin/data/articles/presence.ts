import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Presence } from '../../../contract/articles/presence.ts'
import type { Api } from '../api.ts'

/** Heartbeat interval of an open editor. Live changes trigger one at once. */
const BEAT_MS = 5000

/**
 * Sends heartbeats for an open text while the editor is mounted and visible, and returns the other editors of that text
 * with the server's current version. Null until the first response, and for a new text. `around` must keep its identity
 * between renders (its contents are read at each heartbeat): a new object ends the presence of the former.
 */
export function usePresence(
  around: Pick<Api['articles'], 'presence'>,
  id: string | null,
  editor: string,
): Presence | null {
  const { data } = useQuery({
    queryKey: ['presence', id, editor],
    enabled: id !== null,
    queryFn: ({ signal }) => around.presence.stay({ id: id ?? '', editor }, { signal }),
    refetchInterval: BEAT_MS,
    refetchOnWindowFocus: 'always',
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
  useEffect(() => {
    if (id === null) return
    const leave = (onUnload: boolean) =>
      void around.presence.leave({ id, editor }, { context: { onUnload } }).catch(() => undefined)
    const onPageHide = () => leave(true)
    window.addEventListener('pagehide', onPageHide)
    return () => {
      window.removeEventListener('pagehide', onPageHide)
      leave(false)
    }
  }, [around, id, editor])
  return data ?? null
}
