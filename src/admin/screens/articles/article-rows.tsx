import { Link, useNavigate } from '@tanstack/react-router'
import { EllipsisVertical, Eye, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import type { ArticleSummary } from '../../../contract/articles.ts'
import { listDate } from '../../../rules/list-date.ts'
import { useSiteZone } from '../../data/settings.ts'
import { cx } from '../../lib/class-names.ts'
import { formatInZone } from '../../lib/dates.ts'
import { useRowKeys } from '../../lib/use-row-keys.ts'
import { useSight } from '../../lib/use-sight.ts'
import { IconButton, iconButtonClass } from '../../ui/icon-button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { Delayed, SkeletonBar } from '../../ui/skeleton.tsx'
import { StatusBadge, StatusText } from '../../ui/status-badge.tsx'

/** Columns of look/README.md, rule 9; the first waits for the selection of many. */
const COLUMNS = 'md:grid md:grid-cols-[16px_minmax(0,1fr)_112px_128px_184px_60px] md:gap-x-4 md:px-3'

type RowsProps = {
  articles: ArticleSummary[]
  onDelete: (article: ArticleSummary) => void
  /** The last rows have come into sight. */
  onEnd: () => void
}

/** The rows of the list, in two lines each when narrow; arrows and j/k go from title to title. */
export function ArticleRows({ articles, onDelete, onEnd }: RowsProps) {
  const zone = useSiteZone()
  const list = useRef<HTMLUListElement>(null)
  const end = useSight(onEnd)
  useRowKeys(list)
  return (
    <div className="-mx-4 md:-mx-3">
      <ColumnHeads />
      <ul ref={list} aria-label="Artikel">
        {articles.map((article) => (
          <Row key={article.id} article={article} zone={zone} onDelete={() => onDelete(article)} />
        ))}
      </ul>
      <div ref={end} className="h-px" />
    </div>
  )
}

function ColumnHeads() {
  return (
    <div
      aria-hidden
      className={cx(
        COLUMNS,
        'relative hidden h-8 items-center text-xs text-fg-3 after:absolute after:inset-x-3 after:bottom-0 after:h-px after:bg-line',
      )}
    >
      <span />
      <span>Titel</span>
      <span>Kategorie</span>
      <span>Status</span>
      <span className="text-right">Datum</span>
      <span />
    </div>
  )
}

function Row({ article, zone, onDelete }: { article: ArticleSummary; zone: string; onDelete: () => void }) {
  const when = whenOf(article, zone)
  return (
    <li
      className={cx(
        COLUMNS,
        'group relative grid min-h-18 grid-cols-[minmax(0,1fr)_44px] content-center items-center gap-x-1 py-2.5 pr-1 pl-4 md:h-11 md:min-h-0 md:rounded-control md:py-0',
        'after:absolute after:right-0 after:bottom-0 after:left-4 after:h-px after:bg-line md:after:inset-x-3',
        'hover:md:bg-hover has-[[data-row]:active]:bg-pressed',
        'has-[[data-row]:focus-visible]:z-2 has-[[data-row]:focus-visible]:rounded-control has-[[data-row]:focus-visible]:outline-2 has-[[data-row]:focus-visible]:outline-offset-2 has-[[data-row]:focus-visible]:outline-accent max-md:has-[[data-row]:focus-visible]:-outline-offset-2',
      )}
    >
      <span className="max-md:hidden" />
      <div className="flex min-w-0 items-center gap-2">
        <Link
          to="/admin/articles/$id"
          params={{ id: article.id }}
          data-row={article.id}
          title={article.title}
          className="line-clamp-2 min-w-0 font-medium wrap-anywhere hyphens-auto outline-none before:absolute before:inset-0 md:block md:truncate"
        >
          {article.title}
        </Link>
        {article.has_unpublished_changes && (
          <span className="hidden flex-none items-center gap-1.5 text-xs text-fg-2 before:size-1.5 before:rounded-full before:border-[1.5px] before:border-scheduled lg:inline-flex">
            Unveröffentlichte Änderungen
          </span>
        )}
      </div>
      <span className="truncate text-s text-fg-2 max-md:hidden">{article.category?.name}</span>
      <StatusBadge state={article.status} className="justify-self-start max-md:hidden" />
      <span className="flex items-baseline justify-end gap-2 text-s whitespace-nowrap text-fg-2 tabular-nums max-md:hidden">
        {when.label && <span className="text-xs text-fg-3">{when.label}</span>}
        {when.instant ? (
          <time dateTime={when.instant} className="min-w-[84px] text-right text-fg">
            {when.text}
          </time>
        ) : (
          <span>{when.text}</span>
        )}
      </span>
      <RowActions article={article} onDelete={onDelete} />
      <span className="mt-1 flex items-center gap-[5px] text-xs/5 whitespace-nowrap text-fg-2 md:hidden">
        <StatusText state={article.status} className="text-xs/5" />
        {article.category && (
          <>
            <span aria-hidden>·</span>
            <span className="truncate">{article.category.name}</span>
          </>
        )}
        <span aria-hidden>·</span>
        <span className="flex-none tabular-nums">
          {when.label !== 'Veröffentlicht' && when.label} {when.text}
        </span>
      </span>
    </li>
  )
}

/** `Ohne Termin` for a scheduled article without a date (R3), else label and date (R16). */
function whenOf(article: ArticleSummary, zone: string): { label?: string; instant?: string; text: string } {
  if (article.status === 'scheduled' && article.published_at === null) return { text: 'Ohne Termin' }
  const { label, instant } = listDate(article)
  return { label, instant, text: formatInZone(instant, 'dd. MMM yyyy', zone) }
}

function RowActions({ article, onDelete }: { article: ArticleSummary; onDelete: () => void }) {
  const navigate = useNavigate()
  const view = () => {
    if (article.status === 'published') window.open(`/article/${article.slug}`, '_blank', 'noopener')
    else void navigate({ to: '/admin/articles/$id', params: { id: article.id }, search: { ansicht: 'vorschau' } })
  }
  return (
    <>
      <span className="relative z-1 -mr-1.5 flex justify-end gap-1 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 max-md:hidden pointer-coarse:opacity-100">
        <IconButton label="Artikel ansehen" onClick={view}>
          <Eye aria-hidden />
        </IconButton>
        <IconButton label="Artikel löschen" onClick={onDelete}>
          <Trash2 aria-hidden />
        </IconButton>
      </span>
      <span className="relative z-1 col-start-2 row-span-2 row-start-1 md:hidden">
        <Menu
          trigger={
            <button type="button" aria-label={`Aktionen für „${article.title}“`} className={iconButtonClass()}>
              <EllipsisVertical aria-hidden />
            </button>
          }
        >
          <MenuItem icon={<Eye aria-hidden />} onSelect={view}>
            Ansehen
          </MenuItem>
          <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={onDelete}>
            Löschen
          </MenuItem>
        </Menu>
      </span>
    </>
  )
}

const BARS = ['w-[62%]', 'w-[44%]', 'w-[71%]', 'w-[38%]', 'w-[56%]', 'w-[49%]', 'w-[66%]', 'w-[41%]']

/** Bars in the columns of the list to come, from 150 ms on. */
export function ArticleRowsSkeleton() {
  return (
    <Delayed>
      <div className="-mx-4 md:-mx-3">
        <output className="sr-only">Lädt...</output>
        <ColumnHeads />
        {BARS.map((width) => (
          <div
            key={width}
            className={cx(
              COLUMNS,
              'relative flex h-18 flex-col justify-center gap-3 px-4 after:absolute after:inset-x-3 after:bottom-0 after:h-px after:bg-line md:h-11 md:items-center',
            )}
          >
            <span className="max-md:hidden" />
            <SkeletonBar className={width} />
            <SkeletonBar className="w-14 max-md:hidden" />
            <SkeletonBar className="w-22" />
            <SkeletonBar className="w-24 max-md:hidden md:justify-self-end" />
          </div>
        ))}
      </div>
    </Delayed>
  )
}
