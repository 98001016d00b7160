import type { Migrations } from '../platform/db/migrate.ts'
import * as schema from './0001-schema.ts'
import * as feedFetching from './0002-feed-fetching.ts'
import * as authors from './0003-authors.ts'
import * as publishing from './0004-publishing.ts'
import * as website from './0005-website.ts'
import * as notices from './0006-notices.ts'
import * as textSteps from './0007-text-steps.ts'
import * as languages from './0008-languages.ts'
import * as passkeys from './0009-passkeys.ts'
import * as topics from './0010-topics.ts'
import * as newsletter from './0011-newsletter.ts'
import * as comments from './0012-comments.ts'
import * as remarks from './0013-remarks.ts'
import * as roles from './0014-roles.ts'
import * as reviews from './0015-reviews.ts'
import * as writers from './0016-writers.ts'
import * as sound from './0017-sound.ts'
import * as importSources from './0018-import-sources.ts'
import * as guests from './0019-guests.ts'
import * as suggestions from './0020-suggestions.ts'
import * as activity from './0021-activity.ts'
import * as pageReviews from './0022-page-reviews.ts'
import * as authorLines from './0023-author-lines.ts'
import * as podcast from './0024-podcast.ts'
import * as articleGuests from './0025-article-guests.ts'
import * as heldDeliveries from './0026-held-deliveries.ts'
import * as openings from './0027-opening-words.ts'

/** Names of the migrations before the first release, as in databases and backups of that time. */
const FORMER_MIGRATIONS = `
  0001-content
  0002-auth
  0003-storage
  0004-inbox
  0005-integrations
  0006-articles-edited
  0007-auth-mail
  0008-auth-factors
  0009-auth-flows
  0010-articles-saving
  0011-publication
  0012-article-details
  0013-articles-list
  0014-research-files
  0015-publication-dates
  0016-revision-losses
  0017-revision-thinning
  0018-articles-found
  0019-media-usage
  0020-reading-times
  0021-auth-sign-ups
  0022-auth-known-clients
  0023-inbox-titles
  0024-search-german
  0025-article-undos
  0027-public-date-format
  0028-media-files
  0029-display-names
  0031-public-lists
  0032-cdn-purges
  0033-pages
  0035-embeds
  0036-noindex
  0037-pings
  0038-picture-sizes
  0039-appearance
  0040-public-texts
  0041-article-views
  0042-article-ends
  0044-catch-ups
  0045-page-editing
  0046-whole-revisions
  0049-limits
  0050-redirects
  0051-imports
  0052-backups
  0053-import-items-waiting
  0054-instance-leases
  0055-search
  0056-planning
  0057-task-panel
  0058-labels-and-templates
  0059-desk
  0060-moves-once
  0061-board
  0062-search-best
  0063-slim-public-texts
  0064-opening-words
  0065-joined-words
  0066-search-task-notes
  0067-index-forms
  0068-reading-attempts
`

/** The last commit with these migrations: started once, it brings a database with some of them up to all. */
const LAST_WITH_FORMER = 'b91ad5e'

/** Every migration by its name, in order. A name never changes once it has been released. */
export const migrations: Migrations = {
  '0001-schema': { ...schema, replaces: { names: FORMER_MIGRATIONS.trim().split(/\s+/), version: LAST_WITH_FORMER } },
  '0002-feed-fetching': feedFetching,
  '0003-authors': authors,
  '0004-publishing': publishing,
  '0005-website': website,
  '0006-notices': notices,
  '0007-text-steps': textSteps,
  '0008-languages': languages,
  '0009-passkeys': passkeys,
  '0010-topics': topics,
  '0011-newsletter': newsletter,
  '0012-comments': comments,
  '0013-remarks': remarks,
  '0014-roles': roles,
  '0015-reviews': reviews,
  '0016-writers': writers,
  '0017-sound': sound,
  '0018-import-sources': importSources,
  '0019-guests': guests,
  '0020-suggestions': suggestions,
  '0021-activity': activity,
  '0022-page-reviews': pageReviews,
  '0023-author-lines': authorLines,
  '0024-podcast': podcast,
  '0025-article-guests': articleGuests,
  '0026-held-deliveries': heldDeliveries,
  '0027-opening-words': openings,
}
