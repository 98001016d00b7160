/**
 * What each role may do (RUL-61). The guard of the routes, the writers of texts and the admin app read this table. Roles are in order:
 * a later one may less.
 */
export const ROLES = ['owner', 'editor', 'contributor', 'guest'] as const
export type Role = (typeof ROLES)[number]

export const ROLE_WORDS: Readonly<Record<Role, { name: string; may: string }>> = {
  owner: { name: 'Inhaber', may: 'Darf alles, auch Konten, Sicherung und Import.' },
  editor: { name: 'Redaktion', may: 'Schreibt, plant und veröffentlicht.' },
  contributor: { name: 'Mitarbeit', may: 'Schreibt eigene Entwürfe und gibt sie zur Abnahme.' },
  guest: { name: 'Gast', may: 'Liest Artikel auf Einladung, merkt an und schlägt vor.' },
}

const EVERYBODY = ROLES
const WRITERS = ['owner', 'editor', 'contributor'] as const
const EDITORS = ['owner', 'editor'] as const

/**
 * The roles of each permission. What is not named here is for owners and editors, or for owners alone (RUL-30). The endpoints of a
 * permission stand in `permission-calls.ts`.
 */
export const PERMISSIONS = {
  /** Reads articles, and who is at work on them: guests those that they were invited to (`platform/guests.ts`). */
  'texts.read': EVERYBODY,
  /** Reads all of them. */
  'texts.all': WRITERS,
  /** What belongs to the account itself. */
  'account.own': EVERYBODY,
  /** Writes remarks at a text, and suggestions in it. */
  'remarks.write': EVERYBODY,
  /** Writes articles of one's own while they are drafts, and the working text of published ones. */
  'texts.write': WRITERS,
  /** Works at the desk: reads all of it, adds to it, and changes what is one's own. */
  'desk.work': WRITERS,
  /** Publishes, schedules and withdraws, and changes what readers have. */
  'texts.publish': EDITORS,
  /** Changes what belongs to others. */
  'texts.others': EDITORS,
} as const satisfies Record<string, readonly Role[]>

export type Permission = keyof typeof PERMISSIONS

/** Whether a role has a permission. */
export function may(role: Role, permission: Permission): boolean {
  return (PERMISSIONS[permission] as readonly Role[]).includes(role)
}

/** Columns that decide whose a record is. */
export type OwnedRow = { author_id: string | null; assignee_id?: string | null }

/** Whether a record is the account's own: it is the author, or the person it was handed to. */
export function isOwn({ author_id, assignee_id = null }: OwnedRow, userId: string | null): boolean {
  return userId !== null && (author_id === userId || assignee_id === userId)
}

/** Whether a person of this role may change a record of the desk: contributors what is their own (RUL-61). */
export function mayChange(role: Role, userId: string | null, record: OwnedRow): boolean {
  return may(role, 'texts.others') || (may(role, 'desk.work') && isOwn(record, userId))
}

/** Whether a person of this role may delete a record of the desk: contributors what they wrote, not what was handed to them. */
export function mayDelete(role: Role, userId: string | null, { author_id }: OwnedRow): boolean {
  return mayChange(role, userId, { author_id })
}

/** What is said where a contributor may read a record only. */
export const OF_ANOTHER = 'Das gehört jemand anderem. Ihre Rolle ändert nur Eigenes.'

/** An article as far as it decides who may write it. */
type Writable = OwnedRow & {
  status: string
  working_copy?: { goes_live_at: string | null } | null
}

/** Whether a person of this role may write an article: contributors their own, unless it goes live by itself. */
export function mayWrite(role: Role, userId: string, article: Writable): boolean {
  if (may(role, 'texts.publish')) return true
  return (
    may(role, 'texts.write') &&
    isOwn(article, userId) &&
    article.status !== 'scheduled' &&
    !article.working_copy?.goes_live_at
  )
}

/** Whether a person of this role may move an article to the trash: contributors drafts of which they are the author (RUL-61). */
export function mayTrash(role: Role, userId: string, article: Writable): boolean {
  if (may(role, 'texts.publish')) return true
  return article.status === 'draft' && article.author_id === userId && mayWrite(role, userId, article)
}

/** The role that may more. */
export function higherRole(a: Role, b: Role): Role {
  return ROLES.indexOf(a) <= ROLES.indexOf(b) ? a : b
}

/**
 * A role as the database stores it. Releases before this one know `owner` and `editor` alone, and their check stands in the table
 * (RUL-58): a lesser role stands beside it.
 */
export type StoredRole = { role: string; lesser_role: string | null }

/** The role of an account's row. */
export function roleOf({ role, lesser_role }: StoredRole): Role {
  return role === 'owner' ? 'owner' : lesser_role === 'contributor' || lesser_role === 'guest' ? lesser_role : 'editor'
}

/** The columns of a role. */
export function storedRole(role: Role): StoredRole {
  if (role === 'owner' || role === 'editor') return { role, lesser_role: null }
  return { role: 'editor', lesser_role: role }
}
