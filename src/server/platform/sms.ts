import type { Config } from '../config.ts'
import { fetchRemote, RemoteFault } from './fetch-remote.ts'
import type { Log } from './log.ts'

/** Sends text messages. False when the gateway refused one; the reason is logged. */
export type Sms = { send: (to: string, text: string) => Promise<boolean> }

/**
 * The operator's SMS gateway: `SMS_WEBHOOK_URL` gets `POST {"to": "+49…", "text": "…"}` as JSON and answers 2xx once it
 * has accepted the message. Null where none is configured. The address may be in a private network, since the operator
 * set it.
 */
export function openSms({ SMS_WEBHOOK_URL: address }: Pick<Config, 'SMS_WEBHOOK_URL'>, log: Log): Sms | null {
  if (!address) return null
  return {
    async send(to, text) {
      try {
        const { status } = await fetchRemote(address, {
          allowPrivate: true,
          headers: { 'Content-Type': 'application/json' },
          post: JSON.stringify({ to, text }),
        })
        if (status >= 200 && status <= 299) return true
        log.error('the SMS gateway refused a message', { status })
      } catch (error) {
        if (!(error instanceof RemoteFault)) throw error
        log.error('the SMS gateway cannot be reached', { error: error.message })
      }
      return false
    },
  }
}
