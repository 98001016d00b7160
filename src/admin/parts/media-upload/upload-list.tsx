import { CircleAlert, Info, RotateCw, X } from 'lucide-react'
import { isSoundType } from '../../../rules/uploads.ts'
import { cx } from '../../lib/class-names.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Spinner } from '../../ui/skeleton.tsx'
import type { MediaUploads, UploadEntry } from './use-media-uploads.ts'

type Props = {
  uploads: MediaUploads
  /** Known images of several files are one line that names how many were skipped. */
  skipsKnown?: boolean
}

/** Most waiting files that are named. */
const WAITING_SHOWN = 3

/** The files on their way, with progress, faults and what to do about them; nothing where there are none. */
export function UploadList({ uploads, skipsKnown = false }: Props) {
  if (uploads.entries.length === 0) return null
  const skipped = skipsKnown ? uploads.entries.filter((entry) => entry.state === 'twin' && entry.batch > 1) : []
  const waiting = uploads.entries.filter((entry) => entry.state === 'waiting')
  const hidden = new Set([...waiting.slice(WAITING_SHOWN), ...skipped])
  return (
    <ul aria-label="Uploads" className="mb-4 rounded-card border border-line bg-surface">
      {uploads.entries.map((entry) =>
        hidden.has(entry) ? null : (
          <li
            key={entry.key}
            className="flex min-h-11 flex-wrap items-center gap-x-3 border-b border-line py-1 pr-1 pl-3 last:border-b-0"
          >
            <Mark entry={entry} />
            <div className="min-w-0 flex-1 basis-40 py-1">
              <p className="truncate text-s font-medium">{entry.file.name}</p>
              <Sentence entry={entry} />
            </div>
            <Actions entry={entry} uploads={uploads} />
          </li>
        ),
      )}
      {waiting.length > WAITING_SHOWN && (
        <li className="flex min-h-11 items-center pl-10 text-s text-fg-2">
          {waiting.length === WAITING_SHOWN + 1
            ? 'Eine weitere Datei wartet'
            : `${waiting.length - WAITING_SHOWN} weitere Dateien warten`}
        </li>
      )}
      {skipped.length > 0 && <Skipped entries={skipped} uploads={uploads} />}
    </ul>
  )
}

/** Images of a batch that the library has already. */
function Skipped({ entries, uploads }: { entries: UploadEntry[]; uploads: MediaUploads }) {
  const each = (verb: (key: string) => void) => {
    for (const { key } of entries) verb(key)
  }
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-3 py-1 pr-1 pl-3 text-s">
      <Info aria-hidden className="icon-small flex-none text-fg-2" />
      <output className="min-w-0 flex-1 basis-40 text-fg-2">
        {entries.length === 1
          ? 'Ein Bild gibt es schon; es wurde übersprungen.'
          : `${entries.length.toLocaleString('de')} Bilder gibt es schon; sie wurden übersprungen.`}
      </output>
      <Button look="quiet" onClick={() => each(uploads.addAnyway)}>
        Trotzdem hochladen
      </Button>
      <IconButton label="Übersprungene Bilder aus der Liste nehmen" onClick={() => each(uploads.dismiss)}>
        <X aria-hidden />
      </IconButton>
    </li>
  )
}

function Mark({ entry }: { entry: UploadEntry }) {
  if (entry.state === 'failed') return <CircleAlert aria-hidden className="text-danger" />
  if (entry.state === 'twin')
    return isSoundType(entry.there.mime_type) ? (
      <Info aria-hidden className="icon-small flex-none text-fg-2" />
    ) : (
      <img src={entry.there.thumbnail_url} alt="" className="size-10 flex-none rounded-small object-cover" />
    )
  return <Spinner className={cx('text-fg-3', entry.state === 'waiting' && 'invisible')} />
}

function Sentence({ entry }: { entry: UploadEntry }) {
  if (entry.state === 'failed') return <p className="text-s wrap-anywhere text-danger">{entry.sentence}</p>
  if (entry.state === 'twin')
    return (
      <p className="text-s wrap-anywhere text-fg-2">
        <span>{isSoundType(entry.there.mime_type) ? 'Diese Datei' : 'Dieses Bild'} gibt es schon</span> als „
        {entry.there.filename}“.
      </p>
    )
  if (entry.state === 'waiting') return <p className="text-s text-fg-2">Wartet …</p>
  if (entry.share >= 1) return <p className="text-s text-fg-2">Wird verarbeitet …</p>
  const percent = Math.round(entry.share * 100)
  return (
    <div className="flex h-4.5 items-center gap-3">
      <progress aria-label={`${entry.file.name} hochladen`} value={percent} max={100} className="h-1 min-w-0 flex-1" />
      <span className="w-10 text-right text-xs text-fg-2 tabular-nums">{percent} %</span>
    </div>
  )
}

function Actions({ entry, uploads }: Props & { entry: UploadEntry }) {
  if (entry.state === 'failed') {
    return (
      <>
        <Button icon={<RotateCw aria-hidden />} onClick={() => uploads.retry(entry.key)}>
          Erneut versuchen
        </Button>
        <IconButton label={`${entry.file.name} aus der Liste nehmen`} onClick={() => uploads.dismiss(entry.key)}>
          <X aria-hidden />
        </IconButton>
      </>
    )
  }
  if (entry.state === 'twin') {
    return (
      <span className="flex flex-wrap items-center gap-2 py-1">
        <Button onClick={() => uploads.takeThere(entry.key)}>Vorhandenes verwenden</Button>
        <Button look="quiet" onClick={() => uploads.addAnyway(entry.key)}>
          Trotzdem hochladen
        </Button>
        <IconButton label={`${entry.file.name} aus der Liste nehmen`} onClick={() => uploads.dismiss(entry.key)}>
          <X aria-hidden />
        </IconButton>
      </span>
    )
  }
  return null
}
