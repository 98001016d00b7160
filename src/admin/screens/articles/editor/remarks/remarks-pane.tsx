import { ChevronDown, ChevronUp, Plus } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react'
import { v7 as uuid } from 'uuid'
import { shortcutOf } from '../../../../actions/keys.ts'
import { useRemarkDeeds, type RemarkedText } from '../../../../data/articles/remarks.ts'
import { useKeptForm } from '../../../../data/use-draft-form.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { IconButton } from '../../../../ui/icon-button.tsx'
import { Menu, MenuChoices } from '../../../../ui/menu.tsx'
import { RestoredNote } from '../../../../ui/restored-note.tsx'
import { LoadFault } from '../../../../ui/screen-state.tsx'
import { SkeletonBar } from '../../../../ui/skeleton.tsx'
import { toastFault, toastRefusal } from '../../../../ui/toast.tsx'
import { RemarkCard } from './remark-card.tsx'
import { RemarkField } from './remark-field.tsx'
import { UninvitedNote } from './uninvited-note.tsx'
import { inOrder, type RemarkFilter } from './use-remark-walk.ts'
import type { ListedRemarks, RemarksState } from './use-remarks.ts'

const FILTERS = { open: 'Offene', done: 'Erledigte', all: 'Alle' } as const
const CHOICES = (Object.keys(FILTERS) as RemarkFilter[]).map((value) => ({ value, label: FILTERS[value] }))

type Props = { remarks: ListedRemarks; text: RemarkedText; userId: string }

/**
 * The remarks of a text beside it (RUL-60). On a card that has the focus, Enter leads to its answer, arrows to the next card, and
 * Escape back to the text.
 */
export function RemarksPane({ remarks, text, userId }: Props) {
  const { query, items, current, isComposing, compose, jump, walk } = remarks
  const [filter, setFilter] = useState<RemarkFilter>('open')
  const list = useRef<HTMLDivElement>(null)
  const shown = inOrder(items, filter)
  useEffect(() => {
    if (current !== null)
      list.current?.querySelector(`[data-remark-card="${current}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [current])
  const { sought } = walk
  const found = useEffectEvent(() => walk.seek(null))
  useEffect(() => {
    const card = sought && list.current?.querySelector<HTMLElement>(`[data-remark-card="${sought}"]`)
    if (!card) return
    card.focus({ preventScroll: true })
    found()
  }, [sought, items])
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement
    if (!target.closest('[data-remark-card]') || event.defaultPrevented) return
    const isCard = target.matches('[data-remark-card]')
    if (event.key === 'Escape') remarks.focusText()
    else if (isCard && event.key === 'Enter') target.querySelector('textarea')?.focus()
    else if (isCard && event.key === 'ArrowDown') walk.go(1)
    else if (isCard && event.key === 'ArrowUp') walk.go(-1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the cards within it
    <div ref={list} onKeyDown={onKeyDown}>
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
        {remarks.suggest && (
          <Button
            look="quiet"
            className="ml-auto text-s!"
            title={shortcutOf('editor.suggest')}
            onPointerDown={(event) => event.preventDefault()}
            onClick={remarks.suggest}
          >
            Vorschlagen
          </Button>
        )}
        {compose && (
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
        )}
      </div>
      <div className="flex flex-col gap-3 pb-4">
        {isComposing && !remarks.sheet && <NewRemark remarks={remarks} text={text} />}
        {query.isPending && <Loading />}
        {query.isError && !query.data && <LoadFault query={query} className="py-4 text-s" />}
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
export function RemarkSheet({ remarks, text, userId }: Props & { remarks: Pick<RemarksState, 'closeSheet'> }) {
  const { items, current, isComposing, sheet, closeSheet, walk } = remarks
  const { open, at, go } = walk
  const one = items.find(({ id }) => id === current)
  const title = isComposing ? 'Neue Anmerkung' : at < 0 ? 'Anmerkung' : `Anmerkung ${at + 1} von ${open.length}`
  return (
    <Dialog open={sheet} onClose={closeSheet} title={title} initialFocus={isComposing ? 'field' : 'dialog'}>
      {isComposing && <NewRemark remarks={remarks} text={text} />}
      {!isComposing && one && (
        <>
          {open.length > 1 && (
            <div className="-mt-2 mb-2 flex">
              <IconButton label="Vorige Anmerkung" onClick={() => go(-1)}>
                <ChevronUp aria-hidden />
              </IconButton>
              <IconButton label="Nächste Anmerkung" onClick={() => go(1)}>
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
  const cancel = () => {
    remarks.endComposing()
    if (!remarks.sheet) remarks.focusText()
  }
  const send = async () => {
    if (body === '' || busy) return
    setBusy(true)
    try {
      const place = await remarks.place()
      if (!place)
        return toastFault('Der Server kennt diese Stelle noch nicht. Bitte versuchen Sie es gleich noch einmal.')
      const { id } = await create.mutateAsync({ remark_id: remarkId, body, ...place })
      kept.saved()
      setRemarkId(uuid())
      remarks.endComposing()
      remarks.show(id)
      if (!remarks.sheet) remarks.focusText()
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
      {remarks.about !== undefined && <p className="mb-2 line-clamp-3 text-s text-fg-2">{remarks.about}</p>}
      <RemarkField
        label="Anmerkung"
        placeholder="Was ist hier zu sagen? @ für Namen"
        value={kept.values.text}
        onChange={(typed) => kept.change({ text: typed })}
        onSubmit={() => void send()}
        onCancel={cancel}
        focused
      />
      <UninvitedNote text={text} body={body} />
      <div className="mt-2 flex gap-1">
        <Button look="primary" busy={busy} disabled={body === ''} onClick={() => void send()}>
          Anmerken
        </Button>
        <Button look="quiet" onClick={cancel}>
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
