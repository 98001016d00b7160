import { FileText, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import type { ResearchSummary } from '../../../contract/research.ts'
import { autoExcerpt } from '../../../rules/articles.ts'
import { useRights } from '../../data/role.ts'
import { useSiteZone } from '../../data/settings.ts'
import { cx } from '../../lib/class-names.ts'
import { formatInZone } from '../../lib/dates.ts'
import { useRowKeys } from '../../lib/use-row-keys.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { counted, KINDS } from './research-words.tsx'
import { hostOf } from '../../../rules/url.ts'

type CardsProps = {
  items: ResearchSummary[]
  selectedId: string | undefined
  onOpen: (item: ResearchSummary) => void
  /** While an item is open beside the list: keys went to another one. */
  onStep?: ((item: ResearchSummary) => void) | undefined
  onDelete: (item: ResearchSummary) => void
}

/** Items as rows, newest first, with the linked article (RES-1). j/k and arrows move between them. */
export function ResearchCards({ items, onStep, ...actions }: CardsProps) {
  const list = useRef<HTMLUListElement>(null)
  useRowKeys(list, {
    onStep: (id) => {
      const item = items.find((one) => one.id === id)
      if (item) onStep?.(item)
    },
  })
  return (
    <ul ref={list} aria-label="Recherche-Elemente" className="-mx-4 md:-mx-3">
      {items.map((item) => (
        <Card key={item.id} item={item} {...actions} />
      ))}
    </ul>
  )
}

function Card({
  item,
  selectedId,
  onOpen,
  onDelete,
}: Omit<CardsProps, 'items' | 'onStep'> & { item: ResearchSummary }) {
  const zone = useSiteZone()
  const { mayDelete } = useRights()
  const { icon: Icon, word } = KINDS[item.source_type]
  const attached = [
    item.link_count > 0 && counted(item.link_count, 'Link', 'Links'),
    item.file_count > 0 && counted(item.file_count, 'Datei', 'Dateien'),
  ].filter(Boolean)
  return (
    <li
      className={cx(
        'group relative grid grid-cols-[16px_minmax(0,1fr)_auto] items-start gap-x-3 border-b border-line px-4 py-3 hover:bg-hover has-[[data-row]:active]:bg-pressed has-[[data-row]:focus-visible]:outline-2 has-[[data-row]:focus-visible]:-outline-offset-2 has-[[data-row]:focus-visible]:outline-accent md:px-3',
        item.id === selectedId && 'bg-accent-soft!',
      )}
    >
      <Icon aria-hidden className="icon-small mt-0.5 text-fg-2" />
      <div className="min-w-0">
        <button
          type="button"
          data-row={item.id}
          aria-current={item.id === selectedId || undefined}
          onClick={() => onOpen(item)}
          className="line-clamp-2 w-full text-left font-[450] wrap-anywhere hyphens-auto outline-none before:absolute before:inset-0"
        >
          {item.title}
        </button>
        <p className="truncate text-s text-fg-2">
          {[item.url === null ? word : `${word} · ${hostOf(item.url)}`, ...attached].join(' · ')}
        </p>
        {item.note && (
          <p className="line-clamp-2 text-s text-fg-2 wrap-anywhere hyphens-auto">{autoExcerpt(item.note)}</p>
        )}
        {item.article && (
          <p className="mt-0.5 flex min-w-0 items-center gap-1.5 text-s text-fg-2">
            <FileText aria-hidden className="icon-small flex-none text-fg-3" />
            <span className="sr-only">Artikel: </span>
            <span className="truncate" title={item.article.title}>
              {item.article.title}
            </span>
          </p>
        )}
      </div>
      <div className="flex items-center gap-2">
        <time dateTime={item.created_at} className="text-s whitespace-nowrap text-fg-2 tabular-nums max-md:hidden">
          {formatInZone(item.created_at, 'dd. MMM yyyy', zone)}
        </time>
        {mayDelete(item) && (
          <span className="z-1 -my-1.5 md:opacity-0 md:group-focus-within:opacity-100 md:group-hover:opacity-100 md:pointer-coarse:opacity-100">
            <IconButton label="Recherche-Element löschen" onClick={() => onDelete(item)}>
              <Trash2 aria-hidden />
            </IconButton>
          </span>
        )}
      </div>
    </li>
  )
}
