import { useId, type ReactNode } from 'react'
import type { LandingForm, TypePairing } from '../../../../contract/appearance.ts'
import { cx } from '../../../lib/class-names.ts'

const PAIRINGS: Tile<TypePairing>[] = [
  {
    value: 'buch',
    label: 'Buch',
    hint: 'Source Serif 4, Kleines in Inter',
    sign: <Letters className="font-reading" />,
  },
  {
    value: 'blatt',
    label: 'Blatt',
    hint: 'Überschriften Inter, Text Source Serif 4',
    sign: <Letters className="font-semibold" />,
  },
  { value: 'klar', label: 'Klar', hint: 'Source Sans 3 für alles', sign: <Letters /> },
]

const LANDINGS: Tile<LandingForm>[] = [
  { value: 'liste', label: 'Liste', sign: <Bars rows={['w-20', 'w-20', 'w-20', 'w-20']} /> },
  { value: 'aufmacher', label: 'Mit Aufmacher', sign: <Bars rows={['w-20 h-4', 'w-20', 'w-20']} /> },
  {
    value: 'karten',
    label: 'Karten',
    sign: (
      <span aria-hidden className="grid w-fit grid-cols-3 gap-1">
        {Array.from({ length: 6 }, (_, place) => (
          <span key={place} className="h-3 w-6 rounded-[2px] bg-line-strong" />
        ))}
      </span>
    ),
  },
  {
    value: 'abschnitte',
    label: 'Abschnitte',
    hint: 'Aufmacher, Angeheftetes, drei Themen, neueste Titel',
    sign: (
      <span aria-hidden className="grid w-fit grid-cols-3 gap-1">
        <span className="col-span-3 h-3 rounded-[2px] bg-line-strong" />
        {Array.from({ length: 3 }, (_, place) => (
          <span key={place} className="h-3 w-6 rounded-[2px] bg-line-strong" />
        ))}
      </span>
    ),
  },
]

export function PairingChoice(props: { value: TypePairing; onChange: (value: TypePairing) => void }) {
  return <TileChoice legend="Schriften" tiles={PAIRINGS} {...props} />
}

export function LandingChoice(props: { value: LandingForm; onChange: (value: LandingForm) => void }) {
  return <TileChoice legend="Startseite" tiles={LANDINGS} {...props} />
}

type Tile<T extends string> = { value: T; label: string; hint?: string; sign: ReactNode }

/** A choice of illustrated tiles; a radio group for the keyboard. */
function TileChoice<T extends string>(props: {
  legend: string
  tiles: readonly Tile<T>[]
  value: T
  onChange: (value: T) => void
}) {
  const name = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-s text-fg-2">{props.legend}</legend>
      <div className={cx('grid gap-2', props.tiles.length === 4 ? 'sm:grid-cols-2' : 'sm:grid-cols-3')}>
        {props.tiles.map(({ value, label, hint, sign }) => (
          <label
            key={value}
            className={cx(
              'relative flex cursor-pointer flex-col gap-1 rounded-control border p-3 has-focus-visible:outline-2 has-focus-visible:outline-accent',
              value === props.value ? 'border-accent bg-accent-soft' : 'border-line bg-surface hover:bg-hover',
            )}
          >
            <input
              type="radio"
              name={name}
              value={value}
              checked={value === props.value}
              onChange={() => props.onChange(value)}
              className="absolute top-3 right-3 accent-accent"
            />
            <span className="flex h-9 items-center">{sign}</span>
            <b className="font-semibold">{label}</b>
            {hint && <span className="text-s text-fg-2">{hint}</span>}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function Letters({ className }: { className?: string }) {
  return (
    <span aria-hidden className={cx('text-xl', className)}>
      Ag
    </span>
  )
}

function Bars({ rows }: { rows: readonly string[] }) {
  return (
    <span aria-hidden className="grid gap-1">
      {rows.map((size, place) => (
        <span key={place} className={cx('h-1 rounded-[2px] bg-line-strong', size)} />
      ))}
    </span>
  )
}
