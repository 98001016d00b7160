import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query holds now: `(min-width: 1280px)`. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}

/** True under 768 px, where the sidebar becomes a drawer (SHELL-4). */
export const useNarrow = (): boolean => useMedia('(max-width: 767px)')
