import type { Kysely } from 'kysely'
import { columnTypes } from './column-types.ts'

/** Second factors: challenges, recovery codes, and which factor raised a session. */
export async function up(db: Kysely<never>): Promise<void> {
  const { instant } = columnTypes(db)
  const schema = db.schema

  // No foreign key: the factor's removal has to find the sessions it raised, and lowers them itself.
  await schema.alterTable('auth_sessions').addColumn('factor_id', 'text').execute()

  await schema
    .createTable('auth_challenges')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('factor_id', 'text', (c) => c.notNull().references('auth_factors.id').onDelete('cascade'))
    .addColumn('session_id', 'text', (c) => c.notNull().references('auth_sessions.id').onDelete('cascade'))
    .addColumn('secret', 'text')
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', instant, (c) => c.notNull())
    .addColumn('expires_at', instant, (c) => c.notNull())
    .execute()
  await schema.createIndex('auth_challenges_factor').on('auth_challenges').column('factor_id').execute()
  await schema.createIndex('auth_challenges_session').on('auth_challenges').column('session_id').execute()

  await schema
    .createTable('recovery_codes')
    .addColumn('code_hash', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', instant, (c) => c.notNull())
    .addColumn('used_at', instant)
    .execute()
  await schema.createIndex('recovery_codes_user').on('recovery_codes').column('user_id').execute()
}
