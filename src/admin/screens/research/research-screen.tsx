import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { BookOpen, Plus, SearchX } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ResearchItem, ResearchSummary, SourceType } from '../../../contract/research.ts'
import { SOURCE_TYPES } from '../../../rules/collecting.ts'
import { useApi } from '../../data/api-context.tsx'
import { itemsOf } from '../../data/pages.ts'
import { researchListQuery, useRemoveResearch, useRestoreResearch } from '../../data/research.ts'
import { faultSentence } from '../../lib/faults.ts'
import { foundWords } from '../../lib/found-words.ts'
import { useUnsavedTexts } from '../../data/use-kept-form.ts'
import { useSearchWords } from '../../lib/use-search-words.ts'
import { useSlashKey } from '../../lib/use-slash-key.ts'
import { Button } from '../../ui/button.tsx'
import { EndlessEnd } from '../../ui/endless-end.tsx'
import { Page, TitleLine } from '../../ui/page.tsx'
import { useRemoval } from '../../ui/removal.tsx'
import { BrokenState, ScreenState } from '../../ui/screen-state.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { SkeletonCards } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { DetailDialog, type DetailTab } from './detail-dialog.tsx'
import { ResearchCards } from './research-cards.tsx'
import { ResearchDialog } from './research-dialog.tsx'
import { LIST_TABS } from './research-words.tsx'
import { useResearchUploads } from './use-research-uploads.ts'

const SEARCH = 'Recherche durchsuchen...'
/** What an item is about opens first. */
const START_TABS: Record<SourceType, DetailTab> = { link: 'links', note: 'notes', file: 'files' }

type Search = { type?: string; q?: string; item?: string }

/** `/admin/research`: cards by kind and words of the address; its `item` is open in a dialog. */
export function ResearchScreen() {
  const navigate = useNavigate()
  const search: Search = useSearch({ strict: false })
  const type = SOURCE_TYPES.find((known) => known === search.type)
  const q = search.q ?? ''
  const list = useInfiniteQuery({
    ...researchListQuery(useApi(), { source_type: type, q: q || undefined }),
    placeholderData: (former) => former,
  })
  const items = itemsOf(list.data)
  const field = useRef<HTMLInputElement>(null)
  const go = (next: Search, replace = false) =>
    void navigate({ to: '.', search: (former: Search) => ({ ...former, ...next }), replace })
  const words = useSearchWords(q, (next) => go({ q: next || undefined }, true))
  useSlashKey(field)
  const [form, setForm] = useState<{ item: ResearchItem | null } | null>(null)
  const [startTab, setStartTab] = useState<DetailTab>('links')
  const unsaved = useUnsavedTexts('research-note')
  const uploads = useResearchUploads()
  const removal = useResearchRemoval()

  const open = ({ id, source_type }: Pick<ResearchSummary, 'id' | 'source_type'>) => {
    setStartTab(START_TABS[source_type])
    go({ item: id })
  }
  const close = () => go({ item: undefined })
  const searchField = (className: string, shortcut?: string) => (
    <SearchField
      ref={shortcut ? field : undefined}
      label={SEARCH}
      shortcut={shortcut}
      busy={list.isPlaceholderData}
      found={foundWords(list, 'Element', 'Elemente')}
      value={words.value}
      onChange={words.change}
      className={className}
    />
  )
  return (
    <Page title="Recherche">
      <TitleLine title="Recherche">
        {searchField('hidden w-66 md:flex', '/')}
        <Button look="primary" icon={<Plus aria-hidden />} onClick={() => setForm({ item: null })}>
          Neues Element
        </Button>
      </TitleLine>
      {searchField('mb-2 md:hidden')}
      <Tabs
        label="Art"
        value={type ?? 'all'}
        onChange={(next) => go({ type: next === 'all' ? undefined : next })}
        tabs={LIST_TABS}
        panelClassName="flex flex-1 flex-col pt-1"
      >
        {(list.isPending || (list.isPlaceholderData && items.length === 0)) && (
          <SkeletonCards cards={6} columns="grid gap-4 pt-3 md:grid-cols-2 xl:grid-cols-3" />
        )}
        {list.isError && items.length === 0 && (
          <BrokenState
            sentence={faultSentence(list.error)}
            busy={list.isFetching}
            onRetry={() => void list.refetch()}
          />
        )}
        {list.isSuccess && !list.isPlaceholderData && items.length === 0 && (
          <Nothing
            filtered={q !== '' || type !== undefined}
            onShowAll={() => {
              words.change('')
              void navigate({ to: '.', search: {} })
            }}
            onAdd={() => setForm({ item: null })}
          />
        )}
        {items.length > 0 && (
          <>
            <ResearchCards items={items} onOpen={open} onDelete={removal.ask} />
            <EndlessEnd list={list} failed="Weitere Elemente konnten nicht geladen werden." />
          </>
        )}
      </Tabs>
      {search.item && !form && (
        <DetailDialog
          key={search.item}
          id={search.item}
          startTab={startTab}
          unsaved={unsaved}
          uploads={uploads}
          onClose={close}
          onEdit={(item) => setForm({ item })}
          onDelete={(item) => {
            close()
            removal.ask(item)
          }}
        />
      )}
      <ResearchDialog
        open={form !== null}
        item={form?.item ?? null}
        onClose={() => setForm(null)}
        onSaved={(saved) => {
          const isNew = form?.item === null
          // A slow answer must not close the dialog opened after it.
          setForm((now) => (now === form ? null : now))
          // A file is not there yet: the next step is to bring it.
          if (isNew && saved.source_type === 'file') open(saved)
        }}
      />
      {removal.dialog}
    </Page>
  )
}

function useResearchRemoval() {
  const remove = useRemoveResearch()
  const restore = useRestoreResearch()
  return useRemoval<Pick<ResearchSummary, 'id' | 'title'>>({
    question: 'Recherche-Element löschen?',
    consequence: ({ title }) => `„${title}“ kommt mit Links, Notizen und Dateien für 30 Tage in den Papierkorb.`,
    done: 'Recherche-Element gelöscht',
    failed: 'Fehler beim Löschen',
    remove: remove.mutateAsync,
    restore: restore.mutateAsync,
  })
}

function Nothing(props: { filtered: boolean; onShowAll: () => void; onAdd: () => void }) {
  return props.filtered ? (
    <ScreenState
      icon={SearchX}
      title="Keine Recherche-Elemente gefunden"
      sentence="Zu dieser Suche oder Art gibt es kein Element."
      action={<Button onClick={props.onShowAll}>Alle Elemente zeigen</Button>}
    />
  ) : (
    <ScreenState
      icon={BookOpen}
      title="Keine Recherche-Elemente gefunden"
      sentence="Links, Notizen und Dateien, aus denen ein Artikel wird, sammeln sich hier."
      action={
        <Button icon={<Plus aria-hidden />} onClick={props.onAdd}>
          Element anlegen
        </Button>
      }
    />
  )
}
