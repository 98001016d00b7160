import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleDot, Trash2, User } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SearchHit } from '../../../contract/search.ts'
import { ARTICLE_STATUSES } from '../../../rules/articles.ts'
import { TASK_STATUSES } from '../../../rules/planning.ts'
import { SEARCH_NOUNS, type SearchNoun } from '../../../rules/search-nouns.ts'
import { hasWords } from '../../../rules/search-text.ts'
import { effectiveTimezone } from '../../../rules/site-time.ts'
import { keyWords } from '../../actions/keys.ts'
import { offered, whatIsMeant, type Meant } from '../../actions/offers.ts'
import { action, type ActionId, type Target } from '../../actions/registry.ts'
import { accountQuery } from '../../data/account.ts'
import { useApi } from '../../data/api-context.tsx'
import { recentArticlesQuery, searchQuery, type SearchFilter } from '../../data/search.ts'
import { settingsQuery } from '../../data/settings.ts'
import { useTasks } from '../../data/tasks.ts'
import { categoriesQuery, tagsQuery } from '../../data/taxonomy.ts'
import { peopleQuery } from '../../data/users.ts'
import { articlesInWords } from '../../lib/article-count.ts'
import { relativeTime } from '../../lib/relative-time.ts'
import { useBulkActions } from '../../parts/article-actions/use-bulk-actions.ts'
import { Kbd } from '../../ui/kbd.tsx'
import { STATE_LABELS, StateGlyph } from '../../ui/state-glyph.tsx'
import { toastDone, toastRefusal } from '../../ui/toast.tsx'
import { foundActions } from './found-actions.ts'
import { HitIcon, NOUN_WORDS, noteOf, targetOf } from './hit-words.tsx'
import { ActionIcon, NounIcon } from './icons.tsx'
import type { PaletteRow } from './row.tsx'

/** A list the palette leads on to, with the chip that says so. */
export type Step =
  | { chip: string; kind: 'choose'; id: ActionId; meant: Meant }
  | { chip: string; kind: 'hit'; hit: SearchHit }
  | { chip: string; kind: 'move-task'; hit: SearchHit }
  | { chip: string; kind: 'settings' }
  | { chip: string; kind: 'person' }
  | { chip: string; kind: 'noun'; noun: SearchNoun }
  | { chip: string; kind: 'author'; author_id: string }

export type Do = {
  leadOn: (step: Step) => void
  /** Closes the palette and then does it. */
  finish: (work: () => void) => void
  go: (target: Target, newTab: boolean) => void
  run: (id: ActionId, newTab: boolean) => void
}

const ACTIONS_SHOWN = 5
const STATUS_HINTS = {
  draft: 'Leserinnen und Leser sehen den Artikel nicht',
  scheduled: 'behält geplante Zeiten',
  published: 'sofort öffentlich',
} as const

type Asked = { typed: string; asked: string; steps: readonly Step[]; lately: readonly ActionId[] } & Do

/** The lines of the palette for what is typed, and how the search goes. */
export function useRows({ typed, asked, steps, lately, ...does }: Asked) {
  const api = useApi()
  const client = useQueryClient()
  const zone = effectiveTimezone(useQuery(settingsQuery(api)).data?.timezone ?? '')
  const owner = useQuery(accountQuery(api)).data?.role === 'owner'
  const filter = filterOf(steps)
  const searching = steps.every(({ kind }) => kind === 'noun' || kind === 'author')
  const search = useQuery({ ...searchQuery(api, asked, filter), enabled: asked !== '' && searching })
  const recent = useQuery({ ...recentArticlesQuery(api), enabled: typed === '' && steps.length === 0 }).data
  const people = useQuery(peopleQuery(api)).data?.items ?? []
  const categories = useQuery(categoriesQuery(api)).data?.items ?? []
  const tags = useQuery(tagsQuery(api)).data?.items ?? []
  const step = steps.at(-1)
  const first = steps[0]
  const meant = first?.kind === 'choose' ? first.meant : null
  const { run: change } = useBulkActions({ chosen: [...(meant?.items ?? [])], drop: meant?.drop ?? (() => undefined) })
  const tasks = useTasks()

  const can = (id: ActionId) => {
    const { to, owners, step, one } = action(id)
    if (owners && !owner) return false
    if (step && whatIsMeant() === null) return false
    if (one && whatIsMeant()?.items.length !== 1) return false
    return offered(id) !== undefined || to !== undefined || SHELL.has(id)
  }
  const actionRow = (id: ActionId, group: string, marks: PaletteRow['marks'] = []): PaletteRow => {
    const { words, keys, step: leadsOn } = action(id)
    return {
      key: id,
      group,
      icon: <ActionIcon id={id} />,
      title: words,
      marks,
      note: keys?.[0] && <Keys keys={keys[0]} />,
      leadsOn: leadsOn === true,
      atOnce: true,
      choose: ({ newTab }) => {
        const target = leadsOn && whatIsMeant()
        if (target) does.leadOn({ chip: words, kind: 'choose', id, meant: target })
        else does.run(id, newTab)
      },
    }
  }
  const hitRow = (hit: SearchHit): PaletteRow => ({
    key: `${hit.noun} ${hit.id}`,
    group: NOUN_WORDS[hit.noun],
    icon: <HitIcon hit={hit} />,
    title: hit.title,
    marks: hit.title_marks,
    detail: hit.excerpt ?? undefined,
    note: noteOf(hit, zone),
    choose: ({ newTab }) => does.go(targetOf(hit, asked), newTab),
    more:
      hit.noun === 'articles' || hit.noun === 'tasks'
        ? () => does.leadOn({ chip: short(hit.title), kind: 'hit', hit })
        : undefined,
  })

  const rows: PaletteRow[] = []
  if (step && !searching) rows.push(...stepRows(step))
  else if (typed === '') rows.push(...emptyRows())
  else {
    if (steps.length === 0) {
      for (const { id, mark } of foundActions(typed, can, lately).slice(0, ACTIONS_SHOWN))
        rows.push(actionRow(id, 'Aktionen', mark ? [mark] : []))
    }
    for (const { noun, items, more } of asked === '' ? [] : (search.data?.groups ?? [])) {
      rows.push(...items.map(hitRow))
      if (more && !filter.noun)
        rows.push({
          key: `all ${noun}`,
          group: NOUN_WORDS[noun],
          icon: <NounIcon noun={noun} />,
          title: `Nur ${NOUN_WORDS[noun]} durchsuchen`,
          leadsOn: true,
          choose: () => does.leadOn({ chip: NOUN_WORDS[noun], kind: 'noun', noun }),
        })
    }
  }
  return {
    rows,
    busy: search.isFetching,
    settled: !searching || asked === '' || (search.isSuccess && !search.isPlaceholderData),
    fault: searching && asked !== '' && search.isError ? search.error : null,
    retry: () => void search.refetch(),
  }

  function emptyRows(): PaletteRow[] {
    if (steps.length > 0) return []
    const found: PaletteRow[] = (recent?.items ?? []).map(({ id, title, status, updated_at }) => ({
      key: `recent ${id}`,
      group: 'Zuletzt',
      icon: (
        <span className="inline-flex w-4 flex-none justify-center">
          <StateGlyph state={status} />
        </span>
      ),
      title,
      note: relativeTime(updated_at, Date.now(), zone),
      choose: ({ newTab }) => does.go({ to: '/admin/articles/$id', params: { id } }, newTab),
    }))
    const all = foundActions('', can, lately).map(({ id }) => id)
    const here = all.filter((id) => action(id).to === undefined && offered(id) !== undefined && !SHELL.has(id))
    const used = lately.filter((id) => can(id) && !here.includes(id))
    found.push(...[...here, 'article.new' as const].map((id) => actionRow(id, 'Hier')))
    const places = [...used, ...all.filter((id) => action(id).on === 'screens' && id !== 'go.settings')]
    found.push(...[...new Set(places)].filter((id) => id !== 'article.new').map((id) => actionRow(id, 'Gehe zu')))
    found.push(
      {
        key: 'settings',
        group: 'Gehe zu',
        icon: <ActionIcon id="go.settings" />,
        title: 'Einstellungen …',
        leadsOn: true,
        atOnce: true,
        choose: () => does.leadOn({ chip: 'Einstellungen', kind: 'settings' }),
      },
      ...SEARCH_NOUNS.map((noun) => ({
        key: `only ${noun}`,
        group: 'Suchen in',
        icon: <NounIcon noun={noun} />,
        title: NOUN_WORDS[noun],
        leadsOn: true,
        atOnce: true,
        choose: () => does.leadOn({ chip: NOUN_WORDS[noun], kind: 'noun', noun }),
      })),
      {
        key: 'only person',
        group: 'Suchen in',
        icon: <User aria-hidden />,
        title: 'Von einer Person …',
        leadsOn: true,
        atOnce: true,
        choose: () => does.leadOn({ chip: 'Von', kind: 'person' }),
      },
    )
    return found
  }

  function stepRows(at: Step): PaletteRow[] {
    const all = rowsOf(at).map((row) => ({ ...row, group: '', atOnce: true }))
    return typed === '' ? all : all.filter(({ title }) => hasWords(title, typed))
  }

  type Bare = Omit<PaletteRow, 'group'>

  function rowsOf(at: Step): Bare[] {
    switch (at.kind) {
      case 'choose':
        return choices(at.id, at.meant)
      case 'hit':
        return hitChoices(at.hit)
      case 'move-task':
        return TASK_STATUSES.map((status) => ({
          key: status,
          icon: <StateGlyph state={status} />,
          title: STATE_LABELS[status],
          choose: () =>
            does.finish(() => {
              api.tasks
                .move({ id: at.hit.id, status })
                .then(() => toastDone(`Verschoben nach „${STATE_LABELS[status]}“`))
                .catch((error: unknown) => toastRefusal(error, 'Verschieben fehlgeschlagen'))
                .finally(() => {
                  void client.invalidateQueries({ queryKey: ['tasks'] })
                  void client.invalidateQueries({ queryKey: ['search'] })
                })
            }),
        }))
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

  function hitChoices(hit: SearchHit): Bare[] {
    const openIt: Bare = {
      key: 'open',
      icon: <HitIcon hit={hit} />,
      title: 'Öffnen',
      choose: ({ newTab }) => does.go(targetOf(hit, asked), newTab),
    }
    if (hit.noun === 'tasks')
      return [
        openIt,
        {
          key: 'move',
          icon: <ActionIcon id="go.board" />,
          title: 'Verschieben nach …',
          leadsOn: true,
          choose: () => does.leadOn({ chip: 'Verschieben nach …', kind: 'move-task', hit }),
        },
        {
          key: 'remove',
          icon: <Trash2 aria-hidden />,
          title: 'In den Papierkorb',
          choose: () =>
            does.finish(() => {
              tasks
                .remove({ id: hit.id })
                .then(() => toastDone('Aufgabe gelöscht', { undo: () => void tasks.restore({ id: hit.id }) }))
                .catch((error: unknown) => toastRefusal(error, 'Löschen fehlgeschlagen'))
            }),
        },
      ]
    const status = ARTICLE_STATUSES.find((known) => known === hit.state) ?? 'draft'
    const it: Meant = { items: [{ id: hit.id, title: hit.title, status, slug: null }] }
    const ids = ['articles.status', 'articles.category', 'articles.tags', 'articles.remove'] as const
    return [
      openIt,
      ...ids.map((id) => ({
        key: id,
        icon: <ActionIcon id={id} />,
        title: action(id).words,
        leadsOn: true,
        choose: () => does.leadOn({ chip: action(id).words, kind: 'choose', id, meant: it }),
      })),
    ]
  }

  /** What can be chosen for articles that are selected, open or found. */
  function choices(id: ActionId, target: Meant): Bare[] {
    const { items, open } = target
    if (id === 'articles.status')
      return ARTICLE_STATUSES.map((status, index) => ({
        key: status,
        icon: <StateGlyph state={status} />,
        title: STATE_LABELS[status],
        detail: { text: STATUS_HINTS[status] },
        note: <Kbd>{index + 1}</Kbd>,
        choose: () =>
          does.finish(() => {
            if (open) open.changeStatus(status)
            else void change({ do: 'status', status }, (done) => `${articlesInWords(done)}: ${STATE_LABELS[status]}`)
          }),
      }))
    if (id === 'articles.category')
      return [...categories, { id: null, name: 'Ohne Kategorie' }].map(({ id: category_id, name }) => ({
        key: category_id ?? 'none',
        icon: <ActionIcon id="articles.category" />,
        title: name,
        choose: () =>
          does.finish(() => {
            if (open) open.changeCategory(category_id)
            else
              void change(
                { do: 'category', category_id },
                (done) => `${articlesInWords(done)} ${category_id === null ? 'ohne Kategorie' : `in „${name}“`}`,
                { categories, tags },
              )
          }),
      }))
    if (id === 'articles.tags')
      return tags.map((tag) => ({
        key: tag.id,
        icon: <ActionIcon id="articles.tags" />,
        title: tag.name,
        choose: () =>
          does.finish(() => {
            if (open) open.addTag(tag.id)
            else
              void change(
                { do: 'tags', add: [tag.id], remove: [] },
                (done) => `Schlagwort „${tag.name}“: ${articlesInWords(done)}`,
                { categories, tags },
              )
          }),
      }))
    return [
      {
        key: 'remove',
        icon: <CircleDot aria-hidden />,
        title: `${articlesInWords(items.length)} in den Papierkorb`,
        choose: () => does.finish(() => void change({ do: 'remove' }, (done) => `${articlesInWords(done)} gelöscht`)),
      },
      {
        key: 'stay',
        icon: <ActionIcon id="articles.unmark" />,
        title: 'Nicht löschen',
        choose: () => does.finish(() => {}),
      },
    ]
  }
}

/** Done by the shell, wherever one is. */
const SHELL: ReadonlySet<ActionId> = new Set([
  'shortcuts.open',
  'help.open',
  'theme.light',
  'theme.dark',
  'theme.system',
  'site.open',
  'session.end',
])

function filterOf(steps: readonly Step[]): SearchFilter {
  const filter: SearchFilter = {}
  for (const step of steps) {
    if (step.kind === 'noun') filter.noun = step.noun
    if (step.kind === 'author') filter.author_id = step.author_id
  }
  return filter
}

function short(title: string): string {
  return title.length > 28 ? `${title.slice(0, 27).trimEnd()}…` : title
}

function Keys({ keys }: { keys: string }): ReactNode {
  return (
    <span className="flex gap-1 max-md:hidden">
      {keyWords(keys).map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
    </span>
  )
}
