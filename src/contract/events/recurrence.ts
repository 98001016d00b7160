import { z } from 'zod'
import { MOST_COUNT, MOST_INTERVAL } from '../../rules/recurrence.ts'
import { day } from '../fields.ts'

const weekday = z.number('Kein Wochentag').int().min(0, 'Kein Wochentag').max(6, 'Kein Wochentag')
const shared = {
  interval: z.number().int().min(1, 'Mindestens 1').max(MOST_INTERVAL, `Höchstens ${MOST_INTERVAL}`).default(1),
  until: day.nullable().default(null),
  count: z.number().int().min(1, 'Mindestens 1').max(MOST_COUNT, `Höchstens ${MOST_COUNT}`).nullable().default(null),
}

/** When an event happens again (`rules/recurrence.ts`); Monday is 0. */
export const recurrence = z
  .union([
    z.object({
      every: z.literal('week'),
      weekdays: z.array(weekday).min(1, 'Mindestens ein Wochentag').max(7),
      ...shared,
    }),
    z.object({ every: z.literal('month'), day: z.number().int().min(1).max(31), ...shared }),
    z.object({
      every: z.literal('month'),
      nth: z.union([z.literal(-1), z.number().int().min(1).max(4)]),
      weekday,
      ...shared,
    }),
  ])
  .refine(({ until, count }) => until === null || count === null, 'Entweder ein letzter Tag oder eine Anzahl')
