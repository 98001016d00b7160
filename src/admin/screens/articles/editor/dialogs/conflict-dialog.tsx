import { useState } from 'react'
import { Dialog } from '../../../../ui/dialog.tsx'
import { onDemand } from '../../../../ui/on-demand.tsx'
import { FieldHint } from '../../../../ui/text-field.tsx'
import type { ArticleEditing } from '../state/use-open-article.ts'
import { useOtherWriter } from './use-other-writer.ts'

const ConflictChoice = onDemand(async () => (await import('./conflict-choice.tsx')).ConflictChoice)

/** Two people changed the same lines (RUL-14): shows both side by side. Nothing is overwritten without a choice. */
export function ConflictDialog({ editing, onSettled }: { editing: ArticleEditing; onSettled: () => void }) {
  const { conflict, comparing } = editing
  const other = useOtherWriter(editing)
  const [again, setAgain] = useState(false)
  return (
    <Dialog
      wide
      role="alertdialog"
      open={comparing}
      onClose={() => {
        setAgain(false)
        editing.article.compare(false)
      }}
      title="Inzwischen gibt es eine neuere Fassung"
      description={`${changedBy(other)} Wählen Sie, was gilt; was weicht, bleibt unter den Fassungen.`}
    >
      {again && <FieldHint>Ihr Text hat sich inzwischen geändert. Bitte wählen Sie neu.</FieldHint>}
      {conflict && (
        <ConflictChoice
          key={conflict.turn}
          conflict={conflict}
          other={other}
          onResolve={async (chosen) => {
            const isSettled = await editing.article.resolve(chosen)
            setAgain(!isSettled)
            if (isSettled) onSettled()
          }}
        />
      )}
    </Dialog>
  )
}

/** Who else changed the same lines. */
export function changedBy(other: string | null): string {
  if (other === null) return 'Dieselben Stellen wurden inzwischen auch anderswo geändert.'
  if (other === 'Sie selbst') return 'Dieselben Stellen haben Sie in einem anderen Fenster geändert.'
  return `Dieselben Stellen hat inzwischen ${other} geändert.`
}
