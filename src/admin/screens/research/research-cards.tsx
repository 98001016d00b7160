import { FileText, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import type { ResearchSummary } from '../../../contract/research.ts'
import { autoExcerpt } from '../../../rules/articles.ts'
import { useSiteZone } from '../../data/settings.ts'
import { formatInZone } from '../../lib/dates.ts'
import { hostOf } from '../../lib/hosts.ts'
import { useRowKeys } from '../../lib/use-row-keys.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { counted, KINDS } from './research-words.tsx'

type CardsProps = {
  items: ResearchSummary[]
  onOpen: (item: ResearchSummary) => void
  onDelete: (item: ResearchSummary) => void
}

/** Items as cards, newest first, with the linked article (RES-1). j/k and arrows move between cards. */
export function ResearchCards({ items, ...actions }: CardsProps) {
  const list = useRef<HTMLUListElement>(null)
  useRowKeys(list)
  return (
    <ul
      ref={list}
      aria-label="Recherche-Elemente"
      className="grid grid-cols-1 gap-3 pt-3 md:grid-cols-2 md:gap-4 xl:grid-cols-3"
    >
      {items.map((item) => (
        <Card key={item.id} item={item} {...actions} />
      ))}
    </ul>
  )
}

function Card({ item, onOpen, onDelete }: Omit<CardsProps, 'items'> & { item: ResearchSummary }) {
  const zone = useSiteZone()
  const { icon: Icon, word } = KINDS[item.source_type]
  const attached = [
    item.link_count > 0 && counted(item.link_count, 'Link', 'Links'),
    item.file_count > 0 && counted(item.file_count, 'Datei', 'Dateien'),
  ].filter(Boolean)
  return (
    <li className="group relative flex min-w-0 flex-col rounded-card border border-line bg-surface p-4 hover:bg-hover has-[[data-row]:active]:bg-pressed has-[[data-row]:focus-visible]:outline-2 has-[[data-row]:focus-visible]:outline-offset-2 has-[[data-row]:focus-visible]:outline-accent">
      <p className="flex items-center gap-1.5 pr-8 text-s text-fg-2 max-md:min-h-8">
        <Icon aria-hidden className="icon-small" />
        <span className="truncate">{item.url === null ? word : `${word} · ${hostOf(item.url)}`}</span>
      </p>
      <button
        type="button"
        data-row={item.id}
        onClick={() => onOpen(item)}
        className="mt-1.5 line-clamp-3 text-left font-semibold tracking-[-0.004em] wrap-anywhere hyphens-auto outline-none before:absolute before:inset-0"
      >
        {item.title}
      </button>
      {item.note && (
        <p className="mt-1 line-clamp-3 text-s text-fg-2 wrap-anywhere whitespace-pre-line hyphens-auto">
          {autoExcerpt(item.note)}
        </p>
      )}
      {item.article && (
        <p className="mt-2.5 flex min-w-0 items-center gap-1.5 text-s text-fg-2">
          <FileText aria-hidden className="icon-small text-fg-3" />
          <span className="sr-only">Artikel: </span>
          <span className="truncate" title={item.article.title}>
            {item.article.title}
          </span>
        </p>
      )}
      <p className="mt-auto flex flex-wrap justify-between gap-x-3 pt-3 text-xs text-fg-2 tabular-nums">
        <span>{attached.join(' · ')}</span>
        <time dateTime={item.created_at}>{formatInZone(item.created_at, 'dd. MMM yyyy', zone)}</time>
      </p>
      <span className="absolute top-1.5 right-1.5 z-1 md:opacity-0 md:group-focus-within:opacity-100 md:group-hover:opacity-100 md:pointer-coarse:opacity-100">
        <IconButton label="Recherche-Element löschen" onClick={() => onDelete(item)}>
          <Trash2 aria-hidden />
        </IconButton>
      </span>
    </li>
  )
}
