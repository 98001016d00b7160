import { useSyncExternalStore } from 'react'

const query = () => matchMedia('(max-width: 767px)')

function subscribe(listener: () => void) {
  const media = query()
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

/** True under 768 px, where the sidebar becomes a drawer (SHELL-4). */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => query().matches)
}
