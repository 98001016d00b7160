import { forgetAuditEvents } from './accounts/audit.jobs.ts'
import { forgetUndos, turnDueArticles } from './articles/publication/publication.jobs.ts'
import { measureReadingTimes } from './articles/writing/reading-times.jobs.ts'
import { relateOlderArticles } from './articles/finding/related.jobs.ts'
import { thinRevisions } from './articles/writing/revisions.jobs.ts'
import { keepSearchQuick } from './articles/finding/search.jobs.ts'
import { forgetFlows } from './auth/one-time/flow-states.jobs.ts'
import { makeBackups, rehearseRestore } from './backups/backups.jobs.ts'
import { openAccountMails } from './auth/mail/account-mails.service.ts'
import { forgetOneTimeTokens } from './auth/mail/mail.jobs.ts'
import { forgetReaders } from './auth/sessions/reader.jobs.ts'
import { removeKeptFiles } from './files/store/kept-files.ts'
import { fillMissedEmbeds, orderOlderEmbeds } from './embeds/embeds.jobs.ts'
import { forgetImports, runImports } from './imports/imports.jobs.ts'
import { deliverWaitingMails } from './mail/mail.jobs.ts'
import { fillMissedTitles } from './inbox/page-titles.jobs.ts'
import { forgetReplaced, hashPictures, sizePictures } from './media/media.jobs.ts'
import { forgetPageUndos, thinPageRevisions } from './pages/pages.jobs.ts'
import { forgetLimits } from './platform/db/limits.jobs.ts'
import { PULSE_JOB, type Job } from './platform/job.ts'
import { tellOutside } from './pings/pings.jobs.ts'
import { orderOldSearched, readSearched } from './search/search.jobs.ts'
import { orderMissedTexts, readPublicTexts } from './public-texts/public-texts.jobs.ts'
import { sendPurges } from './site/cdn/purges.jobs.ts'
import { forgetOldReferrers, writeDownViews } from './stats/stats.jobs.ts'
import { emptyTrash } from './trash/trash.jobs.ts'

/** Every background job; each says in its own file how often it runs. */
export const SCHEDULE: readonly Job[] = [
  { name: PULSE_JOB, everySeconds: 30, run: async () => {} },
  turnDueArticles,
  forgetUndos,
  forgetPageUndos,
  emptyTrash,
  forgetAuditEvents,
  forgetReaders,
  thinRevisions,
  thinPageRevisions,
  measureReadingTimes,
  keepSearchQuick,
  readPublicTexts,
  readSearched,
  orderOldSearched,
  tellOutside,
  orderMissedTexts,
  writeDownViews,
  forgetOldReferrers,
  fillMissedTitles,
  runImports,
  forgetImports,
  relateOlderArticles,
  orderOlderEmbeds,
  fillMissedEmbeds,
  forgetReplaced,
  hashPictures,
  sizePictures,
  forgetFlows,
  deliverWaitingMails(openAccountMails),
  sendPurges,
  forgetOneTimeTokens,
  forgetLimits,
  removeKeptFiles,
  makeBackups,
  rehearseRestore,
]
