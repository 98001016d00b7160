import { Pencil } from 'lucide-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { useOffers } from '../../actions/offers.ts'
import type { InboxItem } from '../../../contract/inbox.ts'
import { isProvisional, useSaveInboxWords } from '../../data/inbox.ts'
import { useUnsavedTexts } from '../../data/use-draft-form.ts'
import { cx } from '../../lib/class-names.ts'
import { useAutosave } from '../../lib/use-autosave.ts'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { fieldBoxClass } from '../../ui/text-field.tsx'
import { faultSentence } from '../../lib/faults.ts'
import { toastFault } from '../../ui/toast.tsx'
import { isComposing } from '../../lib/key-takers.ts'

const EDIT = 'Titel bearbeiten'

/**
 * An entry's title, which can be edited. It saves itself like the note, and neither Esc nor leaving loses input. In a
 * sheet the title is in the header, and here is only the edit button. An empty title is not saved.
 */
export function InboxTitle({ item, inSheet }: { item: InboxItem; inSheet: boolean }) {
  const save = useSaveInboxWords()
  const unsaved = useUnsavedTexts('inbox-title')
  const title = useAutosave({
    key: item.id,
    stored: item.title,
    unsaved,
    save: async (text) => {
      if (text.trim() === '') return
      try {
        await save.mutateAsync({ id: item.id, title: text.trim() })
      } catch (error) {
        toastFault('Fehler beim Aktualisieren', { id: 'inbox-title', description: faultSentence(error) })
        throw error
      }
    },
  })
  const [editing, setEditing] = useState(title.state === 'failed')
  const way = useRef<HTMLButtonElement>(null)
  useOffers({ 'inbox.rename': () => setEditing(true) })

  const finish = () => {
    void title.flush().then((saved) => setEditing(!saved))
  }
  const onKey = (event: KeyboardEvent) => {
    if ((event.key !== 'Enter' && event.key !== 'Escape') || isComposing(event.nativeEvent)) return
    event.preventDefault()
    event.stopPropagation()
    finish()
    // The button is rendered once the field is gone.
    requestAnimationFrame(() => way.current?.focus())
  }

  if (editing)
    return (
      <div className={cx(inSheet && 'mt-2')}>
        <span className={cx(fieldBoxClass, 'items-start py-2')}>
          <textarea
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- asked for by a click on the pencil
            autoFocus
            aria-label="Titel"
            lang="de"
            spellCheck
            rows={1}
            maxLength={2000}
            value={title.text}
            onFocus={(event) => event.target.select()}
            onChange={(event) => title.change(event.target.value.replaceAll(/[\r\n]+/g, ' '))}
            onBlur={finish}
            onKeyDown={onKey}
            className="field-sizing-content max-h-60 min-w-0 flex-1 resize-none bg-transparent font-semibold outline-none"
          />
        </span>
        <output className="mt-1 block text-xs text-fg-2">
          {{ saved: '', waiting: '', saving: 'Speichert...', failed: 'Noch nicht gespeichert.' }[title.state]}
        </output>
      </div>
    )
  if (inSheet)
    return (
      <Button ref={way} look="quiet" className="-ml-3" icon={<Pencil aria-hidden />} onClick={() => setEditing(true)}>
        {EDIT}
      </Button>
    )
  return (
    <div className="flex items-start gap-1">
      <h2 className="min-w-0 flex-1 text-l font-semibold tracking-[-0.008em] wrap-anywhere hyphens-auto">
        {item.title}
      </h2>
      {!isProvisional(item) && (
        <IconButton ref={way} label={EDIT} className="-my-1 -mr-2" onClick={() => setEditing(true)}>
          <Pencil aria-hidden className="icon-small" />
        </IconButton>
      )}
    </div>
  )
}
