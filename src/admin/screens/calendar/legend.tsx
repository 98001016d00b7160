import { EVENT_TYPES } from '../../../rules/planning.ts'
import { useSiteZone } from '../../data/settings.ts'
import { cx } from '../../lib/class-names.ts'
import { toastsAbove } from '../../ui/toast-room.ts'
import { StateGlyph, type GlyphState } from '../../ui/state-glyph.tsx'
import { kindWord } from './entries.ts'

const KINDS: { kind: 'event' | 'article' | 'draft' | 'task'; state: GlyphState }[] = [
  ...EVENT_TYPES.map((state) => ({ kind: 'event', state }) as const),
  { kind: 'task', state: 'task' },
  { kind: 'draft', state: 'draft' },
  { kind: 'article', state: 'scheduled' },
  { kind: 'article', state: 'published' },
]

/** The types of events, tasks and articles, each shown or hidden by a click, and the zone of all times (CAL-4). */
export function Legend({ hidden, onHide }: { hidden: readonly string[]; onHide: (hidden: string[]) => void }) {
  const zone = useSiteZone()
  return (
    <fieldset
      ref={toastsAbove}
      className="flex min-w-0 flex-none flex-wrap items-center gap-x-1 gap-y-1 py-2 text-xs text-fg-2 md:-ml-2 md:min-h-9 md:py-1 print:hidden"
    >
      <ul aria-label="Legende" className="contents">
        {KINDS.map((one) => {
          const isHidden = hidden.includes(one.state)
          return (
            <li
              key={one.state}
              className={cx(one.state === 'task' && 'md:ml-1.5 md:border-l md:border-line-strong md:pl-1.5')}
            >
              <button
                type="button"
                aria-pressed={!isHidden}
                title={isHidden ? 'Einblenden' : 'Ausblenden'}
                onClick={() =>
                  onHide(isHidden ? hidden.filter((state) => state !== one.state) : [...hidden, one.state])
                }
                className={cx(
                  'flex min-h-11 items-center gap-1.5 rounded-control px-2 hover:bg-hover hover:text-fg md:min-h-7',
                  isHidden && 'text-fg-3 line-through',
                )}
              >
                <StateGlyph state={one.state} />
                {kindWord(one)}
              </button>
            </li>
          )
        })}
      </ul>
      <span className="px-2 md:ml-auto md:px-0">Zeiten in {zone}</span>
    </fieldset>
  )
}
