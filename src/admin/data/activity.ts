import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ActivityLine, ActivityQuery, ActivityThing } from '../../contract/activity.ts'
import { followedCard, type ActivityNoun } from '../../nouns/followed.ts'
import { NOUNS, type Noun } from '../../nouns/nouns.ts'
import type { NounCard } from '../../nouns/noun-card.ts'
import { activityVerb } from '../../rules/activity.ts'
import { quoted } from '../../rules/quoted.ts'
import type { Api } from './api.ts'
import { useApi } from './api-context.tsx'
import { pagesQuery } from './pages.ts'

/** What the activity is narrowed to. */
export type ActivityFilter = Pick<ActivityQuery, 'group' | 'person' | 'day' | 'noun' | 'record'>

/** Who did what, newest first (TEAM-11). */
export function activityQuery(api: Api, filter: ActivityFilter) {
  return pagesQuery(['activity', 'list', filter], (cursor, call) =>
    api.activity.list({ ...filter, cursor, limit: 40 }, call),
  )
}

export type BlogDayFilter = { day: string; noun: 'articles' | 'pages'; show: 'public' | 'all' }

/** The texts of the blog as they were at the end of a day. */
export function blogDayQuery(api: Api, filter: BlogDayFilter) {
  return pagesQuery(['activity', 'day', filter], (cursor, call) =>
    api.activity.day({ ...filter, cursor, limit: 50 }, call),
  )
}

/** All records of a line. */
export function activityThingsQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: ['activity', 'things', id],
    queryFn: ({ signal }) => api.activity.things({ id }, { signal }),
  })
}

/** Takes a line back. Everything that it may have changed is read again. */
export function useActivityUndo() {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: ActivityLine) => api.activity.undo({ id }),
    onSettled: async (_data, _error, { noun }) => {
      const keys = ['activity', 'trash', noun, ...(followedCard(noun) ? [] : NOUNS[noun as Noun].shownBy)]
      await Promise.all(keys.map((key) => client.invalidateQueries({ queryKey: [key] })))
    },
  })
}

const cardOf = (noun: ActivityNoun) => followedCard(noun) ?? NOUNS[noun as Noun]

/** `„Pixel“`, `Aufgabe „Lektorat“`, `12 Artikel`. */
function whatOf({ noun, count, things }: ActivityLine): string {
  const { one, many } = cardOf(noun).words
  if (followedCard(noun)?.title.length === 0) return one
  if (count !== 1) return `${count.toLocaleString('de')} ${many}`
  const gone = followedCard(noun)?.gone
  if (gone && !things[0]?.title) return gone
  const title = quoted(things[0]?.title || 'Ohne Titel')
  return noun === 'articles' ? title : `${one} ${title}`
}

/** Who did a line: a person, the server, or an account that is gone. */
export const actorOf = ({ actor, automatic }: ActivityLine) => actor?.name ?? (automatic ? 'Blog CMS' : 'Unbekannt')

/** `Ruth Adler hat „Pixel“ veröffentlicht` */
export function activitySentence(line: ActivityLine): string {
  return `${actorOf(line)} hat ${activityVerb(line.verb).words(whatOf(line))}`
}

type Place = { to: string; params?: Record<string, string>; search?: Record<string, string> }

const OTHERS: Partial<Record<Noun, Place>> = {
  categories: { to: '/admin/settings', search: { bereich: 'kategorien' } },
  tags: { to: '/admin/settings', search: { bereich: 'schlagwoerter' } },
  authors: { to: '/admin/settings', search: { bereich: 'autoren' } },
  feeds: { to: '/admin/integrations', search: { tab: 'rss' } },
}

/** Where a record is opened; null where it is nowhere any more. */
export function placeOfThing(noun: ActivityNoun, { id, now }: ActivityThing): Place | null {
  if (now === 'gone') return null
  if (now === 'trash') return { to: '/admin/settings', search: { bereich: 'papierkorb' } }
  const followed = followedCard(noun)
  if (followed) return followed.place
  const { search, screen }: NounCard = NOUNS[noun as Noun]
  if (search === null) return OTHERS[noun as Noun] ?? (screen && { to: screen.path })
  const { path: to, parameter, value = 'id' } = search.opens
  if (parameter === undefined) return { to, params: { id } }
  return { to, ...(value === 'id' && { search: { [parameter]: id } }) }
}
