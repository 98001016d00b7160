import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type {
  Revision as WholeRevision,
  RevisionKind,
  RevisionSummary,
} from '../../../../../contract/articles/revisions.ts'
import { TEXT_FIELDS } from '../../../../../rules/article-text.ts'
import { useApi } from '../../../../data/api-context.tsx'
import { revisionListQuery, revisionQuery } from '../../../../data/articles/revisions.ts'
import { useSiteZone } from '../../../../data/settings.ts'
import { cx } from '../../../../lib/class-names.ts'
import { formatInZone } from '../../../../lib/dates.ts'
import { faultSentence } from '../../../../lib/faults.ts'
import { Button } from '../../../../ui/button.tsx'
import { DialogFooter } from '../../../../ui/dialog.tsx'
import { onDemand } from '../../../../ui/on-demand.tsx'
import { BrokenState } from '../../../../ui/screen-state.tsx'
import { Delayed, SkeletonBar } from '../../../../ui/skeleton.tsx'
import { FIELD_LABELS, sameField, sameTags, type ArticleText } from '../../../../writing/text/article-text.ts'
import { useWrittenNoun } from '../state/written-noun.ts'

const Diff = onDemand(async () => (await import('./diff.tsx')).Diff)

const KIND_WORDS: Record<RevisionKind, string> = {
  autosave: 'Automatisch gesichert',
  saved: 'Gespeichert',
  published: 'Veröffentlicht',
  kept: 'Nicht übernommen',
}

type Props = {
  articleId: string
  /** The current text in the editor. */
  current: ArticleText
  onRestore: (text: Partial<ArticleText>) => void
}

/** Every revision of an article, its differences to the current text, and a way to restore it as a new one. */
export function Revisions({ articleId, current, onRestore }: Props) {
  const api = useApi()
  const { noun } = useWrittenNoun()
  const list = useInfiniteQuery(revisionListQuery(api, noun, articleId))
  const revisions = list.data?.pages.flatMap((page) => page.items) ?? []
  const [chosenId, setChosenId] = useState<string | null>(null)
  const chosen = revisions.find((revision) => revision.id === chosenId) ?? revisions[0]
  if (list.isError)
    return (
      <BrokenState sentence={faultSentence(list.error)} busy={list.isFetching} onRetry={() => void list.refetch()} />
    )
  if (!list.data) return <Loading />
  if (!chosen) return <p className="mt-4 text-fg-2">Die erste Fassung entsteht mit dem ersten Speichern.</p>
  return (
    <div className="mt-3 grid gap-4 md:grid-cols-[240px_minmax(0,1fr)]">
      <div className="max-h-[24dvh] overflow-y-auto md:max-h-[60dvh]">
        <ul aria-label="Fassungen">
          {revisions.map((revision) => (
            <li key={revision.id}>
              <RevisionRow
                revision={revision}
                current={revision === chosen}
                onChoose={() => setChosenId(revision.id)}
              />
            </li>
          ))}
        </ul>
        {list.hasNextPage && (
          <Button look="quiet" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Ältere Fassungen
          </Button>
        )}
      </div>
      <Revision articleId={articleId} revision={chosen} current={current} onRestore={onRestore} />
    </div>
  )
}

type RowProps = { revision: RevisionSummary; current: boolean; onChoose: () => void }

function RevisionRow({ revision: { kind, author, created_at }, current, onChoose }: RowProps) {
  const zone = useSiteZone()
  return (
    <button
      type="button"
      aria-pressed={current}
      onClick={onChoose}
      className={cx(
        'block min-h-11 w-full rounded-control px-2 py-1.5 text-left',
        current ? 'bg-pressed' : 'hover:bg-hover',
      )}
    >
      <span className="block text-m tabular-nums">{formatInZone(created_at, 'd. MMM yyyy, HH:mm', zone)}</span>
      <span className="block truncate text-s text-fg-2">
        {KIND_WORDS[kind]}
        {author && ` · ${author.name}`}
      </span>
    </button>
  )
}

type RevisionProps = Props & { revision: RevisionSummary }

function Revision({ articleId, revision, current, onRestore }: RevisionProps) {
  const { noun } = useWrittenNoun()
  const whole = useQuery(revisionQuery(useApi(), noun, articleId, revision.id))
  if (whole.isError)
    return (
      <BrokenState sentence={faultSentence(whole.error)} busy={whole.isFetching} onRetry={() => void whole.refetch()} />
    )
  if (!whole.data) return <Loading />
  const { title, excerpt, content_markdown } = whole.data
  const { text, others } = differencesOf(whole.data, current)
  const isCurrent = Object.keys(text).length === 0
  return (
    <section aria-label="Ausgewählte Fassung" className="min-w-0">
      <p className="mb-2 text-s text-fg-2">
        {isCurrent
          ? 'Diese Fassung ist der jetzige Text.'
          : 'Gegenüber dem jetzigen Text: unterstrichen, was diese Fassung zusätzlich hat, durchgestrichen, was ihr fehlt.'}
        {others.length > 0 && ` Anders ist auch: ${others.map((field) => FIELD_LABELS[field]).join(', ')}.`}
      </p>
      <div
        lang="de"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a stretch that scrolls is reached by keyboard
        tabIndex={0}
        className="max-h-[40dvh] overflow-y-auto rounded-control border border-line bg-surface p-3 font-reading text-m wrap-anywhere whitespace-pre-wrap md:max-h-[52dvh]"
      >
        <span className="mb-2 block font-semibold">
          <Diff before={current.title} after={title} />
        </span>
        {(excerpt || current.excerpt) && (
          <span className="mb-2 block italic">
            <Diff before={current.excerpt} after={excerpt} />
          </span>
        )}
        <Diff pending={content_markdown} before={current.content_markdown} after={content_markdown} />
      </div>
      <DialogFooter>
        <Button look="primary" size={36} disabled={isCurrent} onClick={() => onRestore(text)}>
          Wiederherstellen
        </Button>
      </DialogFooter>
    </section>
  )
}

const WORDS = new Set<string>(['title', 'excerpt', 'content_markdown'])

/** The changes that restoring a revision makes: all differing fields, and those of them that no diff shows. */
function differencesOf(revision: WholeRevision, current: ArticleText) {
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
