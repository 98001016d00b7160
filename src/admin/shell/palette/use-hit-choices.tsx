import { useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import type { SearchHit } from '../../../contract/search.ts'
import { ARTICLE_STATUSES } from '../../../rules/articles.ts'
import { TASK_STATUSES } from '../../../rules/planning.ts'
import { quoted } from '../../../rules/quoted.ts'
import type { Meant } from '../../actions/offers.ts'
import { action } from '../../actions/registry.ts'
import { useApi } from '../../data/api-context.tsx'
import { useMay } from '../../data/role.ts'
import { useTasks } from '../../data/tasks.ts'
import { STATE_LABELS } from '../../ui/state-glyph.tsx'
import { toastDone, toastRefusal } from '../../ui/toast.tsx'
import { HitIcon, targetOf } from './hit-words.tsx'
import { ActionIcon, StateIcon } from './icons.tsx'
import type { Choice } from './row.tsx'
import type { Do } from './step.ts'

/** What can be done with an article or task that was found by `asked`, and the columns a task can go to. */
export function useHitChoices(asked: string, { leadOn, finish, go }: Do) {
  const api = useApi()
  const client = useQueryClient()
  const tasks = useTasks()
  const mayChangeAll = useMay('texts.others')

  const columns = ({ id }: SearchHit): Choice[] =>
    TASK_STATUSES.map((status) => ({
      key: status,
      icon: <StateIcon state={status} />,
      title: STATE_LABELS[status],
      choose: () =>
        finish(() => {
          api.tasks
            .move({ id, status })
            .then(() => toastDone(`Verschoben nach ${quoted(STATE_LABELS[status])}`))
            .catch((error: unknown) => toastRefusal(error, 'Verschieben fehlgeschlagen'))
            .finally(() => {
              void client.invalidateQueries({ queryKey: ['tasks'] })
              void client.invalidateQueries({ queryKey: ['search'] })
            })
        }),
    }))

  const ofTask = (hit: SearchHit): Choice[] => [
    {
      key: 'move',
      icon: <ActionIcon id="go.tasks" />,
      title: 'Verschieben nach …',
      leadsOn: true,
      choose: () => leadOn({ chip: 'Verschieben nach …', kind: 'move-task', hit }),
    },
    {
      key: 'remove',
      icon: <Trash2 aria-hidden />,
      title: 'In den Papierkorb',
      choose: () =>
        finish(() => {
          tasks
            .remove({ id: hit.id })
            .then(() => toastDone('Aufgabe gelöscht', { undo: () => void tasks.restore({ id: hit.id }) }))
            .catch((error: unknown) => toastRefusal(error, 'Löschen fehlgeschlagen'))
        }),
    },
  ]

  const ofArticle = ({ id: articleId, title, state }: SearchHit): Choice[] => {
    const status = ARTICLE_STATUSES.find((known) => known === state) ?? 'draft'
    const meant: Meant = { items: [{ id: articleId, title, status, slug: null }] }
    return (['articles.status', 'articles.category', 'articles.tags', 'articles.remove'] as const).map((id) => ({
      key: id,
      icon: <ActionIcon id={id} />,
      title: action(id).words,
      leadsOn: true,
      choose: () => leadOn({ chip: action(id).words, kind: 'choose', id, meant }),
    }))
  }

  const choices = (hit: SearchHit): Choice[] => [
    {
      key: 'open',
      icon: <HitIcon hit={hit} />,
      title: 'Öffnen',
      choose: ({ newTab }) => go(targetOf(hit, asked), newTab),
    },
    ...(hit.noun === 'tasks' ? ofTask(hit) : ofArticle(hit)),
  ]
  /** Whether more can be done with a hit than opening it: a hit does not say whose it is. */
  const hasChoices = ({ noun }: SearchHit) => mayChangeAll && (noun === 'articles' || noun === 'tasks')
  return { choices, columns, hasChoices }
}
