import { sql, type SqlBool } from 'kysely'
import type { AuditEvent, AuditRecord } from '../../../contract/audit.ts'
import type { Db } from '../../platform/db/db.ts'
import { olderThan, toPage } from '../../platform/db/keyset.ts'
import { containing } from '../../platform/search/search.ts'

export type AuditListQuery = {
  limit: number
  cursor?: string | undefined
  q?: string | undefined
  event?: AuditEvent | undefined
}

/** A page of the audit log, newest first, with the addresses of the account concerned and the actor. */
export async function listAudit(db: Db, { limit, cursor, q, event }: AuditListQuery) {
  let query = db
    .selectFrom('audit_log')
    .leftJoin('users as person', 'person.id', 'audit_log.user_id')
    .leftJoin('users as actor', 'actor.id', 'audit_log.actor_id')
    .select(['audit_log.id', 'audit_log.at', 'audit_log.event', 'audit_log.ip', 'audit_log.details'])
    .select(sql<string>`coalesce(audit_log.email, person.email, '')`.as('email'))
    .select(sql<string>`coalesce(actor.email, '')`.as('actor_email'))
  if (event) query = query.where('audit_log.event', '=', event)
  const pattern = q?.trim() ? containing(q.trim().toLowerCase()) : null
  if (pattern)
    query = query.where(
      sql<SqlBool>`(coalesce(audit_log.email, person.email, '') like ${pattern} escape '\\' or actor.email like ${pattern} escape '\\')`,
    )
  if (cursor) query = query.where(olderThan('audit_log', 'at', cursor))
  const rows = await query
    .orderBy('audit_log.at', 'desc')
    .orderBy('audit_log.id', 'desc')
    .limit(limit + 1)
    .execute()
  const records = rows.map(({ details, ...row }): AuditRecord => ({
    ...row,
    event: row.event as AuditEvent,
    ip: row.ip ?? '',
    details: JSON.parse(details) as Record<string, unknown>,
  }))
  return toPage(records, limit, ({ at, id }) => ({ at, id }))
}
