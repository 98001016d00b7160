import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Notice } from '../../../contract/notices.ts'
import { agendaDay, addDays } from '../../../rules/days.ts'
import { NOTICE_GROUPS, type NoticeGroup } from '../../../rules/notices.ts'
import { wallTimeOfInstant } from '../../../rules/wall-time.ts'
import { accountQuery } from '../../data/account.ts'
import { useApi } from '../../data/api-context.tsx'
import { noticesQuery, totalOf, unreadQuery, useNoticeReading } from '../../data/notices.ts'
import { itemsOf } from '../../data/pages.ts'
import { useSiteZone } from '../../data/settings.ts'
import { useToday } from '../../lib/use-now.ts'
import { useRowKeys } from '../../lib/use-row-keys.ts'
import { Button } from '../../ui/button.tsx'
import { EndlessEnd } from '../../ui/endless-end.tsx'
import { BrokenState } from '../../ui/screen-state.tsx'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { SkeletonBar } from '../../ui/skeleton.tsx'
import { toastRefusal } from '../../ui/toast.tsx'
import { NoticeRow } from './notice-row.tsx'

export type NoticeFilterValue = 'all' | NoticeGroup

/** The filters of the notices, with what is unread in each. */
export function NoticeFilter(props: { value: NoticeFilterValue; onChange: (value: NoticeFilterValue) => void }) {
  const unread = useQuery(unreadQuery(useApi())).data
  const groups = Object.entries(NOTICE_GROUPS) as [NoticeGroup, string][]
  return (
    <SegmentedFilter<NoticeFilterValue>
      counted
      label="Mitteilungen filtern"
      value={props.value}
      onChange={props.onChange}
      segments={[
        { value: 'all', label: 'Alle', count: unread && totalOf(unread) },
        ...groups.map(([value, label]) => ({ value, label, count: unread?.[value] })),
      ]}
      className="w-full"
    />
  )
}

/** Marks all notices of the filter as read, up to the newest that is shown. */
export function AllReadButton({ value }: { value: NoticeFilterValue }) {
  const api = useApi()
  const group = value === 'all' ? undefined : value
  const unread = useQuery(unreadQuery(api)).data
  const newest = itemsOf(useInfiniteQuery(noticesQuery(api, group)).data)[0]
  const { markAll } = useNoticeReading()
  const count = unread ? (group ? unread[group] : totalOf(unread)) : 0
  return (
    <Button
      look="quiet"
      className="text-s! md:px-2.5!"
      disabled={!newest || count === 0}
      busy={markAll.isPending}
      onClick={() => {
        if (!newest) return
        markAll.mutate(
          { up_to: newest.at, ...(group && { group }) },
          { onError: (error) => toastRefusal(error, 'Das ließ sich nicht ändern') },
        )
      }}
    >
      Alle gelesen
    </Button>
  )
}

/** The notices of a filter by day of the site's zone, newest first. */
export function NoticeList(props: {
  value: NoticeFilterValue
  /** The level of the days' headings. */
  heading?: 'h2' | 'h3'
  onOpened?: () => void
}) {
  const { heading: Heading = 'h3' } = props
  const api = useApi()
  const list = useRef<HTMLDivElement>(null)
  const zone = useSiteZone()
  const today = useToday(zone)
  const me = useQuery(accountQuery(api)).data?.id ?? ''
  const notices = useInfiniteQuery(noticesQuery(api, props.value === 'all' ? undefined : props.value))
  const items = itemsOf(notices.data)
  useRowKeys(list)
  if (notices.isError && !notices.data) return <BrokenState query={notices} />
  if (!notices.data) return <NoticeSkeleton />
  if (items.length === 0) return <p className="px-4 py-6 text-center text-fg-2">Keine neuen Mitteilungen</p>
  const days = Map.groupBy(items, ({ at }: Notice) => wallTimeOfInstant(at, zone).slice(0, 10))
  return (
    <div ref={list}>
      {[...days].map(([day, own]) => (
        <section key={day} aria-label={dayWords(day, today)}>
          <Heading className="px-4 pt-3 pb-1 text-s text-fg-2">{dayWords(day, today)}</Heading>
          <ul>
            {own.map((notice) => (
              <NoticeRow key={notice.id} notice={notice} zone={zone} me={me} onOpened={props.onOpened} />
            ))}
          </ul>
        </section>
      ))}
      <EndlessEnd list={notices} failed="Weitere Mitteilungen konnten nicht geladen werden." />
    </div>
  )
}

/** `Heute`, `Gestern`, then the day. */
function dayWords(day: string, today: string): string {
  if (day === today) return 'Heute'
  return day === addDays(today, -1) ? 'Gestern' : agendaDay(day)
}

function NoticeSkeleton() {
  return (
    <div className="px-4 py-3">
      <output className="sr-only">Lädt...</output>
      {[0, 1, 2].map((row) => (
        <div key={row} aria-hidden className="py-2">
          <SkeletonBar className="w-3/4" />
          <SkeletonBar className="mt-2 w-1/2" />
        </div>
      ))}
    </div>
  )
}
