import { sql } from 'kysely'
import type { PreviewLink } from '../../../contract/articles/preview-links.ts'
import type { Db } from '../../platform/db/db.ts'
import type { WrittenTables } from './written-tables.ts'

/** Valid links of a text, newest first. */
export async function listPreviewLinks(
  db: Db,
  { previewLinks, owner }: WrittenTables,
  { textId, now }: { textId: string; now: string },
): Promise<PreviewLink[]> {
  const { rows } = await sql<Omit<PreviewLink, 'remarks'> & { remarks: number }>`
    select id, created_at, expires_at, last_used_at, remarks from ${sql.table(previewLinks)}
    where ${sql.ref(owner)} = ${textId} and revoked_at is null and expires_at > ${now}
    order by created_at desc, id desc`.execute(db)
  return rows.map((row) => ({ ...row, remarks: row.remarks === 1 }))
}

export type FoundLink = {
  id: string
  text_id: string
  expires_at: string
  last_used_at: string | null
  remarks: number
}

/** The valid link of a token, or null. */
export async function findPreviewLink(
  db: Db,
  { previewLinks, owner }: WrittenTables,
  { tokenHash, now }: { tokenHash: string; now: string },
): Promise<FoundLink | null> {
  const { rows } = await sql<FoundLink>`
    select id, ${sql.ref(owner)} as text_id, expires_at, last_used_at, remarks from ${sql.table(previewLinks)}
    where token_hash = ${tokenHash} and revoked_at is null and expires_at > ${now}`.execute(db)
  return rows[0] ?? null
}

type NewLink = Omit<PreviewLink, 'last_used_at'> & { text_id: string; token_hash: string; author_id: string }

export async function insertPreviewLink(
  db: Db,
  { previewLinks, owner }: WrittenTables,
  { id, text_id, token_hash, author_id, created_at, expires_at, remarks }: NewLink,
): Promise<void> {
  await sql`insert into ${sql.table(previewLinks)}
    (id, ${sql.ref(owner)}, token_hash, author_id, created_at, expires_at, remarks)
    values (${id}, ${text_id}, ${token_hash}, ${author_id}, ${created_at}, ${expires_at}, ${remarks ? 1 : 0})`.execute(
    db,
  )
}

/** Revokes a link; false when the text has no such valid link. */
export async function endPreviewLink(
  db: Db,
  { previewLinks, owner }: WrittenTables,
  { textId, id, now }: { textId: string; id: string; now: string },
): Promise<boolean> {
  const { rows } = await sql`
    update ${sql.table(previewLinks)} set revoked_at = ${now}
    where id = ${id} and ${sql.ref(owner)} = ${textId} and revoked_at is null returning id`.execute(db)
  return rows.length > 0
}

export async function touchPreviewLink(
  db: Db,
  { previewLinks }: WrittenTables,
  { id, now }: { id: string; now: string },
): Promise<void> {
  await sql`update ${sql.table(previewLinks)} set last_used_at = ${now} where id = ${id}`.execute(db)
}
