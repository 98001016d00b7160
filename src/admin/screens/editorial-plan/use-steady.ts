import { useLayoutEffect, useRef, useState } from 'react'

/** Callbacks with a stable identity that call the latest ones, so that they cause no render. */
export function useSteady<T extends Record<string, (...args: never[]) => void>>(present: T): T {
  const latest = useRef(present)
  useLayoutEffect(() => {
    latest.current = present
  })
  const [steady] = useState(
    () =>
      Object.fromEntries(
        Object.keys(present).map((name) => [name, (...args: never[]) => latest.current[name]?.(...args)]),
      ) as T,
  )
  return steady
}
