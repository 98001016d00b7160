import * as publication from './writing/articles/publication/publication.service.ts'
import * as readingTimes from './writing/articles/writing/reading-times.service.ts'
import { forgetFlows, forgetReaders, forgetOneTimeTokens } from './people/auth/auth.jobs.ts'
import { makeBackups, rehearseRestore } from './transfer/backups/backups.jobs.ts'
import { endKilledMoves } from './transfer/backups/moving.service.ts'
import { openAccountMails } from './people/auth/mail/account-mails.service.ts'
import { removeKeptFiles } from './files/store/guarded-files.ts'
import * as embeds from './writing/embeds/embeds.service.ts'
import { forgetImports, runImports } from './transfer/imports/imports.jobs.ts'
import { deliverWaitingMails } from './people/mail/mail.jobs.ts'
import { orderMail } from './people/mail/mail-orders.service.ts'
import { otherMails } from './other-mails.ts'
import { forgetActivity } from './desk/activity/activity.service.ts'
import { isAnythingToMail, orderDigests } from './desk/notices/digest.service.ts'
import { isAnyDueTomorrow, notifyDueTomorrow } from './desk/notices/due-tomorrow.service.ts'
import { forgetNotices } from './desk/notices/notices.service.ts'
import { fillMissedTitles } from './desk/inbox/page-titles.jobs.ts'
import * as feeds from './desk/subscriptions/fetch-due.service.ts'
import { forgetReplaced, hashPictures, sizePictures } from './writing/media/media.jobs.ts'
import { ARTICLES } from './writing/articles/article-noun.ts'
import { PAGES } from './writing/pages/page-noun.ts'
import { textJobs } from './writing/texts/text-jobs.ts'
import { foldSteps, forgetRemarks, forgetSteps, forgetSuggestions } from './writing/steps/steps.jobs.ts'
import { forgetLimits } from './platform/fleet/limits.ts'
import { PULSE_JOB, type Job } from './platform/job.ts'
import { freeMemory } from './platform/memory.ts'
import { mergeSearchIndexes } from './platform/search/search.ts'
import { orderOldSearched, readSearched } from './desk/search/search.jobs.ts'
import { orderMissedTexts, readPublicTexts } from './writing/reader-index/reader-index.jobs.ts'
import { forgetNetworksOfComments, forgetRemovedComments } from './readers/comments/comments.jobs.ts'
import { forgetOldReferrers, writeDownViews } from './readers/stats/stats.jobs.ts'
import { forgetOldEvents } from './people/accounts/audit.service.ts'
import { readBounceMailbox } from './readers/newsletter/bounce-mailbox.jobs.ts'
import { hasDigestReaders, planDigests } from './readers/newsletter/digests.service.ts'
import { EVERY_SECONDS, hasIssues, sendIssues } from './readers/newsletter/sending.service.ts'
import { mailContent } from './readers/site/machine-readable/mail-content.ts'
import { sweepSubscribers } from './readers/newsletter/subscribing.service.ts'
import { hasPings, sendPings } from './readers/pings/pings.service.ts'
import * as purges from './readers/site/cdn/purges.service.ts'
import * as trash from './desk/trash/trash.service.ts'

const ofArticles = textJobs(ARTICLES.tables, '')
const ofPages = textJobs(PAGES.tables, 'page-')

/**
 * RUL-3: publishes and withdraws what is due. Every second: it is late by at most two, even when the instance that claimed the
 * slot died.
 */
export const turnDueArticles: Job = {
  name: 'turn-due-articles',
  everySeconds: 1,
  hasWork: ({ db, clock }) => publication.isAnyDue(db, clock()),
  run: ({ db, clock }) => publication.turnDueArticles(db, clock()),
}

/** Measures texts written by a former release or an import in advance. */
export const measureReadingTimes: Job = {
  name: 'measure-reading-times',
  everySeconds: 24 * 3600,
  run: ({ db }) => readingTimes.measureAll(db),
}

/** Keeps search indexes quick after many changes. */
const keepSearchQuick: Job = {
  name: 'keep-search-quick',
  everySeconds: 24 * 3600,
  run: ({ db }) => mergeSearchIndexes(db),
}

/** Retries embeds whose provider was unreachable, and those left by an ended instance. */
export const fillMissedEmbeds: Job = {
  name: 'fill-missed-embeds',
  everySeconds: 60,
  hasWork: embeds.isAnyDue,
  run: embeds.fillDue,
}

/** Fetches feeds that are due (RUL-106), and those of an ended instance once its claims have run out. */
export const fetchFeeds: Job = {
  name: 'fetch-feeds',
  everySeconds: 2,
  hasWork: feeds.isAnythingDue,
  run: feeds.fetchDue,
}

/** RUL-20: what has lain in the trash for 30 days goes. */
const emptyTrash: Job = {
  name: 'empty-trash',
  everySeconds: 3600,
  run: (runtime) => trash.emptyTrash(runtime, runtime.clock()),
}

/** Audit entries go after 90 days. */
const forgetAuditEvents: Job = {
  name: 'forget-audit-events',
  everySeconds: 86_400,
  run: ({ db, clock }) => forgetOldEvents(db, clock()),
}

/** Reports changes to the hub and the search engines that the operator has named. */
const tellOutside: Job = { name: 'tell-outside', everySeconds: 15, hasWork: hasPings, run: sendPings }

/** RUL-52: sends purges that the CDN has not taken yet, and with several instances the second request. */
const sendPurges: Job = {
  name: 'send-cdn-purges',
  everySeconds: 5,
  hasWork: async (runtime) => runtime.config.CDN_PURGE_URL !== undefined && purges.isAnythingToPurge(runtime),
  run: (runtime) => purges.sendPurges(runtime),
}

/** RUL-62: reminds people of what is due the next day. */
const noteDueTomorrow: Job = {
  name: 'note-due-tomorrow',
  everySeconds: 60,
  hasWork: isAnyDueTomorrow,
  run: notifyDueTomorrow,
}

/** RUL-62: orders the daily mail with notices, which `deliver-mails` sends. */
const sendDigests: Job = {
  name: 'order-digests',
  everySeconds: 60,
  hasWork: isAnythingToMail,
  run: (runtime) => orderDigests(runtime, orderMail),
}

/** Notices go after 90 days, read ones after 30. */
const forgetOldNotices: Job = { name: 'forget-notices', everySeconds: 86_400, run: forgetNotices }

/** Activity goes after 400 days. */
const forgetOldActivity: Job = { name: 'forget-activity', everySeconds: 86_400, run: forgetActivity }

/** RUL-79: unconfirmed addresses, old proof and network addresses go. */
const sweepNewsletter: Job = { name: 'sweep-newsletter', everySeconds: 3600, run: sweepSubscribers }

/** Plans weekly and monthly issues of the newsletter (NEWS-14). */
const planNewsletterDigests: Job = {
  name: 'plan-newsletter-digests',
  everySeconds: 60,
  hasWork: hasDigestReaders,
  run: planDigests,
}

/** RUL-80: begins and sends issues of the newsletter. */
const sendNewsletter: Job = {
  name: 'send-newsletter',
  everySeconds: EVERY_SECONDS,
  hasWork: hasIssues,
  run: (runtime) => sendIssues(runtime, mailContent(runtime)),
}

/** Every background job. A module with several of them, or with a longer one, has them in its own file `*.jobs.ts`. */
export const SCHEDULE: readonly Job[] = [
  { name: PULSE_JOB, everySeconds: 30, run: async () => {} },
  freeMemory,
  turnDueArticles,
  foldSteps,
  forgetSteps,
  forgetRemarks,
  forgetSuggestions,
  ofArticles.forgetUndos,
  ofPages.forgetUndos,
  emptyTrash,
  forgetAuditEvents,
  forgetReaders,
  ofArticles.thinRevisions,
  ofPages.thinRevisions,
  measureReadingTimes,
  keepSearchQuick,
  readPublicTexts,
  readSearched,
  orderOldSearched,
  tellOutside,
  orderMissedTexts,
  writeDownViews,
  forgetOldReferrers,
  forgetNetworksOfComments,
  forgetRemovedComments,
  fillMissedTitles,
  fetchFeeds,
  runImports,
  forgetImports,
  fillMissedEmbeds,
  forgetReplaced,
  hashPictures,
  sizePictures,
  forgetFlows,
  deliverWaitingMails((runtime) => openAccountMails(runtime, otherMails(runtime))),
  noteDueTomorrow,
  sendDigests,
  forgetOldActivity,
  forgetOldNotices,
  sendPurges,
  planNewsletterDigests,
  sendNewsletter,
  readBounceMailbox,
  sweepNewsletter,
  forgetOneTimeTokens,
  forgetLimits,
  removeKeptFiles,
  makeBackups,
  endKilledMoves,
  rehearseRestore,
]
