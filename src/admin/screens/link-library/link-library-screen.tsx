import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Link as LinkIcon, Plus, SearchX } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Link, LinkCategory } from '../../../contract/links.ts'
import { LINK_CATEGORIES } from '../../../rules/libraries.ts'
import { useApi } from '../../data/api-context.tsx'
import { linkListQuery, useRemoveLink, useRestoreLink } from '../../data/links.ts'
import { itemsOf } from '../../data/pages.ts'
import { copyText } from '../../lib/clipboard.ts'
import { faultSentence } from '../../lib/faults.ts'
import { foundWords } from '../../lib/found-words.ts'
import { useSearchWords } from '../../lib/use-search-words.ts'
import { useSlashKey } from '../../lib/use-slash-key.ts'
import { Button } from '../../ui/button.tsx'
import { EndlessEnd } from '../../ui/endless-end.tsx'
import { Page, TitleLine } from '../../ui/page.tsx'
import { useRemoval } from '../../ui/removal.tsx'
import { BrokenState, ScreenState } from '../../ui/screen-state.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { toastDone, toastFault, useLoadFault } from '../../ui/toast.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { LinkRows } from './link-rows.tsx'

const TABS = LINK_CATEGORIES.map((value) => ({ value, label: value }))
const SEARCH = 'Links durchsuchen...'

/** `/admin/link-library`: one tab per category of the address; a search looks through all of them. */
export function LinkLibraryScreen() {
  const navigate = useNavigate()
  const search: { category?: string; q?: string } = useSearch({ strict: false })
  const category = LINK_CATEGORIES.find((known) => known === search.category) ?? LINK_CATEGORIES[0]
  const q = search.q ?? ''
  const list = useInfiniteQuery({
    ...linkListQuery(useApi(), q === '' ? { category } : { q }),
    placeholderData: (former) => (q === '' ? undefined : former),
  })
  useLoadFault(list, 'Fehler beim Laden der Links')
  const field = useRef<HTMLInputElement>(null)
  const words = useSearchWords(q, (next) => {
    void navigate({ to: '.', search: (former: object) => ({ ...former, q: next || undefined }), replace: true })
  })
  useSlashKey(field)
  const [form, setForm] = useState<{ link: Link | null } | null>(null)
  const removal = useLinkRemoval()

  const show = (next: LinkCategory) => {
    words.change('')
    void navigate({ to: '.', search: { category: next === LINK_CATEGORIES[0] ? undefined : next } })
  }
  const items = itemsOf(list.data)
  const searchField = (className: string, shortcut?: string) => (
    <SearchField
      ref={shortcut ? field : undefined}
      label={SEARCH}
      shortcut={shortcut}
      busy={list.isPlaceholderData}
      found={foundWords(list, 'Link', 'Links')}
      value={words.value}
      onChange={words.change}
      className={className}
    />
  )
  return (
    <Page title="Link-Datenbank">
      <TitleLine title="Link-Datenbank">
        {searchField('hidden w-66 md:flex', '/')}
        <Button look="primary" icon={<Plus aria-hidden />} onClick={() => setForm({ link: null })}>
          Neuer Link
        </Button>
      </TitleLine>
      {searchField('mb-2 md:hidden')}
      <Tabs
        label="Kategorie"
        value={q === '' ? category : null}
        onChange={show}
        tabs={TABS}
        panelLabel="Suchergebnisse aus allen Kategorien"
        panelClassName="flex flex-1 flex-col pt-1"
      >
        {(list.isPending || (list.isPlaceholderData && items.length === 0)) && (
          <SkeletonRows columns="grid grid-cols-[34%_20%_1fr_112px] gap-4" cells={4} />
        )}
        {list.isError && items.length === 0 && (
          <BrokenState
            title="Fehler beim Laden der Links"
            sentence={faultSentence(list.error)}
            busy={list.isFetching}
            onRetry={() => void list.refetch()}
          />
        )}
        {list.isSuccess && !list.isPlaceholderData && items.length === 0 && (
          <Nothing searched={q !== ''} onShowAll={() => show(category)} onAdd={() => setForm({ link: null })} />
        )}
        {items.length > 0 && (
          <>
            <LinkRows
              links={items}
              withCategory={q !== ''}
              onCopy={(link) => void copyAddress(link)}
              onEdit={(link) => setForm({ link })}
              onDelete={removal.ask}
            />
            <EndlessEnd list={list} failed="Weitere Links konnten nicht geladen werden." />
          </>
        )}
      </Tabs>
      <LinkDialog
        open={form !== null}
        link={form?.link ?? null}
        onClose={() => setForm(null)}
        onSaved={(saved) => {
          // A slow answer must not close the dialog opened after it.
          setForm((open) => (open === form ? null : open))
          if (q === '' && saved.category !== category) show(saved.category)
        }}
      />
      {removal.dialog}
    </Page>
  )
}

function useLinkRemoval() {
  const remove = useRemoveLink()
  const restore = useRestoreLink()
  return useRemoval<Link>({
    question: 'Link löschen?',
    consequence: ({ title }) => `„${title}“ kommt für 30 Tage in den Papierkorb.`,
    done: 'Link gelöscht',
    failed: 'Fehler beim Löschen des Links',
    remove: remove.mutateAsync,
    restore: restore.mutateAsync,
  })
}

async function copyAddress({ url }: Link): Promise<void> {
  try {
    await copyText(url)
    toastDone('Adresse kopiert')
  } catch {
    toastFault('Fehler beim Kopieren')
  }
}

function Nothing(props: { searched: boolean; onShowAll: () => void; onAdd: () => void }) {
  return props.searched ? (
    <ScreenState
      icon={SearchX}
      title="Keine Links gefunden"
      sentence="In keiner der Kategorien steht ein Link mit diesen Wörtern."
      action={<Button onClick={props.onShowAll}>Suche leeren</Button>}
    />
  ) : (
    <ScreenState
      icon={LinkIcon}
      title="Keine Links in dieser Kategorie"
      sentence="Hier liegen die Quellen, auf die Sie immer wieder zurückgreifen."
      action={
        <Button icon={<Plus aria-hidden />} onClick={props.onAdd}>
          Link anlegen
        </Button>
      }
    />
  )
}
