import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { byId, id, instant } from '../fields.ts'

export const DEVICE_KINDS = ['computer', 'phone', 'tablet', 'program'] as const

/** What a session runs on, read from its user agent; null where that says nothing known. */
export const device = z.object({
  kind: z.enum(DEVICE_KINDS),
  /** `Firefox 133`, or the name of a program. */
  browser: z.string().nullable(),
  /** `Windows`, `iPhone`. */
  system: z.string().nullable(),
})
export type Device = z.infer<typeof device>

/** One place where the caller is signed in (RUL-11). */
export const accountSession = z.object({
  id,
  device,
  /** Address of the last sign-in or refresh. */
  ip: z.string().nullable(),
  created_at: instant,
  /** Last sign-in or refresh; while in use a session is refreshed once an hour. */
  last_used_at: instant,
  /** A second factor has been shown in it. */
  second_factor: z.boolean(),
  /** The session of this very request. */
  current: z.boolean(),
})
export type AccountSession = z.infer<typeof accountSession>

export const accountSessions = {
  /** The caller's sessions, the present one first, then by last use; at most 100. */
  list: endpoint('GET', '/account/sessions', 'session').output(z.object({ items: z.array(accountSession) })),
  /** Ends one of the caller's sessions; 404 for anybody else's. */
  end: endpoint('DELETE', '/account/sessions/{id}', 'session', 204).input(byId).output(z.void()),
  /** Ends every session but the present one and tells how many. */
  endOthers: endpoint('DELETE', '/account/sessions', 'session').output(z.object({ ended: z.number().int() })),
}
