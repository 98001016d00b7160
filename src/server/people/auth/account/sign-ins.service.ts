import * as accounts from '../../accounts/accounts.service.ts'
import { recordEvent } from '../../accounts/audit.service.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { Visitor } from '../protocol/visitor.ts'

/** Records a sign-in on the account and in the audit log; `how` is the method. */
export async function noteSignIn(
  tx: Tx,
  user: { id: string; email: string | null },
  how: Record<string, unknown>,
  { visitor, now }: { visitor: Visitor; now: Date },
): Promise<void> {
  await accounts.noteSignIn(tx, user.id, now)
  const { id: userId, email } = user
  await recordEvent(tx, { event: 'sign_in', at: now, userId, email, ip: visitor.ip, details: how })
}
