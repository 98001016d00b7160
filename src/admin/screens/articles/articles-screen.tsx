import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import {
  Bookmark,
  Ellipsis,
  FileText,
  LayoutTemplate,
  Mails,
  MessageSquare,
  Plus,
  Replace,
  SearchX,
} from 'lucide-react'
import { useEffect, useRef, useState, type RefObject } from 'react'
import type { ArticleStatus, ArticleSummary } from '../../../contract/articles.ts'
import { open } from '../../actions/overlays.ts'
import { shortcutOf } from '../../actions/keys.ts'
import { useOffers, whatIsMeant, useFindKey } from '../../actions/offers.ts'
import { useApi } from '../../data/api-context.tsx'
import { articleCountsQuery, articleListQuery } from '../../data/articles.ts'
import { reviewsQuery } from '../../data/articles/reviews.ts'
import { itemsOf } from '../../data/pages.ts'
import { useRecords } from '../../data/records.ts'
import { useMay } from '../../data/role.ts'
import { ahead } from '../../lib/prefetch.ts'
import { foundWords } from '../../lib/counts.ts'
import { useSearchWords } from '../../lib/use-search-words.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EndlessEnd } from '../../ui/endless-end.tsx'
import { iconButtonClass } from '../../ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import { Page, TitleLine } from '../../ui/page.tsx'
import { useRemoval } from '../../ui/removal.tsx'
import { BrokenState, ScreenState } from '../../ui/screen-state.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { ArticleRows, ArticleRowsSkeleton } from './article-rows.tsx'
import { FilterButtons, FilterChips } from './list-filters.tsx'
import { useArticleView } from './article-row.tsx'
import { useDuplicate } from './use-duplicate.ts'
import { useListAddress, type ListAddress } from './use-list-address.ts'
import { useMarked, type Marked } from '../../lib/use-marked.ts'
import { quoted } from '../../../rules/quoted.ts'

const TextHits = onDemand(async () => (await import('./text-hits.tsx')).TextHits)
const loadWaiting = () => import('./waiting-copies.tsx')
const WaitingCopies = onDemand(async () => (await loadWaiting()).WaitingCopies)
const TemplateDialog = onDemand(async () => (await import('./template-dialog.tsx')).TemplateDialog)
const ViewsDialog = onDemand(async () => (await import('./views-dialog.tsx')).ViewsDialog)
const ReplaceDialog = onDemand(async () => (await import('./replace-dialog.tsx')).ReplaceDialog)
const BulkBar = onDemand(async () => (await import('./bulk-bar.tsx')).BulkBar)

/** Forty rows before the end, in px: the next page is loaded before a fast scroll reaches it. */
const NEAR_END = 40 * 44

const NOTHING: ArticleSummary[] = []

type Segment = ArticleStatus | 'all' | 'requested'

/** `/admin/articles`: every article in dense rows. Search, filters and order are in the URL. */
export function ArticlesScreen() {
  const api = useApi()
  const address = useListAddress()
  const { filter } = address
  const list = useInfiniteQuery({ ...articleListQuery(api, filter), placeholderData: (former) => former })
  const counts = useQuery(articleCountsQuery(api)).data
  const requested = useQuery(reviewsQuery(api)).data?.requested ?? 0
  const mayWrite = useMay('texts.write')
  const mayReplace = useMay('texts.publish')
  const field = useRef<HTMLInputElement>(null)
  const words = useSearchWords(filter.q ?? '', address.find)
  useReloadOnFocus(() => {
    void list.refetch()
  })
  useFindKey(field)

  const statuses = (
    <SegmentedFilter<Segment>
      label="Status"
      value={filter.review === 'requested' ? 'requested' : (filter.status ?? 'all')}
      onChange={(next) =>
        address.narrow({
          status: next === 'all' || next === 'requested' ? undefined : next,
          review: next === 'requested' ? next : undefined,
        })
      }
      segments={[
        { value: 'all', label: 'Alle', count: counts && counts.draft + counts.scheduled + counts.published },
        ...(requested > 0 || filter.review === 'requested'
          ? [{ value: 'requested' as const, label: 'Zur Abnahme', count: requested }]
          : []),
        { value: 'draft', label: 'Entwürfe', count: counts?.draft },
        { value: 'scheduled', label: 'Geplant', count: counts?.scheduled },
        { value: 'published', label: 'Veröffentlicht', count: counts?.published },
      ]}
    />
  )
  const items = list.data ? itemsOf(list.data) : NOTHING
  const broken = list.isError && items.length === 0
  const empty = list.isSuccess && !list.isPlaceholderData && items.length === 0
  const nothing = empty && (
    <Nothing
      filtered={Object.values(filter).some((value) => value !== undefined)}
      onShowAll={() => {
        words.change('')
        address.showAll()
      }}
    />
  )
  const [hits, setHits] = useState('')
  const search = {
    label: 'Artikel durchsuchen...',
    value: words.value,
    onChange: words.change,
    busy: list.isPlaceholderData,
    found: foundWords(list, 'Artikel', 'Artikel') + (filter.q === undefined ? '' : hits),
  }
  return (
    <Page title="Artikel">
      <TitleLine
        title="Artikel"
        aside={
          <div className="hidden items-center gap-2 min-[1400px]:flex">
            {statuses}
            <FilterButtons address={address} />
          </div>
        }
      >
        <SearchField ref={field} {...search} shortcut={shortcutOf('list.find')} className="hidden w-66 md:flex" />
        {mayWrite && (
          <ButtonLink
            to="/admin/articles/$id"
            params={{ id: 'new' }}
            look={broken ? 'outline' : 'primary'}
            icon={<Plus aria-hidden />}
          >
            Neuer Artikel
          </ButtonLink>
        )}
        <ListMore address={address} />
      </TitleLine>
      <div className="mb-2 flex flex-wrap gap-2 min-[1400px]:hidden">
        <SearchField {...search} className="min-w-0 flex-1 md:hidden" />
        <span className="hidden md:block">{statuses}</span>
        <FilterButtons address={address} />
      </div>
      <div className="mb-1 md:hidden">{statuses}</div>
      <FilterChips address={address} />
      <Waiting />
      {(list.isPending || (list.isPlaceholderData && items.length === 0)) && <ArticleRowsSkeleton />}
      {broken && <BrokenState query={list} />}
      {filter.q === undefined && nothing}
      <Rows items={items} list={list} hidden={address.hidden} />
      {filter.q !== undefined && list.isSuccess && !list.isPlaceholderData && !list.hasNextPage && (
        <TextHits key={filter.q} filter={filter} nothing={nothing} onFound={setHits} />
      )}
      {mayReplace && items.length > 0 && !list.hasNextPage && (
        <p className="mt-4 text-s text-fg-2">
          Gelöschte Artikel liegen 30 Tage im{' '}
          <Link to="/admin/settings" search={{ bereich: 'papierkorb' }} className="rounded-small text-fg underline">
            Papierkorb
          </Link>
          .
        </p>
      )}
    </Page>
  )
}

type More = 'template' | 'views' | 'replace'

/** Further actions for the list and for all articles. The code of each is loaded on first use. */
function ListMore({ address }: { address: ListAddress }) {
  const [open, setOpen] = useState<More | null>(null)
  const [wanted, setWanted] = useState({ template: false, views: false, replace: false })
  const show = (dialog: More) => {
    setWanted((former) => ({ ...former, [dialog]: true }))
    setOpen(dialog)
  }
  const close = () => setOpen(null)
  const navigate = useNavigate()
  const mayWrite = useMay('texts.write')
  const mayReplace = useMay('texts.publish')
  useOffers({
    'articles.template': mayWrite ? () => show('template') : null,
    'articles.views': () => show('views'),
    'articles.replace': mayReplace ? () => show('replace') : null,
  })
  return (
    <>
      <Menu
        trigger={
          <button type="button" aria-label="Mehr" title="Mehr" className={iconButtonClass({ edge: true })}>
            <Ellipsis aria-hidden />
          </button>
        }
      >
        {mayWrite && (
          <MenuItem icon={<LayoutTemplate aria-hidden />} onSelect={() => show('template')}>
            Aus Vorlage
          </MenuItem>
        )}
        <MenuItem icon={<Bookmark aria-hidden />} onSelect={() => show('views')}>
          Ansichten
        </MenuItem>
        {mayReplace && (
          <MenuItem icon={<Replace aria-hidden />} onSelect={() => show('replace')}>
            Suchen und ersetzen
          </MenuItem>
        )}
        {mayReplace && (
          <>
            <MenuSeparator />
            <MenuItem icon={<MessageSquare aria-hidden />} onSelect={() => void navigate({ to: '/admin/comments' })}>
              Kommentare
            </MenuItem>
            <MenuItem icon={<Mails aria-hidden />} onSelect={() => void navigate({ to: '/admin/newsletter' })}>
              Newsletter
            </MenuItem>
          </>
        )}
      </Menu>
      {wanted.template && <TemplateDialog open={open === 'template'} onClose={close} />}
      {wanted.views && <ViewsDialog open={open === 'views'} onClose={close} address={address} />}
      {wanted.replace && <ReplaceDialog open={open === 'replace'} onClose={close} />}
    </>
  )
}

/** Text just left in the editor is being saved for a moment; it is not reported as waiting until then. */
const WAITING_AFTER_MS = 1000

/** The notice of unsaved text on this machine. It loads after the list, and stays hidden if that fails. */
function Waiting() {
  const [here, setHere] = useState(false)
  useEffect(
    () =>
      ahead(WAITING_AFTER_MS, () => {
        loadWaiting().then(
          () => setHere(true),
          () => undefined,
        )
      }),
    [],
  )
  return here && <WaitingCopies />
}

type List = Pick<
  ReturnType<typeof useInfiniteQuery>,
  'hasNextPage' | 'isFetching' | 'isFetchNextPageError' | 'fetchNextPage' | 'isPlaceholderData'
>

/** Rows, selection and their actions. It stays mounted when the last row disappears, so that undo works. */
function Rows({ items, list, hidden }: { items: ArticleSummary[]; list: List; hidden: ListAddress['hidden'] }) {
  const { remove, restore } = useRecords('articles')
  const marked = useMarked(items)
  const area = useRef<HTMLDivElement>(null)
  const mayBulk = useMay('texts.publish')
  useArticleActions(items, marked, area)
  const removal = useRemoval<ArticleSummary>({
    question: 'Möchten Sie diesen Artikel wirklich löschen?',
    consequence: ({ title, status }) =>
      `${quoted(title)} kommt für 30 Tage in den Papierkorb.${status === 'published' ? ' Leserinnen und Leser sehen den Artikel dann nicht mehr.' : ''}`,
    done: 'Artikel gelöscht',
    failed: 'Fehler beim Löschen des Artikels',
    remove,
    restore,
  })
  return (
    <>
      <div ref={area}>
        {items.length > 0 && (
          <ArticleRows
            articles={items}
            hidden={hidden}
            hasMore={list.hasNextPage}
            former={list.isPlaceholderData}
            marked={marked}
            onDelete={removal.ask}
          />
        )}
        <EndlessEnd list={list} failed="Weitere Artikel konnten nicht geladen werden." near={NEAR_END} />
      </div>
      {mayBulk && marked.chosen.length > 0 && <BulkBar marked={marked} />}
      {removal.dialog}
    </>
  )
}

const CHANGES = ['articles.status', 'articles.category', 'articles.tags', 'articles.remove'] as const

/**
 * Palette actions and shortcuts of this screen. They apply to the selected articles, else to the one whose row has the
 * focus.
 */
function useArticleActions(
  items: ArticleSummary[],
  marked: Marked<ArticleSummary>,
  rows: RefObject<HTMLElement | null>,
): void {
  const last = useRef<string | null>(null)
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof Element) || !target.closest('main')) return
      const row = rows.current?.contains(target) ? target.closest('li')?.querySelector<HTMLElement>('[data-row]') : null
      last.current = row?.dataset.row ?? null
    }
    document.addEventListener('focusin', onFocus)
    return () => document.removeEventListener('focusin', onFocus)
  }, [rows])
  const steps = CHANGES.map((id) => [id, () => whatIsMeant() && open({ what: 'palette', step: id })] as const)
  const view = useArticleView()
  const duplicate = useDuplicate()
  const mayWrite = useMay('texts.write')
  const mayBulk = useMay('texts.publish')
  const meant = () => (marked.chosen.length > 0 ? marked.chosen : items.filter(({ id }) => id === last.current))
  /** Actions that apply to one article only. */
  const withOne = (work: (article: ArticleSummary) => void) => () => {
    const [only, another] = meant()
    if (only && !another) work(only)
  }
  useOffers(
    {
      ...(mayBulk ? Object.fromEntries(steps) : {}),
      'articles.unmark': marked.chosen.length > 0 ? marked.clear : null,
      'articles.view': withOne(view),
      'articles.duplicate': mayWrite ? withOne(({ id }) => void duplicate(id)) : null,
    },
    () => ({ items: meant(), drop: marked.drop }),
  )
}

function Nothing({ filtered, onShowAll }: { filtered: boolean; onShowAll: () => void }) {
  const mayWrite = useMay('texts.write')
  return filtered ? (
    <ScreenState
      icon={SearchX}
      title="Keine Artikel gefunden"
      sentence="Zu dieser Suche oder diesen Filtern gibt es keinen Artikel."
      action={<Button onClick={onShowAll}>Alle Artikel zeigen</Button>}
    />
  ) : (
    <ScreenState
      icon={FileText}
      title="Keine Artikel gefunden"
      sentence={
        mayWrite
          ? 'Entwürfe, geplante und veröffentlichte Artikel stehen hier.'
          : 'Hier stehen die Artikel, zu denen Sie eingeladen sind.'
      }
      action={
        mayWrite && (
          <ButtonLink to="/admin/articles/$id" params={{ id: 'new' }} icon={<Plus aria-hidden />}>
            Ersten Artikel schreiben
          </ButtonLink>
        )
      }
    />
  )
}

/** ART-7: focusing the window refetches the list, also after a switch between two windows of the same screen. */
function useReloadOnFocus(reload: () => void): void {
  const latest = useRef(reload)
  useEffect(() => {
    latest.current = reload
  })
  useEffect(() => {
    const onFocus = () => latest.current()
    window.addEventListener('focus', onFocus)
    return () => window.removeEventListener('focus', onFocus)
  }, [])
}
