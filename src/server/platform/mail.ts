import type { Config } from '../config.ts'
import { type MailSession, openMailSession } from './mail-session.ts'
import { ownAddress } from './own-address.ts'

/** One mail as plain text and as simple HTML. `fromName` is the sender's display name. */
export type Mail = {
  to: string
  fromName: string
  subject: string
  text: string
  html: string
  /** Generated where it is missing. */
  messageId?: string
}

/** A connection to the configured mail server. */
export type Mailer = {
  /** Sends a mail. Throws MailRefused when the server refuses it for good, any other error when a retry may succeed. */
  send: (mail: Mail) => Promise<void>
  /** Opens a connection for many mails. Throws the fault. */
  open: () => Promise<MailSession>
  /** The configured sender: an address, or a name with an address. */
  from: string
  /** Connects and signs in without sending. Throws the fault. */
  check: () => Promise<void>
  /** Host and port for display, without user name or password. */
  place: string
}

/** The server refused the recipient for good: a retry would not help. */
export class MailRefused extends Error {}

/** Timeouts of a mail server in milliseconds: connection, greeting, idle. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

/** The mail server of SMTP_URL, or null where none is configured. Its library is loaded on first use. */
export function createMailer(config: Pick<Config, 'SMTP_URL' | 'SMTP_FROM' | 'PUBLIC_URL' | 'PORT'>): Mailer | null {
  if (!config.SMTP_URL) return null
  const url = new URL(config.SMTP_URL)
  const from = config.SMTP_FROM ?? `blog-cms@${new URL(ownAddress(config)).hostname}`
  const server = {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (url.protocol === 'smtps:' ? 465 : 587),
    secure: url.protocol === 'smtps:',
    ...TIMEOUTS,
  }
  const auth = url.username
    ? { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) }
    : undefined
  const connect = async () => {
    const { createTransport } = await import('nodemailer')
    return createTransport({ ...server, ...(auth && { auth }), disableFileAccess: true, disableUrlAccess: true })
  }
  return {
    place: url.host,
    from,
    async open() {
      const { default: SMTPConnection } = await import('nodemailer/lib/smtp-connection')
      const connection = new SMTPConnection({ ...server, logger: false })
      return openMailSession(connection, auth)
    },
    async send({ fromName, ...mail }) {
      const transport = await connect()
      try {
        await transport.sendMail({
          ...mail,
          from: from.includes('<') ? from : { name: fromName, address: from },
          headers: { 'Auto-Submitted': 'auto-generated' },
          xMailer: false,
        })
      } catch (error) {
        const { code, responseCode = 0 } = error as { code?: string; responseCode?: number }
        if (code === 'EENVELOPE' && responseCode >= 500) throw new MailRefused((error as Error).message)
        throw error
      } finally {
        transport.close()
      }
    },
    async check() {
      const transport = await connect()
      try {
        await transport.verify()
      } finally {
        transport.close()
      }
    },
  }
}
