import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { MessageSquareText, Plus, SearchX } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Prompt, PromptCategory } from '../../../contract/prompts.ts'
import { PROMPT_CATEGORIES } from '../../../rules/libraries.ts'
import { useApi } from '../../data/api-context.tsx'
import { itemsOf } from '../../data/pages.ts'
import { promptListQuery, useRemovePrompt, useRestorePrompt } from '../../data/prompts.ts'
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
import { SkeletonCards } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { toastDone, toastFault, useLoadFault } from '../../ui/toast.tsx'
import { PromptCards } from './prompt-cards.tsx'
import { PromptDialog } from './prompt-dialog.tsx'

const TABS = PROMPT_CATEGORIES.map((value) => ({ value, label: value }))
const SEARCH = 'Prompts durchsuchen...'

/** `/admin/prompt-library`: one tab per assistant of the address; a search looks through both. */
export function PromptLibraryScreen() {
  const navigate = useNavigate()
  const search: { category?: string; q?: string } = useSearch({ strict: false })
  const category = PROMPT_CATEGORIES.find((known) => known === search.category) ?? PROMPT_CATEGORIES[0]
  const q = search.q ?? ''
  const list = useInfiniteQuery({
    ...promptListQuery(useApi(), q === '' ? { category } : { q }),
    placeholderData: (former) => (q === '' ? undefined : former),
  })
  useLoadFault(list, 'Fehler beim Laden der Prompts')
  const field = useRef<HTMLInputElement>(null)
  const words = useSearchWords(q, (next) => {
    void navigate({ to: '.', search: (former: object) => ({ ...former, q: next || undefined }), replace: true })
  })
  useSlashKey(field)
  const [form, setForm] = useState<{ prompt: Prompt | null } | null>(null)
  const removal = usePromptRemoval()

  const show = (next: PromptCategory) => {
    words.change('')
    void navigate({ to: '.', search: { category: next === PROMPT_CATEGORIES[0] ? undefined : next } })
  }
  const items = itemsOf(list.data)
  const searchField = (className: string, shortcut?: string) => (
    <SearchField
      ref={shortcut ? field : undefined}
      label={SEARCH}
      shortcut={shortcut}
      busy={list.isPlaceholderData}
      found={foundWords(list, 'Prompt', 'Prompts')}
      value={words.value}
      onChange={words.change}
      className={className}
    />
  )
  return (
    <Page title="Prompt-Datenbank">
      <TitleLine title="Prompt-Datenbank">
        {searchField('hidden w-66 md:flex', '/')}
        <Button look="primary" icon={<Plus aria-hidden />} onClick={() => setForm({ prompt: null })}>
          <span className="max-[400px]:sr-only">Neuer Prompt</span>
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
          <SkeletonCards columns="grid gap-4 pt-3 lg:grid-cols-2" />
        )}
        {list.isError && items.length === 0 && (
          <BrokenState
            title="Fehler beim Laden der Prompts"
            sentence={faultSentence(list.error)}
            busy={list.isFetching}
            onRetry={() => void list.refetch()}
          />
        )}
        {list.isSuccess && !list.isPlaceholderData && items.length === 0 && (
          <Nothing searched={q !== ''} onShowAll={() => show(category)} onAdd={() => setForm({ prompt: null })} />
        )}
        {items.length > 0 && (
          <>
            <PromptCards
              prompts={items}
              withCategory={q !== ''}
              onCopy={(prompt) => void copyContent(prompt)}
              onEdit={(prompt) => setForm({ prompt })}
              onDelete={removal.ask}
            />
            <EndlessEnd list={list} failed="Weitere Prompts konnten nicht geladen werden." />
          </>
        )}
      </Tabs>
      <PromptDialog
        open={form !== null}
        prompt={form?.prompt ?? null}
        category={category}
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

function usePromptRemoval() {
  const remove = useRemovePrompt()
  const restore = useRestorePrompt()
  return useRemoval<Prompt>({
    question: 'Prompt löschen?',
    consequence: ({ title }) => `„${title}“ kommt für 30 Tage in den Papierkorb.`,
    done: 'Prompt gelöscht',
    failed: 'Fehler beim Löschen des Prompts',
    remove: remove.mutateAsync,
    restore: restore.mutateAsync,
  })
}

async function copyContent({ content }: Prompt): Promise<void> {
  try {
    await copyText(content)
    toastDone('Prompt in die Zwischenablage kopiert')
  } catch {
    toastFault('Fehler beim Kopieren')
  }
}

function Nothing(props: { searched: boolean; onShowAll: () => void; onAdd: () => void }) {
  return props.searched ? (
    <ScreenState
      icon={SearchX}
      title="Keine Prompts gefunden"
      sentence="In keiner der Kategorien steht ein Prompt mit diesen Wörtern."
      action={<Button onClick={props.onShowAll}>Suche leeren</Button>}
    />
  ) : (
    <ScreenState
      icon={MessageSquareText}
      title="Keine Prompts in dieser Kategorie"
      sentence="Hier bewahren Sie bewährte Anweisungen für Sprachmodelle auf."
      action={
        <Button icon={<Plus aria-hidden />} onClick={props.onAdd}>
          Prompt anlegen
        </Button>
      }
    />
  )
}
