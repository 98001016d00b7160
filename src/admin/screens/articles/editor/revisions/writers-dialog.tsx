import { useQuery } from '@tanstack/react-query'
import type { Writers } from '../../../../../contract/articles/revisions.ts'
import type { Piece } from '../../../../../rules/passages.ts'
import { useSiteZone } from '../../../../data/settings.ts'
import { dayAndTime } from '../../../../lib/relative-time.ts'
import { useNow } from '../../../../lib/use-now.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { LoadFault } from '../../../../ui/screen-state.tsx'
import { SkeletonBar } from '../../../../ui/skeleton.tsx'
import type { TextEditorView } from '../../../../writing/editor-view/editor-view.ts'
import { placedHere } from '../../../../writing/remark-places.ts'
import type { ArticleEditing } from '../state/use-open-article.ts'
import { useWrittenNoun } from '../state/written-noun.ts'
import { Face } from '../../../../ui/initials.tsx'

type Props = { open: boolean; id: string; editing: ArticleEditing; editorView: TextEditorView; onClose: () => void }
type Part = { author: string | null; at: string | null; words: string; from: number }

/** Who wrote the selected passage, or the line of the cursor, and when (TEAM-4). */
export function WritersDialog({ open, id, editing, editorView, onClose }: Props) {
  const { around, noun } = useWrittenNoun()
  const zone = useSiteZone()
  const now = useNow()
  const query = useQuery({
    queryKey: ['remarks', 'writers', noun, id],
    queryFn: async ({ signal }) => {
      const passage = editorView.passage()
      if (!passage) return []
      await editing.article.settle()
      return partsOf(editing, editorView, passage, await around.revisions.writers({ id }, { signal }))
    },
    enabled: open,
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <Dialog open={open} onClose={onClose} title="Wer schrieb das?" initialFocus="dialog">
      {query.isPending && (
        <div>
          <output className="sr-only">Lädt...</output>
          <SkeletonBar className="w-full" />
        </div>
      )}
      {query.isError && <LoadFault query={query} />}
      {query.data?.length === 0 && <p className="text-fg-2">Wählen Sie im Text die Stelle, um die es geht.</p>}
      <ul className="max-h-[60dvh] overflow-y-auto">
        {query.data?.map((part) => (
          <li key={part.from} className="grid grid-cols-[20px_minmax(0,1fr)] gap-x-3 py-2">
            <Face name={part.author} />
            <span className="min-w-0">
              <span className="flex flex-wrap items-baseline gap-x-2">
                <b className="font-medium">{part.author ?? 'Unbekannt'}</b>
                <span className="text-s text-fg-2 tabular-nums">{part.at && dayAndTime(part.at, now, zone)}</span>
              </span>
              <q className="line-clamp-3 text-s text-fg-2 wrap-anywhere">{part.words.trim()}</q>
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

/** The parts of a passage by their writers. What was typed a moment ago and is not on the server yet is left out. */
function partsOf(
  { article }: ArticleEditing,
  editorView: TextEditorView,
  { from, to }: { from: number; to: number },
  { runs, ...stand }: Writers,
): Part[] {
  const here = placedHere(article, editorView.read(), stand)
  if (!here) throw new Error('Der Text ist gerade in Bewegung.')
  const text = editorView.lines()
  const parts: Part[] = []
  let at = 0
  for (const { length, author, at: when } of runs) {
    const pieces: Piece[] = here([[at, (at += length)]])
    for (const [begin, end] of pieces) {
      const [first, last] = [Math.max(begin, from), Math.min(end, to)]
      if (first >= last) continue
      const words = text.slice(first, last)
      const former = parts.at(-1)
      if (former && former.author === (author?.name ?? null) && former.at === when) former.words += words
      else parts.push({ author: author?.name ?? null, at: when, words, from: first })
    }
  }
  return parts.filter(({ words }) => words.trim() !== '')
}
