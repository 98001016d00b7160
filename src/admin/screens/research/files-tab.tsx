import { File as FileIcon, RotateCw, Trash2, Upload, X } from 'lucide-react'
import { useRef, useState, type DragEvent } from 'react'
import type { ResearchFile, ResearchItem } from '../../../contract/research.ts'
import { inKilobytes } from '../../../rules/uploads.ts'
import { quoted } from '../../../rules/quoted.ts'
import { useRemoveResearchFile, useResearchFileAddress, useRestoreResearchFile } from '../../data/research.ts'
import { useMay } from '../../data/role.ts'
import { useSiteZone } from '../../data/settings.ts'
import { cx } from '../../lib/class-names.ts'
import { formatInZone } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { toastDone, toastRefusal } from '../../ui/toast.tsx'
import type { ResearchUpload, ResearchUploads } from './use-research-uploads.ts'

/** The files of an item, of any type; dropped or chosen, several at once (RES-5). */
export function FilesTab({ item, uploads }: { item: ResearchItem; uploads: ResearchUploads }) {
  const under = uploads.of(item.id)
  const remove = useRemoveResearchFile()
  const restore = useRestoreResearchFile()
  const [asked, setAsked] = useState<ResearchFile | null>(null)
  // Contributors add files; stored objects are removed by those who may change what belongs to others.
  const mayRemove = useMay('texts.others')

  const removeFile = async (file: ResearchFile) => {
    setAsked(null)
    try {
      await remove.mutateAsync({ itemId: item.id, file })
      toastDone('Datei gelöscht', {
        undo: () =>
          restore.mutate(file, {
            onError: (error) => toastRefusal(error, 'Fehler beim Wiederherstellen'),
          }),
      })
    } catch (error) {
      toastRefusal(error, 'Fehler beim Löschen')
    }
  }

  return (
    <>
      <DropZone onFiles={(files) => uploads.add(item.id, files)} />
      {(item.files.length > 0 || under.length > 0) && (
        <ul aria-label="Dateien" className="mt-3">
          {item.files.map((file) => (
            <StoredRow key={file.id} file={file} onDelete={mayRemove ? () => setAsked(file) : null} />
          ))}
          {under.map((upload) => (
            <UploadRow key={upload.key} upload={upload} uploads={uploads} />
          ))}
        </ul>
      )}
      <ConfirmDialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        title="Datei löschen?"
        description={asked && `${quoted(asked.filename)} liegt danach 30 Tage im Papierkorb.`}
        verb="Löschen"
        onConfirm={() => asked && void removeFile(asked)}
      />
    </>
  )
}

function DropZone({ onFiles }: { onFiles: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const take = (files: FileList | null | undefined) => {
    if (files && files.length > 0) onFiles([...files])
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping is a second way; the button is the first
    <fieldset
      aria-label="Dateien hochladen"
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      className={cx(
        'flex flex-wrap items-center justify-center gap-3 rounded-card border border-dashed px-4 py-6 text-fg-2',
        over ? 'border-accent bg-accent-soft' : 'border-line-strong',
      )}
    >
      <span className="max-md:hidden">Dateien hierher ziehen oder</span>
      <Button icon={<Upload aria-hidden />} onClick={() => input.current?.click()}>
        Dateien auswählen
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Dateien zum Hochladen"
        onChange={(event) => {
          take(event.target.files)
          // Allows choosing the same file again.
          event.target.value = ''
        }}
      />
    </fieldset>
  )
}

/** Types that the server sends inline, not as a download (RUL-31). */
const SHOWN = /^(application\/pdf|image\/(avif|gif|jpeg|png|webp))$/

const ROW = 'flex min-h-14 items-center gap-3 border-b border-line py-2 last:border-b-0'

function StoredRow({ file, onDelete }: { file: ResearchFile; onDelete: (() => void) | null }) {
  const zone = useSiteZone()
  const addressOf = useResearchFileAddress()
  const open = async () => {
    try {
      const link = document.createElement('a')
      link.href = await addressOf(file)
      // Types that browsers show open in a new tab; others are downloaded.
      if (SHOWN.test(file.mime_type)) Object.assign(link, { target: '_blank', rel: 'noopener noreferrer' })
      else link.download = file.filename
      link.click()
    } catch (error) {
      toastRefusal(error, 'Die Datei lässt sich nicht öffnen')
    }
  }
  return (
    <li className={ROW}>
      <FileIcon aria-hidden className="text-fg-3" />
      <span className="min-w-0 flex-1">
        <button
          type="button"
          title={file.filename}
          onClick={() => void open()}
          className="max-w-full truncate rounded-small text-left font-[450] hover:underline max-md:min-h-11"
        >
          {file.filename}
        </button>
        <span className="block text-s text-fg-2 tabular-nums">
          {inKilobytes(file.size_bytes)} · {formatInZone(file.created_at, 'dd. MMM yyyy', zone)}
        </span>
      </span>
      {onDelete && (
        <IconButton label={`Datei löschen: ${file.filename}`} onClick={onDelete}>
          <Trash2 aria-hidden />
        </IconButton>
      )}
    </li>
  )
}

function UploadRow({ upload, uploads }: { upload: ResearchUpload; uploads: ResearchUploads }) {
  const { file, share, fault } = upload
  return (
    <li className={ROW}>
      <Upload aria-hidden className="text-fg-3" />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-[450]">{file.name}</span>
        {fault === null ? (
          <progress
            aria-label={`${file.name} wird hochgeladen`}
            value={share}
            max={1}
            className="mt-1 block h-1 w-full"
          />
        ) : (
          <span className="block text-s text-danger">{fault}</span>
        )}
      </span>
      {fault !== null && (
        <>
          <IconButton label={`Erneut versuchen: ${file.name}`} onClick={() => uploads.retry(upload)}>
            <RotateCw aria-hidden />
          </IconButton>
          <IconButton label={`Verwerfen: ${file.name}`} onClick={() => uploads.dismiss(upload)}>
            <X aria-hidden />
          </IconButton>
        </>
      )}
    </li>
  )
}
