import { useQuery } from '@tanstack/react-query'
import { Merge, Pencil, Plus, Trash2, Users } from 'lucide-react'
import { useState } from 'react'
import type { CountedAuthor } from '../../../contract/authors.ts'
import { useOffers } from '../../actions/offers.ts'
import { useApi } from '../../data/api-context.tsx'
import { authorsQuery, useAuthorChanges } from '../../data/authors.ts'
import { articlesInWords } from '../../lib/counts.ts'
import { faultSentence } from '../../lib/faults.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { BrokenState, ScreenState } from '../../ui/screen-state.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { toastDone, toastFault } from '../../ui/toast.tsx'
import { AuthorForm } from './author-form.tsx'
import { MergeDialog } from './merge-dialog.tsx'

type Open = { kind: 'new' } | { kind: 'edit' | 'merge' | 'remove'; record: CountedAuthor }

/** The people who write: create, edit, merge, remove, each with the number of articles (RUL-99). */
export function AuthorsSection() {
  const list = useQuery(authorsQuery(useApi()))
  const { merge, remove } = useAuthorChanges()
  const [open, setOpen] = useState<Open | null>(null)
  useOffers({ 'author.new': () => setOpen({ kind: 'new' }) })
  const close = () => setOpen(null)
  /** A slow save must not close a dialog opened after it. */
  const closeThis = () => setOpen((now) => (now === open ? null : now))
  const records = list.data?.items ?? []
  const run = async (work: Promise<unknown>, done: string) => {
    try {
      await work
      toastDone(done)
      closeThis()
    } catch (error) {
      toastFault(faultSentence(error))
    }
  }
  const newButton = (
    <Button look="primary" icon={<Plus aria-hidden />} onClick={() => setOpen({ kind: 'new' })}>
      Anlegen
    </Button>
  )
  if (list.isPending) return <SkeletonRows columns="grid grid-cols-[1fr_96px_120px] gap-4" cells={3} />
  if (list.isError && !list.data) return <BrokenState busy={list.isFetching} onRetry={() => void list.refetch()} />
  return (
    <div className={records.length === 0 ? 'flex flex-1' : 'w-full max-w-[720px]'}>
      {records.length === 0 ? (
        <ScreenState
          icon={Users}
          title="Noch keine Autorinnen und Autoren"
          sentence="Wer in einer Autorenzeile steht, erscheint hier und hat eine eigene Seite."
          action={newButton}
        />
      ) : (
        <>
          <div className="mb-2 flex justify-end">{newButton}</div>
          <ul aria-label="Autorinnen und Autoren">
            {records.map((record) => (
              <li key={record.id} className="group flex min-h-11 items-center gap-3 border-b border-line py-1">
                {record.picture !== null && (
                  <img src={record.picture} alt="" className="size-9 flex-none rounded-control object-cover" />
                )}
                <span className="min-w-0 flex-1 wrap-anywhere">
                  <span className="font-medium">{record.name}</span>
                  <span className="ml-2 text-s text-fg-3">{articlesInWords(record.article_count)}</span>
                </span>
                <IconButton label={`${record.name} bearbeiten`} onClick={() => setOpen({ kind: 'edit', record })}>
                  <Pencil aria-hidden />
                </IconButton>
                {records.length > 1 && (
                  <IconButton
                    label={`${record.name} zusammenführen`}
                    onClick={() => setOpen({ kind: 'merge', record })}
                  >
                    <Merge aria-hidden />
                  </IconButton>
                )}
                <IconButton label={`${record.name} löschen`} onClick={() => setOpen({ kind: 'remove', record })}>
                  <Trash2 aria-hidden />
                </IconButton>
              </li>
            ))}
          </ul>
        </>
      )}
      <Dialog
        open={open?.kind === 'new' || open?.kind === 'edit'}
        onClose={close}
        title={open?.kind === 'edit' ? `${open.record.name} bearbeiten` : 'Neue Autorin, neuer Autor'}
        initialFocus="field"
      >
        <AuthorForm author={open?.kind === 'edit' ? open.record : undefined} onClose={close} onSaved={closeThis} />
      </Dialog>
      {open?.kind === 'merge' && (
        <MergeDialog
          record={open.record}
          others={records.filter((other) => other.id !== open.record.id)}
          busy={merge.isPending}
          onClose={close}
          onMerge={(into) =>
            void run(
              merge.mutateAsync({ id: open.record.id, into_id: into.id }),
              `„${open.record.name}“ ist jetzt „${into.name}“`,
            )
          }
        />
      )}
      <ConfirmDialog
        open={open?.kind === 'remove'}
        onClose={close}
        title="Autorin oder Autor löschen?"
        description={open?.kind === 'remove' && removalWords(open.record)}
        verb="Löschen"
        busy={remove.isPending}
        onConfirm={() => open?.kind === 'remove' && void run(remove.mutateAsync(open.record), 'Gelöscht')}
      />
    </div>
  )
}

function removalWords({ name, article_count: count }: CountedAuthor): string {
  if (count === 0) return `Keine Autorenzeile nennt „${name}“. Das lässt sich nicht rückgängig machen.`
  const lines = count === 1 ? 'Ein Artikel nennt' : `${articlesInWords(count)} nennen`
  return `${lines} „${name}“ danach nicht mehr. Die Artikel selbst bleiben. Das lässt sich nicht rückgängig machen.`
}
