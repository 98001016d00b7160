import type { ReactNode, Ref } from 'react'
import { readTypedMoment } from '../../../rules/typed-date.ts'
import { instantOfWallTime } from '../../../rules/wall-time.ts'
import { useSiteZone } from '../../data/settings.ts'
import { DateField } from '../../ui/date-field.tsx'

/** Default time for a day typed without one. */
const USUAL_TIME = '09:00'

type MomentFieldProps = {
  label: string
  typed: string
  onTyped: (typed: string) => void
  error?: string | undefined
  hint?: ReactNode
  ref?: Ref<HTMLInputElement>
}

/** A date with time in the site's zone (RUL-3). */
export function MomentField(props: MomentFieldProps) {
  const zone = useSiteZone()
  return (
    <DateField
      {...props}
      labelAside={<span className="text-fg-3">{zone}</span>}
      name="starts_at"
      required
      zone={zone}
      time={USUAL_TIME}
    />
  )
}

/** The instant typed into a `MomentField`; null if invalid. */
export function typedInstant(typed: string, zone: string, now: number): string | null {
  const read = readTypedMoment(typed, { now, zone, time: USUAL_TIME })
  return 'wall' in read ? (instantOfWallTime(read.wall, zone)?.instant ?? null) : null
}
