import { Check, CircleAlert, HardDrive } from 'lucide-react'
import { Spinner } from '../../../ui/spinner.tsx'
import type { ArticleEditing } from './use-article-editing.ts'

/** Where the text is: on the server, on this machine, or on its way. */
export function StateChip({ editing }: { editing: ArticleEditing }) {
  const { sync, base, fields } = editing
  const titleless = !base && fields.title.trim() === ''
  return (
    <output className="inline-flex min-w-0 items-center gap-1 text-s whitespace-nowrap text-fg-2 md:gap-1.5 md:px-2">
      {sync === 'saved' && (
        <>
          <Check aria-hidden className="icon-small text-published" />
          gespeichert
        </>
      )}
      {sync === 'saving' && (
        <>
          <Spinner className="icon-small" />
          speichert …
        </>
      )}
      {sync === 'local' && (
        <>
          <HardDrive aria-hidden className="icon-small" />
          <span className="truncate">
            lokal gesichert{titleless && <span className="max-md:hidden"> – Titel fehlt</span>}
          </span>
        </>
      )}
      {sync === 'unprotected' && (
        <>
          <CircleAlert aria-hidden className="icon-small text-danger" />
          nicht gesichert
        </>
      )}
    </output>
  )
}
