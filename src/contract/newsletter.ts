import { z } from 'zod'
import { CONSENT_KINDS, ISSUE_STATES, RHYTHMS, SUBSCRIBER_STATES } from '../rules/newsletter.ts'
import { endpoint } from './endpoint.ts'
import { byId, id, instant, instantInput, line, listQuery, page, text } from './fields.ts'

const rhythm = z.enum(RHYTHMS, 'Diesen Rhythmus gibt es nicht')
const state = z.enum(SUBSCRIBER_STATES, 'Diesen Zustand gibt es nicht')

export const newsletterSettings = z.object({
  /** Whether this installation can send mail. Without it nothing of the newsletter is offered (NEWS-12). */
  available: z.boolean(),
  /** The address that issues come from. */
  sender: z.string(),
  enabled: z.boolean(),
  /** Name of the newsletter; empty for that of the blog. */
  name: z.string(),
  /** Sentence of the page of the newsletter; empty for the usual one. */
  intro: z.string(),
  /** Name and postal address of the sender, in every issue. */
  address: z.string(),
  /** Whether the form stands at the end of each article. */
  at_articles: z.boolean(),
  /** Mails a minute. */
  pace: z.number().int(),
})
export type NewsletterSettings = z.infer<typeof newsletterSettings>

const settingsInput = z.object({
  enabled: z.boolean().optional(),
  name: line(100).optional(),
  intro: text(500).optional(),
  address: text(500).optional(),
  at_articles: z.boolean().optional(),
  pace: z.number().int().min(1, 'Mindestens 1').max(6000, 'Höchstens 6000').optional(),
})
export type UpdateNewsletterSettings = z.infer<typeof settingsInput>

export const subscriber = z.object({
  id,
  email: z.string(),
  state,
  rhythm,
  /** Words of the mail server that ended or paused it. */
  reply: z.string().nullable(),
  /** It was imported without proof, on the owner's word. */
  is_unproven: z.boolean(),
  confirmed_at: instant.nullable(),
  state_since: instant,
  created_at: instant,
})
export type Subscriber = z.infer<typeof subscriber>

/** An entry of the proof (RUL-79). */
export const consent = z.object({
  id,
  kind: z.enum(CONSENT_KINDS),
  at: instant,
  /** Path of the page where it happened. */
  page: z.string(),
  rhythm: rhythm.nullable(),
  /** The confirmation mail, by its Message-ID. */
  mail_id: z.string().nullable(),
  /** The words that were shown, with the button in brackets. */
  words: z.string().nullable(),
  note: z.string().nullable(),
  /** Network address of the request; for 30 days. */
  ip: z.string().nullable(),
})
export type Consent = z.infer<typeof consent>

/** What became of the rows of an import. `known` and `blocked` addresses stay as they are. */
export const subscriberImport = z.object({
  added: z.number().int(),
  /** Of the added ones, those without proof. */
  unproven: z.number().int(),
  known: z.number().int(),
  blocked: z.number().int(),
  skipped: z.array(z.object({ line: z.number().int(), reason: z.string() })),
})
export type SubscriberImport = z.infer<typeof subscriberImport>

export const subscribers = {
  /** Newest first; `q` finds a part of the address. `counts` are those of all. */
  list: endpoint('GET', '/subscribers', 'approved')
    .input(listQuery.extend({ state: state.optional() }))
    .output(page(subscriber).extend({ counts: z.record(state, z.number().int()) })),
  /** One with the proof of consent, oldest entry first. */
  get: endpoint('GET', '/subscribers/{id}', 'approved')
    .input(byId)
    .output(subscriber.extend({ consents: z.array(consent) })),
  /**
   * Adds the rows of a CSV (NEWS-13). Rows without proof are skipped, or added and marked where the owner vouches for them
   * (`without_proof`). 400 `csv`.
   */
  import: endpoint('POST', '/subscribers/import', 'owner', 200)
    .input(z.object({ csv: text(4_000_000), without_proof: z.boolean().default(false) }))
    .output(subscriberImport),
  /** Ends a subscription; the proof stays for three years. */
  leave: endpoint('POST', '/subscribers/{id}/leave', 'approved', 200).input(byId).output(subscriber),
  /** Deletes an address with its proof; with `block` it never gets mail again. */
  remove: endpoint('DELETE', '/subscribers/{id}', 'owner', 204)
    .input(z.object({ id, block: z.boolean().optional() }))
    .output(z.void()),
}

export const newsletter = {
  get: endpoint('GET', '/newsletter', 'approved').output(newsletterSettings),
  /** 400 names the field: `enabled` without a mail server, `address` where it is missing. */
  update: endpoint('PATCH', '/newsletter', 'approved').input(settingsInput).output(newsletterSettings),
}

/** How many addresses have an issue. `refused`: the mail server or the mailbox took it for good or never took it. */
const issueCounts = z.object({
  waiting: z.number().int(),
  /** Of the waiting ones, those that the mail server did not take yet: tried again by itself, at ever longer intervals. */
  delayed: z.number().int(),
  sent: z.number().int(),
  refused: z.number().int(),
  uncertain: z.number().int(),
  /** Those who unsubscribed after it. */
  left: z.number().int(),
})

export const issue = z.object({
  id,
  kind: z.enum(['article', 'weekly', 'monthly']),
  article_id: id.nullable(),
  state: z.enum(ISSUE_STATES),
  subject: z.string(),
  lead: z.string(),
  planned_at: instant.nullable(),
  /** When it is sent; null while its article is not public. */
  due_at: instant.nullable(),
  started_at: instant.nullable(),
  finished_at: instant.nullable(),
  created_at: instant,
  counts: issueCounts,
})
export type Issue = z.infer<typeof issue>

/** A delivery without an outcome, or with one that somebody has to know, and the last words of the mail server. */
const delivery = z.object({
  subscriber_id: id,
  email: z.string(),
  state: z.enum(['refused', 'uncertain', 'delayed']),
  reply: z.string(),
  /** When a delayed one is tried again. */
  next_at: instant.nullable(),
})

/** Digests are for those who chose their rhythm. */
const digestInput = z.object({
  rhythm: z.enum(['weekly', 'monthly'], 'Sammelausgaben gibt es wöchentlich und monatlich'),
  /** Missing: since the last digest of this rhythm. */
  from: instantInput.optional(),
})
export type DigestInput = z.infer<typeof digestInput>

const issueInput = z
  .object({
    article_id: id.optional(),
    digest: digestInput.optional(),
    /** Empty or missing: the title of the article, or the usual words of a digest. */
    subject: line(300).optional(),
    /** Empty or missing: the excerpt of the article, or the usual words of a digest. */
    lead: text(2000).optional(),
  })
  .refine(({ article_id, digest }) => (article_id === undefined) !== (digest === undefined), {
    path: ['article_id'],
    message: 'Bitte einen Artikel oder eine Sammelausgabe nennen',
  })
export type IssueInput = z.infer<typeof issueInput>

const fullIssue = issue.extend({ problems: z.array(delivery) })
export type FullIssue = z.infer<typeof fullIssue>

export const issues = {
  /** Newest first. */
  list: endpoint('GET', '/issues', 'approved')
    .input(listQuery.omit({ q: true }))
    .output(page(issue)),
  get: endpoint('GET', '/issues/{id}', 'approved').input(byId).output(fullIssue),
  /**
   * The mail as a subscriber would get it, and how many get it now. 400 `article_id` where it is neither public nor
   * scheduled; 400 `digest` where nothing is new.
   */
  preview: endpoint('POST', '/issues/preview', 'approved', 200)
    .input(issueInput)
    .output(z.object({ subject: z.string(), html: z.string(), text: z.string(), recipients: z.number().int() })),
  /** Sends it to one address at once; nothing else happens. */
  test: endpoint('POST', '/issues/test', 'approved', 204)
    .input(issueInput.safeExtend({ to: line(254) }))
    .output(z.void()),
  /**
   * Sends an article to each active subscriber (RUL-80): half a minute after it went live, or at `planned_at`. 409
   * `issue_exists` where it was sent or planned already; 400 as for `preview`. A digest holds what is new until it is
   * sent, and the next one begins where it ends (NEWS-14).
   */
  create: endpoint('POST', '/issues', 'approved')
    .input(issueInput.safeExtend({ planned_at: instantInput.nullish() }))
    .output(issue),
  /** Stops sending, or takes a planned issue back; 409 `issue_state`. */
  stop: endpoint('POST', '/issues/{id}/stop', 'approved', 200).input(byId).output(issue),
  /** Goes on with a stopped issue; 409 `issue_state`. */
  resume: endpoint('POST', '/issues/{id}/resume', 'approved', 200).input(byId).output(issue),
  /** Sends again to addresses whose outcome is uncertain; nothing does that by itself. */
  resend: endpoint('POST', '/issues/{id}/resend', 'approved', 200)
    .input(byId.extend({ subscriber_ids: z.array(id).min(1).max(500) }))
    .output(issue),
}
