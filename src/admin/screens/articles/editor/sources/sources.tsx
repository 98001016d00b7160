import { useQuery } from '@tanstack/react-query'
import { Link as LinkIcon, Quote, Superscript } from 'lucide-react'
import { useState } from 'react'
import type { ResearchSummary } from '../../../../../contract/research.ts'
import type { Task } from '../../../../../contract/tasks.ts'
import { useApi } from '../../../../data/api-context.tsx'
import { useRights } from '../../../../data/role.ts'
import { useSiteZone } from '../../../../data/settings.ts'
import { sourcesQuery, useSourceUse } from '../../../../data/sources.ts'
import { boardQuery, useTasks } from '../../../../data/tasks.ts'
import { formatInZone } from '../../../../lib/dates.ts'
import { faultSentence } from '../../../../lib/faults.ts'
import { Checkbox } from '../../../../ui/checkbox.tsx'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { SearchField } from '../../../../ui/search-field.tsx'
import { STATE_LABELS, StateGlyph } from '../../../../ui/state-glyph.tsx'
import { toastDone, toastRefusal } from '../../../../ui/toast.tsx'
import type { TextEditorView } from '../../../../writing/editor-view/editor-view.ts'
import type { SourceKind } from '../../../../writing/text/source-text.ts'
import type { ArticleEditing } from '../state/use-open-article.ts'
import { quoted } from '../../../../../rules/quoted.ts'
import { hostOf } from '../../../../../rules/url.ts'

const DONE: Record<SourceKind, string> = {
  link: 'Als Link eingefügt',
  quote: 'Als Zitat eingefügt',
  footnote: 'Als Fußnote eingefügt',
}

type Props = { editing: ArticleEditing; editorView: TextEditorView }

/**
 * The article's sources, or the results of a search, with actions to insert them into the text; below, the article's
 * tasks.
 */
export function Sources({ editing: { base }, editorView }: Props) {
  const [typed, setTyped] = useState('')
  const zone = useSiteZone()
  const q = typed.trim()
  const list = useQuery({
    ...sourcesQuery(useApi(), { articleId: base?.id ?? null, q }),
    placeholderData: (former) => former,
  })
  const use = useSourceUse()
  const insert = async (item: ResearchSummary, kind: SourceKind) => {
    if (!editorView.insertSource({ source: item, kind, day: today(zone) })) return
    toastDone(DONE[kind])
    if (!base) return
    try {
      await use.mutateAsync({ id: item.id, article_id: base.id })
    } catch (error) {
      toastRefusal(error, 'Die Quelle merkt sich diesen Artikel nicht')
    }
  }
  const items = list.data ?? []
  return (
    <>
      <SearchField label="In der Recherche suchen" value={typed} onChange={setTyped} busy={list.isPlaceholderData} />
      {list.isError && <p className="py-2 text-s text-danger">{faultSentence(list.error)}</p>}
      {list.isSuccess && items.length === 0 && (
        <p className="py-2 text-s text-fg-2">
          {q === ''
            ? 'Mit diesem Artikel ist noch nichts verknüpft. Die Suche findet alle Quellen.'
            : 'Nichts gefunden.'}
        </p>
      )}
      <ul aria-label="Quellen" className="py-1">
        {items.map((item) => (
          <li key={item.id} className="border-b border-line py-1 last:border-b-0">
            <p className="truncate text-s font-medium" title={item.title}>
              {item.title}
            </p>
            <div className="flex items-center">
              <span className="min-w-0 flex-1 truncate text-xs text-fg-2">
                {item.url === null ? 'Notiz' : hostOf(item.url)}
              </span>
              {item.url !== null && (
                <IconButton label={`${quoted(item.title)} als Link`} onClick={() => void insert(item, 'link')}>
                  <LinkIcon aria-hidden />
                </IconButton>
              )}
              <IconButton label={`${quoted(item.title)} als Zitat`} onClick={() => void insert(item, 'quote')}>
                <Quote aria-hidden />
              </IconButton>
              <IconButton label={`${quoted(item.title)} als Fußnote`} onClick={() => void insert(item, 'footnote')}>
                <Superscript aria-hidden />
              </IconButton>
            </div>
          </li>
        ))}
      </ul>
      {base && <Tasks articleId={base.id} />}
    </>
  )
}

/** The access date of a note. */
function today(zone: string): string {
  return formatInZone(new Date().toISOString(), 'd. MMMM yyyy', zone)
}

/** The article's tasks: a tick moves one into the last column, unticking moves it back. */
function Tasks({ articleId }: { articleId: string }) {
  const board = useQuery(boardQuery(useApi()))
  const { save } = useTasks()
  const { mayChange } = useRights()
  const [former, setFormer] = useState<Record<string, Task['status']>>({})
  const tasks = board.data?.items.filter((task) => task.article_id === articleId) ?? []
  const toggle = async ({ id, status }: Task) => {
    const isDone = status === 'published'
    setFormer((known) => ({ ...known, [id]: status }))
    try {
      await save({ id, status: isDone ? (former[id] ?? 'editing') : 'published' })
    } catch (error) {
      toastRefusal(error, 'Fehler beim Aktualisieren des Status')
    }
  }
  return (
    <section aria-labelledby="article-tasks">
      <h2 id="article-tasks" className="pt-2 text-s text-fg-2">
        Aufgaben
      </h2>
      {board.isSuccess && tasks.length === 0 && <p className="py-1 text-s text-fg-2">Keine Aufgaben</p>}
      <ul className="-ml-2.5 text-s">
        {tasks.map((task) => (
          <li key={task.id}>
            {mayChange(task) ? (
              <Checkbox
                label={task.title}
                shown
                checked={task.status === 'published'}
                onToggle={() => void toggle(task)}
              />
            ) : (
              <span className="flex items-start gap-2 py-1.5 pl-2.5 text-fg-2">
                <span title={STATE_LABELS[task.status]} className="mt-0.5 flex-none">
                  <StateGlyph state={task.status} />
                  <span className="sr-only">{STATE_LABELS[task.status]}: </span>
                </span>
                <span className="min-w-0 wrap-anywhere">{task.title}</span>
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
