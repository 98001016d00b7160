import { may, type Permission, type Role } from './roles.ts'

/** `own`: contributors call it for records of their own only; the table of the record that the `id` of the call names. */
type Grant = { calls: readonly string[]; own?: Readonly<Record<string, string>> }

/**
 * The calls of each permission: endpoints of the contract by their name, and raw routes by method and path, with access `approved`. One that
 * stands here under no permission is for owners and editors: what is added is closed to the others until it is listed.
 */
const CALLS: Partial<Record<Permission, Grant>> = {
  'texts.read': {
    calls: [
      'activity.list',
      'activity.things',
      'articles.list',
      'articles.textHits',
      'articles.counts',
      'articles.get',
      'articles.presence.stay',
      'articles.presence.leave',
      'articles.revisions.list',
      'articles.revisions.get',
      'articles.remarks.list',
      'articles.suggestions.list',
      'articles.review.get',
      'articles.review.list',
      'categories.list',
      'tags.list',
      'authors.list',
      'users.people',
      'embeds.lookup',
      'media.lookup',
      'GET /api/live',
      'PUT /api/reader-session',
    ],
  },
  'account.own': {
    calls: [
      'notices.list',
      'notices.unread',
      'notices.mark',
      'notices.readAll',
      'notices.choices',
      'notices.choose',
      'notices.setHour',
      'views.list',
      'views.save',
      'views.remove',
    ],
  },
  // Whose remark may be changed or removed is decided with the remark.
  'remarks.write': {
    calls: [
      'articles.remarks.create',
      'articles.remarks.answer',
      'articles.remarks.update',
      'articles.remarks.remove',
      'articles.remarks.restore',
      // Accepting and refusing is for those who may write the text.
      'articles.suggestions.save',
    ],
  },
  'texts.write': {
    calls: [
      'activity.undo',
      'articles.create',
      'articles.duplicate',
      'articles.check',
      'articles.addresses.list',
      'articles.previewLinks.list',
      'articles.guests.list',
      'templates.list',
      'templates.use',
      'words.list',
      'words.put',
      'tags.create',
      'categories.create',
      'media.list',
      'media.counts',
      'media.get',
      'media.sizes',
      'media.usage',
      'media.usageOfMany',
      'POST /api/media',
      'pages.list',
      'trash.restore',
      'POST /storage/v1/object/blog-media/:name{.+}',
      'GET /storage/v1/object/blog-media/:name{.+}',
      'GET /storage/v1/object/authenticated/blog-media/:name{.+}',
      'POST /storage/v1/object/sign/blog-media/:name{.+}',
    ],
    own: {
      'articles.update': 'articles',
      'articles.saveWorkingCopy': 'articles',
      'articles.discardWorkingCopy': 'articles',
      'articles.setTags': 'articles',
      'articles.undo': 'articles',
      'articles.steps.join': 'articles',
      'articles.steps.send': 'articles',
      'articles.steps.since': 'articles',
      'articles.steps.point': 'articles',
      'articles.suggestions.decide': 'articles',
      'articles.suggestions.reopen': 'articles',
      'articles.revisions.name': 'articles',
      'articles.remove': 'articles',
      'articles.guests.invite': 'articles',
      'articles.guests.remove': 'articles',
      'articles.review.request': 'articles',
      'articles.review.end': 'articles',
    },
  },
  'desk.work': {
    calls: [
      'dashboard.get',
      'search.find',
      'stats.articles',
      'stats.overview',
      'planning.settings',
      'planning.link',
      'planning.createLink',
      'planning.removeLink',
      'events.list',
      'events.calendar',
      'events.get',
      'events.create',
      'GET /api/events/blog-kalender.ics',
      'feeds.list',
      'feeds.get',
      'inbox.list',
      'inbox.counts',
      'inbox.get',
      'inbox.create',
      'inbox.update',
      'inbox.convert',
      'integrations.get',
      'integrations.listTokens',
      'integrations.createToken',
      'integrations.revokeToken',
      'links.list',
      'links.get',
      'links.create',
      'prompts.list',
      'prompts.get',
      'prompts.create',
      'research.list',
      'research.get',
      'research.create',
      'tasks.list',
      'tasks.board',
      'tasks.get',
      'tasks.history',
      'tasks.create',
      'tasks.templates.list',
      'tasks.templates.use',
    ],
    own: {
      'events.update': 'calendar_events',
      'events.exception': 'calendar_events',
      'events.regular': 'calendar_events',
      'events.remove': 'calendar_events',
      'inbox.remove': 'inbox_items',
      'links.update': 'link_library',
      'links.remove': 'link_library',
      'prompts.update': 'prompt_library',
      'prompts.remove': 'prompt_library',
      'research.update': 'research_items',
      'research.remove': 'research_items',
      'research.use': 'research_items',
      'research.addLink': 'research_items',
      'research.removeLink': 'research_items',
      'tasks.update': 'editorial_tasks',
      'tasks.move': 'editorial_tasks',
      'tasks.addCheck': 'editorial_tasks',
      'tasks.changeCheck': 'editorial_tasks',
      'tasks.removeCheck': 'editorial_tasks',
      'tasks.toArticle': 'editorial_tasks',
      'tasks.remove': 'editorial_tasks',
    },
  },
}

type Rule = { permission: Permission; own: string | null }
const RULES: ReadonlyMap<string, Rule> = new Map(
  (Object.entries(CALLS) as [Permission, Grant][]).flatMap(([permission, { calls, own = {} }]) => [
    ...calls.map((name): [string, Rule] => [name, { permission, own: null }]),
    ...Object.entries(own).map(([name, table]): [string, Rule] => [name, { permission, own: table }]),
  ]),
)

/** Names of calls that are open to more than editors. */
export const LISTED_CALLS = [...RULES.keys()]

/** Whether a role may call an endpoint of access `approved`, by its name. */
export function mayCall(role: Role, name: string): boolean {
  return may(role, RULES.get(name)?.permission ?? 'texts.others')
}

/** The table whose record has to be one's own for this call; null where any may be meant. */
export function ownTable(role: Role, name: string): string | null {
  return may(role, 'texts.others') ? null : (RULES.get(name)?.own ?? null)
}
