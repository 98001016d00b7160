import { found } from '../../../contract/errors.ts'
import type { Article, CreateArticle, UpdateArticle } from '../../../contract/articles.ts'
import { textIn } from '../../../rules/article-text.ts'
import { searchableText } from '../../../rules/search-text.ts'
import type { Db } from '../../platform/db/db.ts'
import { lockFor } from '../../platform/db/locks.ts'
import { announce, inTransaction } from '../../platform/db/transaction.ts'
import type { Act } from '../../platform/caller.ts'
import { newId } from '../../platform/ids.ts'
import { publicPlace, type PublicMove } from './addresses/place.public.ts'
import { findSlug } from './addresses/slugs.service.ts'
import * as queries from './articles.queries.ts'
import { mustLockTexts, refuseKnownId } from './locked-article.service.ts'
import { NEVER_PUBLIC } from './former-publication.ts'
import { publicationDates } from './publication-dates.ts'
import { STATUS_VERBS } from './publication/status.service.ts'
import { rememberBefore } from '../texts/undos.service.ts'
import { checkReferences, shareReferences } from './references.service.ts'
import { storedText } from './stored-text.ts'
import { measureSaved } from './writing/reading-times.service.ts'
import { revised } from '../texts/revised-text.ts'
import { keepRevision } from '../texts/revisions.service.ts'
import { kindOf, savesWith } from '../texts/save-marks.ts'
import { saveText } from './writing/save-text.service.ts'
import { ARTICLE_TABLES } from './article-tables.ts'

/**
 * Adds an article (status draft unless told otherwise, EDIT-12). The slug is the one typed (409 `slug_taken`) or derived
 * from the title with a free suffix (RUL-5). Errors: 400 for an unknown category or tag, or a date a draft cannot have; 409
 * `version_conflict` with `current` for an id that exists, which is this very creation sent again.
 */
export async function createArticle(db: Db, input: CreateArticle, { caller, now }: Act): Promise<Article> {
  const article = await inTransaction(db, async (tx) => {
    await shareReferences(tx)
    await checkReferences(tx, input)
    const id = input.id ?? newId()
    if (input.id) {
      // One creation of it at a time, so that the second of two at once finds the first.
      await lockFor(tx, `article-id:${id}`)
      await refuseKnownId(tx, id)
    }
    const at = now.toISOString()
    const dates = publicationDates({ status: input.status, asked: input, now: at })
    const slug = await findSlug(tx, { typed: input.slug, title: input.title, id })
    await queries.insertArticle(tx, {
      id,
      ...storedText(input),
      slug,
      slug_is_custom: input.slug ? 1 : 0,
      status: input.status,
      text_changed_at: null,
      ...dates,
      first_published_at: input.status === 'published' ? at : null,
      pinned_at: null,
      author_id: caller.userId,
      version: 1,
      recent_saves: savesWith('[]', input.save_id),
      search_text: searchableText(`${input.title}\n${input.excerpt}`),
      created_at: at,
      updated_at: at,
      deleted_at: null,
      trashed_slug: null,
    })
    const tag_ids = [...new Set(input.tag_ids)]
    await queries.replaceTags(tx, id, tag_ids)
    const kind = kindOf(input, input.status === 'published')
    const text = revised({ ...textIn(input), tag_ids })
    await keepRevision(tx, ARTICLE_TABLES, { id, version: 1, kind, text }, { caller, now })
    if (input.status !== 'draft')
      await rememberBefore(tx, ARTICLE_TABLES, { id, version: 1, before: NEVER_PUBLIC }, { caller, now })
    const facts: PublicMove = {
      was: null,
      is: publicPlace({ status: input.status, ...dates }, { ...textIn(input), slug, tag_ids }),
    }
    await announce(tx, { noun: 'articles', id, verb: 'created', hidden: !facts.is, facts })
    return found(await queries.getArticle(tx, id))
  })
  await measureSaved(db, article)
  return article
}

/**
 * Changes an article, live at once (RUL-27). `status` decides `published_at` (EDIT-10): `published` sets now unless a date
 * comes along, the others clear it; a working copy goes live with a status change, and otherwise keeps what was not given.
 * Errors: 404, 409 `version_conflict` with `current`, 409 `slug_taken` with `proposal`, 400 for unknown references.
 */
export async function updateArticle(db: Db, input: UpdateArticle, act: Act): Promise<Article> {
  const article = await inTransaction(db, async (tx) => {
    const { id, version, status, ...save } = input
    const locked = await mustLockTexts(tx, id, version)
    await checkReferences(tx, input, [locked.live, locked.working])
    await (status ? STATUS_VERBS[status] : saveText)(tx, locked, save, act)
    return found(await queries.getArticle(tx, id))
  })
  await measureSaved(db, article)
  return article
}
