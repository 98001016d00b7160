import { useState } from 'react'
import { useReschedule } from '../../data/events.ts'
import { useSiteZone } from '../../data/settings.ts'
import { formatInZone } from '../../lib/dates.ts'
import { faultSentence } from '../../lib/faults.ts'
import { toastDone, toastFault } from '../../ui/toast.tsx'
import { onDay, reschedulingOf, type Entry } from './entries.ts'
import type { Day } from '../../../rules/days.ts'
import type { MoveRequest } from './move-dialog.tsx'

/** Gives entries another moment by any way there is, and takes it back by `Rückgängig`. */
export function useRescheduling() {
  const zone = useSiteZone()
  const reschedule = useReschedule()
  const [request, setRequest] = useState<MoveRequest | null>(null)

  const save = async (entry: Entry, at: string | null, description?: string) => {
    const to = reschedulingOf(entry, at)
    if (!to || at === entry.at) return
    try {
      const { version } = await reschedule.mutateAsync(to)
      const words = at === null ? 'liegt jetzt in „Ohne Termin“' : `auf ${momentWords(at, zone)} gelegt`
      toastDone(`„${entry.title}“ ${words}`, { undo: () => void undo(entry, version), description })
    } catch (error) {
      toastFault('Fehler beim Verschieben', { description: faultSentence(error) })
    }
  }
  const undo = async (entry: Entry, version: number) => {
    const back = reschedulingOf(entry, entry.at, version)
    try {
      if (back) await reschedule.mutateAsync(back)
    } catch (error) {
      toastFault('Rückgängig fehlgeschlagen', { description: faultSentence(error) })
    }
  }

  return {
    request,
    ask: (entry: Entry) => setRequest({ entry, at: entry.at }),
    close: () => setRequest(null),
    answer: (entry: Entry, at: string) => {
      setRequest(null)
      void save(entry, at)
    },
    park: (entry: Entry) => void save(entry, null),
    /**
     * A drop on a day keeps the time on the wall. What has no time yet, and an article that would appear at once, is asked
     * for first.
     */
    drop: (entry: Entry, day: Day) => {
      const moment = onDay(entry, day, zone)
      if (!moment) return
      const atOnce = entry.kind === 'article' && Date.parse(moment.instant) <= Date.now()
      if (entry.at === null || atOnce) return setRequest({ entry, at: moment.instant })
      void save(
        entry,
        moment.instant,
        moment.skipped ? 'Die bisherige Uhrzeit gibt es an diesem Tag wegen der Sommerzeit nicht.' : undefined,
      )
    },
  }
}

function momentWords(at: string, zone: string): string {
  return `${formatInZone(at, 'EEEEEE, d. MMMM, HH:mm', zone)} Uhr`
}
