import { useInfiniteQuery } from '@tanstack/react-query'
import { Flag } from 'lucide-react'
import { useRef, useState, type FormEvent } from 'react'
import type { CommentReport } from '../../../contract/comments.ts'
import { LONGEST_REPORT, REMOVAL_REASONS } from '../../../rules/comments.ts'
import { useApi } from '../../data/api-context.tsx'
import { reportsQuery, useDecideReport } from '../../data/comments.ts'
import { itemsOf } from '../../data/pages.ts'
import { useKeptForm } from '../../data/use-draft-form.ts'
import { faultSentence, fieldFaults } from '../../lib/faults.ts'
import { useRowKeys } from '../../lib/use-row-keys.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormFooter } from '../../ui/form-footer.tsx'
import { ListBody } from '../../ui/list-body.tsx'
import { RestoredNote } from '../../ui/restored-note.tsx'
import { ScreenState } from '../../ui/screen-state.tsx'
import { TextArea } from '../../ui/text-field.tsx'
import { toastDone } from '../../ui/toast.tsx'
import { CommentHead, CommentSkeleton } from './comment-rows.tsx'

type Verdict = { report: CommentReport; state: 'upheld' | 'rejected' }

/** Comments that readers reported, each to be decided with a reason (RUL-83). */
export function Reports() {
  const list = useInfiniteQuery(reportsQuery(useApi()))
  const rows = useRef<HTMLUListElement>(null)
  const [verdict, setVerdict] = useState<Verdict | null>(null)
  useRowKeys(rows)
  return (
    <>
      <ListBody
        list={list}
        skeleton={<CommentSkeleton />}
        failedMore="Weitere Meldungen konnten nicht geladen werden."
        nothing={
          <ScreenState
            icon={Flag}
            title="Nichts gemeldet"
            sentence="Meldet jemand einen Kommentar, steht er hier, bis darüber entschieden ist."
            action={<ButtonLink to="/admin/comments">Wartende ansehen</ButtonLink>}
          />
        }
      >
        <ul ref={rows} aria-label="Meldungen">
          {itemsOf(list.data).map((report) => (
            <li key={report.id} className="border-b border-line py-3">
              <CommentHead comment={report.comment} />
              {report.comment.state === 'deleted' ? (
                <p className="text-s text-fg-2">
                  Dieser Kommentar wurde inzwischen von seiner Verfasserin oder seinem Verfasser gelöscht.
                </p>
              ) : (
                <p className="font-reading text-[16px]/6 wrap-anywhere whitespace-pre-line">{report.comment.text}</p>
              )}
              <p className="mt-1 flex items-start gap-2 text-s text-scheduled">
                <Flag aria-hidden className="icon-small mt-0.5 flex-none" />
                <span className="min-w-0 wrap-anywhere">
                  {REMOVAL_REASONS[report.reason]}
                  {report.text !== '' && `: ${report.text}`}
                </span>
              </p>
              <div className="mt-2 flex flex-wrap gap-2">
                <Button data-row={report.id} onClick={() => setVerdict({ report, state: 'upheld' })}>
                  Entfernen …
                </Button>
                <Button onClick={() => setVerdict({ report, state: 'rejected' })}>Behalten …</Button>
              </div>
            </li>
          ))}
        </ul>
      </ListBody>
      <Dialog
        open={verdict !== null}
        onClose={() => setVerdict(null)}
        initialFocus="field"
        title={verdict?.state === 'upheld' ? 'Kommentar entfernen' : 'Kommentar behalten'}
        description={verdict ? whoReads(verdict) : undefined}
      >
        {verdict && <VerdictForm {...verdict} onClose={() => setVerdict(null)} />}
      </Dialog>
    </>
  )
}

function whoReads({ report, state }: Verdict): string {
  const writer =
    state === 'upheld' ? ` Wer ihn geschrieben hat, sieht den Grund: ${REMOVAL_REASONS[report.reason]}.` : ''
  return `Die Begründung liest, wer den Kommentar gemeldet hat.${writer} Die Entscheidung ist endgültig.`
}

function VerdictForm({ report, state, onClose }: Verdict & { onClose: () => void }) {
  const decide = useDecideReport()
  const kept = useKeptForm('comment-report', report.id, { outcome: '' })
  const [fault, setFault] = useState<string>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setFault(undefined)
    try {
      await decide.mutateAsync({ id: report.id, state, outcome: kept.values.outcome })
    } catch (error) {
      setFault(fieldFaults(error).outcome ?? faultSentence(error))
      return
    }
    kept.saved()
    onClose()
    toastDone(state === 'upheld' ? 'Kommentar entfernt' : 'Kommentar bleibt', {
      description: report.contact === null ? 'Die Seite der Meldung sagt es.' : 'Die Antwort geht per E-Mail.',
    })
  }
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="mt-3">
      <RestoredNote {...kept} className="mb-2" />
      <TextArea
        label="Begründung"
        name="outcome"
        lang="de"
        spellCheck
        rows={3}
        maxLength={LONGEST_REPORT}
        value={kept.values.outcome}
        onChange={(event) => kept.change({ outcome: event.target.value })}
        error={fault}
      />
      <FormFooter onClose={onClose} busy={decide.isPending} destructive={state === 'upheld'}>
        {state === 'upheld' ? 'Entfernen' : 'Behalten'}
      </FormFooter>
    </form>
  )
}
