import { ChevronDown, ChevronUp, Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { v7 as uuid } from 'uuid'
import type { Remark } from '../../../../../contract/articles/remarks.ts'
import { shortcutOf } from '../../../../actions/keys.ts'
import { useRemarkDeeds, type RemarkedText } from '../../../../data/articles/remarks.ts'
import { useKeptForm } from '../../../../data/use-draft-form.ts'
import { faultSentence } from '../../../../lib/faults.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { Menu, MenuChoices } from '../../../../ui/menu.tsx'
import { RestoredNote } from '../../../../ui/restored-note.tsx'
import { SkeletonBar } from '../../../../ui/skeleton.tsx'
import { toastFault, toastRefusal } from '../../../../ui/toast.tsx'
import { RemarkCard } from './remark-card.tsx'
import { RemarkField } from './remark-field.tsx'
import type { RemarksState } from './use-remarks.ts'

type Filter = 'open' | 'done' | 'all'
const FILTERS = { open: 'Offene', done: 'Erledigte', all: 'Alle' } as const
const CHOICES = (Object.keys(FILTERS) as Filter[]).map((value) => ({ value, label: FILTERS[value] }))

type Props = { remarks: RemarksState; text: RemarkedText; userId: string }

/** In the order of their passages; those about the whole text come first, those whose passage is gone last. */
function inOrder(items: readonly Remark[], filter: Filter): Remark[] {
  const placeOf = ({ passage }: Remark) => {
    if (!passage) return -1
    return passage.gone ? Number.MAX_SAFE_INTEGER : (passage.pieces[0]?.[0] ?? 0)
  }
  return items
    .filter(({ done_at }) => filter === 'all' || (filter === 'done') === (done_at !== null))
    .toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** The remarks of a text beside it (RUL-60). */
export function RemarksPane({ remarks, text, userId }: Props) {
  const { query, items, current, isComposing, compose, jump } = remarks
  const [filter, setFilter] = useState<Filter>('open')
  const list = useRef<HTMLDivElement>(null)
  const shown = inOrder(items, filter)
  useEffect(() => {
    if (current !== null)
      list.current?.querySelector(`[data-remark-card="${current}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [current])
  return (
    <div ref={list}>
      <div className="-mx-2 flex h-11 items-center justify-between md:h-10">
        <Menu
          align="start"
          trigger={
            <button
              type="button"
              aria-label={`Anmerkungen: ${FILTERS[filter]}`}
              className="inline-flex h-11 items-center gap-1 rounded-control px-2 text-s font-medium hover:bg-hover md:h-7"
            >
              {FILTERS[filter]}
              <ChevronDown aria-hidden className="icon-small" />
            </button>
          }
        >
          <MenuChoices value={filter} onChange={setFilter} choices={CHOICES} />
        </Menu>
        <Button
          look="quiet"
          icon={<Plus aria-hidden />}
          className="text-s!"
          title={shortcutOf('editor.remark')}
          // The selection in the text stays.
          onPointerDown={(event) => event.preventDefault()}
          onClick={compose}
        >
          Anmerkung
        </Button>
      </div>
      <div className="flex flex-col gap-3 pb-4">
        {isComposing && !remarks.sheet && <NewRemark remarks={remarks} text={text} />}
        {query.isPending && <Loading />}
        {query.isError && !query.data && (
          <div role="alert" className="py-4 text-s text-fg-2">
            <p className="mb-2">{faultSentence(query.error)}</p>
            <Button busy={query.isFetching} onClick={() => void query.refetch()}>
              Erneut versuchen
            </Button>
          </div>
        )}
        {query.data && shown.length === 0 && !isComposing && (
          <p className="py-4 text-s text-fg-2">
            {filter === 'done'
              ? 'Nichts ist erledigt.'
              : `Keine offenen Anmerkungen. Wählen Sie eine Stelle und drücken Sie ${shortcutOf('editor.remark')}.`}
          </p>
        )}
        {shown.map((remark) => (
          <RemarkCard
            key={remark.id}
            remark={remark}
            text={text}
            userId={userId}
            isCurrent={remark.id === current && !remarks.sheet}
            onOpen={() => jump(remark.id)}
          />
        ))}
      </div>
    </div>
  )
}

/** On a phone: one remark at a time over the text, or the one being written. */
export function RemarkSheet({ remarks, text, userId }: Props) {
  const { items, current, isComposing, sheet, closeSheet, jump } = remarks
  const open = inOrder(items, 'open')
  const at = open.findIndex(({ id }) => id === current)
  const one = items.find(({ id }) => id === current)
  const to = (step: number) => {
    const next = open[(at + step + open.length) % open.length]
    if (next) jump(next.id)
  }
  const title = isComposing ? 'Neue Anmerkung' : at < 0 ? 'Anmerkung' : `Anmerkung ${at + 1} von ${open.length}`
  return (
    <Dialog open={sheet} onClose={closeSheet} title={title} initialFocus={isComposing ? 'field' : 'dialog'}>
      {isComposing && <NewRemark remarks={remarks} text={text} />}
      {!isComposing && one && (
        <>
          {open.length > 1 && (
            <div className="-mt-2 mb-2 flex">
              <IconButton label="Vorige Anmerkung" onClick={() => to(-1)}>
                <ChevronUp aria-hidden />
              </IconButton>
              <IconButton label="Nächste Anmerkung" onClick={() => to(1)}>
                <ChevronDown aria-hidden />
              </IconButton>
            </div>
          )}
          <RemarkCard key={one.id} remark={one} text={text} userId={userId} isCurrent onRemoved={closeSheet} />
        </>
      )}
    </Dialog>
  )
}

/** The remark that is being written. What was typed stays until it is sent. */
function NewRemark({ remarks, text }: Pick<Props, 'remarks' | 'text'>) {
  const { create } = useRemarkDeeds(text)
  const kept = useKeptForm('remark', text.id, { text: '' })
  const [busy, setBusy] = useState(false)
  const [remarkId, setRemarkId] = useState(() => uuid())
  const body = kept.values.text.trim()
  const send = async () => {
    if (body === '' || busy) return
    setBusy(true)
    try {
      const passage = await remarks.passage()
      if (!passage)
        return toastFault('Der Server kennt diese Stelle noch nicht. Bitte versuchen Sie es gleich noch einmal.')
      const { id } = await create.mutateAsync({ remark_id: remarkId, body, passage })
      kept.saved()
      setRemarkId(uuid())
      remarks.endComposing()
      remarks.show(id)
      if (!remarks.sheet) remarks.editorView.focus()
    } catch (error) {
      toastRefusal(error, 'Die Anmerkung ließ sich nicht speichern')
    } finally {
      setBusy(false)
    }
  }
  return (
    <section
      aria-label="Neue Anmerkung"
      className="rounded-card border border-accent bg-surface p-3 ring-1 ring-accent"
    >
      <RestoredNote restored={kept.restored} discard={kept.discard} />
      <RemarkField
        label="Anmerkung"
        placeholder="Was ist hier zu sagen? @ für Namen"
        value={kept.values.text}
        onChange={(typed) => kept.change({ text: typed })}
        onSubmit={() => void send()}
        onCancel={remarks.endComposing}
        focused
      />
      <div className="mt-2 flex gap-1">
        <Button look="primary" busy={busy} disabled={body === ''} onClick={() => void send()}>
          Anmerken
        </Button>
        <Button look="quiet" onClick={remarks.endComposing}>
          Abbrechen
        </Button>
      </div>
    </section>
  )
}

function Loading() {
  return (
    <div>
      <output className="sr-only">Lädt...</output>
      {[0, 1].map((row) => (
        <div key={row} aria-hidden className="py-3">
          <SkeletonBar className="w-2/3" />
          <SkeletonBar className="mt-2 w-full" />
        </div>
      ))}
    </div>
  )
}
