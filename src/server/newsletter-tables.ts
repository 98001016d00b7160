import type { Generated } from 'kysely'

/** Tables of the newsletter (`readers/newsletter`). */
export interface NewsletterTables {
  /** One row: the owner's choices, as JSON. */
  newsletter_settings: { id: string; choices: string }
  newsletter_subscribers: NewsletterSubscribersTable
  /** The words that somebody consented to, once per wording. */
  newsletter_consent_texts: { hash: string; words: string; created_at: string }
  newsletter_consents: NewsletterConsentsTable
  newsletter_requests: NewsletterRequestsTable
  /** The last three confirmation mails to an address. */
  newsletter_asks: {
    email_hash: string
    mail_id: string
    at: string
    second_at: string | null
    third_at: string | null
  }
  /** Addresses that never get mail again, as keyed hashes. */
  newsletter_blocked: { hash: string; created_at: string }
  newsletter_issues: NewsletterIssuesTable
  newsletter_deliveries: NewsletterDeliveriesTable
}

export interface NewsletterSubscribersTable {
  id: string
  email: string
  /** Keyed hash of the address. */
  email_hash: string
  /** Hash of the token in this subscriber's mails. */
  token_hash: string
  state: string
  rhythm: string
  /** Temporary failures in a row. */
  soft_bounces: Generated<number>
  /** Words of the mail server that ended or paused it. */
  reply: string | null
  /** 1 where it was imported on the owner's word alone. */
  is_unproven: Generated<number>
  confirmed_at: string | null
  state_since: string
  created_at: string
}

/** Proof of consent (RUL-79): rows are added, and lose nothing but the network address after 30 days. */
export interface NewsletterConsentsTable {
  id: string
  subscriber_id: string
  kind: string
  at: string
  page: string
  rhythm: string | null
  mail_id: string | null
  words_hash: string | null
  /** The last issue that was sent to a subscriber who left. */
  issue_id: string | null
  note: string | null
  ip: string | null
  ip_until: string | null
}

/** A confirmation that was mailed, by the hash of the token in its link. */
export interface NewsletterRequestsTable {
  token_hash: string
  subscriber_id: string
  rhythm: string
  page: string
  mail_id: string
  words_hash: string
  /** The subscription whose address it replaces. */
  replaces_id: string | null
  used_at: string | null
  expires_at: string
}

export interface NewsletterIssuesTable {
  id: string
  kind: string
  article_id: string | null
  /** The period of a digest: `2026-W12`, `2026-03`. */
  period: string | null
  state: string
  subject: string
  lead: string
  /** The mail without the links of a subscriber; null until it is sent. */
  html: string | null
  text: string | null
  /** Wish of the editor; null for as soon as possible. */
  planned_at: string | null
  /** Null while its article is not public. */
  due_at: string | null
  /** The time that a digest covers. */
  from_at: string | null
  until_at: string | null
  started_at: string | null
  finished_at: string | null
  author_id: string | null
  created_at: string
}

export interface NewsletterDeliveriesTable {
  issue_id: string
  subscriber_id: string
  /** `claimed`: an instance talks to the mail server; `handing`: it sends the text, and may have been heard. */
  state: string
  attempts: Generated<number>
  next_at: string | null
  claimed_at: string | null
  finished_at: string | null
  /** Part of the return address. */
  return_key: string | null
  smtp_reply: string | null
}
