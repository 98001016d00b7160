import { html } from 'hono/html'
import { letterPage } from '../../platform/letter-page.ts'
import { RHYTHM_CHOICES, type Rhythm } from '../../../rules/newsletter.ts'
import type { Mail } from '../../platform/mail.ts'

type Letter = {
  to: string
  /** Name of the newsletter, and of the blog. */
  name: string
  site: string
  /** Name and postal address of the sender. */
  address: string
  messageId: string
  link: string
} & ({ kind: 'confirm'; rhythm: Rhythm } | { kind: 'known' })

/**
 * The one mail before a subscription is confirmed: what was asked for, the link, and the sender. It carries no
 * advertising. For an address that gets the newsletter already it says so, with the link to its settings.
 */
export function writeConfirmation(letter: Letter): Mail {
  const { to, name, site, address, link, messageId } = letter
  const isKnown = letter.kind === 'known'
  const subject = isKnown ? `Sie bekommen ${name} schon` : `Bitte bestätigen: ${name} als Newsletter`
  const opening = isKnown
    ? `jemand wollte mit dieser Adresse ${name} abonnieren. Sie bekommen den Newsletter schon.`
    : `mit dieser Adresse wurde ${name} bestellt (${lowerFirst(RHYTHM_CHOICES[letter.rhythm])}). Bitte bestätigen Sie, dass Sie das möchten.`
  const action = isKnown ? 'Etwas ändern' : 'Newsletter bestätigen'
  const closing = isKnown
    ? 'Wenn Sie das nicht waren, ist nichts weiter zu tun.'
    : 'Wenn Sie das nicht waren, ist nichts weiter zu tun: Ohne Bestätigung schreiben wir nicht wieder, und die Adresse wird nach 30 Tagen gelöscht.'
  const body = html`
    <p>Guten Tag,</p>
    <p>${opening}</p>
    <p>
      <a href="${link}"><strong>${action}</strong></a>
    </p>
    <p>${closing}</p>
    <p style="white-space: pre-line">${address || site}</p>
  `
  const text = ['Guten Tag,', opening, `${action}:\n${link}`, closing, address || site]
  return { to, fromName: name, subject, text: `${text.join('\n\n')}\n`, html: letterPage(subject, body), messageId }
}

function lowerFirst(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1)
}
