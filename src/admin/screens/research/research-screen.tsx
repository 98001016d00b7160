import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { BookOpen, Plus, SearchX } from 'lucide-react'
import { useState } from 'react'
import type { ResearchItem, ResearchSummary, SourceType } from '../../../contract/research.ts'
import { SOURCE_TYPES } from '../../../rules/collecting.ts'
import { quoted } from '../../../rules/quoted.ts'
import { useOffers } from '../../actions/offers.ts'
import { useApi } from '../../data/api-context.tsx'
import { itemsOf } from '../../data/pages.ts'
import { useRecords } from '../../data/records.ts'
import { researchListQuery } from '../../data/research.ts'
import { useUnsavedTexts } from '../../data/use-draft-form.ts'
import { useMedia } from '../../lib/use-media.ts'
import { ListSearch, useListSearch } from '../../parts/list-search/list-search.tsx'
import { Button } from '../../ui/button.tsx'
import { ListBody } from '../../ui/list-body.tsx'
import { Page, TitleLine } from '../../ui/page.tsx'
import { useRemoval } from '../../ui/removal.tsx'
import { ScreenState } from '../../ui/screen-state.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { toastsBeside } from '../../ui/toast-room.ts'
import { DetailDialog, type DetailTab } from './detail-dialog.tsx'
import { ResearchCards } from './research-cards.tsx'
import { ResearchDialog } from './research-dialog.tsx'
import { LIST_TABS } from './research-words.tsx'
import { useResearchUploads } from './use-research-uploads.ts'

/** The tab that matches the type of an item opens first. */
const START_TABS: Record<SourceType, DetailTab> = { link: 'links', note: 'notes', file: 'files' }

type Address = { type?: string; item?: string }

/** `/admin/research`: a list filtered by type and words of the URL; the item in `item` is open beside it. */
export function ResearchScreen() {
  const navigate = useNavigate()
  const address: Address = useSearch({ strict: false })
  const type = SOURCE_TYPES.find((known) => known === address.type)
  const search = useListSearch()
  const list = useInfiniteQuery({
    ...researchListQuery(useApi(), { source_type: type, q: search.q || undefined }),
    placeholderData: (former) => former,
  })
  const go = (next: Address) => void navigate({ to: '.', search: (former: Address) => ({ ...former, ...next }) })
  const [form, setForm] = useState<{ item: ResearchItem | null } | null>(null)
  const [startTab, setStartTab] = useState<DetailTab>('links')
  const unsaved = useUnsavedTexts('research-note')
  const uploads = useResearchUploads()
  const removal = useResearchRemoval()
  /** From this width on the item is beside the list. */
  const wide = useMedia('(min-width: 1200px)')

  const [stepped, setStepped] = useState(false)
  const open = ({ id, source_type }: Pick<ResearchSummary, 'id' | 'source_type'>) => {
    setStepped(false)
    setStartTab(START_TABS[source_type])
    go({ item: id })
  }
  // As in the inbox the pane follows the keys, and the focus stays in the list.
  const step = ({ id, source_type }: ResearchSummary) => {
    setStepped(true)
    setStartTab(START_TABS[source_type])
    void navigate({ to: '.', search: (former: Address) => ({ ...former, item: id }), replace: true })
  }
  const close = () => {
    go({ item: undefined })
    // The pane is no modal dialog, so the focus returns to its row here.
    if (wide) document.querySelector<HTMLElement>(`[data-row="${address.item}"]`)?.focus()
  }
  const field = { search, list, label: 'Recherche durchsuchen...', one: 'Element', many: 'Elemente' }
  useOffers({ 'research.new': () => setForm({ item: null }) })
  const items = itemsOf(list.data)
  // A sheet gives way to the form. The pane stays, and with it the button to which the focus returns.
  const detail = address.item && (wide || !form) && (
    <DetailDialog
      key={address.item}
      beside={wide}
      takesFocus={!stepped}
      id={address.item}
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
  )
  return (
    <Page title="Recherche">
      <TitleLine title="Recherche">
        <ListSearch {...field} />
        <Button look="primary" icon={<Plus aria-hidden />} onClick={() => setForm({ item: null })}>
          Neues Element
        </Button>
      </TitleLine>
      <ListSearch {...field} narrow />
      <Tabs
        label="Art"
        value={type ?? 'all'}
        onChange={(next) => go({ type: next === 'all' ? undefined : next })}
        tabs={LIST_TABS}
        panelClassName="flex flex-1 flex-col pt-1"
      >
        <div className="flex flex-1 items-start gap-6">
          <div className="flex min-w-0 flex-1 flex-col self-stretch">
            <ListBody
              list={list}
              skeleton={<SkeletonRows columns="grid grid-cols-[minmax(0,1fr)_120px] gap-4" cells={2} />}
              failedMore="Weitere Elemente konnten nicht geladen werden."
              nothing={
                <Nothing
                  filtered={search.q !== '' || type !== undefined}
                  onShowAll={() => {
                    search.change('')
                    void navigate({ to: '.', search: {} })
                  }}
                  onAdd={() => setForm({ item: null })}
                />
              }
            >
              <ResearchCards
                items={items}
                selectedId={address.item}
                onOpen={open}
                onStep={wide && address.item ? step : undefined}
                onDelete={removal.ask}
              />
            </ListBody>
          </div>
          {wide && (detail || items.length > 0) && (
            <div
              ref={toastsBeside}
              className="sticky top-[calc(var(--header)+20px)] mt-3 max-h-[calc(100dvh-var(--header)-40px)] w-110 flex-none overflow-y-auto"
            >
              {detail || (
                <p className="rounded-card border border-dashed border-line px-5 py-12 text-center text-s text-fg-2">
                  Links, Notizen und Dateien des gewählten Elements stehen hier.
                </p>
              )}
            </div>
          )}
        </div>
      </Tabs>
      {!wide && detail}
      <ResearchDialog
        open={form !== null}
        item={form?.item ?? null}
        onClose={() => setForm(null)}
        onSaved={(saved) => {
          const isNew = form?.item === null
          // A slow response must not close a dialog opened after it.
          setForm((now) => (now === form ? null : now))
          // The item has no file yet, so its dialog opens for the upload.
          if (isNew && saved.source_type === 'file') open(saved)
        }}
      />
      {removal.dialog}
    </Page>
  )
}

function useResearchRemoval() {
  const { remove, restore } = useRecords('research')
  return useRemoval<Pick<ResearchSummary, 'id' | 'title'>>({
    question: 'Recherche-Element löschen?',
    consequence: ({ title }) => `${quoted(title)} kommt mit Links, Notizen und Dateien für 30 Tage in den Papierkorb.`,
    done: 'Recherche-Element gelöscht',
    failed: 'Fehler beim Löschen',
    remove,
    restore,
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
