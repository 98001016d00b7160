import { useState } from 'react'
import { readTypedDate, typedDate } from '../../../rules/typed-date.ts'
import { useSiteZone } from '../../data/settings.ts'
import { DateField } from '../../ui/date-field.tsx'

/** A day that has been, to look for, reported as soon as it can be read; undefined once the field is empty. */
export function DayField({ day, onDay }: { day: string | undefined; onDay: (day: string | undefined) => void }) {
  const zone = useSiteZone()
  const [typed, setTyped] = useState(day === undefined ? '' : typedDate(day))
  return (
    <search>
      <DateField
        label="Tag"
        zone={zone}
        typed={typed}
        time={null}
        past
        onTyped={(next) => {
          setTyped(next)
          if (next.trim() === '') return onDay(undefined)
          const read = readTypedDate(next, { now: Date.now(), zone, time: null, past: true })
          if ('day' in read) onDay(read.day)
        }}
      />
    </search>
  )
}
