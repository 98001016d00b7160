import { z } from 'zod'
import { TASKS_AT_ONCE } from '../../rules/limits.ts'
import { changedRecord, id, instantInput } from '../fields.ts'
import { taskPriority, taskStatus } from './fields.ts'

const taskAction = z.discriminatedUnion('do', [
  /** To the end of a column, in the order of the ids. */
  z.object({ do: z.literal('move'), status: taskStatus }),
  /** To the column that agrees with the card's article; a card that agrees is unchanged. */
  z.object({ do: z.literal('align') }),
  z.object({ do: z.literal('assign'), assignee_id: id.nullable() }),
  z.object({ do: z.literal('priority'), priority: taskPriority }),
  z.object({ do: z.literal('due'), due_at: instantInput.nullable() }),
  /** Into the trash (RUL-20). */
  z.object({ do: z.literal('remove') }),
])
export type TaskAction = z.infer<typeof taskAction>

export const taskBulkInput = z.object({
  ids: z
    .array(id)
    .min(1, 'Mindestens eine Aufgabe')
    .max(TASKS_AT_ONCE, `Höchstens ${TASKS_AT_ONCE} Aufgaben auf einmal`),
  action: taskAction,
})
export type TaskBulkInput = z.infer<typeof taskBulkInput>

export const taskBulkResult = z.object({
  /** What became of each card, in the order of the ids. */
  items: z.array(changedRecord),
  /** By this id all of it is taken back; null where nothing has changed. */
  undo_id: id.nullable(),
})
export type TaskBulkResult = z.infer<typeof taskBulkResult>
