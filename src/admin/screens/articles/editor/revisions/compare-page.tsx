import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { ArrowLeft, ChevronDown, ChevronUp } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Article } from '../../../../../contract/articles.ts'
import type { Revision, RevisionSummary } from '../../../../../contract/articles/revisions.ts'
import { TEXT_FIELDS } from '../../../../../rules/article-text.ts'
import { shortcutOf } from '../../../../actions/keys.ts'
import { useOffers } from '../../../../actions/offers.ts'
import { revisionListQuery, revisionQuery } from '../../../../data/articles/revisions.ts'
import { useApi } from '../../../../data/api-context.tsx'
import { itemsOf } from '../../../../data/pages.ts'
import { useSiteZone } from '../../../../data/settings.ts'
import { cx } from '../../../../lib/class-names.ts'
import { takesKeys } from '../../../../lib/key-takers.ts'
import { dayAndTime } from '../../../../lib/relative-time.ts'
import { useNow } from '../../../../lib/use-now.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { Kbd } from '../../../../ui/kbd.tsx'
import { BrokenState } from '../../../../ui/screen-state.tsx'
import { Delayed, SkeletonBar } from '../../../../ui/skeleton.tsx'
import { toastDone } from '../../../../ui/toast.tsx'
import { toastsAbove } from '../../../../ui/toast-room.ts'
import { withoutPlace } from '../../../../writing/compare/compare-texts.ts'
import { FIELD_LABELS, sameField, sameTags, type ArticleText } from '../../../../writing/text/article-text.ts'
import type { EditorRoom } from '../state/use-editor-room.ts'
import type { ArticleEditing } from '../state/use-open-article.ts'
import { useWrittenNoun } from '../state/written-noun.ts'
import { ComparedText } from './compared-text.tsx'
import { RevisionList, wordsOf } from './revision-list.tsx'
import { RevisionNameDialog } from './revision-name-dialog.tsx'
import { useComparison } from './use-comparison.ts'
import { usePlaceAuthors } from './use-place-authors.ts'
import { backButtonClass, barZonesClass } from '../bars/editor-bar.tsx'
import { Face } from '../../../../ui/initials.tsx'

type Props = { editing: ArticleEditing; base: Article; room: EditorRoom; onClose: () => void }

/**
 * The versions of a text, each compared with the text as it is now, in the place of the editor (WEEK-25). It opens at the
 * first change; F7 goes to the next one.
 */
export function ComparePage({ editing, base, room, onClose }: Props) {
  const api = useApi()
  const { noun } = useWrittenNoun()
  const list = useInfiniteQuery(revisionListQuery(api, noun, base.id))
  const revisions = itemsOf(list.data)
  // A link may name a version that the list has not read yet.
  const { fassung }: { fassung?: string } = useSearch({ strict: false })
  const [chosenId, setChosenId] = useState<string | null>(fassung ?? null)
  const listed = revisions.find(({ id }) => id === chosenId)
  const named = useQuery({
    ...revisionQuery(api, noun, base.id, chosenId ?? ''),
    enabled: chosenId !== null && !listed,
  })
  const chosen = listed ?? named.data ?? (named.isLoading ? undefined : usualChoice(revisions, editing))
  const leave = useEffectEvent(onClose)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !takesKeys(event.target)) leave()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
  if (!chosen) {
    return (
      <div className="flex min-h-0 flex-1 flex-col">
        <Bar room={room} onClose={onClose} />
        {list.isError ? (
          <BrokenState query={list} />
        ) : list.data && !named.isLoading ? (
          <p className="px-5 pt-6 text-fg-2">Die erste Fassung entsteht mit dem ersten Speichern.</p>
        ) : (
          <Loading />
        )}
      </div>
    )
  }
  return (
    <Comparing
      editing={editing}
      base={base}
      room={room}
      onClose={onClose}
      revisions={revisions}
      chosen={chosen}
      onChoose={setChosenId}
      more={list.hasNextPage ? () => void list.fetchNextPage() : null}
      loadingMore={list.isFetchingNextPage}
    />
  )
}

/** What readers have, where that is another text; otherwise the last version before the present text. */
function usualChoice(revisions: readonly RevisionSummary[], { base, sync }: ArticleEditing) {
  const live = base?.has_unpublished_changes ? revisions.find(({ kind }) => kind === 'published') : undefined
  if (live) return live
  const [newest, former] = revisions
  return sync === 'saved' || sync === 'fresh' ? (former ?? newest) : newest
}

type ComparingProps = Props & {
  revisions: readonly RevisionSummary[]
  chosen: RevisionSummary
  onChoose: (id: string) => void
  more: (() => void) | null
  loadingMore: boolean
}

function Comparing(props: ComparingProps) {
  const { editing, base, room, onClose, revisions, chosen, onChoose } = props
  const { noun } = useWrittenNoun()
  const whole = useQuery(revisionQuery(useApi(), noun, base.id, chosen.id))
  const now = editing.currentText()
  const comparison = useComparison(whole.data ?? null, now)
  const places = comparison?.places ?? 0
  const position = revisions.indexOf(chosen)
  const later = revisions.slice(0, position === -1 ? undefined : position).filter(({ kind }) => kind !== 'kept')
  const authors = usePlaceAuthors(base.id, later, comparison)
  const [at, setAt] = useState({ chosenId: chosen.id, place: 1 })
  const place = Math.min(at.chosenId === chosen.id ? at.place : 1, Math.max(1, places))
  const go = (by: 1 | -1) => setAt({ chosenId: chosen.id, place: ((place - 1 + by + places) % places) + 1 })
  const mayGo = places > 0
  const [naming, setNaming] = useState<RevisionSummary | null>(null)
  const [choosing, setChoosing] = useState(false)
  useOffers({ 'compare.next': mayGo ? () => go(1) : null, 'compare.previous': mayGo ? () => go(-1) : null })

  const { text, others } = whole.data ? differencesOf(whole.data, now) : { text: {}, others: [] }
  const isCurrent = whole.data !== undefined && Object.keys(text).length === 0
  const replace = (changed: Partial<ArticleText>, words: string) => {
    const undo = editing.replaceText(now, { ...now, ...changed })
    toastDone(words, { undo })
  }
  const restore = () => {
    onClose()
    replace(text, 'Fassung wiederhergestellt')
  }
  const takeBack = () => {
    const field = comparison?.paragraphs.find(({ runs }) => runs.some((run) => run.place === place))?.field
    if (comparison && field) replace({ [field]: withoutPlace(comparison, place, field) }, 'Stelle zurückgenommen')
  }
  const versions = (
    <RevisionList
      {...props}
      places={comparison ? places : null}
      onChoose={(id) => {
        setChoosing(false)
        onChoose(id)
      }}
      onName={(revision) => {
        setChoosing(false)
        setNaming(revision)
      }}
    />
  )
  const { title: name } = wordsOf(chosen)
  const zone = useSiteZone()
  const moment = useNow()
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <Bar
        room={room}
        onClose={onClose}
        middle={mayGo && <Steps place={place} places={places} onStep={go} />}
        actions={
          <>
            {room.wide && mayGo && <Button onClick={takeBack}>Diese Stelle zurücknehmen</Button>}
            <Button
              look="primary"
              className="max-md:px-2! max-md:text-s"
              disabled={!whole.data || isCurrent}
              onClick={restore}
            >
              {room.narrow ? 'Zurückholen' : 'Fassung wiederherstellen'}
            </Button>
          </>
        }
      />
      <div className="flex min-h-0 flex-1">
        <div className="flex min-w-0 flex-1 flex-col">
          <section
            aria-label="Ausgewählte Fassung"
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a stretch that scrolls is reached by keyboard
            tabIndex={0}
            className="min-h-0 flex-1 overflow-y-auto px-5 pt-4 pb-(--toast-room) -outline-offset-2 md:px-12 md:pt-8"
          >
            <div className="mx-auto max-w-(--measure)">
              {whole.isError ? (
                <BrokenState query={whole} />
              ) : !comparison ? (
                <Loading />
              ) : (
                <>
                  <Sentence isCurrent={isCurrent} places={places} others={others} />
                  <ComparedText
                    key={chosen.id}
                    comparison={comparison}
                    title={now.title}
                    current={place}
                    authors={authors}
                  />
                </>
              )}
            </div>
          </section>
          {!room.narrow && <Legend />}
        </div>
        {!room.narrow && (
          <aside
            aria-labelledby="compared-with"
            className="w-64 flex-none overflow-y-auto border-l border-line px-5 pt-3 pb-5 min-[1440px]:w-80"
          >
            <h2 id="compared-with" className="flex min-h-8 items-center text-s text-fg-2">
              Verglichen mit Ihrem Text
            </h2>
            {versions}
          </aside>
        )}
      </div>
      {room.narrow && (
        <div
          ref={toastsAbove}
          className="flex h-12 flex-none items-center gap-2 border-t border-line bg-surface pr-1 pl-4"
        >
          <Face name={chosen.author?.name ?? null} />
          <span className="min-w-0 flex-1 truncate">
            {name}, {dayAndTime(chosen.created_at, moment, zone)}
          </span>
          <Button look="quiet" onClick={() => setChoosing(true)}>
            Andere Fassung
          </Button>
        </div>
      )}
      <Dialog open={room.narrow && choosing} onClose={() => setChoosing(false)} title="Fassungen">
        <div className="px-3">{versions}</div>
      </Dialog>
      <RevisionNameDialog textId={base.id} revision={naming} onClose={() => setNaming(null)} />
    </div>
  )
}

type BarProps = { room: EditorRoom; onClose: () => void; middle?: React.ReactNode; actions?: React.ReactNode }

function Bar({ room, onClose, middle, actions }: BarProps) {
  return (
    <div className={cx('h-13 flex-none min-[360px]:pr-4', barZonesClass)}>
      <h1 className="sr-only">Fassungen vergleichen</h1>
      <span>
        <Button
          look="quiet"
          aria-label="Zurück zum Text"
          icon={<ArrowLeft aria-hidden />}
          className={backButtonClass(room.wide)}
          onClick={onClose}
        >
          {room.wide && 'Zurück zum Text'}
        </Button>
      </span>
      {middle || <span />}
      <span className="flex items-center justify-end gap-2">{actions}</span>
    </div>
  )
}

type StepsProps = { place: number; places: number; onStep: (by: 1 | -1) => void }

function Steps({ place, places, onStep }: StepsProps) {
  return (
    <span className="flex items-center">
      <IconButton label="Vorige Stelle" shortcut={shortcutOf('compare.previous')} onClick={() => onStep(-1)}>
        <ChevronUp aria-hidden />
      </IconButton>
      <output className="text-center font-medium whitespace-nowrap tabular-nums max-md:text-s md:px-2">
        Stelle {place} von {places}
      </output>
      <IconButton label="Nächste Stelle" shortcut={shortcutOf('compare.next')} onClick={() => onStep(1)}>
        <ChevronDown aria-hidden />
      </IconButton>
    </span>
  )
}

type SentenceProps = { isCurrent: boolean; places: number; others: (keyof typeof FIELD_LABELS)[] }

/** What the changes of the text alone do not say. */
function Sentence({ isCurrent, places, others }: SentenceProps) {
  const words = [
    isCurrent && 'Diese Fassung ist der jetzige Text.',
    !isCurrent && places === 0 && others.length === 0 && 'Anders sind nur Leerzeichen und Zeilenumbrüche.',
    others.length > 0 && `Anders ist auch: ${others.map((field) => FIELD_LABELS[field]).join(', ')}.`,
  ].filter(Boolean)
  return words.length > 0 && <p className="mb-4 text-s text-fg-2">{words.join(' ')}</p>
}

/** The footer, 40 px: what the signs mean, and the keys. */
function Legend() {
  return (
    <div ref={toastsAbove} className="flex h-10 flex-none items-center gap-4 px-5 text-xs text-fg-2">
      <del className="text-fg-3 line-through">gestrichen</del>
      <ins className="underline decoration-published decoration-2 underline-offset-3">neu</ins>
      <span className="flex-1" />
      <span className="flex items-center gap-1.5">
        <Kbd>{shortcutOf('compare.next') ?? ''}</Kbd> nächste Stelle
      </span>
      <span className="flex items-center gap-1.5">
        <Kbd>Esc</Kbd> zurück
      </span>
    </div>
  )
}

const WORDS = new Set<string>(['title', 'excerpt', 'content_markdown'])

/** The changes that restoring a revision makes: all differing fields, and those of them that no diff shows. */
function differencesOf(revision: Revision, current: ArticleText) {
  const fields = TEXT_FIELDS.filter(
    (field) => revision[field] !== undefined && !sameField(field, revision[field], current[field]),
  )
  const tags = revision.tag_ids && !sameTags(revision.tag_ids, current.tag_ids) ? { tag_ids: revision.tag_ids } : {}
  const text: Partial<ArticleText> = { ...Object.fromEntries(fields.map((field) => [field, revision[field]])), ...tags }
  const changed = Object.keys(text) as (keyof typeof FIELD_LABELS)[]
  return { text, others: changed.filter((field) => !WORDS.has(field)) }
}

function Loading() {
  return (
    <Delayed>
      <output className="sr-only">Lädt...</output>
      <SkeletonBar className="mt-4 w-1/2" />
      <SkeletonBar className="mt-4 w-2/3" />
    </Delayed>
  )
}
