import { DIGEST_MAIL, digestMail } from './desk/notices/digest.service.ts'
import type { OtherMails } from './people/auth/mail/account-mails.service.ts'
import type { Runtime } from './platform/runtime.ts'

/** Mails that other modules than `people/auth` compose, by kind of order. */
export function otherMails({ config }: Pick<Runtime, 'config'>): OtherMails {
  return { [DIGEST_MAIL]: digestMail(config) }
}
