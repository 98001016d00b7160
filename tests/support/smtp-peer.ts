import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'

/** A received mail, parsed, with the link and code of our mails extracted. */
export type ReceivedMail = {
  from: string
  /** The address that failures are returned to. */
  returnTo: string
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
  /**
   * How it treats a mail from now on, by its recipient: a status to refuse the recipient or the whole text with, or
   * hanging up after the text, which it has kept (`lost`) or not (`dropped`).
   */
  treat: (how: (to: string) => Treatment) => void
  stop: () => Promise<void>
}

export type Treatment = 'accept' | 'lost' | 'dropped' | { recipient: number } | { text: number }

const WAIT_MS = 15_000

export async function startSmtpPeer(): Promise<SmtpPeer> {
  const mails: ReceivedMail[] = []
  const taken = new Set<ReceivedMail>()
  const waiting = new Set<() => void>()
  let refusal = 0
  let treated: (to: string) => Treatment = () => 'accept'
  const refused = (responseCode: number, words: string) => Object.assign(new Error(words), { responseCode })
  const hangUp = (id: string) => {
    for (const one of server.connections as Set<{ session: { id: string }; _socket: { destroy: () => void } }>)
      if (one.session.id === id) one._socket.destroy()
  }
  const keep = async (bytes: Buffer, { id, envelope }: SMTPServerSession, done: (error?: Error) => void) => {
    const to = envelope.rcptTo[0]?.address ?? ''
    const how = treated(to)
    if (typeof how === 'object' && 'text' in how) return done(refused(how.text, 'message refused'))
    if (how === 'dropped') return hangUp(id)
    const returnTo = envelope.mailFrom === false ? '' : envelope.mailFrom.address
    mails.push({ ...received(await PostalMime.parse(bytes), to), returnTo })
    for (const look of waiting) look()
    if (how === 'lost') return hangUp(id)
    done()
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onRcptTo: ({ address }, _session, done) => {
      const how = treated(address)
      const status = typeof how === 'object' && 'recipient' in how ? how.recipient : refusal
      done(status === 0 ? null : refused(status, 'mailbox unavailable'))
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        void keep(Buffer.concat(chunks), session, done)
      })
    },
  })
  // A client that is killed resets its connection.
  server.on('error', () => {})
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
    treat: (how) => void (treated = how),
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}

function received(mail: Email, to: string): Omit<ReceivedMail, 'returnTo'> {
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
