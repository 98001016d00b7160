import type { Notice } from '../../../contract/notices.ts'

type Place = { to: string; params?: Record<string, string>; search?: Record<string, string> }

/** Where a notice leads: to its record, or to the list of all of them. */
export function placeOf({ kind, count, things }: Pick<Notice, 'kind' | 'count' | 'things'>, me: string): Place {
  const thing = things[0]
  const one = count === 1 ? thing : undefined
  switch (kind) {
    case 'assigned':
    case 'due_tomorrow':
      if (thing?.noun === 'articles')
        return one ? articlePlace(one.id) : { to: '/admin/articles', search: { person: me } }
      return { to: '/admin/editorial-plan', search: one ? { aufgabe: one.id } : { person: me } }
    case 'mentioned':
      return textPlace(thing, 'anmerkungen')
    case 'suggestion_decided':
      return textPlace(thing, 'vorschlaege')
    case 'invited':
      return one ? articlePlace(one.id) : { to: '/admin/articles' }
    case 'published':
      return one ? articlePlace(one.id) : { to: '/admin/articles', search: { status: 'published' } }
    case 'submitted':
    case 'approved':
    case 'returned':
    case 'not_published':
      return articlePlace(thing?.id ?? '')
    case 'comment_waiting':
      return { to: '/admin/comments' }
    case 'comment_reported':
      return { to: '/admin/comments', search: { zustand: 'gemeldet' } }
    case 'feed_broken':
      return { to: '/admin/integrations', search: { tab: 'rss' } }
    case 'account_waiting':
      return { to: '/admin/settings', search: { bereich: 'konten' } }
    case 'backup_failed':
      return { to: '/admin/settings', search: { bereich: 'sicherung' } }
    case 'import_finished':
      return { to: '/admin/settings', search: { bereich: 'import' } }
  }
}

const textPlace = (thing: Notice['things'][number] | undefined, ansicht: string): Place => ({
  to: thing?.noun === 'pages' ? '/admin/pages/$id' : '/admin/articles/$id',
  params: { id: thing?.id ?? '' },
  search: { ansicht },
})
const articlePlace = (id: string): Place => ({ to: '/admin/articles/$id', params: { id } })
