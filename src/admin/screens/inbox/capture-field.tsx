import { Info, Plus, X } from 'lucide-react'
import { useEffect, useRef, useState, type FormEvent, type Ref } from 'react'
import type { InboxItem } from '../../../contract/inbox.ts'
import { entryThere, useAddToInbox } from '../../data/inbox.ts'
import { useSiteZone } from '../../data/settings.ts'
import { useKeptForm } from '../../data/use-draft-form.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { RestoredNote } from '../../ui/restored-note.tsx'
import { faultSentence } from '../../lib/faults.ts'
import { toastDone, toastFault } from '../../ui/toast.tsx'
import { capturedTime } from './captured-time.ts'
import { quoted } from '../../../rules/quoted.ts'

const LABEL = 'Idee oder Link festhalten'

type Twin = { typed: string; entry: InboxItem }
type Props = { ref?: Ref<HTMLInputElement>; now: Date; onOpen: (item: InboxItem) => void }

/**
 * One field for any input (INBOX-1). It is emptied at once; refused input returns. For an existing address it shows a
 * notice, and the entry can be opened or a second one added.
 */
export function CaptureField({ ref, now, onOpen }: Props) {
  const kept = useKeptForm('inbox-capture', undefined, { text: '' })
  const { text } = kept.values
  const [twin, setTwin] = useState<Twin | null>(null)
  const shown = useRef(text)
  useEffect(() => {
    shown.current = text
  })
  const add = useAddToInbox()

  const send = async (title: string, allowDuplicate = false) => {
    setTwin(null)
    const arrived = text.trim() === title ? kept.setAside() : () => undefined
    try {
      const outcome = await add.mutateAsync({ title, allow_duplicate: allowDuplicate })
      arrived()
      if (outcome === 'sent') toastDone('Eintrag hinzugefügt', { id: 'inbox-added' })
      else toastDone('Eintrag wartet auf Verbindung', { id: 'inbox-added' })
    } catch (error) {
      const entry = entryThere(error)
      if (entry) setTwin({ typed: title, entry })
      else toastFault('Fehler beim Hinzufügen', { description: faultSentence(error) })
      // If the next entry is already being typed, this one is offered when the field is opened next.
      if (shown.current !== '') return
      arrived()
      kept.change({ text: title })
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const title = text.trim()
    if (title !== '') void send(title)
  }
  const settle = ({ typed }: Twin) => {
    setTwin(null)
    if (text.trim() === typed) kept.saved()
  }

  return (
    <>
      <RestoredNote {...kept} className="mb-2" />
      <form
        onSubmit={submit}
        className="mb-3 flex h-13 items-center gap-2 rounded-card border border-line-control bg-surface pr-1 pl-3 has-[input:focus-visible]:border-transparent has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-accent md:h-12 md:pr-1.5 md:pl-4"
      >
        <Plus aria-hidden className="text-fg-3" />
        <input
          ref={ref}
          aria-label={LABEL}
          placeholder={LABEL}
          lang="de"
          spellCheck
          autoComplete="off"
          enterKeyHint="done"
          maxLength={2000}
          value={text}
          onChange={(event) => {
            kept.change({ text: event.target.value })
            if (event.target.value.trim() !== twin?.typed) setTwin(null)
          }}
          className="h-full min-w-0 flex-1 bg-transparent text-[15px] outline-none"
        />
        <Button type="submit" look="primary">
          Hinzufügen
        </Button>
      </form>
      <output className="block">
        {twin && (
          <TwinNotice
            entry={twin.entry}
            now={now}
            onOpen={() => {
              settle(twin)
              onOpen(twin.entry)
            }}
            onAdd={() => void send(twin.typed, true)}
            onClose={() => setTwin(null)}
          />
        )}
      </output>
    </>
  )
}

type TwinNoticeProps = { entry: InboxItem; now: Date; onOpen: () => void; onAdd: () => void; onClose: () => void }

/** Notice of the entry that already has the address, with the possible actions. */
function TwinNotice({ entry, now, onOpen, onAdd, onClose }: TwinNoticeProps) {
  const zone = useSiteZone()
  return (
    <div className="mb-3 flex items-start gap-3 rounded-card border border-line bg-raised py-2 pr-1 pl-3 md:pl-4">
      <Info aria-hidden className="mt-1.5 flex-none text-fg-2" />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-2">
        <p className="min-w-0 flex-[1_1_18rem] py-1">
          <span className="block">Diese Adresse steht schon in der Inbox.</span>
          <span className="line-clamp-2 text-s wrap-anywhere text-fg-2">
            {quoted(entry.title)} · {entry.status === 'processed' && 'erledigt · '}
            {capturedTime(entry.created_at, now, zone)}
          </span>
        </p>
        <div className="flex flex-wrap gap-2">
          <Button onClick={onOpen}>Öffnen</Button>
          <Button look="quiet" onClick={onAdd}>
            Trotzdem hinzufügen
          </Button>
        </div>
      </div>
      <IconButton label="Hinweis schließen" onClick={onClose}>
        <X aria-hidden />
      </IconButton>
    </div>
  )
}
