import { createMailer } from '../../platform/mail.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { deliverMails, type MailDesk, type WriteMail } from './mail-orders.service.ts'

/** The resources for delivery, or null where no mail server is configured. */
export function openMailDesk(
  { config, db, log, clock }: Pick<Runtime, 'config' | 'db' | 'log' | 'clock'>,
  write: WriteMail,
): MailDesk | null {
  const mailer = createMailer(config)
  return mailer && { db, log, clock, mailer, write }
}

/**
 * Delivers in the background, one round at a time, without a waiting request; failed mails stay ordered for the job.
 */
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
