import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Check, EyeOff, MessageSquare, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import type { Comment, CommentDecision } from '../../../contract/comments.ts'
import type { CommentState } from '../../../rules/comments.ts'
import { useOffers } from '../../actions/offers.ts'
import { useApi } from '../../data/api-context.tsx'
import { commentCountsQuery, commentsQuery } from '../../data/comments.ts'
import { itemsOf } from '../../data/pages.ts'
import { settingsQuery } from '../../data/settings.ts'
import { useMarked } from '../../lib/use-marked.ts'
import { useRowKeys } from '../../lib/use-row-keys.ts'
import { useSelection } from '../../lib/use-selection.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { ListBody } from '../../ui/list-body.tsx'
import { Page, TitleLine } from '../../ui/page.tsx'
import { ScreenState } from '../../ui/screen-state.tsx'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { BarButton, SelectionBar } from '../../ui/selection-bar.tsx'
import { AnswerDialog } from './answer-dialog.tsx'
import { CommentRows, CommentSkeleton } from './comment-rows.tsx'
import { RemovalReasons, type Removal } from './removal-reasons.tsx'
import { Reports } from './reports.tsx'
import { useDecisions } from './use-decisions.ts'

const FILTERS = { wartend: 'waiting', gemeldet: null, gezeigt: 'shown', entfernt: 'removed' } as const
type Filter = keyof typeof FILTERS

/** `/admin/comments`: what waits for a decision, what was reported, what readers see, and what they do not (COM-4, COM-5). */
export function CommentsScreen() {
  const navigate = useNavigate()
  const { zustand, artikel }: { zustand?: string; artikel?: string } = useSearch({ strict: false })
  const filter: Filter = zustand !== undefined && zustand in FILTERS ? (zustand as Filter) : 'wartend'
  const counts = useQuery(commentCountsQuery(useApi())).data
  const segments = (
    <SegmentedFilter<Filter>
      label="Zustand"
      counted
      value={filter}
      onChange={(next) =>
        void navigate({
          to: '.',
          search: { ...(next !== 'wartend' && { zustand: next }), ...(artikel !== undefined && { artikel }) },
          replace: true,
        })
      }
      segments={[
        { value: 'wartend', label: 'Wartend', count: counts?.waiting },
        { value: 'gemeldet', label: 'Gemeldet', count: counts?.reported },
        { value: 'gezeigt', label: 'Gezeigt' },
        { value: 'entfernt', label: 'Entfernt' },
      ]}
    />
  )
  const state = FILTERS[filter]
  return (
    <Page title="Kommentare">
      <TitleLine title="Kommentare" aside={<div className="hidden md:block">{segments}</div>}>
        {state !== null && counts !== undefined && counts.waiting > 0 && (
          <span aria-hidden className="hidden items-center gap-2 text-s text-fg-2 xl:flex">
            <Kbd>J</Kbd> <Kbd>K</Kbd> bewegen <Kbd>E</Kbd> zeigen <Kbd>A</Kbd> antworten <Kbd>Entf</Kbd> entfernen
          </span>
        )}
      </TitleLine>
      <div className="mb-1 md:hidden">{segments}</div>
      <div className="flex max-w-220 flex-1 flex-col">
        {state === null ? <Reports /> : <Comments key={`${state} ${artikel}`} state={state} article={artikel} />}
      </div>
    </Page>
  )
}

function Comments({ state, article }: { state: CommentState; article: string | undefined }) {
  const list = useInfiniteQuery(commentsQuery(useApi(), state, article))
  const items = itemsOf(list.data)
  const rows = useRef<HTMLUListElement>(null)
  const { selected, choose } = useSelection(items, rows)
  const marked = useMarked(items)
  const { decide, busy } = useDecisions()
  const [removal, setRemoval] = useState<Removal | null>(null)
  const [answered, setAnswered] = useState<Comment | null>(null)
  const meant = marked.chosen.length > 0 ? marked.chosen : selected ? [selected] : []
  const run = (comments: readonly Comment[], decision: CommentDecision) => void decide(comments, decision, marked.drop)
  const ask = (comments: readonly Comment[], anchor: HTMLElement | null) => setRemoval({ comments, anchor })
  const [first] = meant
  useRowKeys(rows, { onStep: choose })
  useOffers({
    'comments.show': meant.some((one) => one.state !== 'shown') ? () => run(meant, { state: 'shown' }) : null,
    'comments.hide': meant.some((one) => one.state !== 'hidden') ? () => run(meant, { state: 'hidden' }) : null,
    'comments.remove':
      meant.length > 0
        ? () => ask(meant, marked.chosen.length > 0 ? null : (rows.current?.querySelector('[data-remove]') ?? null))
        : null,
    'comments.answer': first && meant.length === 1 && !first.team ? () => setAnswered(first) : null,
    'comments.unmark': marked.chosen.length > 0 ? marked.clear : null,
  })
  return (
    <>
      <ListBody
        list={list}
        skeleton={<CommentSkeleton />}
        failedMore="Weitere Kommentare konnten nicht geladen werden."
        nothing={<Nothing state={state} />}
      >
        <CommentRows
          items={items}
          list={rows}
          selectedId={selected?.id ?? null}
          marked={marked}
          onSelect={choose}
          onShow={(one) => run([one], { state: 'shown' })}
          onHide={(one) => run([one], { state: 'hidden' })}
          onAnswer={setAnswered}
          onRemove={(one, anchor) => ask([one], anchor)}
        />
      </ListBody>
      {marked.chosen.length > 0 && (
        <SelectionBar count={marked.chosen.length} busy={busy} onClear={marked.clear}>
          <BarButton icon={<Check aria-hidden />} onClick={() => run(marked.chosen, { state: 'shown' })}>
            Zeigen
          </BarButton>
          <BarButton icon={<EyeOff aria-hidden />} onClick={() => run(marked.chosen, { state: 'hidden' })}>
            Ausblenden
          </BarButton>
          <BarButton
            icon={<Trash2 aria-hidden />}
            className="text-danger [&>svg]:text-danger!"
            onClick={() => ask(marked.chosen, null)}
          >
            Entfernen
          </BarButton>
        </SelectionBar>
      )}
      <RemovalReasons
        removal={removal}
        onClose={() => setRemoval(null)}
        onRemove={(comments, reason) => {
          setRemoval(null)
          run(comments, { state: 'removed', reason })
        }}
      />
      <AnswerDialog comment={answered} onClose={() => setAnswered(null)} />
    </>
  )
}

const EMPTY: Partial<Record<CommentState, { title: string; sentence: string }>> = {
  waiting: { title: 'Nichts wartet', sentence: 'Neue Kommentare stehen hier, bis jemand sie gelesen hat.' },
  shown: { title: 'Noch kein Kommentar', sentence: 'Hier stehen die Kommentare der Website.' },
  removed: { title: 'Nichts entfernt', sentence: 'Ausgeblendete und entfernte Kommentare stehen hier.' },
}

function Nothing({ state }: { state: CommentState }) {
  const settings = useQuery(settingsQuery(useApi())).data
  const words = EMPTY[state] ?? { title: '', sentence: '' }
  return (
    <ScreenState
      icon={MessageSquare}
      title={words.title}
      sentence={
        settings?.comments === 'off'
          ? 'Kommentare sind ausgeschaltet, wo ein Artikel nichts anderes sagt.'
          : words.sentence
      }
      action={
        settings?.comments === 'off' ? (
          <ButtonLink to="/admin/settings" search={{ bereich: 'kommentare' }}>
            Kommentare einschalten
          </ButtonLink>
        ) : undefined
      }
    />
  )
}
