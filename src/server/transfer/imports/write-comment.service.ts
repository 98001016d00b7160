import { z } from 'zod'
import { text } from '../../../contract/fields.ts'
import type { OwnRecord, SourceComment } from '../../../formats/source/source-items.ts'
import { LONGEST_COMMENT, REMOVAL_REASON_NAMES } from '../../../rules/comments.ts'
import { isReadableInstant } from '../../../rules/instants.ts'
import { decodedSlug, slugify } from '../../../rules/slug.ts'
import { quoted } from '../../../rules/quoted.ts'
import * as comments from '../../readers/comments/comments.service.ts'
import type { Tx } from '../../platform/db/db.ts'
import type { Outcome, Writing } from './attempt.ts'
import { bringsArticle, findRecord, keepRecord } from './imports.queries.ts'
import type { StagedOther } from './staged-items.ts'

const CUT = `Der Text war länger als ${LONGEST_COMMENT} Zeichen und ist gekürzt.`
const HOMELESS = 'Der Artikel, zu dem das gehörte, ist nicht hier.'

/** What a comment of any source becomes here. */
type Wanted = comments.ImportedComment & { articleKey: SourceComment['text']; parent: string | null }

/** Writes a comment of another system below the text that came with it, or that is here already at its address (COM-10). */
export async function writeComment(tx: Tx, writing: Writing, { comment, source }: StagedOther): Promise<Outcome> {
  if (!comment) return { outcome: 'skipped', reasons: writing.item.reasons === '' ? ['Das gibt es hier nicht.'] : [] }
  const { text: articleKey, parent, name, markdown, at, state } = comment
  const wanted = { articleKey, parent, name, text: markdown, at, state, team: false, reason: null, editedAt: null }
  return write(tx, writing, wanted, { source: source ?? writing.row.source ?? '', kind: 'comment' })
}

const instant = z.string().refine(isReadableInstant).nullable()
const ownComment = z.object({
  id: z.string().max(100),
  article_id: z.string().max(100),
  root_id: z.string().max(100),
  name: z.string().max(200),
  team: z.union([z.literal(0), z.literal(1)]),
  text: text(LONGEST_COMMENT),
  state: z.enum(['waiting', 'shown', 'hidden', 'removed', 'deleted']),
  reason: z.enum(REMOVAL_REASON_NAMES).nullable(),
  created_at: instant,
  edited_at: instant,
})

/** Writes a comment of our own export. */
export async function writeOwnComment(tx: Tx, writing: Writing, { facts }: OwnRecord): Promise<Outcome> {
  const read = ownComment.safeParse(facts)
  if (!read.success) {
    const [issue] = read.error.issues
    return {
      outcome: 'skipped',
      reasons: [`Nicht übernommen, ${quoted(issue?.path.join('.') ?? '')}: ${issue?.message}.`],
    }
  }
  const { id, article_id, root_id, team, created_at, edited_at, ...rest } = read.data
  const wanted = {
    ...rest,
    articleKey: { id: article_id },
    parent: root_id === id ? null : `data/comments.json#${root_id}`,
    team: team === 1,
    at: created_at,
    editedAt: edited_at,
  }
  return write(tx, writing, wanted, { source: writing.row.source ?? '', kind: 'other' })
}

async function write(
  tx: Tx,
  { row, item }: Writing,
  { articleKey, parent, ...wanted }: Wanted,
  { source, kind }: { source: string; kind: string },
): Promise<Outcome> {
  const key = { source, kind, source_id: item.source_id }
  const known = await findRecord(tx, key)
  if (known) return { outcome: 'unchanged', noun: 'comments', record_id: known.record_id }
  if (wanted.text.trim() === '' && wanted.state !== 'deleted') return { outcome: 'skipped', reasons: ['Ist leer.'] }
  const reasons = wanted.text.length > LONGEST_COMMENT ? [CUT] : []
  const articleId = await articleOf(tx, source, articleKey)
  // The articles of a dry run are not written either.
  const isComing = row.dry_run === 1 && 'id' in articleKey && (await bringsArticle(tx, row.id, articleKey.id))
  if (articleId === null && !isComing) return { outcome: 'skipped', reasons: [HOMELESS] }
  if (row.dry_run === 1 || articleId === null) return { outcome: 'created', reasons }
  const above = parent === null ? null : await findRecord(tx, { source, kind, source_id: parent })
  const id = await comments.importComment(tx, { ...wanted, articleId, parentId: above?.record_id ?? null })
  await keepRecord(tx, { ...key, noun: 'comments', record_id: id, version: 1 })
  return { outcome: 'created', noun: 'comments', record_id: id, reasons }
}

/** The article that came from the same source, or that has the last part of the address as its present or former slug. */
async function articleOf(tx: Tx, source: string, key: SourceComment['text']): Promise<string | null> {
  if ('id' in key) {
    const record = await findRecord(tx, { source, kind: 'article', source_id: key.id })
    return record?.noun === 'articles' ? comments.livingArticle(tx, { id: record.record_id }) : null
  }
  const path = URL.parse(key.address)?.pathname ?? ''
  const last = path.split('/').findLast((part) => part !== '') ?? ''
  const slug = slugify(decodedSlug(last.replace(/\.html?$/, '')))
  return slug === '' ? null : comments.livingArticle(tx, { slug })
}
