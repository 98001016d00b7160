import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, instant } from './fields.ts'

/** One probe of the system check: what was looked at, whether it is well, and in words what was found (SYS-2). */
export const systemCheck = z.object({
  key: z.enum([
    'database',
    'migrations',
    'storage',
    'disk',
    'scheduler',
    'jobs',
    'pictures',
    'embeds',
    'alternative_texts',
    'feeds',
    'backups',
    'mail',
    'timezone',
    'impressum',
    'datenschutz',
    'session',
  ]),
  title: z.string(),
  ok: z.boolean(),
  /** Not well, but nothing is broken: something people still have to do. */
  warning: z.boolean(),
  message: z.string(),
  /** Since when it is not well, where that is known. */
  since: instant.nullable(),
  /** The page on which it is mended, where there is one. */
  page_id: id.nullable(),
})
export type SystemCheck = z.infer<typeof systemCheck>

export const system = {
  /** Runs every probe now; a probe that throws is not ok and tells its message. */
  check: endpoint('GET', '/system/checks', 'approved').output(
    z.object({ checked_at: instant, checks: z.array(systemCheck) }),
  ),
}
