import { Plus } from 'lucide-react'
import { useState, type FormEvent, type Ref } from 'react'
import { useAddToInbox } from '../../data/inbox.ts'
import { Button } from '../../ui/button.tsx'
import { toastDone, toastFault } from '../../ui/toast.tsx'

const LABEL = 'Idee oder Link festhalten'

/** One line that takes anything (INBOX-1). It is empty again at once; what the server refuses comes back into it. */
export function CaptureField({ ref }: { ref?: Ref<HTMLInputElement> }) {
  const [text, setText] = useState('')
  const add = useAddToInbox()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const title = text.trim()
    if (title === '') return
    setText('')
    try {
      await add.mutateAsync(title)
      toastDone('Eintrag hinzugefügt', { id: 'inbox-added' })
    } catch {
      toastFault('Fehler beim Hinzufügen')
      setText((now) => (now === '' ? title : now))
    }
  }

  return (
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
        onChange={(event) => setText(event.target.value)}
        className="h-full min-w-0 flex-1 bg-transparent text-[15px] outline-none"
      />
      <Button type="submit" look="primary">
        Hinzufügen
      </Button>
    </form>
  )
}
