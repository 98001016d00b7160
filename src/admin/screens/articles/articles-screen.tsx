import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { FileText, Plus, SearchX } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ArticleStatus, ArticleSummary } from '../../../contract/articles.ts'
import { ARTICLE_STATUSES } from '../../../rules/articles.ts'
import { useApi } from '../../data/api-context.tsx'
import { articleCountsQuery, articleListQuery, useRemoveArticle, useRestoreArticle } from '../../data/articles.ts'
import { faultSentence } from '../../lib/faults.ts'
import { useSearchWords } from '../../lib/use-search-words.ts'
import { useSlashKey } from '../../lib/use-slash-key.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Page, TitleLine } from '../../ui/page.tsx'
import { BrokenState, ScreenState } from '../../ui/screen-state.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { toastDone, toastFault } from '../../ui/toast.tsx'
import { ArticleRows, ArticleRowsSkeleton } from './article-rows.tsx'

type Filter = ArticleStatus | 'all'

/** `/admin/articles`: every article in dense rows, filtered by the address's `status` and `q`. */
export function ArticlesScreen() {
  const api = useApi()
  const navigate = useNavigate()
  const search: { status?: string; q?: string } = useSearch({ strict: false })
  const status = ARTICLE_STATUSES.find((known) => known === search.status)
  const q = typeof search.q === 'string' ? search.q : ''
  const list = useInfiniteQuery({ ...articleListQuery(api, { status, q }), placeholderData: (former) => former })
  const counts = useQuery(articleCountsQuery(api)).data
  const field = useRef<HTMLInputElement>(null)
  const words = useSearchWords(q, (next) => {
    void navigate({ to: '.', search: (former: object) => ({ ...former, q: next || undefined }), replace: true })
  })
  useReloadOnFocus(() => {
    void list.refetch()
  })
  useSlashKey(field)

  const filter = (
    <SegmentedFilter<Filter>
      label="Status"
      value={status ?? 'all'}
      onChange={(next) => {
        const chosen = next === 'all' ? undefined : next
        void navigate({ to: '.', search: (former: object) => ({ ...former, status: chosen }) })
      }}
      segments={[
        { value: 'all', label: 'Alle', count: counts && counts.draft + counts.scheduled + counts.published },
        { value: 'draft', label: 'Entwürfe', count: counts?.draft },
        { value: 'scheduled', label: 'Geplant', count: counts?.scheduled },
        { value: 'published', label: 'Veröffentlicht', count: counts?.published },
      ]}
    />
  )
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <Page title="Artikel">
      <TitleLine title="Artikel" aside={<div className="hidden xl:block">{filter}</div>}>
        <SearchField
          ref={field}
          label="Artikel durchsuchen..."
          shortcut="/"
          value={words.value}
          onChange={words.change}
          className="hidden w-66 md:flex"
        />
        <ButtonLink to="/admin/articles/$id" params={{ id: 'new' }} look="primary" icon={<Plus aria-hidden />}>
          Neuer Artikel
        </ButtonLink>
      </TitleLine>
      <SearchField
        label="Artikel durchsuchen..."
        value={words.value}
        onChange={words.change}
        className="mb-2 md:hidden"
      />
      <div className="mb-1 xl:hidden">{filter}</div>
      {list.isPending && <ArticleRowsSkeleton />}
      {list.isError && items.length === 0 && (
        <BrokenState sentence={faultSentence(list.error)} busy={list.isFetching} onRetry={() => void list.refetch()} />
      )}
      {list.isSuccess && items.length === 0 && (
        <Nothing
          filtered={q !== '' || status !== undefined}
          onShowAll={() => {
            words.change('')
            void navigate({ to: '.', search: {} })
          }}
        />
      )}
      {items.length > 0 && <Rows items={items} list={list} />}
    </Page>
  )
}

function Rows({
  items,
  list,
}: {
  items: ArticleSummary[]
  list: Pick<
    ReturnType<typeof useInfiniteQuery>,
    'hasNextPage' | 'isFetching' | 'isFetchNextPageError' | 'fetchNextPage'
  >
}) {
  const remove = useRemoveArticle()
  const restore = useRestoreArticle()
  const [asked, setAsked] = useState<ArticleSummary | null>(null)

  // Promises, not callbacks of the mutation: this component goes with the last row.
  const removeArticle = async (article: ArticleSummary) => {
    setAsked(null)
    try {
      await remove.mutateAsync(article)
    } catch {
      return toastFault('Fehler beim Löschen des Artikels')
    }
    toastDone('Artikel gelöscht', { undo: () => void restoreArticle(article) })
  }
  const restoreArticle = async (article: ArticleSummary) => {
    try {
      await restore.mutateAsync(article)
    } catch (error) {
      toastFault(faultSentence(error, 'Wiederherstellen fehlgeschlagen'))
    }
  }

  return (
    <>
      <ArticleRows
        articles={items}
        onDelete={setAsked}
        onEnd={() => {
          if (list.hasNextPage && !list.isFetching && !list.isFetchNextPageError) void list.fetchNextPage()
        }}
      />
      {list.isFetchNextPageError && (
        <div className="flex items-center justify-center gap-3 py-4 text-fg-2" role="alert">
          Weitere Artikel konnten nicht geladen werden.
          <Button onClick={() => void list.fetchNextPage()}>Erneut versuchen</Button>
        </div>
      )}
      <ConfirmDialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        title="Möchten Sie diesen Artikel wirklich löschen?"
        description={
          asked &&
          `„${asked.title}“ kommt für 30 Tage in den Papierkorb.${asked.status === 'published' ? ' Leserinnen und Leser sehen den Artikel dann nicht mehr.' : ''}`
        }
        verb="Löschen"
        onConfirm={() => asked && void removeArticle(asked)}
      />
    </>
  )
}

function Nothing({ filtered, onShowAll }: { filtered: boolean; onShowAll: () => void }) {
  return filtered ? (
    <ScreenState
      icon={SearchX}
      title="Keine Artikel gefunden"
      sentence="Zu dieser Suche oder diesem Status gibt es keinen Artikel."
      action={<Button onClick={onShowAll}>Alle Artikel zeigen</Button>}
    />
  ) : (
    <ScreenState
      icon={FileText}
      title="Keine Artikel gefunden"
      sentence="Entwürfe, geplante und veröffentlichte Artikel stehen hier."
      action={
        <ButtonLink to="/admin/articles/$id" params={{ id: 'new' }} icon={<Plus aria-hidden />}>
          Ersten Artikel schreiben
        </ButtonLink>
      }
    />
  )
}

/** ART-7: coming back to the window reads the list anew, also from another window of the same screen. */
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
