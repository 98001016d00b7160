import { account } from './account.ts'
import { appearance } from './appearance.ts'
import { articles } from './articles.ts'
import { articlePresence } from './articles/presence.ts'
import { revisions } from './articles/revisions.ts'
import { audit } from './audit.ts'
import { dashboard } from './dashboard.ts'
import { embeds } from './embeds.ts'
import { events } from './events.ts'
import { subscriptions } from './subscriptions.ts'
import { inbox } from './inbox.ts'
import { integrations } from './integrations.ts'
import { links } from './links.ts'
import { media } from './media.ts'
import { pages } from './pages.ts'
import { prompts } from './prompts.ts'
import { research } from './research.ts'
import { settings } from './settings.ts'
import { stats } from './stats.ts'
import { system } from './system.ts'
import { categories, tags } from './taxonomy.ts'
import { tasks } from './tasks.ts'
import { trash } from './trash.ts'
import { users } from './users.ts'

/** The whole wire under `/api` (REST) and `/api/rpc`: one entry per noun. */
export const contract = {
  account,
  appearance,
  articles: { ...articles, presence: articlePresence, revisions },
  audit,
  categories,
  dashboard,
  embeds,
  events,
  feeds: subscriptions,
  inbox,
  integrations,
  links,
  media,
  pages,
  prompts,
  research,
  settings,
  stats,
  system,
  tags,
  tasks,
  trash,
  users,
}
