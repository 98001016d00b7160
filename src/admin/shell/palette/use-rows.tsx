import { useQuery } from '@tanstack/react-query'
import { User } from 'lucide-react'
import type { SearchHit } from '../../../contract/search.ts'
import { NOUNS } from '../../../nouns/nouns.ts'
import { hasWords } from '../../../rules/search-text.ts'
import { effectiveTimezone } from '../../../rules/site-time.ts'
import { action, type ActionId } from '../../actions/registry.ts'
import { useApi } from '../../data/api-context.tsx'
import { useMay } from '../../data/role.ts'
import { recentArticlesQuery, searchQuery } from '../../data/search.ts'
import { settingsQuery } from '../../data/settings.ts'
import { peopleQuery } from '../../data/users.ts'
import { firstRows } from './first-rows.tsx'
import { foundActions } from './found-actions.ts'
import { HitIcon, noteOf, targetOf } from './hit-words.tsx'
import { NounIcon } from './icons.tsx'
import type { Choice, PaletteRow } from './row.tsx'
import { filterOf, type Do, type Step } from './step.ts'
import { useActionRows } from './use-action-rows.tsx'
import { useArticleChoices } from './use-article-choices.tsx'
import { useHitChoices } from './use-hit-choices.tsx'

const ACTIONS_SHOWN = 5

type Asked = { typed: string; asked: string; steps: readonly Step[]; lately: readonly ActionId[] } & Do

/** The lines of the palette for what is typed, and how the search goes. */
export function useRows({ typed, asked, steps, lately, ...does }: Asked) {
  const api = useApi()
  const zone = effectiveTimezone(useQuery(settingsQuery(api)).data?.timezone ?? '')
  const filter = filterOf(steps)
  const searching = steps.every(({ kind }) => kind === 'noun' || kind === 'author')
  const atDesk = useMay('desk.work')
  const search = useQuery({ ...searchQuery(api, asked, filter), enabled: asked !== '' && searching && atDesk })
  const recent = useQuery({ ...recentArticlesQuery(api), enabled: typed === '' && steps.length === 0 }).data
  const people = useQuery(peopleQuery(api)).data?.items ?? []
  const [first] = steps
  const { can, actionRow } = useActionRows(does)
  const articleChoices = useArticleChoices(first?.kind === 'choose' ? first.meant : null, does)
  const hits = useHitChoices(asked, does)

  const hitRow = (hit: SearchHit): PaletteRow => ({
    key: `${hit.noun} ${hit.id}`,
    group: NOUNS[hit.noun].words.many,
    icon: <HitIcon hit={hit} />,
    title: hit.title,
    marks: hit.title_marks,
    detail: hit.excerpt ?? undefined,
    note: noteOf(hit, zone),
    choose: ({ newTab }) => does.go(targetOf(hit, asked), newTab),
    more: hits.hasChoices(hit) ? () => does.leadOn({ chip: short(hit.title), kind: 'hit', hit }) : undefined,
  })

  const foundRows = (): PaletteRow[] => [
    ...(steps.length > 0 ? [] : foundActions(typed, can, lately).slice(0, ACTIONS_SHOWN)).map(({ id, mark }) =>
      actionRow(id, 'Aktionen', mark ? [mark] : []),
    ),
    ...(asked === '' ? [] : (search.data?.groups ?? [])).flatMap(({ noun, items, more }) => [
      ...items.map(hitRow),
      ...(!more || filter.noun
        ? []
        : [
            {
              key: `all ${noun}`,
              group: NOUNS[noun].words.many,
              icon: <NounIcon noun={noun} />,
              title: `Nur ${NOUNS[noun].words.many} durchsuchen`,
              leadsOn: true,
              choose: () => does.leadOn({ chip: NOUNS[noun].words.many, kind: 'noun', noun }),
            },
          ]),
    ]),
  ]

  const choicesAt = (step: Step): Choice[] => {
    switch (step.kind) {
      case 'choose':
        return articleChoices(step.id, step.meant)
      case 'hit':
        return hits.choices(step.hit)
      case 'move-task':
        return hits.columns(step.hit)
      case 'settings':
        return foundActions('', can, [])
          .filter(({ id }) => action(id).on === 'settings')
          .map(({ id }) => actionRow(id, ''))
      case 'person':
        return people.map(({ id, name }) => ({
          key: id,
          icon: <User aria-hidden />,
          title: name,
          leadsOn: true,
          choose: () => does.leadOn({ chip: name, kind: 'author', author_id: id }),
        }))
      case 'noun':
      case 'author':
        return []
    }
  }

  const stepRows = (step: Step): PaletteRow[] =>
    choicesAt(step)
      .map((choice) => ({ ...choice, group: '', atOnce: true }))
      .filter(({ title }) => typed === '' || hasWords(title, typed))

  const rowsNow = (): PaletteRow[] => {
    const step = steps.at(-1)
    if (step && !searching) return stepRows(step)
    if (typed !== '') return foundRows()
    return step ? [] : firstRows({ recent: recent?.items ?? [], lately, zone, does, can, actionRow })
  }
  return {
    rows: rowsNow(),
    busy: search.isFetching,
    settled: !searching || asked === '' || (search.isSuccess && !search.isPlaceholderData),
    fault: searching && asked !== '' && search.isError ? search.error : null,
    retry: () => void search.refetch(),
  }
}

function short(title: string): string {
  return title.length > 28 ? `${title.slice(0, 27).trimEnd()}…` : title
}
