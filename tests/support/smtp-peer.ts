import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A received mail, parsed, with the link and code of our mails extracted. */
export type ReceivedMail = {
  from: string
  fromName: string
  to: string
  subject: string
  text: string
  html: string
  headers: { key: string; value: string }[]
  /** The address of its link, '' without one. */
  link: string
  /** Its six digits, '' without any. */
  code: string
}

/** A real mail server on loopback that stores its mails. */
export type SmtpPeer = {
  /** Its SMTP_URL. */
  url: string
  mails: readonly ReceivedMail[]
  /** Waits for the next unread mail to an address. */
  next: (to: string) => Promise<ReceivedMail>
  /** Refuses recipients with this SMTP status from now on; 0 accepts mail again. */
  refuse: (status: number) => void
  stop: () => Promise<void>
}

const WAIT_MS = 15_000

export async function startSmtpPeer(): Promise<SmtpPeer> {
  const mails: ReceivedMail[] = []
  const taken = new Set<ReceivedMail>()
  const waiting = new Set<() => void>()
  let refusal = 0
  const keep = async (bytes: Buffer, to: string, done: (error?: Error) => void) => {
    mails.push(received(await PostalMime.parse(bytes), to))
    for (const look of waiting) look()
    done()
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo: (_address, _session, done) =>
      done(refusal === 0 ? null : Object.assign(new Error('mailbox unavailable'), { responseCode: refusal })),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        void keep(Buffer.concat(chunks), session.envelope.rcptTo[0]?.address ?? '', done)
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    next: (to) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(look)
          reject(
            new Error(`no mail to ${to}; there are: ${mails.map((mail) => `${mail.to} ${mail.subject}`).join(', ')}`),
          )
        }, WAIT_MS)
        const look = () => {
          const found = mails.find((mail) => mail.to === to && !taken.has(mail))
          if (!found) return
          taken.add(found)
          waiting.delete(look)
          clearTimeout(timer)
          resolve(found)
        }
        waiting.add(look)
        look()
      }),
    refuse: (status) => void (refusal = status),
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}

function received(mail: Email, to: string): ReceivedMail {
  const text = mail.text ?? ''
  return {
    from: mail.from?.address ?? '',
    fromName: mail.from?.name ?? '',
    to,
    subject: mail.subject ?? '',
    text,
    html: mail.html ?? '',
    headers: mail.headers.map(({ key, value }) => ({ key, value })),
    link: /https?:\/\/\S+/.exec(text)?.[0] ?? '',
    code: /\b\d{6}\b/.exec(text.replace(/https?:\/\/\S+/g, ''))?.[0] ?? '',
  }
}
