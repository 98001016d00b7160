import { useEffect, useRef } from 'react'
import type { WritingEvents } from '../../../writing/editor-view/setup.ts'
import '../../../writing/editor-view/editor-view.css'
import type { WritingSurface } from '../../../writing/editor-view/editor-view.ts'

/** The element in which an editor view is rendered. Event handlers are read at each event. */
export function MarkdownEditor({ surface, ...events }: WritingEvents & { surface: WritingSurface }) {
  const host = useRef<HTMLDivElement>(null)
  const latest = useRef(events)
  useEffect(() => {
    latest.current = events
  })
  useEffect(() => (host.current ? surface.mount(host.current, () => latest.current) : undefined), [surface])
  return <div ref={host} className="md-editor" />
}
