import { useEffect, useRef, useState } from 'react'

const PAUSE_MS = 200

/**
 * Words of a search field that reach the address after a short pause. The address wins when it changes by itself (Back),
 * never over what is being typed.
 */
export function useSearchWords(inAddress: string, write: (words: string) => void) {
  const [value, setValue] = useState(inAddress)
  const written = useRef(inAddress)
  const latest = useRef(write)
  useEffect(() => {
    latest.current = write
  })
  useEffect(() => {
    if (inAddress === written.current) return
    written.current = inAddress
    setValue(inAddress)
  }, [inAddress])
  useEffect(() => {
    const words = value.trim()
    if (words === written.current) return
    const timer = setTimeout(() => {
      written.current = words
      latest.current(words)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return { value, change: setValue }
}
