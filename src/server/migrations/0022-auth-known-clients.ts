import type { Kysely } from 'kysely'
import { columnTypes } from './column-types.ts'

/** From where accounts were signed in to of late, and addresses that can be had back for a while (ADR 0015). */
export async function up(db: Kysely<never>): Promise<void> {
  const { instant } = columnTypes(db)
  await db.schema
    .createTable('auth_known_clients')
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('client', 'text', (c) => c.notNull())
    .addColumn('seen_at', instant, (c) => c.notNull())
    .addPrimaryKeyConstraint('auth_known_clients_key', ['user_id', 'client'])
    .execute()
  await db.schema.createIndex('auth_known_clients_seen').on('auth_known_clients').column('seen_at').execute()

  await db.schema
    .createTable('former_addresses')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('token_hash', 'text', (c) => c.unique())
    .addColumn('changed_at', instant, (c) => c.notNull())
    .addColumn('expires_at', instant, (c) => c.notNull())
    .execute()
  await db.schema.createIndex('former_addresses_email').on('former_addresses').column('email').execute()
  await db.schema.createIndex('former_addresses_user').on('former_addresses').column('user_id').execute()
}
