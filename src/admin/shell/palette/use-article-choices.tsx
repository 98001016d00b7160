import { useQuery } from '@tanstack/react-query'
import { CircleDot } from 'lucide-react'
import { ARTICLE_STATUSES } from '../../../rules/articles.ts'
import { quoted } from '../../../rules/quoted.ts'
import type { Meant } from '../../actions/offers.ts'
import type { ActionId } from '../../actions/registry.ts'
import { useApi } from '../../data/api-context.tsx'
import { categoriesQuery, tagsQuery } from '../../data/taxonomy.ts'
import { articlesInWords } from '../../lib/counts.ts'
import { useBulkActions } from '../../parts/article-actions/use-bulk-actions.ts'
import { Kbd } from '../../ui/kbd.tsx'
import { STATE_LABELS } from '../../ui/state-glyph.tsx'
import { ActionIcon, StateIcon } from './icons.tsx'
import type { Choice } from './row.tsx'
import type { Do } from './step.ts'

const STATUS_HINTS = {
  draft: 'Leserinnen und Leser sehen den Artikel nicht',
  scheduled: 'behält geplante Zeiten',
  published: 'sofort öffentlich',
} as const

/** What can be chosen for the articles that are selected, open or found; `meant` is null where none are. */
export function useArticleChoices(meant: Meant | null, { finish }: Pick<Do, 'finish'>) {
  const api = useApi()
  const categories = useQuery(categoriesQuery(api)).data?.items ?? []
  const tags = useQuery(tagsQuery(api)).data?.items ?? []
  const { run } = useBulkActions({ chosen: [...(meant?.items ?? [])], drop: meant?.drop ?? (() => undefined) })
  const names = { categories, tags }

  const statuses = ({ open }: Meant): Choice[] =>
    ARTICLE_STATUSES.map((status, index) => ({
      key: status,
      icon: <StateIcon state={status} />,
      title: STATE_LABELS[status],
      detail: { text: STATUS_HINTS[status] },
      note: <Kbd>{index + 1}</Kbd>,
      choose: () =>
        finish(() => {
          if (open) open.changeStatus(status)
          else void run({ do: 'status', status }, (done) => `${articlesInWords(done)}: ${STATE_LABELS[status]}`)
        }),
    }))

  const categoriesAndNone = ({ open }: Meant): Choice[] =>
    [...categories, { id: null, name: 'Ohne Kategorie' }].map(({ id: category_id, name }) => ({
      key: category_id ?? 'none',
      icon: <ActionIcon id="articles.category" />,
      title: name,
      choose: () =>
        finish(() => {
          const told = category_id === null ? 'ohne Kategorie' : `in ${quoted(name)}`
          if (open) open.changeCategory(category_id)
          else void run({ do: 'category', category_id }, (done) => `${articlesInWords(done)} ${told}`, names)
        }),
    }))

  const tagsToAdd = ({ open }: Meant): Choice[] =>
    tags.map(({ id, name }) => ({
      key: id,
      icon: <ActionIcon id="articles.tags" />,
      title: name,
      choose: () =>
        finish(() => {
          const told = (done: number) => `Schlagwort ${quoted(name)}: ${articlesInWords(done)}`
          if (open) open.addTag(id)
          else void run({ do: 'tags', add: [id], remove: [] }, told, names)
        }),
    }))

  const remove = async (open: Meant['open']) => {
    // A save that arrives after the removal would be refused.
    await open?.leave()
    await run({ do: 'remove' }, (done) => `${articlesInWords(done)} gelöscht`)
  }
  const removal = ({ items, open }: Meant): Choice[] => [
    {
      key: 'remove',
      icon: <CircleDot aria-hidden />,
      title: `${articlesInWords(items.length)} in den Papierkorb`,
      choose: () => finish(() => void remove(open)),
    },
    {
      key: 'stay',
      icon: <ActionIcon id="articles.unmark" />,
      title: 'Nicht löschen',
      choose: () => finish(() => {}),
    },
  ]

  return (id: ActionId, target: Meant): Choice[] => {
    if (id === 'articles.status') return statuses(target)
    if (id === 'articles.category') return categoriesAndNone(target)
    return id === 'articles.tags' ? tagsToAdd(target) : removal(target)
  }
}
