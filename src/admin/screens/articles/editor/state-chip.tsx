import { Check, CircleAlert, CloudOff, HardDrive } from 'lucide-react'
import { useState } from 'react'
import { Spinner } from '../../../ui/spinner.tsx'
import type { SyncState } from './sync/sync-snapshot.ts'
import type { ArticleEditing } from './use-article-editing.ts'

/** Where the text is: on the server, on this machine, or on its way. */
export function StateChip({ editing }: { editing: ArticleEditing }) {
  const { sync, fields } = editing
  const titleless = fields.title.trim() === ''
  return (
    <>
      <Announcement sync={sync} />
      <span
        data-sync={sync}
        className="inline-flex min-w-0 items-center gap-1 text-s whitespace-nowrap text-fg-2 md:gap-1.5 md:px-2"
      >
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
              <span className={titleless ? 'max-md:hidden' : undefined}>lokal gesichert</span>
              {titleless && (
                <>
                  <span className="max-md:hidden"> – </span>Titel fehlt
                </>
              )}
            </span>
          </>
        )}
        {sync === 'offline' && (
          <>
            <CloudOff aria-hidden className="icon-small text-scheduled" />
            <span className="truncate">
              offline<span className="max-md:hidden"> – lokal gesichert</span>
            </span>
          </>
        )}
        {sync === 'unprotected' && (
          <>
            <CircleAlert aria-hidden className="icon-small text-danger" />
            nicht gesichert
          </>
        )}
      </span>
    </>
  )
}

const TROUBLE: Partial<Record<SyncState, string>> = {
  offline: 'Keine Verbindung. Ihr Text ist auf diesem Gerät gesichert.',
  unprotected: 'Ihr Text ist nicht gesichert: Dieser Browser bewahrt nichts auf.',
}

/** Reads out when something goes wrong and when it is right again; saving as such is not worth a word. */
function Announcement({ sync }: { sync: SyncState }) {
  const [told, setTold] = useState({ sync, words: '' })
  if (sync !== told.sync) {
    const relieved = sync === 'saved' && Object.values(TROUBLE).includes(told.words)
    setTold({ sync, words: TROUBLE[sync] ?? (relieved ? 'Wieder verbunden, alles ist gespeichert.' : told.words) })
  }
  return <output className="sr-only">{told.words}</output>
}
