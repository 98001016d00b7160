import { useState, type FormEvent } from 'react'
import type { Comment } from '../../../contract/comments.ts'
import { LONGEST_COMMENT } from '../../../rules/comments.ts'
import { useCommentDeeds } from '../../data/comments.ts'
import { useKeptForm } from '../../data/use-draft-form.ts'
import { faultSentence, fieldFaults } from '../../lib/faults.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { FormFooter } from '../../ui/form-footer.tsx'
import { RestoredNote } from '../../ui/restored-note.tsx'
import { TextArea } from '../../ui/text-field.tsx'
import { toastDone } from '../../ui/toast.tsx'

/** Answers a comment in the name of the account, with the mark of the team (COM-6). */
export function AnswerDialog({ comment, onClose }: { comment: Comment | null; onClose: () => void }) {
  return (
    <Dialog
      open={comment !== null}
      onClose={onClose}
      initialFocus="field"
      title={comment ? `Antwort an ${comment.name}` : ''}
      description={
        comment?.state === 'shown'
          ? 'Sie erscheint sofort, mit Ihrem Namen und dem Wort „Redaktion“.'
          : 'Sie erscheint sofort, mit Ihrem Namen und dem Wort „Redaktion“. Der Kommentar wird damit gezeigt.'
      }
    >
      {comment && <AnswerForm comment={comment} onClose={onClose} />}
    </Dialog>
  )
}

function AnswerForm({ comment, onClose }: { comment: Comment; onClose: () => void }) {
  const { answer } = useCommentDeeds()
  const kept = useKeptForm('comment-answer', comment.id, { text: '' })
  const [fault, setFault] = useState<string>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setFault(undefined)
    try {
      await answer.mutateAsync({ comment, text: kept.values.text })
    } catch (error) {
      setFault(fieldFaults(error).text ?? faultSentence(error))
      return
    }
    kept.saved()
    onClose()
    const { slug } = comment.article
    toastDone(`Antwort an ${comment.name} erschienen`, {
      actions: slug === null ? [] : [{ label: 'Ansehen', href: `/article/${slug}#kommentare` }],
    })
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="mt-3">
      <blockquote className="mb-3 line-clamp-4 border-l-2 border-line-strong pl-3 font-reading text-fg-2 wrap-anywhere">
        {comment.text}
      </blockquote>
      <RestoredNote {...kept} className="mb-2" />
      <TextArea
        label="Antwort"
        name="text"
        lang="de"
        spellCheck
        rows={4}
        maxLength={LONGEST_COMMENT}
        value={kept.values.text}
        onChange={(event) => kept.change({ text: event.target.value })}
        error={fault}
        hint="*kursiv*, > Zitat, `Code`, Listen und Links sind erlaubt."
      />
      <FormFooter onClose={onClose} busy={answer.isPending}>
        Antworten
      </FormFooter>
    </form>
  )
}
