import type { ArticleTemplate } from '../../../contract/templates.ts'
import type { Db } from '../../platform/db/db.ts'
import type { ArticleTemplatesTable } from '../../tables.ts'

const toTemplate = ({ id, name, updated_at }: Pick<ArticleTemplatesTable, 'id' | 'name' | 'updated_at'>) =>
  ({ key: id, name, is_own: true, updated_at }) satisfies ArticleTemplate

/** Custom templates by name. */
export async function listTemplates(db: Db): Promise<ArticleTemplate[]> {
  const rows = await db
    .selectFrom('article_templates')
    .select(['id', 'name', 'updated_at'])
    .orderBy('folded_name')
    .execute()
  return rows.map(toTemplate)
}

/** A custom template with its content, or null. */
export async function getTemplate(db: Db, id: string): Promise<{ name: string; content: string } | null> {
  const select = db.selectFrom('article_templates').select(['name', 'content']).where('id', '=', id)
  return (await select.executeTakeFirst()) ?? null
}

/** Stores a template; one of the same name is replaced if requested, else null. */
export async function putTemplate(
  db: Db,
  row: ArticleTemplatesTable,
  { replace }: { replace: boolean },
): Promise<ArticleTemplate | null> {
  const { name, content, updated_at } = row
  const stored = await db
    .insertInto('article_templates')
    .values(row)
    .onConflict((conflict) => {
      const same = conflict.column('folded_name')
      return replace ? same.doUpdateSet({ name, content, updated_at }) : same.doNothing()
    })
    .returning(['id', 'name', 'updated_at'])
    .executeTakeFirst()
  return stored ? toTemplate(stored) : null
}

/** Deletes a template; whether there was one. */
export async function deleteTemplate(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('article_templates').where('id', '=', id).executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}
