import { type Kysely } from 'kysely'
import { columnTypes } from './column-types.ts'

/** Files of research go to the trash like everything else that can be deleted (RUL-20). */
export async function up(db: Kysely<never>): Promise<void> {
  const { instant } = columnTypes(db)
  await db.schema.alterTable('research_files').addColumn('deleted_at', instant).execute()
}
