import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Suggestions } from '../../../../../contract/articles/suggestions.ts'
import { suggestionsKey, type SuggestedText } from '../../../../data/articles/suggestions.ts'
import { Button } from '../../../../ui/button.tsx'
import { toastRefusal } from '../../../../ui/toast.tsx'
import type { TextEditorView } from '../../../../writing/editor-view/editor-view.ts'
import { showSuggestions } from '../../../../writing/editor-view/suggestions/shown-suggestions.ts'
import type { WritingEvents } from '../../../../writing/editor-view/setup.ts'
import { findUnsent } from '../../../../writing/local/unsent-suggestions.ts'
import { Suggesting, type SuggestingState } from '../../../../writing/suggesting.ts'
import type { ArticleEditing } from '../state/use-open-article.ts'
import { shownIn } from './suggestion-card.tsx'
import type { RemarksState } from '../remarks/use-remarks.ts'
import type { SuggestionsState } from './use-suggestions.ts'
import { hueOf } from '../../../../ui/initials.tsx'

export type SuggestingProps = {
  suggestions: SuggestionsState
  text: SuggestedText
  editing: ArticleEditing
  shared: TextEditorView
  draft: TextEditorView
  events: WritingEvents
  onPick: (id: string) => void
  /** Remarks are marked here as they are in the shared text. */
  remarks: Pick<RemarksState, 'placed' | 'current'>
}

const WORDS: Record<SuggestingState, string> = {
  saved: 'Vorschläge gespeichert',
  saving: 'Vorschläge werden gespeichert',
  away: 'Vorschläge sind auf diesem Gerät gesichert',
}

/** The text in which everything that is changed becomes a suggestion, once the stored ones are known. */
export function SuggestingEditor(props: SuggestingProps) {
  const { query } = props.suggestions
  if (!query.data && !query.isError) return null
  return <Begun {...props} list={query.data ?? NONE} />
}
const NONE: Suggestions = { version: 0, log: null, items: [] }

function Begun({
  suggestions,
  text,
  editing,
  shared,
  draft,
  events,
  onPick,
  remarks,
  list,
}: SuggestingProps & { list: Suggestions }) {
  const host = useRef<HTMLDivElement>(null)
  const latest = useRef(events)
  const client = useQueryClient()
  const [state, setState] = useState<SuggestingState>('saved')
  const suggesting = useRef<Suggesting>(null)
  const { userId, current } = suggestions
  useEffect(() => {
    latest.current = events
  })
  const begin = useEffectEvent(() => {
    const own = new Suggesting({
      article: editing.article,
      shared,
      draft,
      text,
      title: editing.base?.title ?? '',
      userId,
      hue: hueOf(userId),
      onState: setState,
      onList: (known) => client.setQueryData<Suggestions>(suggestionsKey(text), known),
      onRefused: (error) => toastRefusal(error, 'Ein Vorschlag ließ sich nicht speichern'),
    })
    return { own, known: list }
  })
  /** Those of others, beside one's own. */
  const place = useEffectEvent(() => {
    suggesting.current?.take(list)
    const ids = suggesting.current?.ids() ?? new Set()
    draft.withView((view) => {
      const changes = suggesting.current?.changesTo(list)
      if (!changes) return
      const others = list.items.filter(({ id }) => !ids.has(id))
      showSuggestions(view, shownIn(others, changes), { current, onPick })
    })
  })
  const typeAhead = useEffectEvent(() => {
    const typed = suggestions.takeTyped()
    draft.focus()
    if (typed === '') return
    draft.withView((view) => view.dispatch(view.state.replaceSelection(typed), { userEvent: 'input.type' }))
  })
  const { placed, current: remark } = remarks
  const mark = useEffectEvent(async () => {
    await draft.showRemarks(() => suggesting.current?.passagesHere() ?? [], remark)
    const at = draft.remarks().find(({ id }) => id === remark)?.pieces[0]?.[0]
    if (at !== undefined && !draft.isSeen(at)) draft.reveal(at)
  })
  useEffect(() => {
    const element = host.current
    if (!element) return
    let end = () => undefined as void
    let isOver = false
    const { own, known } = begin()
    void findUnsent({ userId, noun: text.noun, id: text.id }).then((unsent) => {
      if (isOver) return
      const unmount = draft.mount(element, () => latest.current)
      own.begin(known, unsent)
      suggesting.current = own
      place()
      void mark()
      typeAhead()
      end = () => {
        own.end()
        unmount()
      }
    })
    return () => {
      isOver = true
      suggesting.current = null
      end()
    }
  }, [draft, userId, text.noun, text.id])
  useEffect(() => {
    place()
  }, [list, current])
  useEffect(() => void mark(), [placed, remark])
  return (
    <>
      <div ref={host} className="md-editor grid flex-1 grid-cols-1" />
      {/* Above the fade at the foot of the text; the text and the marks beside it go out of sight under it. */}
      <p className="sticky bottom-0 z-1 -mx-5 mt-4 flex items-center gap-3 bg-page px-5 py-1 font-ui text-s text-fg-2 before:pointer-events-none before:absolute before:inset-x-0 before:bottom-full before:h-6 before:bg-linear-to-b before:from-transparent before:to-page md:-mx-16 md:px-16">
        <output>{WORDS[state]}</output>
        <Button look="quiet" className="text-s!" onClick={() => suggestions.suggest(false)}>
          Fertig
        </Button>
      </p>
    </>
  )
}
