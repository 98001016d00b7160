import { sql, type Kysely } from 'kysely'
import { columnTypes } from './column-types.ts'

/** The newsletter: subscribers with the proof of their consent, issues, and one delivery per issue and subscriber. */
export async function up(db: Kysely<never>): Promise<void> {
  const { instant } = columnTypes(db)
  const subscriber = 'references newsletter_subscribers (id) on delete cascade'
  const statements = [
    `create table newsletter_settings (
      id text primary key,
      choices text not null
    )`,
    `create table newsletter_subscribers (
      id text primary key,
      email text not null,
      email_hash text not null unique,
      token_hash text not null unique,
      state text not null check (state in ('pending', 'active', 'paused', 'left', 'bounced', 'complained')),
      rhythm text not null check (rhythm in ('each', 'weekly', 'monthly')),
      soft_bounces integer not null default 0,
      reply text,
      is_unproven integer not null default 0,
      confirmed_at ${instant},
      state_since ${instant} not null,
      created_at ${instant} not null
    )`,
    'create index newsletter_subscribers_newest on newsletter_subscribers (created_at, id)',
    'create index newsletter_subscribers_states on newsletter_subscribers (state, state_since)',
    `create table newsletter_consent_texts (
      hash text primary key,
      words text not null,
      created_at ${instant} not null
    )`,
    `create table newsletter_issues (
      id text primary key,
      kind text not null check (kind in ('article', 'weekly', 'monthly')),
      article_id text references articles (id) on delete set null,
      period text,
      state text not null check (state in ('planned', 'sending', 'stopped', 'sent', 'withdrawn')),
      subject text not null,
      lead text not null,
      html text,
      text text,
      planned_at ${instant},
      due_at ${instant},
      from_at ${instant},
      until_at ${instant},
      started_at ${instant},
      finished_at ${instant},
      author_id text references users (id) on delete set null,
      created_at ${instant} not null
    )`,
    // An article is sent once, and so is a period.
    `create unique index newsletter_issues_article on newsletter_issues (article_id) where state <> 'withdrawn'`,
    'create unique index newsletter_issues_period on newsletter_issues (kind, period)',
    'create index newsletter_issues_newest on newsletter_issues (created_at, id)',
    'create index newsletter_issues_author on newsletter_issues (author_id)',
    `create index newsletter_issues_open on newsletter_issues (due_at) where state in ('planned', 'sending')`,
    `create table newsletter_consents (
      id text primary key,
      subscriber_id text not null ${subscriber},
      kind text not null check (kind in ('asked', 'confirmed', 'changed', 'left', 'imported')),
      at ${instant} not null,
      page text not null,
      rhythm text,
      mail_id text,
      words_hash text references newsletter_consent_texts (hash),
      issue_id text references newsletter_issues (id) on delete set null,
      note text,
      ip text,
      ip_until ${instant}
    )`,
    'create index newsletter_consents_subscriber on newsletter_consents (subscriber_id, at)',
    'create index newsletter_consents_words on newsletter_consents (words_hash)',
    'create index newsletter_consents_issue on newsletter_consents (issue_id)',
    'create index newsletter_consents_ip on newsletter_consents (ip_until) where ip is not null',
    `create table newsletter_requests (
      token_hash text primary key,
      subscriber_id text not null ${subscriber},
      rhythm text not null,
      page text not null,
      mail_id text not null,
      words_hash text not null references newsletter_consent_texts (hash),
      replaces_id text references newsletter_subscribers (id) on delete set null,
      used_at ${instant},
      expires_at ${instant} not null
    )`,
    'create index newsletter_requests_subscriber on newsletter_requests (subscriber_id)',
    'create index newsletter_requests_replaces on newsletter_requests (replaces_id)',
    'create index newsletter_requests_words on newsletter_requests (words_hash)',
    `create table newsletter_asks (
      email_hash text primary key,
      mail_id text not null,
      at ${instant} not null,
      second_at ${instant},
      third_at ${instant}
    )`,
    `create table newsletter_blocked (
      hash text primary key,
      created_at ${instant} not null
    )`,
    `create table newsletter_deliveries (
      issue_id text not null references newsletter_issues (id) on delete cascade,
      subscriber_id text not null ${subscriber},
      state text not null check (state in ('waiting', 'claimed', 'handing', 'sent', 'failed', 'refused', 'uncertain')),
      attempts integer not null default 0,
      next_at ${instant},
      claimed_at ${instant},
      finished_at ${instant},
      return_key text unique,
      smtp_reply text,
      primary key (issue_id, subscriber_id)
    )`,
    'create index newsletter_deliveries_subscriber on newsletter_deliveries (subscriber_id)',
    `create index newsletter_deliveries_open on newsletter_deliveries (issue_id, next_at)
      where state in ('waiting', 'claimed', 'handing')`,
    'create index newsletter_deliveries_claimed on newsletter_deliveries (claimed_at)',
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
