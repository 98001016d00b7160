import { createMailer } from '../../platform/mail.ts'
import { ownAddress } from '../../platform/own-address.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { deliverMails, type MailDesk } from './mail-orders.service.ts'
import type { SecretBox } from '../../platform/secret-box.ts'

/** What delivering needs, or null where no mail server is configured. */
export function openMailDesk(
  { config, db, log, clock }: Pick<Runtime, 'config' | 'db' | 'log' | 'clock'>,
  box: SecretBox,
): MailDesk | null {
  const mailer = createMailer(config)
  return mailer && { db, log, clock, mailer, oneTimeKey: box.keyFor('one-time-token'), own: ownAddress(config) }
}

/** Delivers in the background, one round at a time; nobody waits for it, what fails stays ordered for the job. */
export function mailSender(desk: MailDesk): () => void {
  let running = false
  let again = false
  const round = async () => {
    running = true
    try {
      do {
        again = false
        await deliverMails(desk)
      } while (again)
    } catch (error) {
      desk.log.error('mails could not be delivered', { error: String(error) })
    } finally {
      running = false
    }
  }
  return () => {
    again = true
    if (!running) void round()
  }
}
