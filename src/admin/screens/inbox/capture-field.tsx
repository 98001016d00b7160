import { Plus } from 'lucide-react'
import { useEffect, useRef, type FormEvent, type Ref } from 'react'
import { useAddToInbox } from '../../data/inbox.ts'
import { useKeptForm } from '../../data/use-kept-form.ts'
import { Button } from '../../ui/button.tsx'
import { RestoredNote } from '../../ui/restored-note.tsx'
import { toastDone, toastFault } from '../../ui/toast.tsx'

const LABEL = 'Idee oder Link festhalten'

/** One line that takes anything (INBOX-1). It is empty again at once; what the server refuses comes back into it. */
export function CaptureField({ ref }: { ref?: Ref<HTMLInputElement> }) {
  const kept = useKeptForm('inbox-capture', undefined, { text: '' })
  const { text } = kept.values
  const shown = useRef(text)
  useEffect(() => {
    shown.current = text
  })
  const add = useAddToInbox()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const title = text.trim()
    if (title === '') return
    const arrived = kept.setAside()
    try {
      await add.mutateAsync(title)
      arrived()
      toastDone('Eintrag hinzugefügt', { id: 'inbox-added' })
    } catch {
      toastFault('Fehler beim Hinzufügen')
      // Where the next is being typed already, this one is offered when the field is opened again.
      if (shown.current !== '') return
      arrived()
      kept.change({ text: title })
    }
  }

  return (
    <>
      <RestoredNote {...kept} className="mb-2" />
      <form
        onSubmit={(event) => void submit(event)}
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
          onChange={(event) => kept.change({ text: event.target.value })}
          className="h-full min-w-0 flex-1 bg-transparent text-[15px] outline-none"
        />
        <Button type="submit" look="primary">
          Hinzufügen
        </Button>
      </form>
    </>
  )
}
