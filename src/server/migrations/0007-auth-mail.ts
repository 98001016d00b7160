import { sql, type Kysely } from 'kysely'
import { columnTypes } from './column-types.ts'

/** Mails to be sent, the one-time links and codes in them, and changes of address waiting for both sides. */
export async function up(db: Kysely<never>): Promise<void> {
  const { instant } = columnTypes(db)
  const { schema } = db
  await schema
    .createTable('auth_mail_orders')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('details', 'text', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('next_attempt_at', instant, (c) => c.notNull())
    .addColumn('last_error', 'text')
    .addColumn('created_at', instant, (c) => c.notNull())
    .execute()
  await schema.createIndex('auth_mail_orders_due').on('auth_mail_orders').column('next_attempt_at').execute()

  await schema
    .createTable('auth_one_time_tokens')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) =>
      c
        .notNull()
        .check(
          sql`kind in ('signup', 'recovery', 'magiclink', 'email_change_current', 'email_change_new', 'reauthentication', 'invite')`,
        ),
    )
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('code_hash', 'text', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('code_challenge', 'text')
    .addColumn('code_challenge_method', 'text')
    .addColumn('created_at', instant, (c) => c.notNull())
    .addColumn('expires_at', instant, (c) => c.notNull())
    .addUniqueConstraint('auth_one_time_tokens_newest', ['user_id', 'kind'])
    .execute()
  await schema.createIndex('auth_one_time_tokens_email').on('auth_one_time_tokens').columns(['email', 'kind']).execute()
  await schema.createIndex('auth_one_time_tokens_expiry').on('auth_one_time_tokens').column('expires_at').execute()

  await schema
    .createTable('auth_email_changes')
    .addColumn('user_id', 'text', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('new_email', 'text', (c) => c.notNull())
    .addColumn('current_confirmed', 'integer', (c) => c.notNull())
    .addColumn('new_confirmed', 'integer', (c) => c.notNull())
    .addColumn('requested_at', instant, (c) => c.notNull())
    .addColumn('expires_at', instant, (c) => c.notNull())
    .execute()
}
