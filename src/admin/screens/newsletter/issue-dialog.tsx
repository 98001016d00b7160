import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, type FormEvent } from 'react'
import type { DigestInput, IssueInput } from '../../../contract/newsletter.ts'
import { accountQuery } from '../../data/account.ts'
import { useApi } from '../../data/api-context.tsx'
import { issuePreviewQuery, useIssueChanges } from '../../data/newsletter.ts'
import { useSiteZone } from '../../data/settings.ts'
import { useKeptForm } from '../../data/use-draft-form.ts'
import { faultSentence, fieldFaults } from '../../lib/faults.ts'
import { readTypedMoment } from '../../../rules/typed-date.ts'
import { instantOfWallTime } from '../../../rules/wall-time.ts'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { Dialog, DialogFooter } from '../../ui/dialog.tsx'
import { RestoredNote } from '../../ui/restored-note.tsx'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { toastDone, toastRefusal } from '../../ui/toast.tsx'

type Look = 'hell' | 'dunkel' | 'schmal' | 'text'
/** Default time of a day typed without one. */
const USUAL_TIME = '09:00'
/** What is new begins with a day that has been. */
const SINCE = { time: '00:00', past: true }
const USUAL = { subject: '', lead: '', typed: '', since: '', rhythm: 'weekly' as DigestInput['rhythm'] }

type Digest = DigestInput['rhythm']
const DIGESTS: Record<Digest, string> = { weekly: 'Wöchentlich', monthly: 'Monatlich' }

/**
 * `Als Newsletter senden …`, and `Sammelausgabe` without an article: subject, lead, time and test on the left, the mail
 * itself on the right.
 */
export function IssueDialog({ articleId, onClose }: { articleId: string | null; onClose: () => void }) {
  const api = useApi()
  const zone = useSiteZone()
  const kept = useKeptForm('newsletter-issue', articleId ?? 'sammelausgabe', USUAL)
  const { values, change } = kept
  const from = values.since.trim() === '' ? null : instantOf(values.since, zone, SINCE)
  const { subject, lead } = values
  const input: IssueInput =
    articleId === null
      ? { digest: { rhythm: values.rhythm, ...(from !== null && { from }) }, subject, lead }
      : { article_id: articleId, subject, lead }
  const preview = useQuery(issuePreviewQuery(api, useSettled(input)))
  const { create, test } = useIssueChanges()
  const [look, setLook] = useState<Look>('hell')
  const [faults, setFaults] = useState<Record<string, string>>({})
  const mine = useQuery(accountQuery(api)).data?.email ?? ''
  const [to, setTo] = useState<string | null>(null)
  const recipients = preview.data?.recipients ?? 0

  const send = async (event: FormEvent) => {
    event.preventDefault()
    const planned = values.typed.trim() === '' ? null : instantOf(values.typed, zone, { time: USUAL_TIME })
    if (values.typed.trim() !== '' && planned === null)
      return setFaults({ planned_at: 'Bitte Datum und Uhrzeit angeben' })
    if (values.since.trim() !== '' && from === null) return setFaults({ since: 'Bitte ein Datum angeben' })
    setFaults({})
    try {
      await create.mutateAsync({ ...input, planned_at: planned })
    } catch (error) {
      setFaults(fieldFaults(error))
      return toastRefusal(error, 'Fehler beim Vormerken der Ausgabe')
    }
    kept.saved()
    toastDone(planned ? 'Ausgabe geplant' : 'Ausgabe vorgemerkt', {
      description: planned ? undefined : 'Sie geht in einer halben Minute los und lässt sich bis dahin zurücknehmen.',
    })
    onClose()
  }
  const sendTest = async () => {
    setFaults({})
    try {
      await test.mutateAsync({ ...input, to: to ?? mine })
      toastDone('Testmail verschickt')
    } catch (error) {
      setFaults(fieldFaults(error))
      toastRefusal(error, 'Fehler beim Senden der Testmail')
    }
  }
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={articleId === null ? 'Sammelausgabe senden' : 'Als Newsletter senden'}
      description={
        preview.isError
          ? faultSentence(preview.error)
          : recipients === 0
            ? preview.isPending
              ? 'Die Ausgabe wird zusammengestellt …'
              : articleId === null
                ? 'Noch niemand in diesem Rhythmus.'
                : 'Noch keine Abonnements.'
            : `An ${recipients.toLocaleString('de')} ${recipients === 1 ? 'Adresse' : 'Adressen'}, jede einmal.`
      }
      initialFocus="field"
    >
      <form
        noValidate
        onSubmit={(event) => void send(event)}
        className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-6 md:grid-cols-[320px_minmax(0,1fr)]"
      >
        <div className="flex flex-col gap-3">
          <RestoredNote {...kept} />
          {articleId === null && (
            <>
              <SegmentedFilter<Digest>
                label="Wer sie bekommt"
                value={values.rhythm}
                onChange={(rhythm) => change({ rhythm })}
                segments={(['weekly', 'monthly'] as const).map((value) => ({ value, label: DIGESTS[value] }))}
              />
              <DateField
                label="Neu seit"
                zone={zone}
                typed={values.since}
                onTyped={(since) => change({ since })}
                {...SINCE}
                error={faults.since}
                hint="Leer: seit der letzten Sammelausgabe."
              />
            </>
          )}
          <TextField
            label="Betreff"
            maxLength={300}
            placeholder={preview.data?.subject}
            value={values.subject}
            onChange={(event) => change({ subject: event.target.value })}
            error={faults.subject}
          />
          <TextArea
            label="Vorspann"
            rows={3}
            maxLength={2000}
            placeholder={articleId === null ? 'Der übliche Satz' : 'Wie der Auszug des Artikels'}
            value={values.lead}
            onChange={(event) => change({ lead: event.target.value })}
          />
          <DateField
            label={`Wann (${zone})`}
            zone={zone}
            typed={values.typed}
            onTyped={(typed) => change({ typed })}
            time={USUAL_TIME}
            error={faults.planned_at}
            hint={
              articleId === null ? 'Leer: in einer halben Minute.' : 'Leer: eine halbe Minute nach dem Veröffentlichen.'
            }
          />
          <div className="flex items-end gap-2 max-md:flex-wrap">
            <TextField
              label="Testmail an"
              type="email"
              className="min-w-0 flex-1"
              value={to ?? mine}
              onChange={(event) => setTo(event.target.value)}
              error={faults.to}
            />
            <Button size={36} busy={test.isPending} disabled={preview.isError} onClick={() => void sendTest()}>
              Testen
            </Button>
          </div>
        </div>
        <div className="flex min-w-0 flex-col gap-2">
          <SegmentedFilter<Look>
            label="Ansicht der E-Mail"
            value={look}
            onChange={setLook}
            segments={[
              { value: 'hell', label: 'Hell' },
              { value: 'dunkel', label: 'Dunkel' },
              { value: 'schmal', label: 'Schmal' },
              { value: 'text', label: 'Text' },
            ]}
          />
          <MailView look={look} mail={preview.data} />
        </div>
        <div className="sticky -bottom-4 z-1 -mb-4 bg-raised pb-4 md:-bottom-5 md:col-span-2 md:-mb-5 md:pb-5">
          <DialogFooter>
            <Button look="quiet" size={36} onClick={onClose}>
              Abbrechen
            </Button>
            <Button
              type="submit"
              look="primary"
              size={36}
              busy={create.isPending}
              disabled={preview.isError || recipients === 0}
            >
              Newsletter senden
            </Button>
          </DialogFooter>
        </div>
      </form>
    </Dialog>
  )
}

/** Pause after the last key before the preview follows. */
const SETTLED_MS = 400

/** What was typed, once nothing has been typed for a moment. */
function useSettled(input: IssueInput): IssueInput {
  const words = JSON.stringify(input)
  const [settled, setSettled] = useState(input)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(words) as IssueInput), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [words])
  return settled
}

/** The mail as a program shows it; nothing in it runs, and no link leads anywhere. */
function MailView({ look, mail }: { look: Look; mail: { html: string; text: string } | undefined }) {
  const frame = 'h-80 w-full rounded-control border border-line md:h-[clamp(200px,100dvh-24rem,420px)]'
  if (!mail) return <div className={`${frame} bg-surface`} aria-busy />
  if (look === 'text')
    return (
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and the keyboard has to reach it
      <pre tabIndex={0} className={`${frame} overflow-auto bg-surface p-4 font-mono text-s whitespace-pre-wrap`}>
        {mail.text}
      </pre>
    )
  const query = '@media (prefers-color-scheme: dark)'
  const html = mail.html.replace(query, look === 'dunkel' ? '@media all' : '@media not all')
  return (
    <iframe
      title="Vorschau der E-Mail"
      sandbox=""
      srcDoc={html}
      className={`${frame} bg-white ${look === 'schmal' ? 'mx-auto max-w-80' : ''}`}
    />
  )
}

function instantOf(typed: string, zone: string, reading: { time: string; past?: boolean }): string | null {
  const read = readTypedMoment(typed, { now: Date.now(), zone, ...reading })
  return ('wall' in read && instantOfWallTime(read.wall, zone)?.instant) || null
}
