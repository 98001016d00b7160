import { useInfiniteQuery } from '@tanstack/react-query'
import { ImageOff, Upload } from 'lucide-react'
import { useDeferredValue, useRef, useState } from 'react'
import type { MediaAsset } from '../../../contract/media.ts'
import { useApi } from '../../data/api-context.tsx'
import { mediaListQuery } from '../../data/media.ts'
import { itemsOf } from '../../data/pages.ts'
import { cx } from '../../lib/class-names.ts'
import { useFileDrop } from '../../lib/use-file-drop.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog, DialogFooter } from '../../ui/dialog.tsx'
import { BrokenState, ScreenState } from '../../ui/screen-state.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Delayed } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { MediaThumbnail } from '../media-thumbnail.tsx'
import { UploadList } from '../media-upload/upload-list.tsx'
import { useFileChooser } from '../media-upload/use-file-chooser.tsx'
import { useMediaUploads } from '../media-upload/use-media-uploads.ts'

type Props = {
  open: boolean
  onClose: () => void
  onPick: (asset: MediaAsset) => void
  /** Offered where several images may be chosen at once; they are given in the order of the choice. */
  onPickSeveral?: (assets: MediaAsset[]) => void
  /** Only pictures, where sound and film have no place: covers, portraits. */
  pictures?: boolean
}
type Source = 'library' | 'upload'

/** A dialog from which images are chosen, of the library or uploaded now (EDIT-7). */
export function MediaPicker({ open, onClose, ...picks }: Props) {
  return (
    <Dialog wide open={open} onClose={onClose} title="Bild auswählen">
      {open && <Sources {...picks} />}
    </Dialog>
  )
}

type Picks = Pick<Props, 'onPick' | 'onPickSeveral' | 'pictures'>

function Sources({ onPick, onPickSeveral, pictures = false }: Picks) {
  const [chosen, setSource] = useState<Source | null>(null)
  const kind = pictures ? ('image' as const) : undefined
  const list = useInfiniteQuery(mediaListQuery(useApi(), '', { kind }))
  const isEmpty = list.isSuccess && itemsOf(list.data).length === 0
  // An empty library has nothing to choose from.
  const source = chosen ?? (isEmpty ? 'upload' : 'library')
  const [ticked, setTicked] = useState<readonly MediaAsset[]>([])
  const together = useRef<{ image: MediaAsset; index: number }[]>([])
  // One uploaded image is the one that was meant, and so are several where several may be chosen. Otherwise one is chosen
  // in the library, where they stand first.
  const uploads = useMediaUploads(
    (image, batch, index) => {
      // One that was there already is taken after the others have arrived.
      if (batch === 1 && together.current.length === 0) return onPick(image)
      setSource('library')
      if (!onPickSeveral) return batch === 1 ? onPick(image) : undefined
      together.current.push({ image, index })
      const arrived = together.current.toSorted((a, b) => a.index - b.index).map((each) => each.image)
      if (arrived.length === batch) return onPickSeveral(arrived)
      // Others may have been refused.
      setTicked(arrived)
    },
    { quietAlone: true },
  )
  const add = (files: File[]) => {
    together.current = []
    uploads.add(files)
  }
  const over = useFileDrop((files) => {
    setSource('upload')
    add(files)
  })
  return (
    <>
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
          <Library
            kind={kind}
            onPick={onPick}
            onUpload={() => setSource('upload')}
            ticked={onPickSeveral ? ticked : null}
            onTick={(asset) =>
              setTicked((now) =>
                now.some(({ id }) => id === asset.id) ? now.filter(({ id }) => id !== asset.id) : [...now, asset],
              )
            }
          />
        ) : (
          <UploadPlace onFiles={add} over={over} pictures={pictures} />
        )}
      </Tabs>
      {onPickSeveral && ticked.length > 0 && (
        <DialogFooter>
          <Button look="quiet" size={36} onClick={() => setTicked([])}>
            Auswahl aufheben
          </Button>
          <Button look="primary" size={36} onClick={() => onPickSeveral([...ticked])}>
            {ticked.length === 1 ? 'Bild einfügen' : `${ticked.length} Bilder als Galerie einfügen`}
          </Button>
        </DialogFooter>
      )}
    </>
  )
}

type UploadPlaceProps = { onFiles: (files: File[]) => void; over: boolean; pictures: boolean }

function UploadPlace({ onFiles, over, pictures }: UploadPlaceProps) {
  const chooser = useFileChooser(onFiles, { pictures })
  return (
    <div
      className={`flex flex-1 rounded-card border border-dashed ${over ? 'border-accent bg-accent-soft' : 'border-line-strong'}`}
    >
      <ScreenState
        icon={Upload}
        title={over ? 'Hier ablegen' : pictures ? 'Bilder hochladen' : 'Bilder, Ton oder Film hochladen'}
        sentence={`JPEG, PNG, WebP, GIF oder AVIF bis 50 MB${pictures ? '' : '; MP3, M4A, Ogg, MP4 oder WebM bis 200 MB'}. Sie lassen sich auch hierher ziehen oder mit Strg V einfügen.`}
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

type LibraryProps = {
  kind: 'image' | undefined
  onPick: (asset: MediaAsset) => void
  onUpload: () => void
  /** The images chosen so far; null where one is chosen. */
  ticked: readonly MediaAsset[] | null
  onTick: (asset: MediaAsset) => void
}

function Library({ kind, onPick, onUpload, ticked, onTick }: LibraryProps) {
  const [words, setWords] = useState('')
  const list = useInfiniteQuery({
    ...mediaListQuery(useApi(), useDeferredValue(words.trim()), { kind }),
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
      {list.isError && items.length === 0 && <BrokenState query={list} />}
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
            <li key={asset.id} className="group relative">
              <button
                type="button"
                // The first choice of several is made by its box, or with Strg and Shift; the others by a click.
                onClick={(event) =>
                  ticked && (ticked.length > 0 || event.ctrlKey || event.metaKey || event.shiftKey)
                    ? onTick(asset)
                    : onPick(asset)
                }
                className="w-full overflow-hidden rounded-card border border-line bg-surface text-left hover:border-line-strong"
              >
                <MediaThumbnail asset={asset} alt={asset.alt} className="aspect-4/3 w-full border-b border-line" />
                <span className="block truncate px-3 py-2 text-s font-medium">{asset.filename}</span>
              </button>
              {ticked && (
                <span
                  className={cx(
                    'absolute top-1 left-1 rounded-control bg-raised',
                    ticked.length === 0 &&
                      'md:opacity-0 md:group-focus-within:opacity-100 md:group-hover:opacity-100 pointer-coarse:opacity-100',
                  )}
                >
                  <Checkbox
                    label={`${asset.filename} auswählen`}
                    checked={ticked.some(({ id }) => id === asset.id)}
                    onToggle={() => onTick(asset)}
                  />
                </span>
              )}
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
