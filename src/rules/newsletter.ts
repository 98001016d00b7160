/** How often a subscriber gets mail: each issue, or a digest on Sundays or on the first of the month. */
export const RHYTHMS = ['each', 'weekly', 'monthly'] as const
export type Rhythm = (typeof RHYTHMS)[number]

/** As readers choose it. */
export const RHYTHM_CHOICES: Record<Rhythm, string> = {
  each: 'Jeden Artikel, sobald er erscheint',
  weekly: 'Einmal in der Woche, sonntags um sieben',
  monthly: 'Einmal im Monat, am Ersten',
}

/** As lists name it. */
export const RHYTHM_WORDS: Record<Rhythm, string> = {
  each: 'jede Ausgabe',
  weekly: 'wöchentlich',
  monthly: 'monatlich',
}

/** States of a subscription; only `active` ones get mail. */
export const SUBSCRIBER_STATES = ['pending', 'active', 'paused', 'left', 'bounced', 'complained'] as const
export type SubscriberState = (typeof SUBSCRIBER_STATES)[number]

export const SUBSCRIBER_WORDS: Record<SubscriberState, string> = {
  pending: 'Unbestätigt',
  active: 'Aktiv',
  paused: 'Pausiert',
  left: 'Abgemeldet',
  bounced: 'Unzustellbar',
  complained: 'Beschwerde',
}

/** Entries of the proof of consent (RUL-79). */
export const CONSENT_KINDS = ['asked', 'confirmed', 'changed', 'left', 'imported'] as const
export type ConsentKind = (typeof CONSENT_KINDS)[number]

export const ISSUE_STATES = ['planned', 'sending', 'stopped', 'sent', 'withdrawn'] as const
export type IssueState = (typeof ISSUE_STATES)[number]

/** Mails a minute, where nothing else is set. */
export const USUAL_PACE = 20

/** Whether a text is one of the rhythms. */
export function isRhythm(text: unknown): text is Rhythm {
  return RHYTHMS.some((rhythm) => rhythm === text)
}

/** An address that its owner recognises and nobody else can read: `e…a@posteo.example`. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@')
  const local = [...email.slice(0, at)]
  const [first = '', last = ''] = [local[0], local.length > 1 ? local.at(-1) : '']
  return `${first}…${last}${email.slice(at)}`
}

/** Where the form stands: at the end of an article, or on the page of the newsletter. */
export const NEWSLETTER_FORMS = ['artikel', 'seite'] as const
export type NewsletterForm = (typeof NEWSLETTER_FORMS)[number]

/** The words of each form. They are kept with each consent (RUL-79), so that a form cannot show others than the proof. */
export const FORM_WORDS: Record<NewsletterForm, { text: string; hint: string }> = {
  artikel: {
    text: 'Neue Artikel als Brief, ganz und ohne Umweg. Wir messen weder Öffnen noch Klicken.',
    hint: 'Erst nach Ihrer Bestätigung. Abmelden mit einem Klick.',
  },
  seite: {
    text: 'Unsere Artikel als Brief.',
    hint: 'Sie bekommen eine Mail mit einem Link. Erst wenn Sie dort zustimmen, schicken wir Ihnen etwas. Jede Ausgabe enthält einen Link, mit dem Sie sich ohne Anmeldung abmelden. Wir messen weder Öffnen noch Klicken und geben Ihre Adresse niemandem.',
  },
}
export const SUBSCRIBE_WORDS = 'Abonnieren'
export const CONFIRM_WORDS = {
  button: 'Ja, ich möchte den Newsletter',
  hint: 'Wir merken uns, wann Sie zugestimmt haben und mit welchen Worten, und für 30 Tage von welcher Netzadresse. Das Gesetz verlangt diesen Nachweis von uns. Waren Sie das nicht? Dann schließen Sie diese Seite; mehr ist nicht zu tun.',
}

/** What a reader agreed to by sending a form: its text, its choice, its button and the hint below. */
export function wordsOfForm(form: NewsletterForm, rhythm: Rhythm, intro: string): string {
  const { text, hint } = FORM_WORDS[form]
  return [intro || text, RHYTHM_CHOICES[rhythm], `[${SUBSCRIBE_WORDS}]`, hint].join('\n')
}

/** What a reader agreed to by the button behind the link of the mail. */
export function wordsOfConfirmation(rhythm: Rhythm): string {
  return [RHYTHM_CHOICES[rhythm], `[${CONFIRM_WORDS.button}]`, CONFIRM_WORDS.hint].join('\n')
}
