import { useLayoutEffect, useRef, useState } from 'react'

/** The same functions at every drawing, which do what those of the last one do: nothing is drawn anew because of them. */
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
