import { sql, type Kysely } from 'kysely'
import { dialectOf } from '../platform/db/dialect.ts'

const WATCHED = ['title', 'notes', 'author_id', 'deleted_at']

/** The search of the desk covers the notes of tasks: a change of them queues the task, and existing tasks are queued once. */
export async function up(db: Kysely<never>): Promise<void> {
  if (dialectOf(db) === 'postgres') {
    const row = (name: string) => sql.join(WATCHED.map((column) => sql.ref(`${name}.${column}`)))
    await sql`drop trigger editorial_tasks_order_search_update on editorial_tasks`.execute(db)
    await sql`create trigger editorial_tasks_order_search_update after update on editorial_tasks
      for each row when ((${row('old')}) is distinct from (${row('new')}))
      execute function order_search('tasks')`.execute(db)
  } else {
    const changed = WATCHED.map((column) => sql`old.${sql.id(column)} is not new.${sql.id(column)}`)
    await sql`drop trigger editorial_tasks_order_search_update`.execute(db)
    await sql`create trigger editorial_tasks_order_search_update
      after update of ${sql.join(WATCHED.map((column) => sql.id(column)))} on editorial_tasks
      when ${sql.join(changed, sql` or `)}
      begin
        insert into search_orders (noun, record_id, turn) values ('tasks', new.id, 0)
          on conflict (noun, record_id) do update set turn = turn + 1;
      end`.execute(db)
  }
  await sql`insert into search_orders (noun, record_id, turn)
    select 'tasks', id, 0 from editorial_tasks where deleted_at is null and notes <> ''
    on conflict (noun, record_id) do nothing`.execute(db)
}
