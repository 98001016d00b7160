import { sql } from 'kysely'
import { cardWith, type NounWith } from '../../../nouns/nouns.ts'
import { ACCOUNT_NOUNS } from '../../../nouns/registries.ts'
import { TEXT_FIELDS } from '../../../rules/article-text.ts'
import type { Db } from '../../platform/db/db.ts'

type Part = { table: string; owner: string; columns: readonly string[] }

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
  calendar_links: { table: 'calendar_links', owner: 'user_id', columns: ['user_id', 'created_at'] },
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
  { table, owner, columns }: Part,
  userId: string,
): AsyncGenerator<Record<string, unknown>> {
  // The first column is the key.
  const key = sql.ref(columns[0] ?? '')
  let after = ''
  for (;;) {
    const { rows } = await sql<Record<string, unknown>>`
      select ${sql.join(columns.map((column) => sql.ref(column)))} from ${sql.table(table)}
      where ${sql.ref(owner)} = ${userId} and ${key} > ${after} order by ${key} limit ${BATCH}`.execute(db)
    yield* rows
    if (rows.length < BATCH) return
    after = String(rows.at(-1)?.[columns[0] ?? ''])
  }
}
