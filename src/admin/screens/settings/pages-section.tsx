import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ArrowDown, ArrowUp, Ellipsis, Eye, Files, GripVertical, Plus, Trash2, TriangleAlert } from 'lucide-react'
import { useRef, useState, type ComponentProps, type CSSProperties } from 'react'
import type { PageSummary } from '../../../contract/pages.ts'
import { isLegal } from '../../../rules/pages.ts'
import { quoted } from '../../../rules/quoted.ts'
import { useApi } from '../../data/api-context.tsx'
import { useSiteZone } from '../../data/settings.ts'
import { sitePagesQuery, useSitePageChanges } from '../../data/site-pages.ts'
import { cx } from '../../lib/class-names.ts'
import { formatInZone } from '../../lib/dates.ts'
import { blanksInWords, PLACEMENT_WORDS, placesOf } from '../../lib/page-words.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { iconButtonClass } from '../../ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx'
import { useRemoval } from '../../ui/removal.tsx'
import { BrokenState, ScreenState } from '../../ui/screen-state.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { StatusBadge, StatusText } from '../../ui/status-badge.tsx'
import { toastRefusal } from '../../ui/toast.tsx'
import { LegalNotice } from './legal-notice.tsx'
import { moved, useRowDrag } from './use-row-drag.ts'

const COLUMNS =
  'xl:grid-cols-[32px_minmax(0,2fr)_minmax(80px,1fr)_88px_136px_104px_32px] grid-cols-[44px_minmax(0,1fr)_44px] md:grid-cols-[32px_minmax(0,1fr)_32px]'

/** Creates a page; shown in the title row. */
export function NewPageButton() {
  return (
    <ButtonLink to="/admin/pages/$id" params={{ id: 'new' }} look="primary" icon={<Plus aria-hidden />}>
      Neue Seite
    </ButtonLink>
  )
}

/** The pages in their order, which is that of header and footer (RUL-48; docs/look.md rules 9 and 32). */
export function PagesSection() {
  const list = useQuery(sitePagesQuery(useApi()))
  const changes = useSitePageChanges()
  const [said, setSaid] = useState('')
  const rows = useRef<HTMLOListElement>(null)
  const removal = useRemoval<PageSummary>({
    question: 'Seite löschen?',
    consequence: ({ title, slug, status }) =>
      `${quoted(title)} kommt für 30 Tage in den Papierkorb.${status === 'published' ? ` Wer ${quoted(`/${slug}`)} aufruft, findet dann nichts mehr.` : ''}`,
    done: 'Seite gelöscht',
    failed: 'Fehler beim Löschen der Seite',
    remove: changes.remove.mutateAsync,
    restore: changes.restore.mutateAsync,
  })
  const pages = list.data ?? []
  const order = (next: PageSummary[], page: PageSummary) => {
    setSaid(`${quoted(page.title)} steht an Stelle ${next.indexOf(page) + 1} von ${next.length}`)
    changes.order.mutate(next, { onError: (error) => toastRefusal(error, 'Fehler beim Ordnen der Seiten') })
  }
  const drag = useRowDrag({
    rows,
    onDrop: (from, to) => {
      const page = pages[from]
      if (page) order(moved(pages, from, to), page)
    },
  })
  if (list.isPending) return <SkeletonRows columns="grid grid-cols-[1fr_160px_88px_136px] gap-4" cells={4} />
  if (list.isError && !list.data) return <BrokenState query={list} />
  const places = placesOf(pages)
  return (
    <>
      <LegalNotice pages={pages} />
      {pages.length === 0 ? (
        <ScreenState
          icon={Files}
          title="Noch keine Seiten"
          sentence="Seiten stehen neben den Artikeln: Impressum, Datenschutz, Über uns."
          action={<NewPageButton />}
        />
      ) : (
        <>
          <div aria-hidden className={cx('hidden gap-x-4 px-3 pb-2 text-xs text-fg-3 xl:grid', COLUMNS)}>
            <span />
            <span>Titel</span>
            <span>Adresse</span>
            <span>Ort</span>
            <span>Status</span>
            <span className="text-right">Geändert</span>
            <span />
          </div>
          <ol ref={rows} aria-label="Seiten" className="relative -mx-4 border-t border-line md:mx-0">
            {pages.map((page, index) => (
              <PageRow
                key={page.id}
                page={page}
                place={`${PLACEMENT_WORDS[page.placement]} ${places.get(page.id) ?? ''}`.trim()}
                inFlight={drag.isInFlight(index)}
                style={drag.styleOf(index)}
                handle={drag.handleOf(index)}
                onMove={(by) => {
                  const to = index + by
                  if (to >= 0 && to < pages.length) order(moved(pages, index, to), page)
                }}
                isFirst={index === 0}
                isLast={index === pages.length - 1}
                onDelete={() => removal.ask(page)}
              />
            ))}
          </ol>
        </>
      )}
      <output className="sr-only">{said}</output>
      {removal.dialog}
    </>
  )
}

type RowProps = {
  page: PageSummary
  place: string
  inFlight: boolean
  style: CSSProperties | undefined
  handle: ComponentProps<'button'>
  onMove: (by: 1 | -1) => void
  isFirst: boolean
  isLast: boolean
  onDelete: () => void
}

/** One page: a row of 44 px, two lines if there is less room. */
function PageRow({ page, place, inFlight, style, handle, onMove, isFirst, isLast, onDelete }: RowProps) {
  const zone = useSiteZone()
  const { title, slug, status, updated_at } = page
  return (
    <li
      style={style}
      className={cx(
        'group relative grid min-h-16 items-center gap-x-3 gap-y-0.5 border-b border-line py-2 pr-1 pl-1 hover:bg-hover md:min-h-11 md:px-3 md:py-1.5 xl:gap-x-4',
        COLUMNS,
        inFlight && 'z-1 rounded-control bg-raised shadow-float',
      )}
    >
      <button
        {...handle}
        data-handle=""
        type="button"
        aria-label={`${quoted(title)} verschieben`}
        title="Ziehen, oder mit den Pfeiltasten"
        onKeyDown={(event) => {
          const by = ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key]
          if (by === undefined) return
          event.preventDefault()
          onMove(by)
        }}
        className={iconButtonClass({
          className: 'relative z-1 row-span-2 cursor-grab touch-none text-fg-3 active:cursor-grabbing xl:row-span-1',
        })}
      >
        <GripVertical aria-hidden />
      </button>
      <span className="flex min-w-0 items-center gap-x-3">
        <Link
          to="/admin/pages/$id"
          params={{ id: page.id }}
          className="min-w-0 truncate font-medium before:absolute before:inset-0"
          title={title}
        >
          {title}
        </Link>
        {page.blanks > 0 && (
          <span className="inline-flex flex-none items-center gap-1.5 text-s font-medium text-scheduled max-xl:hidden">
            <TriangleAlert aria-hidden className="icon-small" />
            {blanksInWords(page.blanks)}
          </span>
        )}
        {page.has_unpublished_changes && (
          <span
            title="Unveröffentlichte Änderungen"
            className="size-1.5 flex-none rounded-full border-[1.5px] border-scheduled"
          >
            <span className="sr-only">Unveröffentlichte Änderungen</span>
          </span>
        )}
        {page.blanks > 0 && isLegal(slug) && (
          <span className="truncate text-s text-fg-3 max-2xl:hidden">Vorlage, keine Rechtsberatung</span>
        )}
      </span>
      <span className="hidden truncate text-s text-fg-2 xl:inline">/{slug}</span>
      <span className="hidden text-s whitespace-nowrap text-fg-2 xl:inline">{place}</span>
      <StatusBadge state={status} className="justify-self-start max-xl:hidden" />
      <time
        dateTime={updated_at}
        className="hidden text-right text-s whitespace-nowrap text-fg-2 tabular-nums xl:inline"
      >
        {formatInZone(updated_at, 'dd. MMM yyyy', zone)}
      </time>
      <RowMenu page={page} isFirst={isFirst} isLast={isLast} onMove={onMove} onDelete={onDelete} />
      <span className="col-start-2 row-start-2 flex min-w-0 items-center gap-x-1.5 text-xs/5 text-fg-2 xl:hidden">
        <StatusText state={status} className="text-xs/5" />
        <span aria-hidden>·</span>
        {page.blanks > 0 ? (
          <span className="inline-flex items-center gap-1 font-medium text-scheduled">
            <TriangleAlert aria-hidden className="icon-small" />
            {blanksInWords(page.blanks)}
          </span>
        ) : (
          <span className="truncate">/{slug}</span>
        )}
        <span aria-hidden className="max-md:hidden">
          ·
        </span>
        <span className="max-md:hidden">{place}</span>
      </span>
    </li>
  )
}

function RowMenu({
  page,
  isFirst,
  isLast,
  onMove,
  onDelete,
}: Omit<RowProps, 'place' | 'inFlight' | 'style' | 'handle'>) {
  const navigate = useNavigate()
  const view = () => {
    if (page.status === 'published') window.open(`/${page.slug}`, '_blank', 'noopener')
    else void navigate({ to: '/admin/pages/$id', params: { id: page.id }, search: { ansicht: 'vorschau' } })
  }
  return (
    <span className="relative z-1 col-start-3 row-span-2 row-start-1 justify-self-end xl:col-start-7 xl:row-span-1">
      <Menu
        align="end"
        trigger={
          <button type="button" aria-label={`Aktionen für ${quoted(page.title)}`} className={iconButtonClass()}>
            <Ellipsis aria-hidden />
          </button>
        }
      >
        <MenuItem icon={<Eye aria-hidden />} onSelect={view}>
          Ansehen
        </MenuItem>
        <MenuItem icon={<ArrowUp aria-hidden />} disabled={isFirst} onSelect={() => onMove(-1)}>
          Nach oben
        </MenuItem>
        <MenuItem icon={<ArrowDown aria-hidden />} disabled={isLast} onSelect={() => onMove(1)}>
          Nach unten
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={onDelete}>
          Löschen
        </MenuItem>
      </Menu>
    </span>
  )
}
