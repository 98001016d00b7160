import { sql, type Kysely } from 'kysely'
import { columnTypes } from './column-types.ts'

/** Sign-in: keys, sessions, identities, factors, readers' cookies, and the audit log. */
export async function up(db: Kysely<never>): Promise<void> {
  const { instant } = columnTypes(db)
  const schema = db.schema

  await schema
    .createTable('auth_keys')
    .addColumn('kid', 'text', (c) => c.primaryKey())
    .addColumn('alg', 'text', (c) => c.notNull())
    .addColumn('public_jwk', 'text', (c) => c.notNull())
    .addColumn('private_key', 'text', (c) => c.notNull())
    .addColumn('created_at', instant, (c) => c.notNull())
    .addColumn('active_from', instant, (c) => c.notNull())
    .execute()

  await schema
    .createTable('auth_sessions')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('aal', 'text', (c) => c.notNull().check(sql`aal in ('aal1', 'aal2')`))
    .addColumn('amr', 'text', (c) => c.notNull())
    .addColumn('refresh_counter', 'integer', (c) => c.notNull())
    .addColumn('confirmed_counter', 'integer', (c) => c.notNull())
    .addColumn('refreshed_at', instant, (c) => c.notNull())
    .addColumn('created_at', instant, (c) => c.notNull())
    .addColumn('ip', 'text')
    .addColumn('user_agent', 'text')
    .execute()
  await schema.createIndex('auth_sessions_user').on('auth_sessions').column('user_id').execute()

  await schema
    .createTable('auth_identities')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('provider', 'text', (c) => c.notNull())
    .addColumn('provider_id', 'text', (c) => c.notNull())
    .addColumn('identity_data', 'text', (c) => c.notNull())
    .addColumn('email', 'text')
    .addColumn('last_sign_in_at', instant)
    .addColumn('created_at', instant, (c) => c.notNull())
    .addColumn('updated_at', instant, (c) => c.notNull())
    .addUniqueConstraint('auth_identities_subject', ['provider', 'provider_id'])
    .execute()
  await schema.createIndex('auth_identities_user').on('auth_identities').column('user_id').execute()

  await schema
    .createTable('auth_factors')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('friendly_name', 'text')
    .addColumn('factor_type', 'text', (c) => c.notNull().check(sql`factor_type in ('totp', 'phone', 'webauthn')`))
    .addColumn('status', 'text', (c) => c.notNull().check(sql`status in ('unverified', 'verified')`))
    .addColumn('phone', 'text')
    .addColumn('secret', 'text')
    .addColumn('last_step', 'bigint')
    .addColumn('credential', 'text')
    .addColumn('failed_attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('locked_until', instant)
    .addColumn('last_challenged_at', instant)
    .addColumn('created_at', instant, (c) => c.notNull())
    .addColumn('updated_at', instant, (c) => c.notNull())
    .execute()
  await schema.createIndex('auth_factors_user').on('auth_factors').columns(['user_id', 'status']).execute()

  await schema
    .createTable('reader_sessions')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('session_id', 'text', (c) => c.notNull().references('auth_sessions.id').onDelete('cascade'))
    .addColumn('aal', 'text', (c) => c.notNull())
    .addColumn('created_at', instant, (c) => c.notNull())
    .addColumn('expires_at', instant, (c) => c.notNull())
    .execute()
  await schema.createIndex('reader_sessions_session').on('reader_sessions').column('session_id').execute()

  await schema
    .createTable('audit_log')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('at', instant, (c) => c.notNull())
    .addColumn('event', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text')
    .addColumn('actor_id', 'text')
    .addColumn('email', 'text')
    .addColumn('ip', 'text')
    .addColumn('details', 'text', (c) => c.notNull().defaultTo('{}'))
    .execute()
  await schema.createIndex('audit_log_at').on('audit_log').column('at').execute()
  await schema.createIndex('audit_log_user').on('audit_log').columns(['user_id', 'at']).execute()
}
