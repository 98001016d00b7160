import type { Backup } from '../../../../contract/backups.ts'
import { agendaDay } from '../../../../rules/days.ts'
import type { BackupSchedule } from '../../../../rules/backups.ts'
import { wallTimeOfInstant } from '../../../../rules/wall-time.ts'
import { formatInZone } from '../../../lib/dates.ts'

const UNITS = ['Byte', 'KB', 'MB', 'GB', 'TB']

/** `1,84 GB`, `12 MB` */
export function inBytes(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log(bytes) / Math.log(1024)))
  const value = bytes / 1024 ** step
  return `${value.toLocaleString('de', { maximumFractionDigits: step < 2 || value >= 100 ? 0 : step === 2 ? 1 : 2 })} ${UNITS[step]}`
}

/** `heute, 03:00`, `gestern, 03:00`, `Do, 5. März 2026, 03:00` */
export function whenMade(at: string, now: number, zone: string): string {
  const [today, day] = [new Date(now).toISOString(), at].map((instant) => wallTimeOfInstant(instant, zone).slice(0, 10))
  if (day === today) return formatInZone(at, "'heute, 'HH:mm", zone)
  return fullMoment(at, zone)
}

/** `Do, 5. März 2026, 03:00` */
export function fullMoment(at: string, zone: string): string {
  return formatInZone(at, 'EEEEEE, d. MMMM yyyy, HH:mm', zone)
}

const KEPT = { daily: 'täglich', weekly: 'wöchentlich', monthly: 'monatlich' } as const

/** `täglich, bis 12. März` */
export function keptUntil({ kept }: Backup): string {
  return `${KEPT[kept.as]}, bis ${agendaDay(kept.until).replace(/^.., /, '')}`
}

export const SCHEDULE_WORDS: Record<BackupSchedule, string> = {
  daily: 'täglich',
  weekly: 'jeden Sonntag',
  off: 'nur von Hand',
}

/** Growth since the former backup: `+ 12 MB seit gestern`; empty if there is none, or no change. */
export function growth([newest, former]: readonly Backup[]): string {
  if (!newest || !former) return ''
  const more = newest.size - former.size
  return `${more < 0 ? '−' : '+'} ${inBytes(Math.abs(more))} seit der vorigen`
}
