import type { Kysely } from 'kysely'
import { columnTypes } from './column-types.ts'

/** Sign-ups that wait for their mail, each with credentials of its own (ADR 0015). */
export async function up(db: Kysely<never>): Promise<void> {
  const { instant } = columnTypes(db)
  await db.schema
    .createTable('auth_sign_ups')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('password_hash', 'text', (c) => c.notNull())
    .addColumn('user_metadata', 'text', (c) => c.notNull())
    .addColumn('role', 'text')
    .addColumn('client', 'text', (c) => c.notNull())
    .addColumn('token_hash', 'text', (c) => c.unique())
    .addColumn('code_hash', 'text')
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('code_challenge', 'text')
    .addColumn('code_challenge_method', 'text')
    .addColumn('token_expires_at', instant)
    .addColumn('created_at', instant, (c) => c.notNull())
    .addColumn('expires_at', instant, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('auth_sign_ups_user').on('auth_sign_ups').column('user_id').execute()
  await db.schema.createIndex('auth_sign_ups_email').on('auth_sign_ups').column('email').execute()
  await db.schema.createIndex('auth_sign_ups_expiry').on('auth_sign_ups').column('expires_at').execute()
}
