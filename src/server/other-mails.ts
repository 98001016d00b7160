import { DIGEST_MAIL, digestMail } from './desk/notices/digest.service.ts'
import { CONFIRMATION_MAIL, confirmationMail } from './readers/newsletter/subscribing.service.ts'
import type { OtherMails } from './people/auth/mail/account-mails.service.ts'
import type { Runtime } from './platform/runtime.ts'
import { REPORT_MAIL, reportMail } from './readers/comments/reports.service.ts'

/** Mails that other modules than `people/auth` compose, by kind of order. */
export function otherMails({ db, config }: Pick<Runtime, 'db' | 'config'>): OtherMails {
  return {
    [DIGEST_MAIL]: digestMail(config),
    [CONFIRMATION_MAIL]: confirmationMail({ db, config }),
    [REPORT_MAIL]: reportMail(),
  }
}
