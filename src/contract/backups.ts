import { z } from 'zod'
import { BACKUP_NOUNS } from '../nouns/registries.ts'
import { BACKUP_SCHEDULES } from '../rules/backups.ts'
import { endpoint } from './endpoint.ts'
import { id, instant, text } from './fields.ts'

export const backupNoun = z.enum(BACKUP_NOUNS, 'Das lässt sich nicht einzeln zurückholen')

export const backup = z.object({
  /** Its file's name. */
  name: z.string(),
  /** The instant it holds. */
  at: instant,
  /** Bytes. */
  size: z.number().int(),
  /** As what it is kept, and the site's day (`2026-03-12`) on which it goes. */
  kept: z.object({ as: z.enum(['daily', 'weekly', 'monthly']), until: z.string() }),
})
export type Backup = z.infer<typeof backup>

const schedule = z.enum(BACKUP_SCHEDULES, 'Erlaubt sind daily, weekly und off')
const time = z.string('Die Angabe „time“ fehlt').regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Eine Uhrzeit wie 03:00')

/** How a backup was restored for a try into a database that was thrown away. */
export const rehearsal = z.object({
  at: instant,
  ok: z.boolean(),
  articles: z.number().int(),
  pictures: z.number().int(),
  /** What went wrong; empty where nothing did. */
  message: z.string(),
})
export type Rehearsal = z.infer<typeof rehearsal>

export const backupState = z.object({
  schedule,
  /** Of the day, in the site's zone. */
  time,
  /** Where they are kept, in words. */
  place: z.string(),
  encrypted: z.boolean(),
  running: z.boolean(),
  /** The last one that failed, until one has been made again. */
  failure: z.object({ at: instant, message: z.string() }).nullable(),
  /** In words, the files of the blog that the last one lacks, though it has been made and can be restored; null if it is complete. */
  lacks: z.string().nullable(),
  rehearsal: rehearsal.nullable(),
  /** Newest first. */
  items: z.array(backup),
})
export type BackupState = z.infer<typeof backupState>

export const backupRecord = z.object({
  noun: backupNoun,
  id,
  title: z.string(),
  /** How it is now: as it was, otherwise, in the trash, or gone for good. */
  state: z.enum(['unchanged', 'changed', 'trashed', 'gone']),
  /** Since when, where that is known. */
  since: instant.nullable(),
})
export type BackupRecord = z.infer<typeof backupRecord>

const name = z.object({ name: z.string().max(60) })
const MOST_RECORDS = 100

export const backups = {
  get: endpoint('GET', '/backups', 'owner').output(backupState),
  /** Begins one behind the answer. 409 `already_running` while one is being made. */
  make: endpoint('POST', '/backups', 'owner', 202).output(backupState),
  plan: endpoint('PATCH', '/backups', 'owner')
    .input(z.object({ schedule: schedule.optional(), time: time.optional() }))
    .output(backupState),
  /** An address from which its file can be loaded for a minute, without a token. 404 for an unknown name. */
  link: endpoint('POST', '/backups/{name}/link', 'owner')
    .input(name)
    .output(z.object({ url: z.string() })),
  /**
   * What is in it: with `q` records with these characters in their title, without it those that are otherwise now, 100 at most.
   * 404 for an unknown name, 422 `backup_unreadable`.
   */
  records: endpoint('GET', '/backups/{name}/records', 'owner')
    .input(name.extend({ q: text(200).optional() }))
    .output(z.object({ at: instant, items: z.array(backupRecord) })),
  /** Takes single records back: changed ones as a new version, deleted ones to their place. Each one's outcome is in the answer. */
  takeBack: endpoint('POST', '/backups/{name}/records', 'owner', 200)
    .input(
      name.extend({
        records: z
          .array(z.object({ noun: backupNoun, id }))
          .min(1, 'Mindestens ein Eintrag')
          .max(MOST_RECORDS, `Höchstens ${MOST_RECORDS} Einträge`),
      }),
    )
    .output(
      z.object({
        items: z.array(
          z.object({
            noun: backupNoun,
            id,
            title: z.string(),
            outcome: z.enum(['restored', 'failed']),
            reason: z.string().nullable(),
          }),
        ),
      }),
    ),
}
