import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Copy, EllipsisVertical, Eye, Pin, SquareCheck, Trash2 } from 'lucide-react'
import type { ComponentProps } from 'react'
import type { ArticleSummary } from '../../../contract/articles.ts'
import { listDate } from '../../../rules/articles.ts'
import { ADVERT_WORDS } from '../../../rules/labels.ts'
import { may, mayTrash } from '../../../rules/roles.ts'
import { quoted } from '../../../rules/quoted.ts'
import { accountQuery } from '../../data/account.ts'
import { useApi } from '../../data/api-context.tsx'
import { useMay, useRole } from '../../data/role.ts'
import { cx } from '../../lib/class-names.ts'
import { formatInZone } from '../../lib/dates.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { IconButton, iconButtonClass } from '../../ui/icon-button.tsx'
import { Initials } from '../../ui/initials.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { ReviewMark } from '../../ui/review-mark.tsx'
import { StatusBadge, StatusText } from '../../ui/status-badge.tsx'
import { useDuplicate } from './use-duplicate.ts'
import type { Marked } from '../../lib/use-marked.ts'

/**
 * From this width on a row has a column for everything (docs/look.md rule 9). Below it, category, status and date are
 * under the title.
 */
export const ONE_LINE = '(min-width: 1280px)'
export const COLUMNS =
  'md:grid md:grid-cols-[16px_minmax(0,1fr)_96px] md:gap-x-4 md:px-3 xl:grid-cols-[var(--row-columns,16px_minmax(0,1fr)_112px_128px_184px_96px)]'

const UNPUBLISHED =
  'inline-flex flex-none items-center gap-1.5 text-xs text-fg-2 before:size-1.5 before:rounded-full before:border-[1.5px] before:border-scheduled'

type RowProps = Omit<ComponentProps<'li'>, 'tabIndex'> & {
  article: ArticleSummary
  zone: string
  /** The author's name, if it should be shown. */
  author: string | undefined
  /** The name of the person responsible. */
  responsible: string | undefined
  /** The article just left: highlighted, so that the user finds it again. */
  current: boolean
  /** Roving tab index for everything in the row: Tab reaches one row of the list, arrows the others. */
  tabIndex: 0 | -1
  marked: Marked<ArticleSummary>
  onDelete: () => void
}

/** One article: a row of 44 px, two lines below 1280 px. */
export function ArticleRow({
  article,
  zone,
  author,
  responsible,
  current,
  tabIndex,
  marked,
  onDelete,
  className,
  ...rest
}: RowProps) {
  const when = whenOf(article, zone)
  const selecting = marked.chosen.length > 0
  const selected = marked.has(article.id)
  const isEditor = useMay('texts.publish')
  return (
    <li
      {...rest}
      className={cx(
        COLUMNS,
        'group grid min-h-18 grid-cols-[minmax(0,1fr)_44px] content-center items-center gap-x-1 py-2.5 pr-1 pl-4 md:h-16 md:min-h-0 md:gap-y-0.5 md:rounded-control md:py-0 xl:h-11',
        'after:absolute after:right-0 after:bottom-0 after:left-4 after:h-px after:bg-line md:after:inset-x-3',
        selected ? 'bg-accent-soft' : current ? 'bg-pressed' : 'hover:md:bg-hover',
        'has-[[data-row]:active]:bg-pressed',
        'has-[[data-row]:focus-visible]:z-2 has-[[data-row]:focus-visible]:rounded-control has-[[data-row]:focus-visible]:outline-2 has-[[data-row]:focus-visible]:outline-offset-2 has-[[data-row]:focus-visible]:outline-accent max-md:has-[[data-row]:focus-visible]:-outline-offset-2',
        className,
      )}
    >
      <span
        className={cx(
          'relative z-1 -m-2 max-md:hidden',
          !isEditor && 'invisible',
          !selecting && 'opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100',
        )}
      >
        <Checkbox
          label={`${quoted(article.title)} auswählen`}
          checked={selected}
          tabIndex={tabIndex}
          onToggle={(event) => marked.toggle(article.id, event.shiftKey)}
        />
      </span>
      <div className="flex min-w-0 items-center gap-2">
        <Link
          to="/admin/articles/$id"
          params={{ id: article.id }}
          data-row={article.id}
          tabIndex={tabIndex}
          aria-current={current || undefined}
          title={article.title}
          className="line-clamp-2 min-w-0 font-medium wrap-anywhere hyphens-auto outline-none before:absolute before:inset-0 md:block md:truncate"
        >
          {article.title}
        </Link>
        {article.pinned_at !== null && (
          <span title="Vorn auf der Startseite" className="flex-none text-fg-2">
            <Pin aria-hidden className="icon-small" />
            <span className="sr-only">Vorn auf der Startseite</span>
          </span>
        )}
        {article.advert !== null && <span className="flex-none text-xs text-fg-2">{ADVERT_WORDS[article.advert]}</span>}
        {article.has_unpublished_changes && (
          <span title="Unveröffentlichte Änderungen" className={cx(UNPUBLISHED, 'max-md:hidden')}>
            <span className="max-xl:sr-only">Unveröffentlichte Änderungen</span>
          </span>
        )}
        {responsible !== undefined && (
          <>
            <Initials name={responsible} />
            <span className="sr-only">zuständig {responsible}</span>
          </>
        )}
        {author !== undefined && (
          <span className="hidden max-w-32 flex-none truncate text-xs text-fg-3 min-[1440px]:inline">
            <span className="sr-only">von </span>
            {author}
          </span>
        )}
      </div>
      <div className="hidden min-w-0 items-center gap-x-3 md:col-span-2 md:col-start-2 md:row-start-2 md:flex xl:contents">
        <span data-column="kategorie" className="truncate text-s text-fg-2 max-xl:empty:hidden">
          {article.category?.name}
        </span>
        <span data-column="status" className="flex justify-self-start max-xl:order-first">
          <StatusBadge state={article.status} />
        </span>
        <span data-column="abnahme" className="flex min-w-0 max-xl:empty:hidden">
          <ReviewMark review={article.review} className="text-xs! xl:max-[1439px]:[&>span]:sr-only" />
        </span>
        <span
          data-column="datum"
          className="flex flex-none items-baseline gap-2 text-s whitespace-nowrap text-fg-2 tabular-nums xl:justify-end"
        >
          {when.label && <span className="text-xs text-fg-3">{when.label}</span>}
          {when.instant ? (
            <time dateTime={when.instant} className="text-right text-fg xl:min-w-[84px]">
              {when.text}
            </time>
          ) : (
            <span>{when.text}</span>
          )}
        </span>
      </div>
      <RowActions article={article} tabIndex={tabIndex} marked={marked} onDelete={onDelete} />
      <span className="mt-1 flex items-center gap-[5px] text-xs/5 whitespace-nowrap text-fg-2 md:hidden">
        {article.review === 'none' ? (
          <StatusText state={article.status} className="text-xs/5" />
        ) : (
          <ReviewMark review={article.review} className="text-xs/5!" />
        )}
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
      {/* On a line of its own: beside status, category and date there is no room for it at 360 px (ART-8). */}
      {article.has_unpublished_changes && (
        <span className={cx(UNPUBLISHED, 'leading-5 md:hidden')}>Unveröffentlichte Änderungen</span>
      )}
    </li>
  )
}

/**
 * `Ohne Termin` for a scheduled article without a date (RUL-3), else label and date (RUL-16). Scheduled articles also
 * show the time.
 */
function whenOf(article: ArticleSummary, zone: string): { label?: string; instant?: string; text: string } {
  if (article.status === 'scheduled' && article.published_at === null) return { text: 'Ohne Termin' }
  const { label, instant } = listDate(article)
  const pattern = article.status === 'scheduled' ? 'dd. MMM yyyy, HH:mm' : 'dd. MMM yyyy'
  return { label, instant, text: formatInZone(instant, pattern, zone) }
}

function RowActions(props: Pick<RowProps, 'article' | 'tabIndex' | 'marked' | 'onDelete'>) {
  const { article, tabIndex, marked, onDelete } = props
  const duplicate = useDuplicate()
  const show = useArticleView()
  const view = () => show(article)
  const role = useRole()
  const userId = useQuery(accountQuery(useApi())).data?.id ?? ''
  const mayCopy = may(role, 'texts.write')
  const mayDelete = mayTrash(role, userId, article)
  return (
    <>
      <span className="relative z-1 -mr-1.5 flex justify-end gap-1 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 max-md:hidden md:max-xl:col-start-3 md:max-xl:row-start-1 md:max-xl:-my-1.5 pointer-coarse:opacity-100">
        <IconButton label="Artikel ansehen" tabIndex={tabIndex} onClick={view}>
          <Eye aria-hidden />
        </IconButton>
        {mayCopy && (
          <IconButton label="Artikel duplizieren" tabIndex={tabIndex} onClick={() => void duplicate(article.id)}>
            <Copy aria-hidden />
          </IconButton>
        )}
        {mayDelete && (
          <IconButton label="Artikel löschen" tabIndex={tabIndex} onClick={onDelete}>
            <Trash2 aria-hidden />
          </IconButton>
        )}
      </span>
      <span className="relative z-1 col-start-2 row-span-3 row-start-1 md:hidden">
        {marked.chosen.length > 0 ? (
          <Checkbox
            label={`${quoted(article.title)} auswählen`}
            checked={marked.has(article.id)}
            tabIndex={tabIndex}
            onToggle={() => marked.toggle(article.id)}
          />
        ) : (
          <Menu
            trigger={
              <button
                type="button"
                tabIndex={tabIndex}
                aria-label={`Aktionen für ${quoted(article.title)}`}
                className={iconButtonClass()}
              >
                <EllipsisVertical aria-hidden />
              </button>
            }
          >
            <MenuItem icon={<Eye aria-hidden />} onSelect={view}>
              Ansehen
            </MenuItem>
            {mayCopy && (
              <MenuItem icon={<Copy aria-hidden />} onSelect={() => void duplicate(article.id)}>
                Duplizieren
              </MenuItem>
            )}
            {may(role, 'texts.publish') && (
              <MenuItem icon={<SquareCheck aria-hidden />} onSelect={() => marked.toggle(article.id)}>
                Auswählen
              </MenuItem>
            )}
            {mayDelete && (
              <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={onDelete}>
                Löschen
              </MenuItem>
            )}
          </Menu>
        )}
      </span>
    </>
  )
}

/** Opens an article: its public page, or its preview if it is not public. */
export function useArticleView(): (article: Pick<ArticleSummary, 'id' | 'slug' | 'status'>) => void {
  const navigate = useNavigate()
  return ({ id, slug, status }) => {
    if (status === 'published') window.open(`/article/${slug}`, '_blank', 'noopener')
    else void navigate({ to: '/admin/articles/$id', params: { id }, search: { ansicht: 'vorschau' } })
  }
}
