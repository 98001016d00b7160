import { NOUNS, type Noun } from './nouns.ts'

/** What the activity follows beside nouns (TEAM-11): records that have no trash, search and export of their own. */
type FollowedCard = {
  table: string
  /** Columns that people recognise a record by: the first one that is not empty. Without any there is one record, which has no title. */
  title: readonly string[]
  words: { one: string; many: string }
  /** Where it is shown. */
  place: { to: string; search?: Record<string, string> }
  /** The roles that see its lines: owners alone, or editors, too. */
  seenBy: 'owner' | 'editor'
  /** Set where the title is a person's name. Such a title is looked up, never stored. This text replaces it once the record is gone. */
  gone: string | null
}

export const FOLLOWED = {
  settings: {
    table: 'settings',
    title: [],
    words: { one: 'die Einstellungen', many: 'die Einstellungen' },
    place: { to: '/admin/settings' },
    seenBy: 'editor',
    gone: null,
  },
  newsletter: {
    table: 'newsletter_settings',
    title: [],
    words: { one: 'die Angaben zum Newsletter', many: 'die Angaben zum Newsletter' },
    place: { to: '/admin/settings', search: { bereich: 'newsletter' } },
    seenBy: 'editor',
    gone: null,
  },
  issues: {
    table: 'newsletter_issues',
    title: ['subject'],
    words: { one: 'Newsletter-Ausgabe', many: 'Newsletter-Ausgaben' },
    place: { to: '/admin/newsletter' },
    seenBy: 'editor',
    gone: null,
  },
  comments: {
    table: 'comments',
    title: ['name'],
    words: { one: 'Kommentar von', many: 'Kommentare' },
    place: { to: '/admin/comments' },
    seenBy: 'editor',
    gone: 'einen gelöschten Kommentar',
  },
  users: {
    table: 'users',
    title: ['display_name', 'email'],
    words: { one: 'Konto', many: 'Konten' },
    place: { to: '/admin/settings', search: { bereich: 'konten' } },
    seenBy: 'owner',
    gone: 'ein gelöschtes Konto',
  },
  imports: {
    table: 'imports',
    title: ['name'],
    words: { one: 'Import', many: 'Importe' },
    place: { to: '/admin/settings', search: { bereich: 'import' } },
    seenBy: 'owner',
    gone: null,
  },
} as const satisfies Record<string, FollowedCard>

export type Followed = keyof typeof FOLLOWED
/** What lines of the activity are about. */
export type ActivityNoun = Noun | Followed
export const ACTIVITY_NOUNS = [...Object.keys(NOUNS), ...Object.keys(FOLLOWED)] as [ActivityNoun, ...ActivityNoun[]]

/** The card of what is followed beside nouns; null for a noun. */
export function followedCard(noun: ActivityNoun): FollowedCard | null {
  return Object.hasOwn(FOLLOWED, noun) ? FOLLOWED[noun as Followed] : null
}
