import { invalidField } from '../../../contract/errors.ts'
import { LONGEST_QUOTE, LONGEST_REMARK } from '../../../rules/limits.ts'
import { readPersonName } from '../../../rules/person-name.ts'
import { readableText } from '../../../rules/readable-text.ts'
import type { Db } from '../../platform/db/db.ts'
import { findPreviewLink, hashOf, mayRemark } from './preview-links.service.ts'
import { addGuestRemark, listOfLink } from './remarks.service.ts'
import type { TextNoun, TextTypes } from './text-noun.ts'

/** A remark that came by a link, as its guests see it. */
export type GuestRemark = { id: string; name: string; body: string; at: string }

/** What guests of a link wrote; null where the link opens nothing, or its writer allows no remarks. */
export async function listGuestRemarks<T extends TextTypes>(
  db: Db,
  { tables }: TextNoun<T>,
  { token, now }: { token: string; now: Date },
): Promise<GuestRemark[] | null> {
  const link = await findPreviewLink(db, tables, { tokenHash: hashOf(token), now: now.toISOString() })
  return link && mayRemark(link) ? listOfLink(db, link.id) : null
}

/**
 * Writes a guest's remark, at the quoted words where the text has them exactly once, otherwise about the whole text. False where the
 * link opens nothing or allows none. Errors: 400 at `name`, `text` or `quote`, 413 for more than a text has.
 */
export async function writeGuestRemark<T extends TextTypes>(
  db: Db,
  noun: TextNoun<T>,
  { token, now }: { token: string; now: Date },
  typed: { name: string; text: string; quote: string },
): Promise<boolean> {
  const link = await findPreviewLink(db, noun.tables, { tokenHash: hashOf(token), now: now.toISOString() })
  if (!link || !mayRemark(link)) return false
  const name = readPersonName(typed.name)
  if ('fault' in name) throw invalidField('name', name.fault)
  const body = readableText(typed.text).trim()
  if (body === '') throw invalidField('text', 'Bitte etwas schreiben')
  if (body.length > LONGEST_REMARK) throw invalidField('text', `Höchstens ${LONGEST_REMARK} Zeichen`)
  const quote = readableText(typed.quote).trim()
  if (quote.length > LONGEST_QUOTE) throw invalidField('quote', `Höchstens ${LONGEST_QUOTE} Zeichen`)
  const guest = { name: name.name, linkId: link.id }
  return addGuestRemark(db, noun, { id: link.text_id, body, quote, guest }, now)
}
