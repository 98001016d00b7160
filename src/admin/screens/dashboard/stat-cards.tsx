import { Link } from '@tanstack/react-router'
import { Inbox } from 'lucide-react'
import type { ReactNode } from 'react'
import type { DeskData } from '../../../contract/dashboard.ts'
import { SkeletonBar } from '../../ui/skeleton.tsx'
import { StateGlyph } from '../../ui/state-glyph.tsx'
import { comingTime, monthOf } from './moments.ts'

const CARD =
  'grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 rounded-card border border-line bg-surface px-3 py-2.5 transition-colors duration-120 hover:border-line-strong md:px-4 md:pt-3 md:pb-3.5'

/** Counts that link to their lists, each with one sentence if there is room (DASH-1). */
export function StatCards(props: { desk: DeskData | undefined; broken: boolean; now: number; zone: string }) {
  const { desk, broken, now, zone } = props
  const hints = desk && hintsOf(desk, now, zone)
  return (
    <ul className="mb-3 grid grid-cols-2 gap-2 md:mb-4 md:gap-4 lg:grid-cols-4">
      <li className="grid">
        <Link to="/admin/articles" search={{ status: 'draft' }} className={CARD}>
          <Label glyph={<StateGlyph state="draft" />}>Entwürfe</Label>
          <Count value={desk?.counts.draft} hint={hints?.draft} broken={broken} />
        </Link>
      </li>
      <li className="grid">
        <Link to="/admin/articles" search={{ status: 'scheduled' }} className={CARD}>
          <Label glyph={<StateGlyph state="scheduled" />}>Geplant</Label>
          <Count value={desk?.counts.scheduled} hint={hints?.scheduled} broken={broken} />
        </Link>
      </li>
      <li className="grid">
        <Link to="/admin/articles" search={{ status: 'published' }} className={CARD}>
          <Label glyph={<StateGlyph state="published" />}>Veröffentlicht</Label>
          <Count value={desk?.counts.published} hint={hints?.published} broken={broken} />
        </Link>
      </li>
      <li className="grid">
        <Link to="/admin/inbox" className={CARD}>
          <Label glyph={<Inbox aria-hidden className="size-3.5" />}>Inbox-Einträge</Label>
          <Count value={desk?.counts.inbox} hint={hints?.inbox} broken={broken} />
        </Link>
      </li>
    </ul>
  )
}

function Label({ glyph, children }: { glyph: ReactNode; children: ReactNode }) {
  return (
    <span className="col-span-2 flex items-center gap-1.5 text-s font-medium text-fg-2">
      {glyph}
      {children}
    </span>
  )
}

function Count(props: { value: number | undefined; hint: string | undefined; broken: boolean }) {
  const { value, hint, broken } = props
  const missing = broken ? '–' : <SkeletonBar className="w-10" />
  return (
    <>
      <span className="flex h-7 items-center text-[24px]/7 font-semibold tracking-[-0.022em] tabular-nums md:h-8 md:text-[28px]/8">
        {value?.toLocaleString('de') ?? missing}
      </span>
      <span className="self-end truncate pb-0.5 text-right text-s/5 text-fg-2 max-xl:hidden">{hint}</span>
    </>
  )
}

function hintsOf(desk: DeskData, now: number, zone: string): Partial<Record<keyof DeskData['counts'], string>> {
  const today = desk.days[0]?.day ?? ''
  const scheduled = desk.next_scheduled
    ? `nächster ${comingTime(desk.next_scheduled, now, zone)}`
    : desk.undated > 0
      ? `${desk.undated} ohne Termin`
      : undefined
  return {
    ...(desk.resting_drafts > 0 && { draft: `${desk.resting_drafts} seit über 30 Tagen` }),
    ...(scheduled !== undefined && { scheduled }),
    ...(desk.published_this_month > 0 && { published: `${desk.published_this_month} im ${monthOf(today)}` }),
    ...(desk.inbox_since_yesterday > 0 && { inbox: `${desk.inbox_since_yesterday} seit gestern` }),
  }
}
