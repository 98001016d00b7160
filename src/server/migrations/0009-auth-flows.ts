import type { Kysely } from 'kysely'
import { columnTypes } from './column-types.ts'

/** Sign-ins that leave the page and come back with a code, and invitations by link. */
export async function up(db: Kysely<never>): Promise<void> {
  const { instant } = columnTypes(db)
  await db.schema
    .createTable('auth_flow_states')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('purpose', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('session_id', 'text', (c) => c.references('auth_sessions.id').onDelete('cascade'))
    .addColumn('provider', 'text')
    .addColumn('state_hash', 'text', (c) => c.unique())
    .addColumn('browser_hash', 'text')
    .addColumn('payload', 'text')
    .addColumn('code_challenge', 'text')
    .addColumn('code_challenge_method', 'text')
    .addColumn('code_hash', 'text', (c) => c.unique())
    .addColumn('code_issued_at', instant)
    .addColumn('redirect_to', 'text', (c) => c.notNull())
    .addColumn('created_at', instant, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('auth_flow_states_created').on('auth_flow_states').column('created_at').execute()

  await db.schema
    .createTable('invites')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('note', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('created_by', 'text', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('created_at', instant, (c) => c.notNull())
    .addColumn('expires_at', instant, (c) => c.notNull())
    .execute()
}
