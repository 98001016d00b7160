import { forgetAuditEvents } from './people/accounts/audit.jobs.ts'
import { forgetUndos, turnDueArticles } from './writing/articles/publication/publication.jobs.ts'
import { measureReadingTimes } from './writing/articles/writing/reading-times.jobs.ts'
import { thinRevisions } from './writing/articles/writing/revisions.jobs.ts'
import { keepSearchQuick } from './writing/articles/finding/search.jobs.ts'
import { forgetFlows } from './people/auth/tokens/flow-states.jobs.ts'
import { makeBackups, rehearseRestore } from './transfer/backups/backups.jobs.ts'
import { openAccountMails } from './people/auth/mail/account-mails.service.ts'
import { forgetOneTimeTokens } from './people/auth/mail/mail.jobs.ts'
import { forgetReaders } from './people/auth/sessions/reader.jobs.ts'
import { removeKeptFiles } from './files/store/guarded-files.ts'
import { fillMissedEmbeds } from './writing/embeds/embeds.jobs.ts'
import { forgetImports, runImports } from './transfer/imports/imports.jobs.ts'
import { deliverWaitingMails } from './people/mail/mail.jobs.ts'
import { fillMissedTitles } from './desk/inbox/page-titles.jobs.ts'
import { forgetReplaced, hashPictures, sizePictures } from './writing/media/media.jobs.ts'
import { forgetPageUndos, thinPageRevisions } from './writing/pages/pages.jobs.ts'
import { forgetLimits } from './platform/fleet/limits.jobs.ts'
import { PULSE_JOB, type Job } from './platform/job.ts'
import { tellOutside } from './readers/pings/pings.jobs.ts'
import { orderOldSearched, readSearched } from './desk/search/search.jobs.ts'
import { orderMissedTexts, readPublicTexts } from './writing/reader-index/reader-index.jobs.ts'
import { sendPurges } from './readers/site/cdn/purges.jobs.ts'
import { forgetOldReferrers, writeDownViews } from './readers/stats/stats.jobs.ts'
import { emptyTrash } from './desk/trash/trash.jobs.ts'

/** Every background job; the interval of each is in its own file. */
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
