import type { Ref } from 'react'
import { instantOfWallTime } from '../../../rules/wall-time.ts'
import { useSiteZone } from '../../data/settings.ts'
import { formatInZone } from '../../lib/dates.ts'
import { TextField } from '../../ui/text-field.tsx'

type MomentFieldProps = {
  label: string
  wall: string
  onChange: (wall: string) => void
  error?: string | undefined
  hint?: string | undefined
  ref?: Ref<HTMLInputElement>
}

/** A date with time as clocks in the site's zone show it; says so where the spring skips it or the autumn has it twice (R3). */
export function MomentField({ label, wall, onChange, error, hint, ref }: MomentFieldProps) {
  const zone = useSiteZone()
  const moment = instantOfWallTime(wall, zone)
  const changeOfClocks =
    (moment?.skipped &&
      `Diese Uhrzeit gibt es wegen der Sommerzeit nicht. Es gilt eine Stunde später, ${formatInZone(moment.instant, 'HH:mm', zone)} Uhr.`) ||
    (moment?.repeated && 'Diese Uhrzeit gibt es wegen der Winterzeit zweimal. Es gilt die erste.')
  return (
    <TextField
      ref={ref}
      label={label}
      labelAside={<span className="text-fg-3">{zone}</span>}
      name="starts_at"
      type="datetime-local"
      required
      value={wall}
      error={error}
      hint={changeOfClocks || hint ? <output>{[changeOfClocks, hint].filter(Boolean).join(' ')}</output> : undefined}
      onChange={(event) => onChange(event.target.value.slice(0, 16))}
    />
  )
}
