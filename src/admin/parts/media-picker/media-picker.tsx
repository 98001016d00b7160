import { useInfiniteQuery } from '@tanstack/react-query'
import { ImageOff } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import type { MediaAsset } from '../../../contract/media.ts'
import { useApi } from '../../data/api-context.tsx'
import { mediaListQuery } from '../../data/media.ts'
import { faultSentence } from '../../lib/faults.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { BrokenState, ScreenState } from '../../ui/screen-state.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Delayed } from '../../ui/skeleton.tsx'

type Props = { open: boolean; onClose: () => void; onPick: (asset: MediaAsset) => void }

/** A dialog over the media library from which one image is chosen (EDIT-7). */
export function MediaPicker({ open, onClose, onPick }: Props) {
  return (
    <Dialog wide open={open} onClose={onClose} title="Bild auswählen">
      {open && <Library onPick={onPick} />}
    </Dialog>
  )
}

function Library({ onPick }: Pick<Props, 'onPick'>) {
  const [words, setWords] = useState('')
  const list = useInfiniteQuery({
    ...mediaListQuery(useApi(), useDeferredValue(words.trim())),
    placeholderData: (former) => former,
  })
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <div className="flex min-h-80 flex-col">
      <SearchField label="Medien durchsuchen..." value={words} onChange={setWords} className="mb-4" />
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
          sentence="Bilder kommen über die Medien-Bibliothek dazu."
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
                  src={asset.url}
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
    </div>
  )
}
