import { sql, type SqlBool } from 'kysely'
import type { Approval, OwnAccount, Person, UserRecord } from '../../../contract/account.ts'
import type { UserRemoval } from '../../../contract/users.ts'
import { personName } from '../../../rules/person-name.ts'
import { roleOf } from '../../../rules/roles.ts'
import type { UsersTable } from '../../account-tables.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { olderThan, toPage } from '../../platform/db/keyset.ts'
import { containing } from '../../platform/search/search.ts'

export type UserRow = UsersTable

const RECORD_COLUMNS = [
  'id',
  'email',
  'display_name',
  'role',
  'lesser_role',
  'approval',
  'created_at',
  'last_sign_in_at',
] as const

function toRecord(row: Pick<UserRow, (typeof RECORD_COLUMNS)[number]>): UserRecord {
  const { display_name: _given, lesser_role: _lesser, ...plain } = row
  return {
    ...plain,
    email: row.email ?? '',
    name: personName(row),
    role: roleOf(row),
    approval: row.approval as Approval,
  }
}

export async function getUser(db: Db, id: string): Promise<UserRow | null> {
  return (await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** The account of a normalised address. */
export async function getUserByEmail(db: Db, email: string): Promise<UserRow | null> {
  return (await db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()) ?? null
}

export async function getUserRecord(db: Db, id: string): Promise<UserRecord | null> {
  const row = await db.selectFrom('users').select(RECORD_COLUMNS).where('id', '=', id).executeTakeFirst()
  return row ? toRecord(row) : null
}

/** The account in the form shown to its user. */
export async function getOwnAccount(db: Db, id: string): Promise<OwnAccount | null> {
  const row = await getUser(db, id)
  if (!row) return null
  const { email, display_name, role, lesser_role, approval, created_at, last_sign_in_at } = row
  return {
    ...toRecord({ id, email, display_name, role, lesser_role, approval, created_at, last_sign_in_at }),
    display_name,
    has_password: row.password_hash !== null,
    first_steps_hidden: row.first_steps_hidden === 1,
  }
}

export type UserListQuery = {
  limit: number
  cursor?: string | undefined
  q?: string | undefined
  approval?: Approval | undefined
}

/** A page of accounts, newest first. */
export async function listUsers(db: Db, { limit, cursor, q, approval }: UserListQuery) {
  let query = db.selectFrom('users').select(RECORD_COLUMNS)
  if (approval) query = query.where('approval', '=', approval)
  if (q?.trim()) query = query.where(sql<SqlBool>`email like ${containing(q.trim().toLowerCase())} escape '\\'`)
  if (cursor) query = query.where(olderThan('users', 'created_at', cursor))
  const rows = await query
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  return toPage(rows.map(toRecord), limit, (record) => ({ at: record.created_at, id: record.id }))
}

/**
 * Accounts that may sign articles, by name (RUL-69). Blocked accounts are included, since their articles remain;
 * waiting ones have written nothing.
 */
export async function listPeople(db: Db): Promise<Person[]> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'email', 'display_name'])
    .where('approval', '!=', 'pending')
    .execute()
  return rows.map((row) => ({ id: row.id, name: personName(row) })).sort(byName)
}

const byName = (a: Person, b: Person) => a.name.localeCompare(b.name, 'de') || a.id.localeCompare(b.id)

/** True once the installation has an owner; the last owner cannot be removed (`last_owner`). */
export async function hasOwner(db: Db): Promise<boolean> {
  return (
    (await db.selectFrom('users').select('id').where('role', '=', 'owner').limit(1).executeTakeFirst()) !== undefined
  )
}

/** Number of approved owners beside one account. */
export async function countOtherOwners(db: Db, id: string): Promise<number> {
  const row = await db
    .selectFrom('users')
    .select((select) => select.fn.countAll<number>().as('owners'))
    .where('role', '=', 'owner')
    .where('approval', '=', 'approved')
    .where('id', '!=', id)
    .executeTakeFirstOrThrow()
  return Number(row.owners)
}

export async function insertUser(tx: Tx, row: UserRow): Promise<void> {
  await tx.insertInto('users').values(row).execute()
}

export async function updateUser(tx: Tx, id: string, values: Partial<UserRow>): Promise<void> {
  await tx.updateTable('users').set(values).where('id', '=', id).execute()
}

/** Deletes an account; its dependent rows go by foreign key, and its records stay without an author. */
export async function deleteUser(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('users').where('id', '=', id).execute()
}

/** Accounts that may take over the articles of an account: every other approved one, by name. */
export async function listSuccessors(db: Db, id: string): Promise<UserRemoval['successors']> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'email', 'display_name'])
    .where('approval', '=', 'approved')
    .where('id', '!=', id)
    .execute()
  return rows.map((row) => ({ id: row.id, name: personName(row), email: row.email ?? '' })).sort(byName)
}
