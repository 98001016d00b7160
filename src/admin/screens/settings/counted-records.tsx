import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query'
import { Merge, Pencil, Plus, Trash2, type LucideIcon } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import type { ActionId } from '../../actions/registry.ts'
import { useOffers } from '../../actions/offers.ts'
import { articlesInWords } from '../../lib/counts.ts'
import { faultSentence } from '../../lib/faults.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { BrokenState, ScreenState } from '../../ui/screen-state.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { toastDone, toastFault } from '../../ui/toast.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import { quoted } from '../../../rules/quoted.ts'

/** A record that articles name: an author, a category or a tag. */
type Counted = { id: string; name: string; picture: string | null; article_count: number }
type Open<R> = { kind: 'new' } | { kind: 'edit' | 'merge' | 'remove'; record: R }

type Props<R extends Counted> = {
  list: Pick<UseQueryResult<{ items: R[] }>, 'data' | 'error' | 'isPending' | 'isError' | 'isFetching' | 'refetch'>
  merge: Pick<UseMutationResult<unknown, Error, { id: string; into_id: string }>, 'mutateAsync' | 'isPending'>
  remove: Pick<UseMutationResult<unknown, Error, { id: string }>, 'mutateAsync' | 'isPending'>
  icon: LucideIcon
  newAction: ActionId
  words: {
    /** The accessible name of the list. */
    many: string
    /** Title and sentence of the empty state. */
    none: string
    purpose: string
    /** The button that adds a record, which is also the title of its form. */
    new: string
    /** The title of the question before a removal, and what is said after it. */
    remove: string
    removed: string
    consequence: (record: R) => string
  }
  /** The form in the dialog; undefined for a new record. */
  form: (record: R | undefined, close: { onClose: () => void; onSaved: () => void }) => ReactNode
}

/** The fault of a form whose record has no name. */
export function missingName(name: string): Record<string, string> {
  return name.trim() === '' ? { name: 'Bitte geben Sie einen Namen ein' } : {}
}

/** Records that articles name: create, edit, merge, remove, each with its number of articles (RUL-6, RUL-99). */
export function CountedRecords<R extends Counted>(props: Props<R>) {
  const { list, merge, remove, words, form } = props
  const [open, setOpen] = useState<Open<R> | null>(null)
  const create = () => setOpen({ kind: 'new' })
  useOffers({ [props.newAction]: create })
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

  if (list.isPending) return <SkeletonRows columns="grid grid-cols-[1fr_96px_120px] gap-4" cells={3} />
  if (list.isError && !list.data) return <BrokenState query={list} />
  const hasPictures = records.some(({ picture }) => picture !== null)
  const newButton = (
    <Button look="primary" icon={<Plus aria-hidden />} onClick={create}>
      {words.new}
    </Button>
  )
  return (
    <div className={records.length === 0 ? 'flex flex-1' : 'w-full max-w-[720px]'}>
      {records.length === 0 ? (
        <ScreenState icon={props.icon} title={words.none} sentence={words.purpose} action={newButton} />
      ) : (
        <>
          <div className="mb-2 flex justify-end">{newButton}</div>
          <ul aria-label={words.many}>
            {records.map((record) => (
              <li key={record.id} className="group flex min-h-11 items-center gap-3 border-b border-line py-1">
                {record.picture !== null ? (
                  <img
                    src={record.picture}
                    alt=""
                    loading="lazy"
                    className="size-9 flex-none rounded-control object-cover"
                  />
                ) : (
                  hasPictures && <span className="size-9 flex-none" />
                )}
                <span className="min-w-0 flex-1 wrap-anywhere">
                  <span className="font-medium">{record.name}</span>
                  <span className="text-s whitespace-nowrap text-fg-3 max-md:block md:ml-2">
                    {articlesInWords(record.article_count)}
                  </span>
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
        title={open?.kind === 'edit' ? `${quoted(open.record.name)} bearbeiten` : words.new}
        initialFocus="field"
      >
        {form(open?.kind === 'edit' ? open.record : undefined, { onClose: close, onSaved: closeThis })}
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
              `${quoted(open.record.name)} ist jetzt ${quoted(into.name)}`,
            )
          }
        />
      )}
      <ConfirmDialog
        open={open?.kind === 'remove'}
        onClose={close}
        title={words.remove}
        description={open?.kind === 'remove' && words.consequence(open.record)}
        verb="Löschen"
        busy={remove.isPending}
        onConfirm={() => open?.kind === 'remove' && void run(remove.mutateAsync({ id: open.record.id }), words.removed)}
      />
    </div>
  )
}
