import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Presence } from '../../../contract/articles/presence.ts'
import type { Api } from '../api.ts'

/** So often an open editor says that it is there; live changes ask at once. */
const BEAT_MS = 5000

/**
 * Tells the server that this editor has a text open, as long as it is mounted and in sight, and gives who else has,
 * with the version the server has by now. Null until known, and for a new text. `around` stays the same from drawing to
 * drawing (what it holds is made anew at each look): a new one says goodbye for the former.
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
    const leave = () => void around.presence.leave({ id, editor }).catch(() => undefined)
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [around, id, editor])
  return data ?? null
}
