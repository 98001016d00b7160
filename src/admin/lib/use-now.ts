import { useEffect, useState } from 'react'
import { wallTimeOfInstant } from '../../rules/wall-time.ts'

/** The present moment, to half a minute. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

const dayNow = (zone: string) => wallTimeOfInstant(new Date().toISOString(), zone).slice(0, 10)

/** `2026-11-21`: the present day in the site's zone, also after midnight has passed under an open page. */
export function useToday(zone: string): string {
  const [, setDay] = useState('')
  useEffect(() => {
    const timer = setInterval(() => setDay(dayNow(zone)), 30_000)
    return () => clearInterval(timer)
  }, [zone])
  return dayNow(zone)
}
