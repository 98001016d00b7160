import { sql } from 'kysely'
import { cardWith, type NounWith } from '../../../nouns/nouns.ts'
import { ACCOUNT_NOUNS } from '../../../nouns/registries.ts'
import { TEXT_FIELDS } from '../../../rules/article-text.ts'
import type { Db } from '../../platform/db/db.ts'

type Part = {
  table: string
  /** The column with the account; with `through`, the one with the row of that table, which has it. */
  owner: string
  through?: { table: string; owner: string }
  columns: readonly string[]
  /** How many of the columns, from the first on, are the key; 1 by default. */
  keys?: 1 | 2
}

/**
 * Parts of an export beside the account, by their name in it: the rows that name the account, without secrets (hashes, sealed
 * keys) and without derived data (search text).
 */
const OF_ACCOUNT: Record<string, Part> = {
  identities: {
    table: 'auth_identities',
    owner: 'user_id',
    columns: ['id', 'provider', 'provider_id', 'identity_data', 'email', 'last_sign_in_at', 'created_at'],
  },
  factors: {
    table: 'auth_factors',
    owner: 'user_id',
    columns: ['id', 'friendly_name', 'factor_type', 'status', 'phone', 'last_challenged_at', 'created_at'],
  },
  passkeys: {
    table: 'auth_passkeys',
    owner: 'user_id',
    columns: ['id', 'friendly_name', 'created_at', 'last_used_at'],
  },
  sessions: {
    table: 'auth_sessions',
    owner: 'user_id',
    columns: ['id', 'aal', 'amr', 'ip', 'user_agent', 'created_at', 'refreshed_at'],
  },
  inbox_tokens: {
    table: 'inbox_tokens',
    owner: 'user_id',
    columns: ['id', 'name', 'created_at', 'last_used_at'],
  },
  security_events: { table: 'audit_log', owner: 'user_id', columns: ['id', 'at', 'event', 'email', 'ip', 'details'] },
  pauses: {
    table: 'planning_pauses',
    owner: 'author_id',
    columns: ['id', 'name', 'from_day', 'to_day', 'created_at'],
  },
  remarks: {
    table: 'remarks',
    owner: 'author_id',
    columns: ['id', 'article_id', 'page_id', 'thread_id', 'quote', 'body', 'created_at', 'changed_at', 'removed_at'],
  },
  suggestions: {
    table: 'suggestions',
    owner: 'author_id',
    columns: ['id', 'article_id', 'page_id', 'removed', 'inserted', 'state', 'created_at', 'changed_at'],
  },
  calendar_links: { table: 'calendar_links', owner: 'user_id', columns: ['user_id', 'created_at'] },
  notices: {
    table: 'notices',
    owner: 'user_id',
    columns: ['id', 'kind', 'bell', 'changed_at', 'read_at'],
  },
  notice_things: {
    table: 'notice_things',
    owner: 'notice_id',
    through: { table: 'notices', owner: 'user_id' },
    columns: ['notice_id', 'record_id', 'noun', 'title', 'reason', 'noted_at'],
    keys: 2,
  },
  activity: { table: 'activity', owner: 'actor_id', columns: ['id', 'begun_at', 'at', 'noun', 'verb'] },
  activity_things: {
    table: 'activity_things',
    owner: 'activity_id',
    through: { table: 'activity', owner: 'actor_id' },
    columns: ['activity_id', 'record_id', 'title', 'times', 'at'],
    keys: 2,
  },
  notice_choices: { table: 'notice_choices', owner: 'user_id', columns: ['kind', 'bell', 'mail'] },
  notice_digests: { table: 'notice_digests', owner: 'user_id', columns: ['user_id', 'hour', 'sent_on'] },
}

const UNPUBLISHED: Record<string, Part> = {
  unpublished_changes: {
    table: 'article_working_copies',
    owner: 'author_id',
    columns: ['article_id', 'slug', ...TEXT_FIELDS, 'updated_at'],
  },
  unpublished_page_changes: {
    table: 'page_working_copies',
    owner: 'author_id',
    columns: ['page_id', 'title', 'slug', 'content_markdown', 'updated_at'],
  },
}

function partOf(noun: NounWith<'account'>): Part {
  const { table, account, export: exported } = cardWith(noun, 'account')
  const columns = account === 'exported' ? [...(exported?.fields ?? []), 'deleted_at'] : account
  return { table, owner: 'author_id', columns }
}

export const PARTS: Readonly<Record<string, Part>> = {
  ...OF_ACCOUNT,
  ...Object.fromEntries(ACCOUNT_NOUNS.map((noun) => [noun.replace('-', '_'), partOf(noun)])),
  ...UNPUBLISHED,
}

const BATCH = 100

/** The rows of one part that belong to an account, in batches, so that an export need not fit into memory. */
export async function* rowsOfPart(
  db: Db,
  { table, owner, through, columns, keys = 1 }: Part,
  userId: string,
): AsyncGenerator<Record<string, unknown>> {
  const names = columns.slice(0, keys)
  const key = sql.join(names.map((name) => sql.ref(name)))
  const isOwn = through
    ? sql`${sql.ref(owner)} in (select id from ${sql.table(through.table)} where ${sql.ref(through.owner)} = ${userId})`
    : sql`${sql.ref(owner)} = ${userId}`
  let after = names.map(() => '')
  for (;;) {
    const { rows } = await sql<Record<string, unknown>>`
      select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)}
      where ${isOwn} and (${key}) > (${sql.join(after)}) order by ${key} limit ${BATCH}`.execute(db)
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) return
    after = names.map((name) => String(last[name]))
  }
}
