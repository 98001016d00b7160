import ICAL from 'ical.js'
import nodeIcal, { type VEvent } from 'node-ical'

/** An entry of a calendar file: its UID, summary, start (an instant, or a day) and sequence number. */
export type IcsEntry = [uid: string, summary: string, start: string, sequence: number]

/** The entries of a calendar file in order, as parsed by ical.js. */
export function icalJs(body: string): IcsEntry[] {
  return new ICAL.Component(ICAL.parse(body)).getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    const start = event.startDate.isDate ? event.startDate.toString() : event.startDate.toJSDate().toISOString()
    return [event.uid, event.summary, start, event.sequence]
  })
}

/** The same, as parsed by node-ical. */
export function nodeIcs(body: string): IcsEntry[] {
  return Object.values(nodeIcal.sync.parseICS(body))
    .filter((entry) => entry?.type === 'VEVENT')
    .map((entry) => {
      const event = entry as VEvent
      const start = new Date(event.start)
      const two = (number: number) => String(number).padStart(2, '0')
      const local = `${start.getFullYear()}-${two(start.getMonth() + 1)}-${two(start.getDate())}`
      const shown = event.datetype === 'date' ? local : start.toISOString()
      return [event.uid, String(event.summary), shown, Number(event.sequence)]
    })
}
