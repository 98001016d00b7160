import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  ChevronRight,
  CircleCheck,
  CircleHelp,
  CirclePause,
  CircleStop,
  Clock,
  Mails,
  Play,
  Send,
  Undo2,
} from 'lucide-react'
import type { Issue } from '../../../contract/newsletter.ts'
import { useApi } from '../../data/api-context.tsx'
import { issueQuery, issuesQuery, newsletterQuery, useIssueChanges } from '../../data/newsletter.ts'
import { itemsOf } from '../../data/pages.ts'
import { useSiteZone } from '../../data/settings.ts'
import { cx } from '../../lib/class-names.ts'
import { formatInZone } from '../../lib/dates.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ListBody } from '../../ui/list-body.tsx'
import { ScreenState } from '../../ui/screen-state.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { toastDone, toastRefusal } from '../../ui/toast.tsx'

const FAILED = 'Fehler beim Laden der Ausgaben'
const FAILED_REPLIES = 'Fehler beim Laden der Antworten'
const MOMENT = 'EEEEEE, d. MMM, HH:mm'

/** Every issue; what is on its way or needs somebody stands first, as a card. */
export function IssuesList({ enabled }: { enabled: boolean }) {
  const list = useInfiniteQuery(issuesQuery(useApi()))
  const items = itemsOf(list.data)
  const isOpen = ({ state, counts }: Issue) => state === 'sending' || state === 'stopped' || counts.uncertain > 0
  const open = items.filter(isOpen)
  const rest = items.filter((issue) => !isOpen(issue))
  return (
    <div className={items.length === 0 ? 'flex flex-1 flex-col' : 'w-full max-w-[1080px]'}>
      <ListBody
        list={list}
        skeleton={<SkeletonRows columns="grid grid-cols-[1fr_120px] gap-4" cells={2} />}
        broken={FAILED}
        failedMore="Weitere Ausgaben konnten nicht geladen werden."
        nothing={
          <ScreenState
            icon={Mails}
            title="Noch keine Ausgabe"
            sentence={
              enabled
                ? 'Nach dem Veröffentlichen eines Artikels finden Sie im Menü daneben „Als Newsletter senden …“.'
                : 'Der Newsletter ist noch nicht eingeschaltet.'
            }
            action={
              enabled ? undefined : (
                <ButtonLink to="/admin/settings" search={{ bereich: 'newsletter' }} look="primary">
                  Newsletter einschalten
                </ButtonLink>
              )
            }
          />
        }
      >
        {open.map((issue) => (
          <RunningIssue key={issue.id} issue={issue} />
        ))}
        <ul aria-label="Ausgaben">
          {rest.map((issue) => (
            <IssueRow key={issue.id} issue={issue} />
          ))}
        </ul>
      </ListBody>
    </div>
  )
}

const inWords = (count: number, one: string, many: string) =>
  `${count.toLocaleString('de')} ${count === 1 ? one : many}`

/** An issue that is being sent, was stopped, or has addresses without a response: one card. */
function RunningIssue({ issue }: { issue: Issue }) {
  const api = useApi()
  const zone = useSiteZone()
  const pace = useQuery(newsletterQuery(api)).data?.pace ?? 20
  const full = useQuery(issueQuery(api, issue.id)).data
  const { stop, resume, resend } = useIssueChanges()
  const { sent, waiting, delayed, refused, uncertain } = issue.counts
  const total = sent + waiting + refused + uncertain
  const lost = full?.problems.filter(({ state }) => state === 'uncertain') ?? []
  const act = async (verb: Promise<unknown>, words: string) => {
    try {
      await verb
    } catch (error) {
      toastRefusal(error, words)
    }
  }
  const since = issue.started_at && formatInZone(issue.started_at, MOMENT, zone)
  return (
    <section
      aria-label={issue.subject}
      className="mb-6 rounded-card border border-line bg-surface p-4 md:px-6 md:pt-5 md:pb-6"
    >
      <div className="flex flex-wrap items-center gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <h2 className="line-clamp-2 text-l font-semibold hyphens-auto wrap-anywhere">{issue.subject}</h2>
          <p className="text-s text-fg-2">
            {issue.state === 'sending' &&
              `wird seit ${since} verschickt, ${waiting === 0 || waiting > delayed ? `noch etwa ${minutesLeft(waiting - delayed, pace)}` : 'weitere Versuche folgen von selbst'}`}
            {issue.state === 'stopped' &&
              `angehalten, ${sent.toLocaleString('de')} von ${total.toLocaleString('de')} verschickt`}
            {issue.state === 'sent' && `verschickt, ${since}`}
          </p>
        </div>
        {issue.state === 'sending' && (
          <Button
            icon={<CircleStop aria-hidden />}
            busy={stop.isPending}
            onClick={() => void act(stop.mutateAsync(issue.id), 'Fehler beim Anhalten')}
          >
            Anhalten
          </Button>
        )}
        {issue.state === 'stopped' && (
          <Button
            icon={<Play aria-hidden />}
            busy={resume.isPending}
            onClick={() => void act(resume.mutateAsync(issue.id), 'Fehler beim Weitersenden')}
          >
            Weiter
          </Button>
        )}
      </div>
      <progress
        aria-label="Verschickt"
        value={total - waiting}
        max={Math.max(total, 1)}
        className="mt-3 block h-2 w-full"
      />
      <dl className="mt-3 flex gap-x-8 tabular-nums max-md:justify-between max-md:gap-x-2">
        {[
          ['verschickt', sent],
          ['warten', waiting],
          ['abgelehnt', refused],
          ['ungewiss', uncertain],
        ].map(([words, count]) => (
          <div key={words} className="flex flex-col-reverse">
            <dt className="text-s text-fg-2 max-md:text-xs">{words}</dt>
            <dd className="text-xl font-semibold">{count?.toLocaleString('de')}</dd>
          </div>
        ))}
      </dl>
      {lost.length > 0 && (
        <div className="mt-4 flex flex-wrap items-center gap-3 rounded-control border border-line p-3 md:px-4">
          <CircleHelp aria-hidden className="size-5 flex-none text-scheduled" />
          <p className="min-w-0 flex-1 basis-60 text-s wrap-anywhere">
            Bei <b className="font-medium">{namesOf(lost)}</b> kam keine Antwort vom Mailserver. Die Ausgabe kann
            angekommen sein.
          </p>
          <Button
            busy={resend.isPending}
            onClick={() =>
              void act(
                resend.mutateAsync({ id: issue.id, subscriber_ids: lost.map(({ subscriber_id }) => subscriber_id) }),
                'Fehler beim erneuten Senden',
              )
            }
          >
            Noch einmal senden
          </Button>
        </div>
      )}
      {delayed + refused > 0 && <Replies issue={issue} />}
    </section>
  )
}

/** Which addresses the mail server refused for good or for now, and its words. */
function Replies({ issue: { id, state, counts } }: { issue: Issue }) {
  const zone = useSiteZone()
  const [open, setOpen] = useState(false)
  const { data, isError } = useQuery({ ...issueQuery(useApi(), id), enabled: open })
  const told = data?.problems.filter((problem) => problem.state !== 'uncertain') ?? []
  const more = counts.delayed + counts.refused - told.length
  return (
    <details className="group mt-2" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="flex min-h-11 w-fit cursor-pointer list-none items-center gap-1.5 rounded-control text-s text-fg-2 hover:text-fg md:min-h-8 [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="icon-small group-open:rotate-90" />
        Was der Mailserver sagt
      </summary>
      {!data && <p className="text-s text-fg-2">{isError ? FAILED_REPLIES : 'Lädt...'}</p>}
      <ul aria-label="Antworten des Mailservers">
        {told.map(({ subscriber_id, email, reply, next_at }) => (
          <li key={subscriber_id} className="py-1 text-s wrap-anywhere">
            <b className="font-medium">{email}</b>
            <span className="text-fg-2">
              {reply && ` · ${reply}`}
              {next_at && state === 'sending' && ` · nächster Versuch ${formatInZone(next_at, MOMENT, zone)}`}
            </span>
          </li>
        ))}
      </ul>
      {data && more > 0 && (
        <p className="text-s text-fg-2">und {inWords(more, 'weitere Adresse', 'weitere Adressen')}</p>
      )}
    </details>
  )
}

const MOST_NAMES = 3

function namesOf(lost: readonly { email: string }[]): string {
  const shown = lost.slice(0, MOST_NAMES).map(({ email }) => email)
  const more = lost.length - shown.length
  return more > 0
    ? `${shown.join(', ')} und ${inWords(more, 'weiterer Adresse', 'weiteren Adressen')}`
    : shown.join(' und ')
}

function minutesLeft(waiting: number, pace: number): string {
  const minutes = Math.max(1, Math.ceil(waiting / pace))
  return minutes < 120 ? inWords(minutes, 'Minute', 'Minuten') : inWords(Math.round(minutes / 60), 'Stunde', 'Stunden')
}

const GLYPHS = {
  planned: { icon: Clock, tone: 'text-scheduled', words: 'geplant' },
  sending: { icon: Send, tone: 'text-fg-2', words: 'wird verschickt' },
  stopped: { icon: CirclePause, tone: 'text-fg-2', words: 'angehalten' },
  sent: { icon: CircleCheck, tone: 'text-published', words: 'verschickt' },
  withdrawn: { icon: Undo2, tone: 'text-fg-3', words: 'zurückgenommen' },
} as const

function IssueRow({ issue }: { issue: Issue }) {
  const zone = useSiteZone()
  const { stop } = useIssueChanges()
  const { icon: Icon, tone, words } = GLYPHS[issue.state]
  const { sent, refused, left } = issue.counts
  const at = issue.started_at ?? issue.due_at ?? issue.planned_at
  const parts = [
    words,
    ...(issue.state === 'sent' ? [inWords(sent, 'Adresse', 'Adressen')] : []),
    ...(refused > 0 ? [`${refused.toLocaleString('de')} unzustellbar`] : []),
    ...(left > 0 ? [`${left.toLocaleString('de')} abgemeldet`] : []),
  ]
  const takeBack = async () => {
    try {
      await stop.mutateAsync(issue.id)
      toastDone('Ausgabe zurückgenommen')
    } catch (error) {
      toastRefusal(error, 'Fehler beim Zurücknehmen')
    }
  }
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line py-2">
      <Icon aria-hidden className={cx('icon flex-none max-md:hidden', tone)} />
      <div className="min-w-0 flex-1 max-md:basis-full">
        <p className="line-clamp-2 hyphens-auto wrap-anywhere md:line-clamp-1">{issue.subject}</p>
        <p className="text-s text-fg-2">{parts.join(' · ')}</p>
      </div>
      {at && (
        <time dateTime={at} className="flex-none text-s text-fg-2 tabular-nums max-md:flex-1">
          {formatInZone(at, MOMENT, zone)}
        </time>
      )}
      {issue.state === 'planned' && (
        <Button busy={stop.isPending} onClick={() => void takeBack()}>
          Zurücknehmen
        </Button>
      )}
      {refused > 0 && (
        <div className="basis-full md:pl-7">
          <Replies issue={issue} />
        </div>
      )}
    </li>
  )
}
