import MailComposer from 'nodemailer/lib/mail-composer'

export interface MailParts {
  from: string | { name: string; address: string }
  to: string
  subject: string
  text: string
  html: string
  messageId: string
  headers: Record<string, string>
}

/** Encodes a mail as it goes over the wire. It takes milliseconds a mail, thousands of times an issue. */
export async function run(parts: MailParts): Promise<Uint8Array> {
  return new MailComposer({ ...parts, disableFileAccess: true, disableUrlAccess: true }).compile().build()
}
