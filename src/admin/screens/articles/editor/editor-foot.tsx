import { useEffect, useRef, useState } from 'react'
import { measureText } from './text-measure.ts'

const PAUSE_MS = 300

/** Words and reading time, counted when typing pauses; 40 px, gone when narrow. */
export function EditorFoot({ edits, getMarkdown }: { edits: number; getMarkdown: () => string }) {
  const [measure, setMeasure] = useState<{ words: number; minutes: number } | null>(null)
  const read = useRef(getMarkdown)
  useEffect(() => {
    read.current = getMarkdown
  })
  useEffect(() => {
    const timer = setTimeout(() => setMeasure(measureText(read.current())), edits === 0 ? 0 : PAUSE_MS)
    return () => clearTimeout(timer)
  }, [edits])
  return (
    <div className="relative flex h-10 flex-none items-center gap-4 bg-page px-5 text-xs text-fg-3 tabular-nums max-md:hidden">
      <span
        aria-hidden
        className="pointer-events-none absolute inset-x-0 bottom-10 h-12 bg-linear-to-b from-transparent to-page"
      />
      {measure && <span>{measure.words === 1 ? '1 Wort' : `${measure.words.toLocaleString('de')} Wörter`}</span>}
      {measure && measure.words > 0 && <span>{measure.minutes} Min. Lesezeit</span>}
      <span className="flex-1" />
      <span>Markdown</span>
    </div>
  )
}
