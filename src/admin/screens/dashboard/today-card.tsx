import { Link } from '@tanstack/react-router'
import { Clock, Rss, UserRound } from 'lucide-react'
import type { DeskData, DeskEntry } from '../../../contract/dashboard.ts'
import { useApproveWaiting } from '../../data/dashboard.ts'
import { cx } from '../../lib/class-names.ts'
import { faultSentence } from '../../lib/faults.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { PriorityBadge } from '../../parts/task-priority/priority-badge.tsx'
import { Card } from '../../ui/card.tsx'
import { STATE_LABELS, StateGlyph } from '../../ui/state-glyph.tsx'
import { toastDone, toastFault } from '../../ui/toast.tsx'
import { Below, Beside, DeskLine, LINE_LINK, LineTitle, When } from './desk-line.tsx'
import { EntryLink, glyphOf } from './entry-link.tsx'
import { ReviewLines, useReviewsForMe } from './review-lines.tsx'
import { appearsIn, clockTime, dayAndMonth, sinceTime } from './moments.ts'
import { quoted } from '../../../rules/quoted.ts'

const MOST = 8

type Props = { desk: DeskData; now: number; zone: string }

/** What needs attention today: overdue tasks, entries of today by time, pending accounts, failing feeds. */
export function TodayCard({ desk, now, zone }: Props) {
  const today = desk.days[0]?.entries ?? []
  const entries = [...desk.overdue, ...today]
  const hidden = entries.length - MOST
  const reviews = useReviewsForMe()
  const empty = reviews.length + entries.length + desk.waiting.length + desk.broken_feeds.length === 0
  return (
    <Card
      title="Heute"
      action={
        <ButtonLink to="/admin/calendar" look="quiet" className="px-2 text-s md:px-2">
          Kalender öffnen
        </ButtonLink>
      }
    >
      {empty && (
        <p className="mx-3 border-t border-line py-4 text-fg-2 md:mx-4">
          Für heute steht nichts an. Fällige Aufgaben, Termine und geplante Artikel erscheinen hier.
        </p>
      )}
      <ul>
        {entries.slice(0, MOST).map((entry) => (
          <EntryLine key={entry.id} entry={entry} overdue={desk.overdue.includes(entry)} now={now} zone={zone} />
        ))}
        {hidden > 0 && (
          <DeskLine>
            <Link to="/admin/editorial-plan" className={cx(LINE_LINK, 'text-fg-2')}>
              {hidden} weitere
            </Link>
          </DeskLine>
        )}
        <ReviewLines items={reviews} />
        {desk.waiting.map((account) => (
          <WaitingLine key={account.id} {...account} now={now} zone={zone} />
        ))}
        {desk.broken_feeds.map(({ id, name, last_fetched }) => {
          const since = last_fetched ? sinceTime(last_fetched, now, zone) : ''
          return (
            <DeskLine key={id}>
              <When>Feed</When>
              <Rss aria-hidden className="size-3.5 flex-none text-fg-2" />
              <span className="min-w-0 flex-1 font-medium">
                <LineTitle>{`${quoted(name)} war nicht lesbar`}</LineTitle>
                <Below>{['Feed', since].filter(Boolean).join(' · ')}</Below>
              </span>
              <Beside>{since}</Beside>
              <ButtonLink
                to="/admin/integrations"
                aria-label={`Feed ${quoted(name)} ansehen`}
                className="md:h-7 md:px-2.5"
              >
                Ansehen
              </ButtonLink>
            </DeskLine>
          )
        })}
      </ul>
    </Card>
  )
}

function EntryLine(props: { entry: DeskEntry; overdue: boolean; now: number; zone: string }) {
  const { entry, overdue, now, zone } = props
  const due = `Fällig ${dayAndMonth(entry.at, zone)}`
  const when = overdue ? 'überfällig' : entry.kind === 'task' ? 'heute' : clockTime(entry.at, zone)
  const fact =
    entry.kind === 'article'
      ? `${STATE_LABELS[glyphOf(entry)]}, ${appearsIn(entry.at, now)}`
      : entry.kind === 'task'
        ? due
        : entry.type && STATE_LABELS[entry.type]
  return (
    <DeskLine>
      <When late={overdue}>{when}</When>
      <StateGlyph state={glyphOf(entry)} />
      <EntryLink entry={entry} className={LINE_LINK}>
        <LineTitle>{entry.title}</LineTitle>
        <Below>
          {overdue && <Clock aria-hidden className="mr-1 inline size-3 align-[-1px]" />}
          {`${when} · ${fact}`}
        </Below>
      </EntryLink>
      <Beside>{fact}</Beside>
      {entry.priority && (
        <span className="flex flex-none max-md:hidden">
          <PriorityBadge priority={entry.priority} />
        </span>
      )}
    </DeskLine>
  )
}

function WaitingLine(props: { id: string; name: string; created_at: string; now: number; zone: string }) {
  const { id, name, created_at, now, zone } = props
  const approve = useApproveWaiting()
  const since = sinceTime(created_at, now, zone)
  const change = async (approval: 'approved' | 'pending') => {
    try {
      await approve.mutateAsync({ id, approval })
      if (approval === 'approved') toastDone(`${name} ist freigegeben`, { undo: () => void change('pending') })
    } catch (error) {
      toastFault(faultSentence(error))
    }
  }
  return (
    <DeskLine>
      <When>Konto</When>
      <UserRound aria-hidden className="size-3.5 flex-none text-fg-2" />
      <span className="min-w-0 flex-1 font-medium">
        <LineTitle>{`${name} wartet auf Freigabe`}</LineTitle>
        <Below>{`Konto · ${since}`}</Below>
      </span>
      <Beside>{since}</Beside>
      <Button className="md:h-7 md:px-2.5" aria-label={`${name} freigeben`} onClick={() => void change('approved')}>
        Freigeben
      </Button>
    </DeskLine>
  )
}
