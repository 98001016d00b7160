import { Check, CircleAlert, CloudOff, HardDrive } from 'lucide-react'
import { useState } from 'react'
import { cx } from '../../../../lib/class-names.ts'
import { Spinner } from '../../../../ui/skeleton.tsx'
import type { SyncState } from '../../../../writing/sync/sync-snapshot.ts'
import type { ArticleEditing } from '../state/use-open-article.ts'

/**
 * Where the text is: on the server, on this machine, or being saved. `brief` if the public state is shown beside it:
 * then saving is an icon only, and saved is not shown.
 */
export function StateChip({ editing, brief }: { editing: ArticleEditing; brief: boolean }) {
  const { sync, fields } = editing
  const titleless = fields.title.trim() === ''
  return (
    <>
      <Announcement sync={sync} />
      <span
        data-sync={sync}
        // Text that does not fit wraps out of sight, and only the icon is left.
        className={cx(
          'flex h-5 min-w-3.5 shrink-[0.1] flex-wrap max-md:shrink items-center gap-x-1 overflow-hidden text-s leading-5 whitespace-nowrap text-fg-2 md:gap-x-1.5 *:leading-5 [&>svg]:my-[3px]',
          brief && sync === 'saved' && 'sr-only',
          brief && (sync === 'saving' || sync === 'local') && '[&>span]:sr-only',
        )}
      >
        {sync === 'saved' && (
          <>
            <Check aria-hidden className="icon-small text-published" />
            <span>gespeichert</span>
          </>
        )}
        {sync === 'saving' && (
          <>
            <Spinner className="icon-small" />
            <span>speichert …</span>
          </>
        )}
        {sync === 'local' && (
          <>
            <HardDrive aria-hidden className="icon-small" />
            <span>
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
            <span>
              offline<span className="max-md:hidden"> – lokal gesichert</span>
            </span>
          </>
        )}
        {sync === 'unprotected' && (
          <>
            <CircleAlert aria-hidden className="icon-small text-danger" />
            <span>nicht gesichert</span>
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

/** Announces errors and recovery to screen readers; normal saves are not announced. */
function Announcement({ sync }: { sync: SyncState }) {
  const [told, setTold] = useState({ sync, words: '' })
  if (sync !== told.sync) {
    const relieved = sync === 'saved' && Object.values(TROUBLE).includes(told.words)
    setTold({ sync, words: TROUBLE[sync] ?? (relieved ? 'Wieder verbunden, alles ist gespeichert.' : told.words) })
  }
  return <output className="sr-only">{told.words}</output>
}
