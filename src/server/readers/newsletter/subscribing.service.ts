import {
  isRhythm,
  NEWSLETTER_FORMS,
  wordsOfConfirmation,
  wordsOfForm,
  type NewsletterForm,
  type Rhythm,
  type SubscriberState,
} from '../../../rules/newsletter.ts'
import type { Config } from '../../config.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { holdRecord } from '../../platform/db/locks.ts'
import { announce, inTransaction } from '../../platform/db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import type { Mail } from '../../platform/mail.ts'
import { publicAddress, readSettings, siteTitle } from '../../settings/settings.service.ts'
import { hashOfToken, newsletterKeys } from './keys.ts'
import { isOffered, newsletterName, readChoices, senderOf } from './settings.service.ts'
import { writeConfirmation } from './subscribing-mails.ts'
import * as queries from './subscribers.queries.ts'
import type { SubscriberRow } from './subscribers.queries.ts'

/** Orders a mail in the transaction it belongs to (`people/mail`). */
export type OrderMail = (tx: Tx, order: { kind: string; email: string }, now: Date) => Promise<void>

export type NewsletterParts = { db: Db; config: Config; clock: () => Date }

/** Kind of the order of a confirmation mail. */
export const CONFIRMATION_MAIL = 'newsletter_confirmation'

/** A request to get the newsletter, as a reader sends it. */
export type SubscriptionRequest = {
  /** A normalised address. */
  email: string
  rhythm: Rhythm
  /** Path of the page with the form. */
  page: string
  form: NewsletterForm
  ip: string
}

type Details = Omit<SubscriptionRequest, 'email'> & { mailId: string; askedAt: string; replacesId?: string }

/**
 * Orders the confirmation mail of a request (RUL-77). It is the same single write for every address; whether the
 * address is known, blocked or has had its mails is looked up when the mail is composed (NEWS-2).
 */
export async function requestSubscription(
  { db, clock }: NewsletterParts,
  { email, ...details }: SubscriptionRequest & { replacesId?: string },
  order: OrderMail,
): Promise<void> {
  const now = clock()
  const ordered = { kind: CONFIRMATION_MAIL, email, ...details, mailId: newId(), askedAt: now.toISOString() }
  await inTransaction(db, (tx) => order(tx, ordered, now))
}

/** An order as its writer sees it. */
type Ordered = { email: string; details: unknown }

/**
 * Composes the confirmation mail of an order, and notes the request in the proof. Null where the address is blocked,
 * has had three mails in a day or one in ten minutes, or the newsletter is switched off meanwhile.
 */
export function confirmationMail(parts: {
  db: Db
  config: Config
}): (tx: Tx, order: Ordered, now: Date) => Promise<Mail | null> {
  return async (tx, { email, details }, now) => {
    const { config } = parts
    const { rhythm, page, form, ip, mailId, askedAt, replacesId } = details as Details
    const keys = await newsletterKeys(parts)
    const emailHash = keys.hashOf(email)
    if (!(await isOffered({ db: tx, config }))) return null
    if (await queries.isBlocked(tx, emailHash)) return null
    if (!(await queries.mayAsk(tx, { emailHash, mailId }, now))) return null
    const choices = await readChoices(tx)
    const settings = await readSettings(tx)
    const site = siteTitle(settings)
    const letter = {
      to: email,
      name: newsletterName(choices, site),
      site,
      address: choices.address,
      messageId: `<${mailId}@${senderOf(config).split('@').pop()}>`,
    }
    const origin = publicAddress(settings, config)
    const tokenOf = (id: string) => hashOfToken(keys.tokenOf(id))
    const subscriber = await queries.addSubscriber(tx, { email, emailHash, tokenOf, rhythm }, now)
    // It was deleted and blocked while this waited for its row.
    if (await queries.isBlocked(tx, emailHash)) {
      if (subscriber.state === 'pending') await queries.removeSubscriber(tx, subscriber.id)
      return null
    }
    if (subscriber.state === 'active' || subscriber.state === 'paused')
      return writeConfirmation({
        ...letter,
        kind: 'known',
        link: `${origin}/newsletter/einstellungen/${keys.tokenOf(subscriber.id)}`,
      })
    const words_hash = await queries.keepWords(tx, wordsOfForm(form, rhythm, choices.intro), now)
    const token = keys.requestTokenOf(mailId)
    // The former address may be deleted since the request.
    const replaced = replacesId === undefined ? null : await held(tx, replacesId)
    const isFirst = (await queries.getRequest(tx, hashOfToken(token), now)) === null
    await queries.putRequest(tx, {
      token_hash: hashOfToken(token),
      subscriber_id: subscriber.id,
      rhythm,
      page,
      mail_id: letter.messageId,
      words_hash,
      replaces_id: replaced?.id ?? null,
      expires_at: new Date(now.getTime() + queries.PENDING_DAYS * 86_400_000).toISOString(),
    })
    if (isFirst)
      await queries.addConsent(
        tx,
        { subscriber_id: subscriber.id, kind: 'asked', page, rhythm, mail_id: letter.messageId, words_hash, ip },
        new Date(askedAt),
      )
    await announce(tx, { noun: 'subscribers', id: subscriber.id, verb: 'updated', hidden: true })
    return writeConfirmation({
      ...letter,
      kind: 'confirm',
      rhythm,
      link: `${origin}/newsletter/bestaetigen/${token}`,
    })
  }
}

/** What a link of a confirmation mail leads to. `used`: its subscription is active already. */
export type Confirmation = { email: string; rhythm: Rhythm; isUsed: boolean; token: string }

/** Reads what a confirmation link stands for, and changes nothing; null for an unknown, old or outlived one. */
export async function readConfirmation(parts: NewsletterParts, token: string): Promise<Confirmation | null> {
  const request = await queries.getRequest(parts.db, hashOfToken(token), parts.clock())
  const row = request && (await queries.getSubscriber(parts.db, request.subscriber_id))
  if (!request || !row) return null
  const isUsed = request.used_at !== null
  if (isUsed && row.state !== 'active' && row.state !== 'paused') return null
  const keys = await newsletterKeys(parts)
  const rhythm = (isUsed ? row.rhythm : request.rhythm) as Rhythm
  return { email: row.email, rhythm, isUsed, token: keys.tokenOf(row.id) }
}

/**
 * Confirms a subscription, once; a repeated confirmation changes nothing and gets the same response. Null for a link
 * that is unknown, too old, or was used before the subscription ended.
 */
export async function confirm(
  parts: NewsletterParts,
  token: string,
  { ip }: { ip: string },
): Promise<Confirmation | null> {
  const now = parts.clock()
  await inTransaction(parts.db, async (tx) => {
    const request = await queries.getRequest(tx, hashOfToken(token), now)
    if (!request || !(await queries.useRequest(tx, request.token_hash, now))) return
    const { subscriber_id: id, replaces_id } = request
    const row = await held(tx, id)
    if (!row || (await queries.isBlocked(tx, row.email_hash))) return
    const rhythm = request.rhythm as Rhythm
    const at = now.toISOString()
    const to = {
      state: 'active',
      rhythm,
      confirmed_at: at,
      state_since: at,
      soft_bounces: 0,
      reply: null,
      is_unproven: 0,
    }
    const page = '/newsletter/bestaetigen'
    if (await queries.changeSubscriber(tx, id, { from: ['pending', 'left', 'bounced', 'paused'], to })) {
      const words_hash = await queries.keepWords(tx, wordsOfConfirmation(rhythm), now)
      const { mail_id } = request
      await queries.addConsent(tx, { subscriber_id: id, kind: 'confirmed', page, rhythm, mail_id, words_hash, ip }, now)
      // Another mail to the new address may have confirmed it before: it still takes the place of the former one.
    } else if (row.state !== 'active') return
    if (replaces_id !== null && replaces_id !== id) await end(tx, replaces_id, { page, note: 'Neue Adresse', ip }, now)
    await announce(tx, { noun: 'subscribers', id, verb: 'updated', hidden: true })
  })
  return readConfirmation(parts, token)
}

async function held(tx: Tx, id: string): Promise<SubscriberRow | null> {
  await holdRecord(tx, 'newsletter_subscribers', id)
  return queries.getSubscriber(tx, id)
}

const SUBSCRIBED: readonly SubscriberState[] = ['pending', 'active', 'paused', 'bounced']

async function end(
  tx: Tx,
  id: string,
  { page, note = null, ip }: { page: string; note?: string | null; ip?: string },
  now: Date,
): Promise<boolean> {
  const to = { state: 'left', state_since: now.toISOString() }
  if (!(await queries.changeSubscriber(tx, id, { from: SUBSCRIBED, to }))) return false
  const issue_id = await queries.lastIssueOf(tx, id)
  await queries.addConsent(tx, { subscriber_id: id, kind: 'left', page, note, issue_id, ...(ip && { ip }) }, now)
  await announce(tx, { noun: 'subscribers', id, verb: 'updated', hidden: true })
  return true
}

/** The subscriber behind the link of a mail; null for an unknown one. */
export async function readSubscription(
  { db }: Pick<NewsletterParts, 'db'>,
  token: string,
): Promise<SubscriberRow | null> {
  return queries.getByToken(db, hashOfToken(token))
}

/** Ends the subscription behind a link (RUL-78). Repeated, or with an unknown link, it changes nothing. */
export async function leave({ db, clock }: NewsletterParts, token: string, { ip }: { ip: string }): Promise<void> {
  await inTransaction(db, async (tx) => {
    const row = await queries.getByToken(tx, hashOfToken(token))
    if (row) await end(tx, row.id, { page: '/newsletter/abmelden', ip }, clock())
  })
}

/** Ends a subscription on behalf of the team; false where there is none under this id. */
export async function endSubscription({ db, clock }: NewsletterParts, id: string): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const row = await held(tx, id)
    if (row) await end(tx, id, { page: '/admin/newsletter', note: 'Von der Redaktion abgemeldet' }, clock())
    return row !== null
  })
}

/** Changes the rhythm of the subscription behind a link, or pauses it; null for one that is not active or paused. */
export async function changeRhythm(
  { db, clock }: NewsletterParts,
  token: string,
  { rhythm, ip }: { rhythm: Rhythm | 'pause'; ip: string },
): Promise<SubscriberRow | null> {
  return inTransaction(db, async (tx) => {
    const known = await queries.getByToken(tx, hashOfToken(token))
    const row = known && (await held(tx, known.id))
    if (!row || (row.state !== 'active' && row.state !== 'paused')) return null
    const state = rhythm === 'pause' ? 'paused' : 'active'
    const chosen = rhythm === 'pause' ? (row.rhythm as Rhythm) : rhythm
    if (row.state === state && row.rhythm === chosen) return row
    const now = clock()
    const to = { state, rhythm: chosen, soft_bounces: 0, reply: null, state_since: now.toISOString() }
    await queries.changeSubscriber(tx, row.id, { from: ['active', 'paused'], to })
    const note = state === row.state ? null : state === 'paused' ? 'Pause' : 'Pause beendet'
    const page = '/newsletter/einstellungen'
    await queries.addConsent(tx, { subscriber_id: row.id, kind: 'changed', page, rhythm: chosen, note, ip }, now)
    await announce(tx, { noun: 'subscribers', id: row.id, verb: 'updated', hidden: true })
    return { ...row, ...to }
  })
}

/**
 * Deletes an address with all its proof (RUL-79). With `blocks` a keyed hash stays, so that it never gets mail again.
 * False where there is none under this id.
 */
export async function removeAddress(
  parts: NewsletterParts,
  id: string,
  { blocks }: { blocks: boolean },
): Promise<boolean> {
  return inTransaction(parts.db, async (tx) => {
    const row = await held(tx, id)
    if (!row) return false
    if (blocks) await queries.block(tx, row.email_hash, parts.clock())
    await queries.removeSubscriber(tx, id)
    await announce(tx, { noun: 'subscribers', id, verb: 'removed', hidden: true })
    return true
  })
}

/** What is kept about a reader, for the reader. */
export async function readOwnData({ db }: Pick<NewsletterParts, 'db'>, row: SubscriberRow): Promise<object> {
  const { email, state, rhythm, confirmed_at, created_at } = row
  const consents = await queries.listConsents(db, row.id)
  return {
    email,
    state,
    rhythm,
    created_at,
    confirmed_at,
    consents: consents.map(({ id: _id, subscriber_id: _of, ...entry }) => entry),
  }
}

/** Reads the fields of a form that a reader has sent; unknown values get the usual ones. */
export function readForm(fields: URLSearchParams): Pick<SubscriptionRequest, 'rhythm' | 'page' | 'form'> {
  const rhythm = fields.get('rhythm')
  const typed = fields.get('form')
  const form = NEWSLETTER_FORMS.find((name) => name === typed) ?? 'seite'
  const page = fields.get('page') ?? ''
  // Stored as proof only: nothing is redirected there.
  const isPath = /^\/[\w./-]{0,300}$/.test(page) && !page.startsWith('//')
  return { rhythm: isRhythm(rhythm) ? rhythm : 'each', form, page: isPath ? page : '/newsletter' }
}

/** Removes what may no longer be kept (NEWS-11). */
export async function sweepSubscribers({ db, clock }: Pick<NewsletterParts, 'db' | 'clock'>): Promise<void> {
  await inTransaction(db, (tx) => queries.sweep(tx, clock()))
}

export type { SubscriberRow }
