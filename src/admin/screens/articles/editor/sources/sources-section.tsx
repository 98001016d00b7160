import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { onDemand } from '../../../../ui/on-demand.tsx'
import type { TextEditorView } from '../../../../writing/editor-view/editor-view.ts'
import type { ArticleEditing } from '../state/use-open-article.ts'

const Sources = onDemand(async () => (await import('./sources.tsx')).Sources)

/** Research and tasks beside the text; the code is loaded on first use. */
export function SourcesSection({ editing, editorView }: { editing: ArticleEditing; editorView: TextEditorView }) {
  const [open, setOpen] = useState(false)
  return (
    <details className="group py-1" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="-mx-2 flex h-11 list-none items-center justify-between rounded-control px-2 text-s text-fg-2 hover:bg-hover md:h-8">
        Recherche und Aufgaben
        <ChevronRight aria-hidden className="icon-small text-fg-3 group-open:rotate-90" />
      </summary>
      {open && (
        <Sources pending={<p className="py-2 text-s text-fg-2">Lädt...</p>} editing={editing} editorView={editorView} />
      )}
    </details>
  )
}
