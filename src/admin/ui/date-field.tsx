import { CalendarDays } from 'lucide-react'
import { useRef, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react'
import { readTypedDate, typedDate } from '../../rules/typed-date.ts'
import { instantOfWallTime } from '../../rules/wall-time.ts'
import { formatInZone } from '../lib/dates.ts'
import { relativeTime } from '../lib/relative-time.ts'
import { useNow } from '../lib/use-now.ts'
import { onDemand, OnDemand } from './on-demand.tsx'
import { TextField } from './text-field.tsx'

const DatePicker = onDemand(async () => (await import('./date-picker.tsx')).DatePicker)

type Props = {
  label: ReactNode
  labelAside?: ReactNode
  zone: string
  /** The typed text; `typedDate` makes it of a day or moment, `readTypedDate` reads it. */
  typed: string
  onTyped: (typed: string) => void
  /** The time of a day typed without one (`09:00`); null where only days are wanted. */
  time: string | null
  /** A day that has been is looked for: without a year it is the last of its kind. */
  past?: boolean
  error?: string | undefined
  /** Stands below what the field understood. */
  hint?: ReactNode
  name?: string
  required?: boolean
  ref?: Ref<HTMLInputElement> | undefined
  className?: string
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void
}

/**
 * A date typed as people write it in German (`24.11. 9:00`, `nächster Dienstag`), whatever the browser's language, or picked
 * from a calendar; in the site's zone (RUL-3). What was understood stands below in full; leaving the field writes it out, so
 * that `morgen` means the same tomorrow.
 */
export function DateField({ zone, typed, onTyped, time, past = false, error, hint, onKeyDown, ...rest }: Props) {
  const now = useNow()
  const [picking, setPicking] = useState(false)
  const [left, setLeft] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const isEmpty = typed.trim() === ''
  const read = isEmpty ? null : readTypedDate(typed, { now, zone, time, past })
  const understood = read && 'day' in read ? read : null
  const fault = read && 'fault' in read ? read.fault : undefined
  const said = left || error !== undefined
  const writeOut = () => {
    setLeft(true)
    const again = readTypedDate(typed, { now: Date.now(), zone, time, past })
    if ('fault' in again) return
    const full = typedDate(again.time === null ? again.day : `${again.day}T${again.time}`)
    if (full !== typed) onTyped(full)
  }
  return (
    <>
      <TextField
        {...rest}
        type="text"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={`z. B. ${past ? 'gestern' : 'morgen'}${time === null ? '' : ' 9:00'}`}
        value={typed}
        error={(said ? fault : undefined) ?? (understood ? undefined : error)}
        comingError={fault}
        hint={
          (understood || hint) && (
            <output className="grid gap-1">
              {understood && <Understood {...understood} zone={zone} now={now} />}
              {hint}
            </output>
          )
        }
        onChange={(event) => {
          setLeft(false)
          onTyped(event.target.value)
        }}
        onBlur={writeOut}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown' && event.altKey) {
            event.preventDefault()
            setPicking(true)
          } else onKeyDown?.(event)
        }}
        trailing={
          <button
            ref={button}
            type="button"
            aria-label="Kalender öffnen"
            aria-haspopup="dialog"
            aria-expanded={picking}
            onClick={() => setPicking(true)}
            className="grid size-10 flex-none place-items-center rounded-small text-fg-2 hover:text-fg md:size-7"
          >
            <CalendarDays aria-hidden className="icon-small" />
          </button>
        }
      />
      <OnDemand wanted={picking}>
        {picking && (
          <DatePicker
            anchor={button}
            chosen={understood?.day ?? null}
            zone={zone}
            onClose={() => setPicking(false)}
            onPick={(day) => {
              setPicking(false)
              const at = time === null ? null : (understood?.time ?? time)
              onTyped(typedDate(at === null ? day : `${day}T${at}`))
            }}
          />
        )}
      </OnDemand>
    </>
  )
}

type UnderstoodProps = { day: string; time: string | null; zone: string; now: number }

/** What a field understood, with the weekday and how far away it is, and what a change of clocks makes of it (RUL-3). */
function Understood({ day, time, zone, now }: UnderstoodProps) {
  const moment = instantOfWallTime(`${day}T${time ?? '12:00'}`, zone)
  if (!moment) return null
  const shown = formatInZone(moment.instant, 'EEEEEE, d. MMMM yyyy', zone)
  const today = formatInZone(new Date(now).toISOString(), 'EEEEEE, d. MMMM yyyy', zone)
  const distance = time === null && shown === today ? 'heute' : relativeTime(moment.instant, now, zone)
  return (
    <>
      <span>
        {time === null ? shown : formatInZone(moment.instant, "EEEEEE, d. MMMM yyyy, HH:mm 'Uhr'", zone)}
        <span className="text-fg-3">, {distance}</span>
      </span>
      {time !== null && moment.skipped && (
        <span>
          Diese Uhrzeit gibt es wegen der Sommerzeit nicht. Es gilt eine Stunde später,{' '}
          {formatInZone(moment.instant, 'HH:mm', zone)} Uhr.
        </span>
      )}
      {time !== null && moment.repeated && (
        <span>Diese Uhrzeit gibt es wegen der Winterzeit zweimal. Es gilt die erste.</span>
      )}
    </>
  )
}
