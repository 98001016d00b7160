import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Copy, Plus, SearchX, type LucideIcon } from 'lucide-react'
import { useState, type ComponentType, type ReactNode } from 'react'
import { OF_ANOTHER } from '../../../rules/roles.ts'
import { useOffers } from '../../actions/offers.ts'
import type { ActionId } from '../../actions/registry.ts'
import { useApi } from '../../data/api-context.tsx'
import { libraryQuery, libraryRecordQuery } from '../../data/library.ts'
import { itemsOf } from '../../data/pages.ts'
import { useRecords, type RecordNoun } from '../../data/records.ts'
import { useRights } from '../../data/role.ts'
import { copyText } from '../../lib/copy-save-print.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ListBody } from '../../ui/list-body.tsx'
import { Page, TitleLine } from '../../ui/page.tsx'
import { useRemoval, intoTrash } from '../../ui/removal.tsx'
import { ScreenState } from '../../ui/screen-state.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { toastDone, toastFault, useLoadFault } from '../../ui/toast.tsx'
import { ListSearch, useListSearch } from '../list-search/list-search.tsx'

type Entry<C extends string> = { id: string; title: string; category: C; author_id: string | null }

export type LibraryRowsProps<T> = {
  items: T[]
  /** Whether each says its category, as where a search looks through all of them. */
  withCategory: boolean
  onCopy: (record: T) => void
  onEdit: (record: T) => void
  onDelete: (record: T) => void
  /** Others are read and copied. */
  mayChange: (record: T) => boolean
}

export type LibraryFormProps<T, C> = {
  /** The record to change; null for a new one. */
  record: T | null
  /** Default category of a new record. */
  category: C
  onClose: () => void
  onSaved: (record: T) => void
}

type Words = {
  title: string
  /** What is found: `Link`, `Links`. */
  one: string
  many: string
  search: string
  /** What the button in the title line says. */
  add: ReactNode
  /** Titles of the dialog. */
  create: string
  edit: string
  /** The same, as the palette knows it. */
  addAction: ActionId
  /** For the record that is open. */
  copyAction: ActionId
  removeAction: ActionId
  addHere: string
  loadFailed: string
  moreFailed: string
  openFailed: string
  nothingFound: string
  nothingFoundSentence: string
  nothingHere: string
  nothingHereSentence: string
  removeQuestion: string
  removed: string
  removeFailed: string
  copied: string
}

type Props<T extends Entry<C>, C extends string> = {
  noun: RecordNoun
  /** A tab each; the first is shown where the address names none. */
  categories: readonly [C, ...C[]]
  /** Records a page of the list. */
  pageSize: number
  words: Words
  icon: LucideIcon
  skeleton: ReactNode
  copyOf: (record: T) => string
  Rows: ComponentType<LibraryRowsProps<T>>
  Form: ComponentType<LibraryFormProps<T, C>>
}

/**
 * Records kept to be found again: one tab per category of the address; a search looks through all of them. The record in
 * `eintrag` of the address is open.
 */
export function LibraryScreen<T extends Entry<C>, C extends string>(props: Props<T, C>) {
  const { noun, categories, pageSize, words, icon, skeleton, copyOf, Rows, Form } = props
  const navigate = useNavigate()
  const api = useApi()
  const address: { category?: string; eintrag?: string } = useSearch({ strict: false })
  const category = categories.find((known) => known === address.category) ?? categories[0]
  const search = useListSearch()
  const searched = search.q !== ''
  const list = useInfiniteQuery({
    ...libraryQuery<T>(api, noun, { ...(searched ? { q: search.q } : { category }), limit: pageSize }),
    placeholderData: (former) => (searched ? former : undefined),
  })
  useLoadFault(list, words.loadFailed)
  const [form, setForm] = useState<{ record: T | null } | null>(null)
  const { eintrag } = address
  const named = useQuery({ ...libraryRecordQuery<T>(api, noun, eintrag ?? ''), enabled: eintrag !== undefined })
  useLoadFault(named, words.openFailed)
  const [shown, setShown] = useState<string>()
  if (shown !== eintrag && (named.data || !eintrag)) {
    setShown(eintrag)
    if (eintrag && named.data) setForm({ record: named.data })
  }
  const { remove, restore } = useRecords(noun)
  const { mayChange } = useRights()
  const removal = useRemoval<T>({
    question: words.removeQuestion,
    consequence: intoTrash,
    done: words.removed,
    failed: words.removeFailed,
    remove,
    restore,
  })

  const show = (next: C) => {
    search.change('')
    void navigate({ to: '.', search: { category: next === categories[0] ? undefined : next } })
  }
  const close = () => {
    setForm(null)
    // The list behind it stays at the category of the record.
    const its = named.data?.category === categories[0] ? undefined : named.data?.category
    if (eintrag) void navigate({ to: '.', search: { category: its }, replace: true })
  }
  const copy = async (record: T) => {
    try {
      await copyText(copyOf(record))
      toastDone(words.copied)
    } catch {
      toastFault('Fehler beim Kopieren')
    }
  }
  const open = form?.record
  useOffers({
    [words.addAction]: () => setForm({ record: null }),
    ...(open && {
      [words.copyAction]: () => void copy(open),
      [words.removeAction]: mayChange(open)
        ? () => {
            close()
            removal.ask(open)
          }
        : null,
    }),
  })
  const reads = open && !mayChange(open) ? open : null
  const fieldProps = { search, list, label: words.search, one: words.one, many: words.many }
  return (
    <Page title={words.title}>
      <TitleLine title={words.title}>
        <ListSearch {...fieldProps} />
        <Button look="primary" icon={<Plus aria-hidden />} onClick={() => setForm({ record: null })}>
          {words.add}
        </Button>
      </TitleLine>
      <ListSearch {...fieldProps} narrow />
      <Tabs
        label="Kategorie"
        value={searched ? null : category}
        onChange={show}
        tabs={categories.map((value) => ({ value, label: value }))}
        panelLabel="Suchergebnisse aus allen Kategorien"
        panelClassName="flex flex-1 flex-col pt-1"
      >
        <ListBody
          list={list}
          skeleton={skeleton}
          broken={words.loadFailed}
          failedMore={words.moreFailed}
          nothing={
            searched ? (
              <ScreenState
                icon={SearchX}
                title={words.nothingFound}
                sentence={words.nothingFoundSentence}
                action={<Button onClick={() => show(category)}>Suche leeren</Button>}
              />
            ) : (
              <ScreenState
                icon={icon}
                title={words.nothingHere}
                sentence={words.nothingHereSentence}
                action={
                  <Button icon={<Plus aria-hidden />} onClick={() => setForm({ record: null })}>
                    {words.addHere}
                  </Button>
                }
              />
            )
          }
        >
          <Rows
            items={itemsOf(list.data)}
            withCategory={searched}
            onCopy={(record) => void copy(record)}
            onEdit={(record) => setForm({ record })}
            onDelete={removal.ask}
            mayChange={mayChange}
          />
        </ListBody>
      </Tabs>
      <Dialog
        open={form !== null}
        onClose={close}
        title={reads ? reads.title : form?.record ? words.edit : words.create}
        initialFocus="field"
      >
        {reads && (
          <>
            <p className="text-s text-fg-2">{OF_ANOTHER}</p>
            <p className="my-4 wrap-anywhere whitespace-pre-wrap">{copyOf(reads)}</p>
            <Button icon={<Copy aria-hidden />} onClick={() => void copy(reads)}>
              Kopieren
            </Button>
          </>
        )}
        {form && !reads && (
          <Form
            record={form.record}
            category={category}
            onClose={close}
            onSaved={(saved) => {
              // A slow answer must not close the dialog opened after it.
              setForm((open) => (open === form ? null : open))
              if (eintrag || (!searched && saved.category !== category)) show(saved.category)
            }}
          />
        )}
      </Dialog>
      {removal.dialog}
    </Page>
  )
}
