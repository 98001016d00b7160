import { useQuery } from '@tanstack/react-query'
import { Minus, Plus } from 'lucide-react'
import { useState } from 'react'
import type { Planned, PlanMove } from '../../../contract/planning.ts'
import { agendaDay, type Day } from '../../../rules/days.ts'
import { useApi } from '../../data/api-context.tsx'
import { movePreviewQuery, type MoveInput } from '../../data/planning.ts'
import { useSiteZone } from '../../data/settings.ts'
import { cx } from '../../lib/class-names.ts'
import { faultSentence } from '../../lib/faults.ts'
import { wallTimeOfInstant } from '../../../rules/wall-time.ts'
import { quoted } from '../../../rules/quoted.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog, DialogFooter } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { FieldError } from '../../ui/text-field.tsx'
import { plannedOf, type Entry } from './entries.ts'

/** What is moved: several entries by days, or everything after one. */
export type MoveByRequest = { entries: Entry[] } | { following: Entry }

type Props = {
  request: MoveByRequest | null
  /** The current state of an entry, which may have been moved or saved since the request. */
  entryOf: (key: string) => Entry | undefined
  busy: boolean
  onClose: () => void
  onMove: (input: MoveInput) => void
}

/** Asks for the number of days, and shows the old and new day of each entry before the move (docs/look.md rule 30). */
export function MoveByDialog({ request, ...rest }: Props) {
  return (
    <Dialog open={request !== null} onClose={rest.onClose} title={request ? titleOf(request) : ''}>
      {request && <MoveBy request={request} {...rest} />}
    </Dialog>
  )
}

function titleOf(request: MoveByRequest): string {
  if ('following' in request) return 'Folgende verschieben'
  const [only] = request.entries
  return request.entries.length === 1 && only
    ? `${quoted(only.title)} verschieben um`
    : `${request.entries.length} Einträge verschieben um`
}

type Unit = 'days' | 'weeks'
const UNITS = [
  { value: 'days', label: 'Tage' },
  { value: 'weeks', label: 'Wochen' },
] as const satisfies { value: Unit; label: string }[]
const FARTHEST = 100

function MoveBy({ request, entryOf, busy, onClose, onMove }: Props & { request: MoveByRequest }) {
  const [count, setCount] = useState(1)
  const [unit, setUnit] = useState<Unit>('days')
  const [publishing, setPublishing] = useState(true)
  const latest = (entry: Entry) => plannedOf(entryOf(entry.key) ?? entry)
  const input = inputOf(request, latest, { days: count * (unit === 'weeks' ? 7 : 1), publishing_days: publishing })
  const preview = useQuery(movePreviewQuery(useApi(), input))
  const moves = preview.isError ? [] : (preview.data?.moves ?? [])
  const passed = [...new Set(moves.flatMap((move) => move.passed))]
  const step = (by: 1 | -1) => setCount((now) => Math.max(-FARTHEST, Math.min(FARTHEST, now + by || by)))
  return (
    <div className="mt-2">
      {'following' in request ? (
        <p className="text-fg-2">
          {quoted(request.following.title)} und alles, was danach geplant ist, rückt auf den nächsten freien Tag.
        </p>
      ) : (
        <>
          <div className="flex flex-wrap items-center gap-2">
            <span className="flex items-center rounded-control border border-line-control">
              <IconButton label="Weniger" onClick={() => step(-1)}>
                <Minus aria-hidden />
              </IconButton>
              <output aria-live="polite" className="w-14 text-center font-medium tabular-nums">
                {count > 0 ? `+ ${count}` : `− ${-count}`}
              </output>
              <IconButton label="Mehr" onClick={() => step(1)}>
                <Plus aria-hidden />
              </IconButton>
            </span>
            <SegmentedFilter label="Einheit" value={unit} onChange={setUnit} segments={UNITS} />
          </div>
          <div className="mt-1 -ml-2">
            <Checkbox
              shown
              label="Nur an Werktagen, ohne Feiertage und Pausen"
              checked={publishing}
              onToggle={() => setPublishing(!publishing)}
            />
          </div>
        </>
      )}
      <ul
        aria-label="Vorher und nachher"
        aria-busy={preview.isFetching}
        className="mt-2 flex max-h-60 flex-col gap-1.5 overflow-y-auto border-y border-line py-3 text-s"
      >
        {moves.map((move) => (
          <PreviewRow key={`${move.noun} ${move.id}`} move={move} />
        ))}
        {preview.isSuccess && moves.length === 0 && <li className="text-fg-2">Nichts ändert sich.</li>}
        {preview.isPending && <li className="text-fg-2">Lädt...</li>}
      </ul>
      {preview.isError && <FieldError>{faultSentence(preview.error)}</FieldError>}
      <p className="mt-3 text-s text-fg-2">
        {passed.length > 0 && `Übersprungen: ${passed.join(', ')}. `}
        Uhrzeiten bleiben, veröffentlicht wird dabei nichts.
      </p>
      <DialogFooter>
        <Button look="quiet" size={36} onClick={onClose}>
          Abbrechen
        </Button>
        <Button
          look="primary"
          size={36}
          busy={busy}
          disabled={moves.length === 0 || preview.isPlaceholderData}
          onClick={() => onMove(input)}
        >
          Verschieben
        </Button>
      </DialogFooter>
    </div>
  )
}

function inputOf(
  request: MoveByRequest,
  planned: (entry: Entry) => Planned,
  by: { days: number; publishing_days: boolean },
): MoveInput {
  if ('following' in request) return { push: { ...planned(request.following), noun: 'articles' } }
  return { items: request.entries.map(planned), ...by }
}

function PreviewRow({ move }: { move: PlanMove }) {
  const zone = useSiteZone()
  return (
    <li className="flex items-baseline gap-3">
      <span className="min-w-0 flex-1 truncate" title={move.title}>
        {move.title}
      </span>
      <span className={cx('flex-none tabular-nums', move.passed.length > 0 ? 'text-scheduled' : 'text-fg-2')}>
        {dayWords(move.from, zone)} → {dayWords(move.to, zone)}
      </span>
    </li>
  )
}

function dayWords(at: string | null, zone: string): string {
  if (at === null) return 'Ohne Termin'
  const day: Day = at.length === 10 ? at : wallTimeOfInstant(at, zone).slice(0, 10)
  return agendaDay(day)
}
