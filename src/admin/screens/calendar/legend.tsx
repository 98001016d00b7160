import { EVENT_TYPES } from '../../../rules/planning.ts'
import { useSiteZone } from '../../data/settings.ts'
import { toastsAbove } from '../../ui/toast-room.ts'
import { StateGlyph, STATE_LABELS } from '../../ui/state-glyph.tsx'

/** The four kinds of events, the two of articles, and the zone of all times (CAL-4). */
export function Legend() {
  const zone = useSiteZone()
  return (
    <div
      ref={toastsAbove}
      className="flex flex-none flex-wrap items-center gap-x-4 gap-y-2 py-4 text-xs text-fg-2 md:min-h-9 md:gap-x-5 md:py-2"
    >
      <ul aria-label="Legende" className="contents">
        {EVENT_TYPES.map((type) => (
          <li key={type} className="flex items-center gap-1.5">
            <StateGlyph state={type} />
            {STATE_LABELS[type]}
          </li>
        ))}
        <li className="flex items-center gap-1.5 md:border-l md:border-line-strong md:pl-5">
          <StateGlyph state="scheduled" />
          Artikel geplant
        </li>
        <li className="flex items-center gap-1.5">
          <StateGlyph state="published" />
          Artikel veröffentlicht
        </li>
      </ul>
      <span className="md:ml-auto">Zeiten in {zone}</span>
    </div>
  )
}
