import type { Job } from '../../platform/job.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { openMailDesk } from './mail-desk.ts'
import { deliverMails, type WriteMail } from './mail-orders.service.ts'

/** Retries mails that failed or whose server ended before. */
export const deliverWaitingMails = (openWriter: (runtime: Runtime) => Promise<WriteMail>): Job => ({
  name: 'deliver-mails',
  everySeconds: 60,
  run: async (runtime) => {
    const desk = openMailDesk(runtime, await openWriter(runtime))
    if (desk) await deliverMails(desk)
  },
})
