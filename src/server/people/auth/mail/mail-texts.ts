import { html } from 'hono/html'
import { letterPage } from '../../../platform/letter-page.ts'
import type { Mail } from '../../../platform/mail.ts'
import type { TokenKind } from '../tokens/tokens.service.ts'

/** Variables of a mail: recipient, target of its link, six digits to type instead. */
export type Letter = {
  to: string
  site: string
  link?: string
  code?: string
  /** The new address of an account. */
  newEmail?: string
}

/** Types of mail: those with a link or code, a further sign-up, and the notice that there is an account already. */
export type LetterKind = TokenKind | 'signup_again' | 'account_exists' | 'address_notice'

type Words = {
  subject: (site: string) => string
  /** Reason of this mail. */
  opening: (letter: Letter) => string
  /** Label of the link. */
  action?: string
  /** What to do if one has not requested it. */
  closing: string
}

const IGNORE = 'Wenn Sie das nicht waren, ist nichts weiter zu tun: Ohne den Link oder den Code geschieht nichts.'

const WORDS: Record<LetterKind, Words> = {
  signup: {
    subject: (site) => `Bitte bestätigen Sie Ihre E-Mail-Adresse für ${site}`,
    opening: ({ site }) => `mit dieser E-Mail-Adresse wurde ein Konto bei ${site} angelegt. Bitte bestätigen Sie sie.`,
    action: 'E-Mail-Adresse bestätigen',
    closing: IGNORE,
  },
  signup_again: {
    subject: (site) => `Bitte bestätigen Sie Ihre E-Mail-Adresse für ${site}`,
    opening: ({ site }) =>
      `mit dieser E-Mail-Adresse wurde mehr als einmal ein Konto bei ${site} angelegt. Wenn Sie sie bestätigen, gilt das Konto Ihnen. Lässt sich nicht feststellen, welche der Registrierungen von Ihnen kam, gilt keines der dabei gewählten Passwörter, und Sie wählen gleich ein neues.`,
    action: 'E-Mail-Adresse bestätigen',
    closing: IGNORE,
  },
  recovery: {
    subject: (site) => `Neues Passwort für ${site}`,
    opening: ({ site }) => `für Ihr Konto bei ${site} wurde ein neues Passwort angefordert.`,
    action: 'Neues Passwort setzen',
    closing: `${IGNORE} Ihr bisheriges Passwort gilt weiter.`,
  },
  magiclink: {
    subject: (site) => `Ihre Anmeldung bei ${site}`,
    opening: ({ site }) => `hier ist der Link, mit dem Sie sich bei ${site} anmelden.`,
    action: 'Anmelden',
    closing: IGNORE,
  },
  email_change_current: {
    subject: (site) => `Neue E-Mail-Adresse für Ihr Konto bei ${site}`,
    opening: ({ site, newEmail }) =>
      `Ihr Konto bei ${site} soll künftig die Adresse ${newEmail} haben. Bitte bestätigen Sie das auch von dieser Adresse aus; an die neue haben wir ebenfalls geschrieben.`,
    action: 'Änderung bestätigen',
    closing: 'Wenn Sie das nicht waren, bestätigen Sie bitte nicht und ändern Sie Ihr Passwort.',
  },
  email_change_new: {
    subject: (site) => `Bitte bestätigen Sie Ihre neue E-Mail-Adresse für ${site}`,
    opening: ({ site }) =>
      `diese Adresse soll künftig zu einem Konto bei ${site} gehören. Bitte bestätigen Sie sie; an die bisherige haben wir ebenfalls geschrieben.`,
    action: 'Neue Adresse bestätigen',
    closing: IGNORE,
  },
  reauthentication: {
    subject: (site) => `Ihr Bestätigungscode für ${site}`,
    opening: ({ site }) => `mit diesem Code bestätigen Sie die Änderung an Ihrem Konto bei ${site}.`,
    closing: 'Wenn Sie das nicht waren, geben Sie den Code niemandem und ändern Sie Ihr Passwort.',
  },
  address_notice: {
    subject: (site) => `Ihre E-Mail-Adresse bei ${site} wurde geändert`,
    opening: ({ site, newEmail }) =>
      `Ihr Konto bei ${site} hat jetzt die Adresse ${newEmail}. Wenn Sie das nicht waren, holen Sie Ihre bisherige Adresse zurück: Dann werden alle Geräte abgemeldet, und Sie wählen ein neues Passwort.`,
    action: 'Bisherige Adresse zurückholen',
    closing: 'Der Link gilt 72 Stunden und nur einmal. Wenn Sie die Adresse selbst geändert haben, ist nichts zu tun.',
  },
  account_exists: {
    subject: (site) => `Sie haben schon ein Konto bei ${site}`,
    opening: ({ site }) =>
      `jemand wollte mit dieser E-Mail-Adresse ein Konto bei ${site} anlegen. Es gibt schon eines. Melden Sie sich damit an, oder setzen Sie unter „Passwort vergessen?“ ein neues Passwort.`,
    action: 'Zur Anmeldung',
    closing: 'Wenn Sie das nicht waren, ist nichts weiter zu tun.',
  },
}

/** A mail in German, as plain text and as simple HTML without external resources. */
export function writeLetter(kind: LetterKind, letter: Letter): Mail {
  const { site, link, code } = letter
  const words = WORDS[kind]
  const opening = words.opening(letter)
  const use = code && (link ? `Oder geben Sie diesen Code ein: ${code}` : `Ihr Code: ${code}`)
  const expiry = code && `Gültig ist ${link ? 'beides' : 'er'} eine Stunde und nur einmal.`
  const paragraphs = ['Guten Tag,', opening, link && `${words.action}:\n${link}`, use, expiry, words.closing, site]
  const body = html`
    <p>Guten Tag,</p>
    <p>${opening}</p>
    ${
      link
        ? html`<p>
            <a href="${link}"><strong>${words.action}</strong></a>
          </p>`
        : ''
    }
    ${
      code
        ? html`<p>${link ? 'Oder geben Sie diesen Code ein:' : 'Ihr Code:'}</p>
            <p style="font-size: 28px; letter-spacing: 0.15em"><strong>${code}</strong></p>
            <p>${expiry}</p>`
        : ''
    }
    <p>${words.closing}</p>
    <p>${site}</p>
  `
  return {
    to: letter.to,
    fromName: site,
    subject: words.subject(site),
    text: `${paragraphs.filter(Boolean).join('\n\n')}\n`,
    html: letterPage(words.subject(site), body),
  }
}
