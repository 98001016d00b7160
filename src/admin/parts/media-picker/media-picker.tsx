import { useInfiniteQuery } from '@tanstack/react-query'
import { ImageOff, Upload } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import type { MediaAsset } from '../../../contract/media.ts'
import { useApi } from '../../data/api-context.tsx'
import { mediaListQuery } from '../../data/media.ts'
import { itemsOf } from '../../data/pages.ts'
import { faultSentence } from '../../lib/faults.ts'
import { useFileDrop } from '../../lib/use-file-drop.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { BrokenState, ScreenState } from '../../ui/screen-state.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Delayed } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { UploadList } from '../media-upload/upload-list.tsx'
import { useFileChooser } from '../media-upload/use-file-chooser.tsx'
import { useMediaUploads } from '../media-upload/use-media-uploads.ts'

type Props = { open: boolean; onClose: () => void; onPick: (asset: MediaAsset) => void }
type Source = 'library' | 'upload'

/** A dialog from which one image is chosen, of the library or uploaded now (EDIT-7). */
export function MediaPicker({ open, onClose, onPick }: Props) {
  return (
    <Dialog wide open={open} onClose={onClose} title="Bild auswählen">
      {open && <Sources onPick={onPick} />}
    </Dialog>
  )
}

function Sources({ onPick }: Pick<Props, 'onPick'>) {
  const [source, setSource] = useState<Source>('library')
  // One uploaded image is the one that was meant; of several one is chosen in the library, where they stand first.
  const uploads = useMediaUploads(
    (image, batch) => {
      if (batch === 1) onPick(image)
      else setSource('library')
    },
    { quietAlone: true },
  )
  const over = useFileDrop((files) => {
    setSource('upload')
    uploads.add(files)
  })
  return (
    <Tabs<Source>
      label="Woher das Bild kommt"
      value={source}
      onChange={setSource}
      tabs={[
        { value: 'library', label: 'Mediathek' },
        { value: 'upload', label: 'Hochladen' },
      ]}
      panelClassName="flex min-h-80 flex-col pt-4"
    >
      <UploadList uploads={uploads} />
      {source === 'library' ? (
        <Library onPick={onPick} onUpload={() => setSource('upload')} />
      ) : (
        <UploadPlace onFiles={uploads.add} over={over} />
      )}
    </Tabs>
  )
}

function UploadPlace({ onFiles, over }: { onFiles: (files: File[]) => void; over: boolean }) {
  const chooser = useFileChooser(onFiles)
  return (
    <div
      className={`flex flex-1 rounded-card border border-dashed ${over ? 'border-accent bg-accent-soft' : 'border-line-strong'}`}
    >
      <ScreenState
        icon={Upload}
        title={over ? 'Hier ablegen' : 'Bilder hochladen'}
        sentence="JPEG, PNG, WebP, GIF oder AVIF bis 50 MB. Sie lassen sich auch hierher ziehen oder mit Strg V einfügen."
        action={
          <Button look="primary" icon={<Upload aria-hidden />} onClick={chooser.choose}>
            Dateien auswählen
          </Button>
        }
      />
      {chooser.input}
    </div>
  )
}

function Library({ onPick, onUpload }: Pick<Props, 'onPick'> & { onUpload: () => void }) {
  const [words, setWords] = useState('')
  const list = useInfiniteQuery({
    ...mediaListQuery(useApi(), useDeferredValue(words.trim())),
    placeholderData: (former) => former,
  })
  const items = itemsOf(list.data)
  return (
    <>
      <SearchField label="Medien durchsuchen..." value={words} onChange={setWords} className="mb-4 flex-none" />
      {list.isPending && (
        <Delayed>
          <output className="m-auto text-fg-2">Lädt...</output>
        </Delayed>
      )}
      {list.isError && items.length === 0 && (
        <BrokenState sentence={faultSentence(list.error)} busy={list.isFetching} onRetry={() => void list.refetch()} />
      )}
      {list.isSuccess && items.length === 0 && (
        <ScreenState
          icon={ImageOff}
          title="Keine Medien gefunden"
          sentence="Hier stehen die Bilder der Mediathek. Unter „Hochladen“ kommt ein neues dazu."
          action={
            words.trim() === '' ? (
              <Button icon={<Upload aria-hidden />} onClick={onUpload}>
                Erstes Bild hochladen
              </Button>
            ) : (
              <Button onClick={() => setWords('')}>Alle Bilder zeigen</Button>
            )
          }
        />
      )}
      {items.length > 0 && (
        <ul aria-label="Bilder" className="grid grid-cols-2 gap-3 md:grid-cols-4 md:gap-4">
          {items.map((asset) => (
            <li key={asset.id}>
              <button
                type="button"
                onClick={() => onPick(asset)}
                className="w-full overflow-hidden rounded-card border border-line bg-surface text-left hover:border-line-strong"
              >
                <img
                  src={asset.thumbnail_url}
                  alt={asset.alt}
                  loading="lazy"
                  className="aspect-4/3 w-full border-b border-line object-cover"
                />
                <span className="block truncate px-3 py-2 text-s font-medium">{asset.filename}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <Button className="mx-auto mt-4" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Weitere Bilder
        </Button>
      )}
    </>
  )
}
