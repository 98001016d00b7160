import { useQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { useRef, type ReactNode, type RefObject } from 'react'
import { useApi } from '../../../../data/api-context.tsx'
import { reviewsQuery } from '../../../../data/articles/reviews.ts'
import { useKeptForm } from '../../../../data/use-draft-form.ts'
import { cx } from '../../../../lib/class-names.ts'
import { RecordForm, useRecordForm } from '../../../../parts/record-form/record-form.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Initials } from '../../../../ui/initials.tsx'
import { TextArea } from '../../../../ui/text-field.tsx'
import { quoted } from '../../../../../rules/quoted.ts'
import { sayRefusal, type ReviewState } from './use-review.ts'

type Props = { state: ReviewState; userId: string; id: string; title: string }

/** Gives the open text to review, and returns one. What was typed stays until the server has it. */
export function ReviewDialogs({ state, userId, id, title }: Props) {
  const { asking, ask, details, nameOf, words } = state
  const close = () => ask(null)
  /** Enter on it sends. */
  const chosen = useRef<HTMLInputElement>(null)
  return (
    <>
      <Dialog open={asking === 'request'} onClose={close} title="Zur Abnahme geben" initialFocus={chosen}>
        {asking === 'request' && (
          <RequestForm state={state} userId={userId} id={id} onClose={close} chosenRef={chosen} />
        )}
      </Dialog>
      <Dialog
        open={asking === 'return'}
        onClose={close}
        title={`${quoted(title)} zurückgeben`}
        description={`${nameOf(details?.asked_by)} kann dann weiterschreiben und ${words.again} zur Abnahme geben.`}
        initialFocus="field"
      >
        {asking === 'return' && <ReturnForm state={state} id={id} onClose={close} />}
      </Dialog>
    </>
  )
}

type RequestProps = Omit<Props, 'title'> & { onClose: () => void; chosenRef: RefObject<HTMLInputElement | null> }

function RequestForm({ state, userId, id, onClose, chosenRef }: RequestProps) {
  const reviewers = useQuery(reviewsQuery(useApi())).data?.reviewers ?? []
  const others = reviewers.filter((person) => person.id !== userId)
  const kept = useKeptForm<{ reviewer_id: string; note: string }>('review-request', id, { reviewer_id: '', note: '' })
  const { values } = kept
  const { drawn } = useRecordForm({
    kept,
    check: () => ({}),
    save: () => state.submit({ reviewer_id: values.reviewer_id || null, note: values.note }),
    done: 'Zur Abnahme gegeben',
    onSaved: onClose,
    onFailed: sayRefusal,
  })
  return (
    <RecordForm {...drawn} busy={state.busy} onClose={onClose} verb="Zur Abnahme geben">
      <fieldset>
        <legend className="mb-1 flex h-6 items-center text-s text-fg-2">An</legend>
        <div className="grid max-h-56 gap-1 overflow-y-auto p-0.5">
          {others.map((person) => (
            <Choice
              key={person.id}
              chosen={values.reviewer_id === person.id}
              onChoose={() => kept.change({ reviewer_id: person.id })}
              chosenRef={chosenRef}
            >
              <Initials name={person.name} />
              <span className="min-w-0 flex-1 truncate">{person.name}</span>
            </Choice>
          ))}
          <Choice
            chosen={values.reviewer_id === ''}
            onChoose={() => kept.change({ reviewer_id: '' })}
            chosenRef={chosenRef}
          >
            <Users aria-hidden className="mx-0.5 text-fg-2" />
            <span className="flex-1">Wer zuerst Zeit hat</span>
          </Choice>
        </div>
      </fieldset>
      {others.length === 0 && (
        <p className="text-s text-scheduled">
          Noch niemand anderes kann freigeben. Laden Sie jemanden in die Redaktion ein.
        </p>
      )}
      <TextArea
        label="Worauf soll geachtet werden?"
        name="note"
        lang="de"
        spellCheck
        placeholder="Freiwillig"
        maxLength={2000}
        value={values.note}
        hint="Ändert danach jemand den Text, gilt die Freigabe nicht mehr."
        onChange={(event) => kept.change({ note: event.target.value })}
      />
    </RecordForm>
  )
}

type ChoiceProps = {
  chosen: boolean
  onChoose: () => void
  chosenRef: RefObject<HTMLInputElement | null>
  children: ReactNode
}

function Choice({ chosen, onChoose, chosenRef, children }: ChoiceProps) {
  return (
    <label
      className={cx(
        'flex h-11 cursor-pointer items-center gap-2.5 rounded-control border px-3 md:h-9',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent',
        chosen ? 'border-accent bg-accent-soft font-medium' : 'border-line bg-surface hover:bg-hover',
      )}
    >
      {children}
      <input
        ref={chosen ? chosenRef : undefined}
        type="radio"
        name="reviewer"
        checked={chosen}
        onChange={onChoose}
        className="size-4 accent-(--accent)"
      />
    </label>
  )
}

function ReturnForm({ state, id, onClose }: { state: ReviewState; id: string; onClose: () => void }) {
  const kept = useKeptForm<{ reason: string }>('review-return', id, { reason: '' })
  const { values } = kept
  const { faults, drawn } = useRecordForm({
    kept,
    check: (): Record<string, string> => (values.reason.trim() === '' ? { reason: 'Bitte sagen, was fehlt' } : {}),
    save: () => state.giveBack(values.reason),
    done: 'Zurückgegeben',
    onSaved: onClose,
    onFailed: sayRefusal,
  })
  return (
    <RecordForm {...drawn} busy={state.busy} onClose={onClose} verb="Zurückgeben">
      <TextArea
        label="Was fehlt noch?"
        name="reason"
        lang="de"
        spellCheck
        maxLength={2000}
        value={values.reason}
        error={faults.reason}
        onChange={(event) => kept.change({ reason: event.target.value })}
      />
    </RecordForm>
  )
}
