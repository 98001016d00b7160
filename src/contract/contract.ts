import { account } from './account.ts'
import { activity } from './activity.ts'
import { appearance } from './appearance.ts'
import { articles } from './articles.ts'
import { articlePresence } from './articles/presence.ts'
import { revisions } from './articles/revisions.ts'
import { audit } from './audit.ts'
import { authors } from './authors.ts'
import { backups } from './backups.ts'
import { comments } from './comments.ts'
import { dashboard } from './dashboard.ts'
import { embeds } from './embeds.ts'
import { events } from './events.ts'
import { exports } from './export.ts'
import { imports } from './imports.ts'
import { subscriptions } from './subscriptions.ts'
import { inbox } from './inbox.ts'
import { integrations } from './integrations.ts'
import { links } from './links.ts'
import { media } from './media.ts'
import { issues, newsletter, subscribers } from './newsletter.ts'
import { notices } from './notices.ts'
import { pages } from './pages.ts'
import { planning } from './planning.ts'
import { prompts } from './prompts.ts'
import { redirects } from './redirects.ts'
import { replacements } from './replacements.ts'
import { research } from './research.ts'
import { search } from './search.ts'
import { settings } from './settings.ts'
import { stats } from './stats.ts'
import { system } from './system.ts'
import { categories, tags } from './taxonomy.ts'
import { tasks } from './tasks.ts'
import { taskTemplates } from './tasks/templates.ts'
import { templates } from './templates.ts'
import { trash } from './trash.ts'
import { users } from './users.ts'
import { views } from './views.ts'
import { words } from './words.ts'

/** The whole wire under `/api` (REST) and `/api/rpc`: one entry per noun. */
export const contract = {
  account,
  activity,
  appearance,
  articles: { ...articles, presence: articlePresence, revisions },
  audit,
  authors,
  backups,
  categories,
  comments,
  dashboard,
  embeds,
  events,
  export: exports,
  feeds: subscriptions,
  imports,
  inbox,
  integrations,
  issues,
  links,
  media,
  newsletter,
  notices,
  pages,
  planning,
  prompts,
  redirects,
  replacements,
  research,
  search,
  settings,
  stats,
  subscribers,
  system,
  tags,
  tasks: { ...tasks, templates: taskTemplates },
  templates,
  trash,
  users,
  views,
  words,
}
