import { User } from 'lucide-react'
import type { ArticleSummary } from '../../../contract/articles.ts'
import { NOUNS } from '../../../nouns/nouns.ts'
import { SEARCH_NOUNS } from '../../../nouns/registries.ts'
import { action, type ActionId } from '../../actions/registry.ts'
import { relativeTime } from '../../lib/relative-time.ts'
import { foundActions } from './found-actions.ts'
import { ActionIcon, NounIcon, StateIcon } from './icons.tsx'
import type { PaletteRow } from './row.tsx'
import type { Do } from './step.ts'
import { isHere, type useActionRows } from './use-action-rows.tsx'

type Shown = ReturnType<typeof useActionRows> & {
  recent: readonly Pick<ArticleSummary, 'id' | 'title' | 'status' | 'updated_at'>[]
  /** What was done last, newest first. */
  lately: readonly ActionId[]
  zone: string
  does: Do
}

/** What the palette begins with: articles of late, what can be done here, where one can go, what can be searched by itself. */
export function firstRows({ recent, lately, zone, does, can, actionRow }: Shown): PaletteRow[] {
  const all = foundActions('', can, lately).map(({ id }) => id)
  const here = all.filter(isHere)
  const used = lately.filter((id) => can(id) && !here.includes(id))
  const places = new Set([...used, ...all.filter((id) => action(id).on === 'screens' && id !== 'go.settings')])
  places.delete('article.new')
  return [
    ...recent.map(({ id, title, status, updated_at }) => ({
      key: `recent ${id}`,
      group: 'Zuletzt',
      icon: <StateIcon state={status} />,
      title,
      note: relativeTime(updated_at, Date.now(), zone),
      choose: ({ newTab }: { newTab: boolean }) => does.go({ to: '/admin/articles/$id', params: { id } }, newTab),
    })),
    ...[...here, 'article.new' as const].map((id) => actionRow(id, 'Hier')),
    ...[...places].map((id) => actionRow(id, 'Gehe zu')),
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
      title: NOUNS[noun].words.many,
      leadsOn: true,
      atOnce: true,
      choose: () => does.leadOn({ chip: NOUNS[noun].words.many, kind: 'noun', noun }),
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
  ]
}
