import { cx } from '../lib/class-names.ts'
import { STATE_COLORS, STATE_LABELS, StateGlyph, type GlyphState } from './state-glyph.tsx'

/** Glyph and word of a state in its colour on neutral ground, 24 px (docs/look.md rule 7; ART-8). */
export function StatusBadge({ state, className }: { state: GlyphState; className?: string }) {
  return (
    <span
      className={cx(
        'inline-flex h-6 items-center gap-1.5 rounded-control bg-hover pr-2 pl-1.5 text-xs font-medium whitespace-nowrap',
        STATE_COLORS[state],
        className,
      )}
    >
      <StateGlyph state={state} />
      <span>{STATE_LABELS[state]}</span>
    </span>
  )
}

/** The same without ground, for dense lines: glyph and word, 13 px. */
export function StatusText({ state, className }: { state: GlyphState; className?: string }) {
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1.5 text-s font-medium whitespace-nowrap',
        STATE_COLORS[state],
        className,
      )}
    >
      <StateGlyph state={state} />
      {STATE_LABELS[state]}
    </span>
  )
}
