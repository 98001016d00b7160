import { Readable } from 'node:stream'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'

/** A mail as bytes, and its addresses on the wire. */
export type SessionMail = {
  /** The return address. */
  from: string
  to: string
  raw: Buffer
  /** Called when the server has accepted the recipient and waits for the text. False: the mail is not sent. */
  onAccepted: () => Promise<boolean>
}

/**
 * What became of a mail, with the words of the server. `refused`: for good, because of the recipient or because of the
 * text. `unsent`: certainly not accepted, a retry may succeed; `of` says whether the recipient was refused for now, or the
 * connection failed. `uncertain`: the text was sent, and no response arrived. `withdrawn`: `onAccepted` said no.
 */
export type MailOutcome =
  | { state: 'sent'; reply: string }
  | { state: 'refused'; of: 'recipient' | 'text'; reply: string }
  | { state: 'unsent'; of: 'recipient' | 'connection'; reply: string }
  | { state: 'uncertain'; reply: string }
  | { state: 'withdrawn' }

/** A connection to the mail server for one mail after the other. */
export type MailSession = {
  /** Sends a mail; never throws what the server or the connection does. */
  send: (mail: SessionMail) => Promise<MailOutcome>
  /** Whether it can send another mail. */
  isOpen: () => boolean
  close: () => void
}

type Fault = Error & { code?: string; responseCode?: number; response?: string; command?: string }

/** Connects and signs in. Throws the fault. */
export async function openMailSession(
  connection: SMTPConnection,
  auth: { user: string; pass: string } | undefined,
): Promise<MailSession> {
  let isOpen = true
  const closing = new Promise<never>((_resolve, reject) => {
    connection.on('error', (error: Error) => {
      isOpen = false
      reject(error)
    })
    connection.on('end', () => (isOpen = false))
  })
  closing.catch(() => {})
  const begun = async (begin: (done: (error?: Error | null) => void) => void) => {
    await Promise.race([
      new Promise<void>((resolve, reject) => begin((error) => (error ? reject(error) : resolve()))),
      closing,
    ])
  }
  try {
    await begun((done) => connection.connect(done))
    if (auth) await begun((done) => connection.login({ credentials: auth }, done))
  } catch (error) {
    connection.close()
    throw error
  }
  const close = () => {
    if (isOpen) connection.quit()
    isOpen = false
  }
  return {
    isOpen: () => isOpen,
    close,
    async send({ from, to, raw, onAccepted }) {
      let isHanded = false
      let isWithdrawn = false
      // It is read only once the server waits for the text (354).
      const text = new Readable({
        read() {
          if (isHanded) return
          onAccepted().then(
            (isWanted) => {
              isHanded = isWanted
              isWithdrawn = !isWanted
              if (!isWanted) return this.destroy(new Error('withdrawn'))
              this.push(raw)
              this.push(null)
            },
            (error: unknown) => this.destroy(error instanceof Error ? error : new Error(String(error))),
          )
        },
      })
      const sent = await new Promise<string | Fault>((resolve) => {
        connection.send({ from, to: [to] }, text, (error, info) => resolve(error ?? info?.response ?? ''))
      })
      if (typeof sent === 'string') return { state: 'sent', reply: sent }
      const outcome = isWithdrawn ? ({ state: 'withdrawn' } as const) : outcomeOf(sent, isHanded)
      // The server still waits for the rest of the text, or nothing is known of it.
      if (isWithdrawn || isHanded || sent.responseCode === undefined || sent.responseCode === 421) {
        isOpen = false
        connection.close()
      } else await begun((done) => connection.reset(done)).catch(() => (isOpen = false))
      return outcome
    },
  }
}

function outcomeOf(fault: Fault, isHanded: boolean): MailOutcome {
  const { responseCode, response, message, command = '' } = fault
  const reply = (response || message).slice(0, 500)
  if (responseCode === undefined)
    return isHanded ? { state: 'uncertain', reply } : { state: 'unsent', of: 'connection', reply }
  const isRecipient = command === 'RCPT TO'
  if (responseCode >= 500 && (isRecipient || isHanded || command === 'DATA'))
    return { state: 'refused', of: isRecipient ? 'recipient' : 'text', reply }
  return { state: 'unsent', of: isRecipient || isHanded ? 'recipient' : 'connection', reply }
}
