import { sql, type Kysely } from 'kysely'
import { columnTypes } from './column-types.ts'

/** Passkeys that sign in by themselves. `account-tables.ts` documents the columns. */
export async function up(db: Kysely<never>): Promise<void> {
  const { instant } = columnTypes(db)
  await sql`create table auth_passkeys (
    id text primary key,
    user_id text not null references users (id) on delete cascade,
    friendly_name text,
    credential_id text not null unique,
    credential text not null,
    created_at ${sql.raw(instant)} not null,
    last_used_at ${sql.raw(instant)}
  )`.execute(db)
  await sql`create index auth_passkeys_user on auth_passkeys (user_id, created_at)`.execute(db)
  await sql`create table auth_passkey_challenges (
    id text primary key,
    session_id text references auth_sessions (id) on delete cascade,
    challenge text not null,
    expires_at ${sql.raw(instant)} not null
  )`.execute(db)
  await sql`create index auth_passkey_challenges_session on auth_passkey_challenges (session_id)`.execute(db)
  await sql`create index auth_passkey_challenges_expiry on auth_passkey_challenges (expires_at)`.execute(db)
}
