import { Copy, Trash2 } from 'lucide-react'
import { isKeyOf } from '../../actions/keys.ts'
import type { MediaAsset } from '../../../contract/media.ts'
import type { MediaFilter } from '../../../rules/libraries.ts'
import { inKilobytes } from '../../../rules/uploads.ts'
import type { Marked } from '../../lib/use-marked.ts'
import { cx } from '../../lib/class-names.ts'
import { MediaThumbnail } from '../../parts/media-thumbnail.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Delayed, SkeletonBar } from '../../ui/skeleton.tsx'
import { onGridKey } from './grid-keys.ts'

const GRID = 'grid grid-cols-2 gap-3 md:grid-cols-[repeat(auto-fill,minmax(176px,1fr))] md:gap-4'
const CARD = 'relative overflow-hidden rounded-card border border-line bg-surface'

const REASONS: Record<MediaFilter, string> = {
  no_alt: 'Alternativtext fehlt',
  no_credit: 'Nachweis fehlt',
  unused: 'Unbenutzt',
}

type Props = {
  items: MediaAsset[]
  /** Its reason is on each card. */
  filter: MediaFilter | undefined
  selectedId: string | undefined
  onSelect: (asset: MediaAsset) => void
  onCopy: (asset: MediaAsset) => void
  /** Null for those who may look and copy only; they select none. */
  onDelete: ((asset: MediaAsset) => void) | null
  marked: Marked<MediaAsset> | null
}

/**
 * Cards of images, newest first (MEDIA-2). The whole card selects; two actions appear on hover and focus. Shift, Strg,
 * `x` and the checkbox select several for a bulk action.
 */
export function MediaGrid({ items, filter, selectedId, onSelect, onCopy, onDelete, marked }: Props) {
  const marking = marked !== null && marked.chosen.length > 0
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the cards inside have the focus
    <ul aria-label="Bilder" className={GRID} onKeyDown={onGridKey}>
      {items.map((asset) => {
        const selected = asset.id === selectedId
        const isMarked = marked?.has(asset.id) ?? false
        return (
          <li
            key={asset.id}
            className={cx(
              CARD,
              'group',
              (selected || isMarked) && 'border-accent outline-1 outline-accent',
              isMarked && 'bg-accent-soft',
            )}
          >
            <button
              type="button"
              data-card
              aria-labelledby={`image-${asset.id}`}
              aria-pressed={selected}
              onClick={(event) => {
                const range = event.shiftKey
                if (marked && (range || event.ctrlKey || event.metaKey)) marked.toggle(asset.id, range)
                else onSelect(asset)
              }}
              onKeyDown={(event) => {
                if (event.key === 'Delete') onDelete?.(asset)
                const range = isKeyOf(event, 'media.mark-to')
                if (range || isKeyOf(event, 'media.mark')) marked?.toggle(asset.id, range)
              }}
              className="block w-full rounded-card text-left -outline-offset-2!"
            >
              <MediaThumbnail asset={asset} className="aspect-4/3 w-full border-b border-line bg-hover" />
              <span id={`image-${asset.id}`} className="block px-3 pt-2.5 pb-3">
                <span className="block truncate text-s font-medium">{asset.filename}</span>
                <span className="flex gap-2 text-xs text-fg-2 tabular-nums">
                  {filter && <span className="truncate">{REASONS[filter]}</span>}
                  <span className={cx('whitespace-nowrap', filter && 'text-fg-3 max-md:hidden')}>
                    {inKilobytes(asset.size_bytes)}
                  </span>
                  {!filter && asset.width && asset.height && (
                    <span className="truncate text-fg-3 max-md:hidden">
                      {asset.width} × {asset.height}
                    </span>
                  )}
                </span>
              </span>
            </button>
            {marked && (
              <span
                className={cx(
                  'absolute top-0 left-0 before:absolute before:inset-2 before:rounded-control before:bg-raised *:relative md:top-2 md:left-2 md:before:inset-0',
                  !marking &&
                    'md:opacity-0 md:group-focus-within:opacity-100 md:group-hover:opacity-100 pointer-coarse:opacity-100',
                )}
              >
                <Checkbox
                  label={`${asset.filename} auswählen`}
                  checked={isMarked}
                  onToggle={(event) => marked.toggle(asset.id, event.shiftKey)}
                />
              </span>
            )}
            <div className="absolute top-2 right-2 flex gap-1 opacity-0 transition-opacity duration-120 group-focus-within:opacity-100 group-hover:opacity-100 max-md:hidden">
              <IconButton
                edge
                className="bg-raised!"
                label={`URL von ${asset.filename} kopieren`}
                onClick={() => onCopy(asset)}
              >
                <Copy aria-hidden className="icon-small" />
              </IconButton>
              {onDelete && (
                <IconButton
                  edge
                  className="bg-raised!"
                  label={`${asset.filename} löschen`}
                  onClick={() => onDelete(asset)}
                >
                  <Trash2 aria-hidden className="icon-small" />
                </IconButton>
              )}
            </div>
          </li>
        )
      })}
    </ul>
  )
}

/** Skeleton cards, shown after 150 ms. */
export function MediaGridSkeleton() {
  return (
    <Delayed>
      <div>
        <output className="sr-only">Lädt...</output>
        <div aria-hidden className={GRID}>
          {Array.from({ length: 10 }, (_, card) => (
            <div key={card} className={CARD}>
              <div className="aspect-4/3 border-b border-line bg-skeleton" />
              <div className="flex flex-col gap-2.5 px-3 pt-4 pb-4">
                <SkeletonBar className="w-[76%]" />
                <SkeletonBar className="w-14" />
              </div>
            </div>
          ))}
        </div>
      </div>
    </Delayed>
  )
}
