import { cx } from '../lib/class-names.ts'

/** Everything that has a state or a kind: articles, tasks and calendar events (docs/look.md rule 6). */
export type GlyphState =
  | 'idea'
  | 'draft'
  | 'editing'
  | 'ready'
  | 'scheduled'
  | 'published'
  | 'deadline'
  | 'publish'
  | 'milestone'
  | 'research'
  | 'task'

/** The words of the states (RUL-18); article and task states share them. */
export const STATE_LABELS: Record<GlyphState, string> = {
  idea: 'Idee',
  draft: 'Entwurf',
  editing: 'In Bearbeitung',
  ready: 'Bereit',
  scheduled: 'Geplant',
  published: 'Veröffentlicht',
  deadline: 'Deadline',
  publish: 'Veröffentlichung',
  milestone: 'Meilenstein',
  research: 'Recherche',
  task: 'Aufgabe',
}

export const STATE_COLORS: Record<GlyphState, string> = {
  idea: 'text-idea',
  draft: 'text-draft',
  editing: 'text-editing',
  ready: 'text-ready',
  scheduled: 'text-scheduled',
  published: 'text-published',
  deadline: 'text-scheduled',
  publish: 'text-published',
  milestone: 'text-idea',
  research: 'text-ready',
  task: 'text-fg-2',
}

const ring = { cx: 7, cy: 7, r: 5.5, fill: 'none', stroke: 'currentColor', strokeWidth: 1.5 }
const line = { fill: 'none', stroke: 'currentColor', strokeLinecap: 'round', strokeLinejoin: 'round' } as const

/** A pie inside the ring: a circle of radius 1.75 whose thick stroke fills `dash` of its circumference of 11. */
function Pie({ dash }: { dash: number }) {
  return (
    <>
      <circle {...ring} />
      <circle
        cx={7}
        cy={7}
        r={1.75}
        fill="none"
        stroke="currentColor"
        strokeWidth={3.5}
        strokeDasharray={`${dash} 20`}
        transform="rotate(-90 7 7)"
      />
    </>
  )
}

const SHAPES: Record<GlyphState, () => React.JSX.Element> = {
  idea: () => <circle {...ring} strokeDasharray="1.6 1.856" />,
  draft: () => <circle {...ring} />,
  editing: () => <Pie dash={5.5} />,
  ready: () => <Pie dash={8.25} />,
  scheduled: () => (
    <>
      <circle {...ring} />
      <path d="M7 4v3.2l2 1.3" {...line} strokeWidth={1.5} />
    </>
  ),
  published: () => (
    <path
      fillRule="evenodd"
      fill="currentColor"
      d="M7 .75a6.25 6.25 0 1 0 0 12.5A6.25 6.25 0 0 0 7 .75Zm3.28 4.78a.75.75 0 0 0-1.06-1.06L6.1 7.59 4.78 6.27a.75.75 0 0 0-1.06 1.06l1.85 1.85a.75.75 0 0 0 1.06 0l3.65-3.65Z"
    />
  ),
  deadline: () => <path d="M3 13V1.6M3 2h7.6L8.7 5l1.9 3H3" {...line} strokeWidth={1.5} />,
  publish: () => <path d="M7 12.5V2M2.8 6 7 1.8 11.2 6" {...line} strokeWidth={1.6} />,
  milestone: () => (
    <path d="M7 1.2 12.8 7 7 12.8 1.2 7Z" fill="currentColor" stroke="currentColor" strokeLinejoin="round" />
  ),
  research: () => (
    <path
      d="M7 3.4C5.6 2.4 3.8 2.1 1.5 2.2v8.6c2.3-.1 4.1.2 5.5 1.2 1.4-1 3.2-1.3 5.5-1.2V2.2C10.2 2.1 8.4 2.4 7 3.4Zm0 0V12"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.4}
      strokeLinejoin="round"
    />
  ),
  task: () => (
    <>
      <rect x={1.75} y={1.75} width={10.5} height={10.5} rx={2.5} fill="none" stroke="currentColor" strokeWidth={1.4} />
      <path d="m4.4 7.1 1.9 1.9 3.4-3.8" {...line} strokeWidth={1.4} />
    </>
  ),
}

/** The shape of a state in its colour. It is decoration: the word stands beside it or in the control's name. */
export function StateGlyph({ state, size = 14, className }: { state: GlyphState; size?: 12 | 14; className?: string }) {
  const Shape = SHAPES[state]
  return (
    <svg
      aria-hidden
      width={size}
      height={size}
      viewBox="0 0 14 14"
      className={cx('flex-none', STATE_COLORS[state], className)}
    >
      <Shape />
    </svg>
  )
}
