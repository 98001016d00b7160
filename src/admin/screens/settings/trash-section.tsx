import { useInfiniteQuery } from '@tanstack/react-query'
import { RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { TrashEntry } from '../../../contract/trash.ts'
import { NOUNS } from '../../../nouns/nouns.ts'
import { TRASH_DAYS } from '../../../rules/limits.ts'
import { quoted } from '../../../rules/quoted.ts'
import { useApi } from '../../data/api-context.tsx'
import { itemsOf } from '../../data/pages.ts'
import { useSiteZone } from '../../data/settings.ts'
import { trashQuery, useTrashChanges } from '../../data/trash.ts'
import { formatInZone } from '../../lib/dates.ts'
import { faultSentence } from '../../lib/faults.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EndlessEnd } from '../../ui/endless-end.tsx'
import { BrokenState, ScreenState } from '../../ui/screen-state.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { toastDone, toastFault } from '../../ui/toast.tsx'

/** Records deleted in the last 30 days (RUL-20): restore, or remove for good (owners). */
export function TrashSection({ owner }: { owner: boolean }) {
  const zone = useSiteZone()
  const list = useInfiniteQuery(trashQuery(useApi()))
  const { restore, purge } = useTrashChanges()
  const [purging, setPurging] = useState<TrashEntry | null>(null)
  const [restoring, setRestoring] = useState<string[]>([])
  const entries = itemsOf(list.data)

  const run = async (work: Promise<unknown>, done: string) => {
    try {
      await work
      toastDone(done)
    } catch (error) {
      toastFault(faultSentence(error))
    }
  }

  const takeBack = async (entry: TrashEntry) => {
    setRestoring((ids) => [...ids, entry.id])
    await run(restore.mutateAsync(entry), `${quoted(entry.title)} wiederhergestellt`)
    setRestoring((ids) => ids.filter((id) => id !== entry.id))
  }

  if (list.isPending) return <SkeletonRows columns="grid grid-cols-[1fr_96px_120px_200px] gap-4" cells={4} />
  if (list.isError && entries.length === 0) return <BrokenState query={list} />
  if (entries.length === 0)
    return (
      <ScreenState
        icon={Trash2}
        title="Der Papierkorb ist leer"
        sentence={`Gelöschtes liegt hier ${TRASH_DAYS} Tage lang und lässt sich wiederherstellen.`}
        action={<ButtonLink to="/admin/articles">Zu den Artikeln</ButtonLink>}
      />
    )
  return (
    <div className="@container w-full max-w-[880px]">
      <p className="mb-2 text-s text-fg-2">Was hier liegt, verschwindet nach {TRASH_DAYS} Tagen von selbst.</p>
      <ul aria-label="Papierkorb">
        {entries.map((entry) => (
          <li
            key={`${entry.noun} ${entry.id}`}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-2"
          >
            <div className="min-w-60 flex-1 basis-full @xl:basis-0">
              <p className="font-medium wrap-anywhere hyphens-auto">{entry.title}</p>
              <p className="text-s text-fg-2">
                {NOUNS[entry.noun].words.one}, gelöscht am{' '}
                {formatInZone(entry.deleted_at, "dd. MMM yyyy, HH:mm 'Uhr'", zone)}
              </p>
            </div>
            <Button
              icon={<RotateCcw aria-hidden />}
              aria-label={`${entry.title} wiederherstellen`}
              busy={restoring.includes(entry.id)}
              onClick={() => void takeBack(entry)}
            >
              Wiederherstellen
            </Button>
            {owner && (
              <Button look="danger" aria-label={`${entry.title} endgültig löschen`} onClick={() => setPurging(entry)}>
                Endgültig löschen
              </Button>
            )}
          </li>
        ))}
      </ul>
      <EndlessEnd list={list} failed="Weitere Einträge konnten nicht geladen werden." />
      <ConfirmDialog
        open={purging !== null}
        onClose={() => setPurging(null)}
        title="Endgültig löschen?"
        description={
          purging && `${quoted(purging.title)} ist danach nicht mehr zu retten, auch nicht über „Rückgängig“.`
        }
        verb="Endgültig löschen"
        onConfirm={() => {
          if (purging) void run(purge.mutateAsync(purging), `${quoted(purging.title)} endgültig gelöscht`)
          setPurging(null)
        }}
      />
    </div>
  )
}
