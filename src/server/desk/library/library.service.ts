import type { Kysely } from 'kysely'
import { cardWith, type NounWith } from '../../../nouns/nouns.ts'
import { searchableText, searchTerms } from '../../../rules/search-text.ts'
import type { Actor } from '../../platform/caller.ts'
import type { Db } from '../../platform/db/db.ts'
import { newestFirst, type Page, type PageQuery } from '../../platform/db/keyset.ts'
import { records } from '../../platform/db/records.ts'
import { containsTerms } from '../../platform/search/search.ts'

type Row = Record<'id' | 'category' | 'search_text' | 'created_at', string> & { deleted_at: string | null }
type Query = PageQuery & { q?: string | undefined; category?: string | undefined }

/**
 * Reads and writes the records of a library, such as links: each has a category, and they are listed newest first.
 * The card of the noun states the table, the edited columns (`backup.fields`) and the searched ones. Errors: 404 `not_found`
 * for a record that does not exist or is in the trash.
 */
export function library<
  Entry extends { id: string; created_at: string },
  Create extends object,
  Update extends { id: string },
>(noun: NounWith<'searched'> & NounWith<'backup'>) {
  const {
    table,
    backup: { fields },
  } = cardWith(noun, 'backup')
  const { searched } = cardWith(noun, 'searched')
  const columns = ['id', ...fields, 'author_id', 'created_at'] as ('id' | 'created_at')[]
  const select = (db: Db) =>
    (db as unknown as Kysely<Record<string, Row>>)
      .selectFrom(table)
      .select(columns)
      .where('deleted_at', 'is', null)
      .$castTo<Entry>()
  const find = async (db: Db, id: string): Promise<Entry | null> => {
    const [entry] = await select(db).where('id', '=', id).execute()
    return (entry as Entry | undefined) ?? null
  }
  const { get, create, revise, trash } = records(table as 'prompt_library', noun, find)
  const derived = (record: object, { now }: Actor) => {
    const words = searched.map((field) => (record as Record<string, unknown>)[field])
    return { search_text: searchableText(words.join('\n')), updated_at: now.toISOString() }
  }
  type Columns = Parameters<typeof create>[1]

  return {
    get,
    trash,
    /** A page of records, newest first; `q` finds them by their words. */
    list(db: Db, { q, category, ...page }: Query): Promise<Page<Entry>> {
      const found = select(db).where(containsTerms(db, 'search_text', searchTerms(q ?? '')))
      return newestFirst(category ? found.where('category', '=', category) : found, table, page)
    },
    /** Adds a record of the caller. */
    create(db: Db, input: Create, actor: Actor): Promise<Entry> {
      return create(db, { ...input, ...derived(input, actor) } as Columns, actor)
    },
    /** Changes the given fields. */
    update(db: Db, { id, ...fields }: Update, actor: Actor): Promise<Entry> {
      return revise(db, id, (record) => ({ ...fields, ...derived({ ...record, ...fields }, actor) }))
    },
  }
}
