import { CircleCheck, CircleX, Pause, Play, Undo2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { ImportRun } from '../../../../contract/imports.ts'
import { useImports } from '../../../data/imports.ts'
import { useSiteZone } from '../../../data/settings.ts'
import { cx } from '../../../lib/class-names.ts'
import { formatInZone } from '../../../lib/dates.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { toastRefusal } from '../../../ui/toast.tsx'
import { agreeing, timeLeft, whatCame } from './import-words.ts'
import { counted } from '../../../../rules/counted.ts'
import { quoted } from '../../../../rules/quoted.ts'

type Verb = 'start' | 'pause' | 'cancel' | 'undo'
/** `now`: the time of its last update, in milliseconds. */
type Props = { run: ImportRun; now: number; onReport: () => void }

const BUTTON = 'max-md:flex-1'

/** One import: its progress or result, and its actions. */
export function RunCard({ run, now, onReport }: Props) {
  const { change } = useImports()
  const act = (verb: Verb) =>
    change.mutate({ id: run.id, verb }, { onError: (error) => toastRefusal(error, 'Das hat nicht geklappt') })
  const busy = change.isPending
  switch (run.state) {
    case 'running':
    case 'undoing':
      return (
        <Frame title={titleOf(run)} name={run.name} counts={run.state === 'running' ? run.counts : null} active>
          <p className="mb-4 text-s text-fg-2">
            <Progress run={run} now={now} />
          </p>
          <div className="flex flex-wrap items-center gap-2">
            {run.state === 'running' && (
              <>
                <Button className={BUTTON} icon={<Pause aria-hidden />} disabled={busy} onClick={() => act('pause')}>
                  Anhalten
                </Button>
                <Button className={BUTTON} look="quiet" disabled={busy} onClick={() => act('cancel')}>
                  Abbrechen
                </Button>
              </>
            )}
            <p className="text-s text-fg-2 md:ml-auto">Läuft weiter, auch wenn Sie diese Seite verlassen.</p>
          </div>
        </Frame>
      )
    case 'paused':
      return (
        <Frame title="Angehalten" counts={run.counts}>
          <p className="mb-4 text-s text-fg-2 wrap-anywhere">
            {run.name}, angehalten um <When at={run.state_at} pattern="HH:mm" />
            {run.state_by && ` von ${run.state_by}`}
          </p>
          <div className="flex flex-wrap items-center gap-2">
            <Button className={BUTTON} icon={<Play aria-hidden />} disabled={busy} onClick={() => act('start')}>
              Fortsetzen
            </Button>
            <Button className={BUTTON} look="quiet" disabled={busy} onClick={() => act('cancel')}>
              Abbrechen
            </Button>
          </div>
        </Frame>
      )
    case 'finished':
    case 'failed':
    case 'cancelled':
    case 'undone':
      return <Ended run={run} busy={busy} act={act} onReport={onReport} />
  }
}

function titleOf({ state, dry_run }: ImportRun): string {
  if (state === 'undoing') return 'Wird rückgängig gemacht'
  return dry_run ? 'Probelauf läuft' : 'Import läuft'
}

function Progress({ run, now }: Pick<Props, 'run' | 'now'>) {
  const { state, counts, current } = run
  if (state === 'undoing') return 'Was der Import angelegt hat, wird wieder entfernt.'
  if (counts.total === 0) return 'Die Datei wird gelesen.'
  const left = timeLeft(run, now)
  return (
    <>
      {left} Gerade: <span className="text-fg wrap-anywhere">{quoted(current ?? 'der letzte Eintrag')}</span>
    </>
  )
}

function When({ at, pattern }: { at: string; pattern: string }) {
  const zone = useSiteZone()
  return <time dateTime={at}>{formatInZone(at, pattern, zone)}</time>
}

function Frame(props: {
  title: ReactNode
  name?: string
  counts: ImportRun['counts'] | null
  active?: boolean
  children: ReactNode
}) {
  const { counts, active = false } = props
  const share = counts && counts.total > 0 ? (counts.done / counts.total) * 100 : 0
  return (
    <Card className="px-4 pt-3.5 pb-4 md:px-5 md:pt-4 md:pb-4.5">
      <div className="flex min-w-0 items-baseline gap-2">
        <h2 className="flex-none text-l font-semibold tracking-[-0.008em]">{props.title}</h2>
        <span className="min-w-0 flex-1 truncate text-s text-fg-2 max-md:hidden">{props.name}</span>
        {counts && counts.total > 0 && (
          <span className="ml-auto flex-none text-fg-2 tabular-nums">
            {counts.done.toLocaleString('de-DE')} von {counts.total.toLocaleString('de-DE')}
          </span>
        )}
      </div>
      <progress
        aria-label={`Fortschritt des Imports${props.name ? ` von ${props.name}` : ''}`}
        max={100}
        value={share}
        className={cx('mt-3 mb-2 block w-full', !active && 'text-line-control')}
      />
      {props.children}
    </Card>
  )
}

const ENDS: Partial<Record<ImportRun['state'], string>> = {
  finished: 'Import abgeschlossen',
  failed: 'Import fehlgeschlagen',
  cancelled: 'Import abgebrochen',
  undone: 'Import rückgängig gemacht',
}

function Ended({ run, busy, act, onReport }: Omit<Props, 'now'> & { busy: boolean; act: (verb: Verb) => void }) {
  const [asking, setAsking] = useState(false)
  const { state, dry_run, counts, sums, reason, undo_until } = run
  const isGood = state === 'finished'
  const title = dry_run && isGood ? 'Probelauf abgeschlossen' : (ENDS[state] ?? '')
  const Icon = isGood ? CircleCheck : CircleX
  const came = counts.created + counts.updated > 0 && !dry_run && (isGood || state === 'cancelled')
  return (
    <Card className="px-4 pt-3.5 pb-4 md:px-5 md:pt-4 md:pb-4.5">
      <div className="flex flex-wrap items-center gap-x-2.5">
        <Icon aria-hidden className={cx('flex-none', isGood ? 'text-published' : 'text-fg-3')} />
        <h2 className="min-w-0 flex-1 text-l font-semibold tracking-[-0.008em]">{title}</h2>
        <span className="text-s text-fg-2">
          <When at={run.state_at} pattern="d. MMM, HH:mm" />
        </span>
      </div>
      <p className="mt-2 mb-4 text-fg-2 wrap-anywhere">
        {state === 'failed' && reason}
        {state === 'undone' && (
          <>
            Was aus <span className="text-fg">{run.name}</span> gekommen war, ist wieder entfernt.
          </>
        )}
        {state !== 'failed' && state !== 'undone' && (
          <>
            {whatCame(run)} aus <span className="text-fg">{run.name}</span>{' '}
            {dry_run
              ? isGood
                ? agreeing(run, 'würde kommen', 'würden kommen')
                : agreeing(run, 'wurde angesehen', 'wurden angesehen')
              : agreeing(run, 'ist da', 'sind da')}
            {sums.remarks > 0 && `, ${counted(sums.remarks, 'Eintrag', 'Einträge')} mit Hinweis`}.
          </>
        )}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        {came && (
          <ButtonLink to="/admin/articles" className={BUTTON}>
            Artikel ansehen
          </ButtonLink>
        )}
        {counts.total > 0 && (
          <Button look={came ? 'quiet' : 'outline'} className={BUTTON} onClick={onReport}>
            Bericht
          </Button>
        )}
        {came && undo_until && (
          <Button
            look="quiet"
            className="max-md:w-full md:ml-auto"
            icon={<Undo2 aria-hidden />}
            disabled={busy}
            onClick={() => setAsking(true)}
          >
            Alles rückgängig
          </Button>
        )}
      </div>
      {came && undo_until && (
        <p className="mt-3 text-s text-fg-2">
          Rückgängig geht bis <When at={undo_until} pattern="d. MMMM" /> und lässt stehen, was seither bearbeitet wurde.
        </p>
      )}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Alles rückgängig machen?"
        description={`${whatCame(run)} aus ${quoted(run.name)} ${agreeing(run, 'wird', 'werden')} endgültig entfernt. Was seither bearbeitet wurde, bleibt.`}
        verb="Alles rückgängig"
        onConfirm={() => {
          setAsking(false)
          act('undo')
        }}
      />
    </Card>
  )
}
