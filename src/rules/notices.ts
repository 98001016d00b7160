import { counted } from './counted.ts'
import { quoted } from './quoted.ts'

/** The headings that notices are filtered and chosen by. */
export const NOTICE_GROUPS = { me: 'An mich', desk: 'Redaktion', system: 'Betrieb' } as const
export type NoticeGroup = keyof typeof NOTICE_GROUPS

/** What a notice says: its actor (null for the server), how many things, and the newest of them. */
export type NoticeFacts = {
  noun: string
  count: number
  actor: string | null
  title: string
  reason: string | null
}

type KindCard = {
  group: NoticeGroup
  /** The kind in the settings of notices. */
  words: string
  /** Who is notified: accounts that the event names, the guests among them, all with rights, or owners. */
  to: 'named' | 'guests' | 'approved' | 'owners'
  /** What is chosen until the account says otherwise. */
  bell: boolean
  mail: boolean
  /** The sentence of a row. */
  sentence: (facts: NoticeFacts) => string
}

const ONE_OF: Readonly<Record<string, string>> = { tasks: 'eine Aufgabe', articles: 'einen Artikel' }
const thingsOf = ({ noun, count }: NoticeFacts) =>
  count === 1
    ? (ONE_OF[noun] ?? 'etwas')
    : noun === 'articles'
      ? counted(count, 'Artikel', 'Artikel')
      : counted(count, 'Aufgabe', 'Aufgaben')

/**
 * Every kind of notice, in the order of the settings (RUL-62). A further kind is one line here, and one call of `notify`
 * where it happens.
 */
export const NOTICE_KINDS = {
  assigned: {
    group: 'me',
    words: 'Mir wird etwas zugewiesen',
    to: 'named',
    bell: true,
    mail: true,
    sentence: (facts) => `${facts.actor ?? 'Jemand'} hat Ihnen ${thingsOf(facts)} zugewiesen`,
  },
  invited: {
    group: 'me',
    words: 'Ich werde zu einem Artikel eingeladen',
    to: 'guests',
    bell: true,
    mail: true,
    sentence: ({ actor, count, title }) =>
      `${actor ?? 'Jemand'} hat Sie zu ${count === 1 ? quoted(title) : `${count} Artikeln`} eingeladen`,
  },
  mentioned: {
    group: 'me',
    words: 'Ich werde in einer Anmerkung erwähnt',
    to: 'named',
    bell: true,
    mail: true,
    sentence: ({ actor, title }) => `${actor ?? 'Jemand'} hat Sie in ${quoted(title)} erwähnt`,
  },
  submitted: {
    group: 'me',
    words: 'Mir wird etwas zur Abnahme gegeben',
    to: 'named',
    bell: true,
    mail: true,
    sentence: ({ actor, title }) => `${actor ?? 'Jemand'} bittet um Abnahme von ${quoted(title)}`,
  },
  approved: {
    group: 'me',
    words: 'Mein Artikel ist freigegeben',
    to: 'named',
    bell: true,
    mail: false,
    sentence: ({ actor, title }) => `${actor ?? 'Jemand'} hat ${quoted(title)} freigegeben`,
  },
  returned: {
    group: 'me',
    words: 'Mein Artikel kommt zurück',
    to: 'named',
    bell: true,
    mail: true,
    sentence: ({ actor, title }) => `${actor ?? 'Jemand'} hat ${quoted(title)} zurückgegeben`,
  },
  suggestion_decided: {
    group: 'me',
    words: 'Mein Vorschlag ist angenommen oder abgelehnt',
    to: 'named',
    bell: true,
    mail: false,
    sentence: ({ actor, title }) => `${actor ?? 'Jemand'} hat über Vorschläge in ${quoted(title)} entschieden`,
  },
  due_tomorrow: {
    group: 'me',
    words: 'Morgen fällig',
    to: 'named',
    bell: true,
    mail: false,
    sentence: (facts) => `Morgen fällig: ${thingsOf(facts)}`,
  },
  published: {
    group: 'desk',
    words: 'Veröffentlicht',
    to: 'approved',
    bell: true,
    mail: false,
    sentence: ({ count, title }) =>
      count === 1 ? `${quoted(title)} ist erschienen` : `${count} Artikel sind erschienen`,
  },
  not_published: {
    group: 'desk',
    words: 'Nicht veröffentlicht, obwohl geplant',
    to: 'approved',
    bell: true,
    mail: true,
    sentence: ({ title }) => `${quoted(title)} ist nicht erschienen`,
  },
  comment_waiting: {
    group: 'desk',
    words: 'Kommentar wartet',
    to: 'approved',
    bell: true,
    mail: false,
    sentence: ({ count, title }) =>
      count === 1 ? `Ein Kommentar zu ${quoted(title)} wartet` : `${count} Kommentare warten`,
  },
  comment_reported: {
    group: 'desk',
    words: 'Kommentar gemeldet',
    to: 'approved',
    bell: true,
    mail: true,
    sentence: ({ count, title }) =>
      count === 1 ? `Ein Kommentar zu ${quoted(title)} wurde gemeldet` : `${count} Kommentare wurden gemeldet`,
  },
  feed_broken: {
    group: 'system',
    words: 'Feed gestört',
    to: 'approved',
    bell: true,
    mail: false,
    sentence: ({ title }) => `Feed ${quoted(title)} ist gestört`,
  },
  account_waiting: {
    group: 'system',
    words: 'Konto wartet auf Freigabe',
    to: 'owners',
    bell: true,
    mail: false,
    sentence: ({ count }) => (count === 1 ? 'Ein Konto wartet auf Freigabe' : `${count} Konten warten auf Freigabe`),
  },
  backup_failed: {
    group: 'system',
    words: 'Sicherung fehlgeschlagen oder unvollständig',
    to: 'owners',
    bell: true,
    mail: true,
    // Either of `BACKUP_OUTCOMES`.
    sentence: ({ title }) => title,
  },
  import_finished: {
    group: 'system',
    words: 'Import abgeschlossen',
    to: 'owners',
    bell: true,
    mail: false,
    sentence: ({ reason }) => (reason === null ? 'Import abgeschlossen' : 'Import fehlgeschlagen'),
  },
} as const satisfies Record<string, KindCard>

export type NoticeKind = keyof typeof NOTICE_KINDS
export const NOTICE_KIND_NAMES = Object.keys(NOTICE_KINDS) as [NoticeKind, ...NoticeKind[]]

/** The rules of a kind. */
export function noticeKind(kind: NoticeKind): KindCard {
  return NOTICE_KINDS[kind]
}

/** The titles of notices of a backup: none was made, or the one that was made lacks files. */
export const BACKUP_OUTCOMES = { failed: 'Sicherung fehlgeschlagen', incomplete: 'Sicherung unvollständig' } as const

/** Most titles of a row that are spelled out. */
export const NOTICE_TITLES = 3

/**
 * The line below the sentence: the reason, or the titles of its things. Empty where the sentence already names the
 * thing.
 */
export function noticeDetail(kind: NoticeKind, { count, reason, titles }: NoticeDetailFacts): string {
  if (reason !== null && count === 1) return reason
  if (count === 1 && NAMES_ITSELF.has(kind)) return ''
  const more = count - titles.length
  return more > 0 ? `${titles.join('; ')} und ${counted(more, 'weitere', 'weitere')}` : titles.join('; ')
}
type NoticeDetailFacts = { count: number; reason: string | null; titles: readonly string[] }
const NAMES_ITSELF: ReadonlySet<NoticeKind> = new Set([
  'invited',
  'submitted',
  'approved',
  'returned',
  'suggestion_decided',
  'published',
  'not_published',
  'comment_waiting',
  'comment_reported',
  'feed_broken',
  'backup_failed',
])

/** The hour of the mail with notices, in the site's zone, until the account chooses another. */
export const DIGEST_HOUR = 8
/** Hours that can be chosen. */
export const DIGEST_HOURS = [6, 7, 8, 9, 12, 16, 18, 20] as const
