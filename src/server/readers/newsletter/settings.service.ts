import type { NewsletterSettings, UpdateNewsletterSettings } from '../../../contract/newsletter.ts'
import { invalidField } from '../../../contract/errors.ts'
import { USUAL_PACE } from '../../../rules/newsletter.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../platform/db/db.ts'
import { holdRecord } from '../../platform/db/locks.ts'
import { announce, inTransaction } from '../../platform/db/transaction.ts'
import { ownAddress } from '../../platform/own-address.ts'

const ID = 'newsletter'

export type NewsletterChoices = Omit<NewsletterSettings, 'available' | 'sender'> & {
  /** When it was switched on: no digest covers a time before. */
  enabled_at?: string
}

const USUAL: NewsletterChoices = {
  enabled: false,
  name: '',
  intro: '',
  address: '',
  at_articles: true,
  pace: USUAL_PACE,
}

/** The owner's choices, with the defaults for what was never chosen. */
export async function readChoices(db: Db): Promise<NewsletterChoices> {
  const row = await db.selectFrom('newsletter_settings').select('choices').where('id', '=', ID).executeTakeFirst()
  return { ...USUAL, ...(row && (JSON.parse(row.choices) as Partial<NewsletterChoices>)) }
}

/** Whether readers are offered the newsletter: it is switched on, and this installation can send mail (NEWS-12). */
export async function isOffered({ db, config }: { db: Db; config: Config }): Promise<boolean> {
  return config.SMTP_URL !== undefined && (await readChoices(db)).enabled
}

/** The sender's address of issues, without its name. */
export function senderOf(config: Pick<Config, 'SMTP_FROM' | 'PUBLIC_URL' | 'PORT'>): string {
  const from = config.SMTP_FROM ?? `blog-cms@${new URL(ownAddress(config)).hostname}`
  return /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from
}

/** Name of the newsletter for readers. */
export function newsletterName({ name }: Pick<NewsletterChoices, 'name'>, site: string): string {
  return name.trim() || site
}

export async function readNewsletterSettings({ db, config }: { db: Db; config: Config }): Promise<NewsletterSettings> {
  const { enabled_at: _enabledAt, ...choices } = await readChoices(db)
  return { ...choices, available: config.SMTP_URL !== undefined, sender: senderOf(config) }
}

/**
 * Saves the given choices. 400 `validation_failed`: on `enabled` without a mail server, on `address` where the
 * newsletter would be on without the postal address that each issue has to carry.
 */
export async function saveNewsletterSettings(
  { db, config, clock }: { db: Db; config: Config; clock: () => Date },
  input: UpdateNewsletterSettings,
): Promise<NewsletterSettings> {
  return inTransaction(db, async (tx) => {
    await tx
      .insertInto('newsletter_settings')
      .values({ id: ID, choices: '{}' })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
    await holdRecord(tx, 'newsletter_settings', ID)
    const before = await readChoices(tx)
    const choices = { ...before, ...input }
    if (choices.enabled && !before.enabled) choices.enabled_at = clock().toISOString()
    if (choices.enabled && config.SMTP_URL === undefined)
      throw invalidField('enabled', 'Dafür braucht der Server einen Zugang zum Versand von E-Mail (SMTP_URL).')
    if (choices.enabled && choices.address.trim() === '')
      throw invalidField('address', 'Bitte die Anschrift eingeben, die in jeder Ausgabe steht.')
    await tx
      .updateTable('newsletter_settings')
      .set({ choices: JSON.stringify(choices) })
      .where('id', '=', ID)
      .execute()
    // The form stands on every article.
    await announce(tx, { noun: 'newsletter', id: ID, verb: 'updated' })
    return readNewsletterSettings({ db: tx, config })
  })
}
