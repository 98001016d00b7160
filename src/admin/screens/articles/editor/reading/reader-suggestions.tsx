import { useLayoutEffect, useRef, useState } from 'react'
import { counted } from '../../../../../rules/counted.ts'
import { LONGEST_SUGGESTION } from '../../../../../rules/limits.ts'
import { Button } from '../../../../ui/button.tsx'
import { RestoredNote } from '../../../../ui/restored-note.tsx'
import { TextArea } from '../../../../ui/text-field.tsx'
import { SuggestionCard } from '../suggestions/suggestion-card.tsx'
import { inOrder } from '../suggestions/use-deciding.ts'
import type { ReaderSuggesting } from './use-reader-suggesting.ts'

const ALONE = { before: '', after: '' }

/** The passage that is typed over. What was typed stays until it is sent. */
export function NewSuggestion({ suggesting }: { suggesting: ReaderSuggesting }) {
  const { typed, isChanged, isOld, restored, busy, type, close, end, send } = suggesting
  const field = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => field.current?.focus(), [])
  return (
    <section
      aria-label="Neuer Vorschlag"
      className="mt-3 rounded-card border border-accent bg-surface p-3 ring-1 ring-accent"
    >
      <RestoredNote restored={restored} discard={end} className="mb-2" />
      <TextArea
        label="Ihr Vorschlag"
        hint="Ändern Sie die Stelle, wie sie lauten soll. Der Artikel bleibt, bis die Redaktion zustimmt."
        error={
          isOld
            ? 'Der Text ist inzwischen geändert worden. Wählen Sie die Stelle noch einmal, dann „Vorschlagen“: Ihre Worte bleiben.'
            : undefined
        }
        lang="de"
        spellCheck
        ref={field}
        rows={3}
        maxLength={LONGEST_SUGGESTION}
        value={typed}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.preventDefault()
            event.stopPropagation()
            close()
          }
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
            event.preventDefault()
            void send()
          }
        }}
      />
      <div className="mt-2 flex gap-1">
        <Button look="primary" busy={busy} disabled={!isChanged || isOld} onClick={() => void send()}>
          Vorschlag senden
        </Button>
        <Button look="quiet" onClick={close}>
          Abbrechen
        </Button>
      </div>
    </section>
  )
}

/** The open suggestions of a text that the person reads. Own ones can be withdrawn. */
export function ReaderSuggestions({ suggesting, userId }: { suggesting: ReaderSuggesting; userId: string }) {
  const [current, setCurrent] = useState<string | null>(null)
  const { items, withdrawing, jump } = suggesting
  if (items.length === 0) return null
  return (
    <section aria-label="Vorschläge" className="flex flex-col gap-3 border-t border-line py-4">
      <h2 className="text-s font-medium">{counted(items.length, 'Vorschlag', 'Vorschläge')}</h2>
      {inOrder(items).map((one) => (
        <SuggestionCard
          key={one.id}
          suggestion={one}
          around={ALONE}
          isCurrent={one.id === current}
          isOwn={one.author?.id === userId}
          mayDecide={false}
          deciding={withdrawing}
          onOpen={() => {
            setCurrent(one.id)
            jump(one)
          }}
        />
      ))}
    </section>
  )
}
