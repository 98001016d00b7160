import { z } from 'zod'
import { TASK_PRIORITIES, TASK_STATUSES } from '../../rules/planning.ts'

export const taskStatus = z.enum(TASK_STATUSES, 'Diese Spalte gibt es nicht')
export type TaskStatus = z.infer<typeof taskStatus>

export const taskPriority = z.enum(TASK_PRIORITIES, 'Diese Priorität gibt es nicht')
export type TaskPriority = z.infer<typeof taskPriority>
