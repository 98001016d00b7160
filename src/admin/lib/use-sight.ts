import { useEffect, useRef, type RefObject } from 'react'

/** Calls back whenever the element is within this distance of the viewport, in px: endless lists load their next page then. */
export function useSight(onSight: () => void, near: number): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null)
  const latest = useRef(onSight)
  const seen = useRef(false)
  useEffect(() => {
    latest.current = onSight
    // A page may be so short that its end stays in sight: then the next one follows without scrolling.
    if (seen.current) onSight()
  })
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        seen.current = entry?.isIntersecting ?? false
        if (seen.current) latest.current()
      },
      { rootMargin: `${near}px 0px` },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [near])
  return element
}
