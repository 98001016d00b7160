import { useState } from 'react'
import { useOccurrence, useReschedule } from '../../data/events.ts'
import { usePlanning, type MoveInput } from '../../data/planning.ts'
import { useSiteZone } from '../../data/settings.ts'
import { formatInZone } from '../../lib/dates.ts'
import { faultSentence } from '../../lib/faults.ts'
import { toastDone, toastFault } from '../../ui/toast.tsx'
import { dayOf, onDay, plannedOf, reschedulingOf, type Entry } from './entries.ts'
import { agendaDay, type Day } from '../../../rules/days.ts'
import { quoted } from '../../../rules/quoted.ts'
import type { MoveByRequest } from './move-by-dialog.tsx'
import type { MoveRequest } from './move-dialog.tsx'

/** Moves entries to another time or day by all available ways, with `Rückgängig`. */
export function useRescheduling({ onMoved }: { onMoved: () => void }) {
  const zone = useSiteZone()
  const reschedule = useReschedule()
  const planning = usePlanning()
  const occurrence = useOccurrence()
  const [request, setRequest] = useState<MoveRequest | null>(null)
  const [byRequest, setByRequest] = useState<MoveByRequest | null>(null)

  const failed = (error: unknown) => toastFault('Fehler beim Verschieben', { description: faultSentence(error) })
  const takeBack = async (back: () => Promise<unknown>) => {
    try {
      await back()
    } catch (error) {
      toastFault('Rückgängig machen fehlgeschlagen', { description: faultSentence(error) })
    }
  }
  const save = async (entry: Entry, at: string | null, description?: string) => {
    const to = reschedulingOf(entry, at)
    if (!to || at === entry.at) return
    try {
      const { version } = await reschedule.mutateAsync(to)
      const words = at === null ? 'liegt jetzt in „Ohne Termin“' : `auf ${momentWords(at, zone)} gelegt`
      toastDone(`${quoted(entry.title)} ${words}`, { undo: () => void undo(entry, version), description })
    } catch (error) {
      failed(error)
    }
  }
  const undo = (entry: Entry, version: number) =>
    takeBack(async () => {
      const time = entry.kind === 'event' ? entry.event : null
      // An occurrence moved back to its regular time loses its exception.
      if (time?.day && dayOf(entry, zone) === time.day) return occurrence.regular({ id: entry.id, day: time.day })
      const back = reschedulingOf(entry, entry.at, version)
      return back && reschedule.mutateAsync(back)
    })
  /** Moves by the planning API, all or nothing, with one `Rückgängig`. */
  const move = async (input: MoveInput, said: (count: number) => string) => {
    try {
      const { id, moves } = await planning.move(input)
      setByRequest(null)
      onMoved()
      if (id === null) return
      const skipped = moves.some((one) => one.skipped)
      toastDone(said(moves.length), {
        undo: () => void takeBack(() => planning.undo(id)),
        description: skipped ? 'Eine Uhrzeit gibt es am neuen Tag wegen der Sommerzeit nicht.' : undefined,
      })
    } catch (error) {
      failed(error)
    }
  }
  const toDay = (entry: Entry, day: Day) => {
    const from = dayOf(entry, zone)
    if (from === null || from === day) return
    const days = Math.round((Date.parse(day) - Date.parse(from)) / 86_400_000)
    const input = { items: [plannedOf(entry)], days, publishing_days: false }
    void move(input, () => `${quoted(entry.title)} auf ${agendaDay(day)} gelegt`)
  }
  const plan = async (article: { id: string; title: string }, day: Day | null, before: Day | null) => {
    try {
      await planning.plan({ id: article.id, planned_on: day })
      const words = day === null ? 'ist nicht mehr eingeplant' : `für ${agendaDay(day)} eingeplant`
      toastDone(`${quoted(article.title)} ${words}`, {
        undo: () => void takeBack(() => planning.plan({ id: article.id, planned_on: before })),
      })
    } catch (error) {
      toastFault('Fehler beim Einplanen', { description: faultSentence(error) })
    }
  }

  return {
    request,
    byRequest,
    isMoving: planning.isMoving,
    ask: (entry: Entry) => {
      if (entry.kind === 'draft' || entry.kind === 'task') setByRequest({ entries: [entry] })
      else setRequest({ entry, at: entry.at })
    },
    askBy: (entries: Entry[]) => setByRequest({ entries }),
    askFollowing: (following: Entry) => setByRequest({ following }),
    close: () => setRequest(null),
    closeBy: () => setByRequest(null),
    answer: (entry: Entry, at: string) => {
      setRequest(null)
      void save(entry, at)
    },
    answerBy: (input: MoveInput) => void move(input, moveWords),
    plan: (article: { id: string; title: string }, day: Day) => void plan(article, day, null),
    park: (entry: Entry) => {
      if (entry.kind === 'draft') void plan(entry, null, entry.day)
      else void save(entry, null)
    },
    parkAll: (entries: Entry[]) =>
      void move({ items: entries.map(plannedOf), days: null, publishing_days: false }, (count) =>
        count === 1 ? 'Ein Artikel liegt ohne Termin' : `${count} Artikel liegen ohne Termin`,
      ),
    leaveOut: async (entry: Entry) => {
      const time = entry.kind === 'event' ? entry.event : null
      if (!time?.day) return
      const { id, day } = { id: entry.id, day: time.day }
      try {
        await occurrence.leaveOut({ id, day })
        toastDone(`${quoted(entry.title)} fällt am ${agendaDay(day)} aus`, {
          undo: () => void takeBack(() => occurrence.regular({ id, day })),
        })
      } catch (error) {
        toastFault('Fehler beim Auslassen', { description: faultSentence(error) })
      }
    },
    /**
     * A drop on a day keeps the wall time. An entry without a time, and an article that would be published at once,
     * need a dialog first.
     */
    drop: (entry: Entry, day: Day) => {
      if (entry.kind === 'draft' || entry.kind === 'task') return toDay(entry, day)
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

const moveWords = (count: number) => (count === 1 ? 'Ein Eintrag verschoben' : `${count} Einträge verschoben`)

function momentWords(at: string, zone: string): string {
  return `${formatInZone(at, 'EEEEEE, d. MMMM, HH:mm', zone)} Uhr`
}
