import { useId, type ReactNode } from 'react'
import type { KeptForm } from '../../data/use-draft-form.ts'
import { cx } from '../../lib/class-names.ts'
import { LeaveQuestion } from '../../ui/leave-question.tsx'
import { RestoredNote } from '../../ui/restored-note.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'

type Props<Values> = {
  kept: KeptForm<Values>
  /** Short names of the fields, for the bar that says what has changed. */
  words: Record<keyof Values, string>
  /** What the question before leaving says. */
  sentence: string
  busy: boolean
  /** Saves the changes; false if they were refused. */
  onSave: () => Promise<boolean>
  className?: string
  children: ReactNode
}

/**
 * A form of the settings: only its changed fields are saved, so that the others follow the saves of others. It asks before it is
 * left with changes, offers restored input, and names what has changed in the bar (WEEK-26).
 */
export function SettingsForm<Values extends object>(props: Props<Values>) {
  const { kept, words, sentence, busy, onSave, className, children } = props
  const id = useId()
  const changed = (Object.keys(words) as (keyof Values)[]).filter((field) => field in kept.unsaved)
  return (
    <form
      id={id}
      onSubmit={(event) => {
        event.preventDefault()
        void onSave()
      }}
      className={cx('flex w-full max-w-160 flex-col gap-4', className)}
    >
      <LeaveQuestion asked={kept.changed} sentence={sentence} onSave={onSave} onDiscard={kept.discard} />
      <RestoredNote {...kept} />
      {children}
      <SaveBar
        form={id}
        changed={changed.map((field) => words[field])}
        busy={busy}
        // The note above restored input has this button already.
        onDiscard={kept.restored ? undefined : kept.discard}
      />
    </form>
  )
}
