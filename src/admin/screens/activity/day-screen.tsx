import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { ArchiveRestore, ArrowLeft, CalendarX } from 'lucide-react'
import { useRef } from 'react'
import type { BlogDay, BlogDayText } from '../../../contract/activity.ts'
import { longDay } from '../../../rules/days.ts'
import { wallTimeOfInstant } from '../../../rules/wall-time.ts'
import { quoted } from '../../../rules/quoted.ts'
import { blogDayQuery, type BlogDayFilter } from '../../data/activity.ts'
import { useApi } from '../../data/api-context.tsx'
import { itemsOf } from '../../data/pages.ts'
import { useSiteZone } from '../../data/settings.ts'
import { useTrashChanges } from '../../data/trash.ts'
import { formatInZone } from '../../lib/dates.ts'
import { useToday } from '../../lib/use-now.ts'
import { useRowKeys } from '../../lib/use-row-keys.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ListBody } from '../../ui/list-body.tsx'
import { Page, TitleLine } from '../../ui/page.tsx'
import { ScreenState } from '../../ui/screen-state.tsx'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { StatusText } from '../../ui/status-badge.tsx'
import { toastDone, toastRefusal } from '../../ui/toast.tsx'
import { DayField } from './day-field.tsx'

/** At the height of a field beside it, whose label stands above. */
const BESIDE_FIELD = 'md:mt-7.5'

type DaySearch = { tag?: string; seiten?: true; alles?: true }

/** `/admin/activity/day`: the blog as it was at the end of a day, read-only; single texts come back from here (TEAM-11). */
export function DayScreen() {
  const search: DaySearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const zone = useSiteZone()
  const today = useToday(zone)
  const day = search.tag ?? today
  const go = (change: DaySearch) =>
    void navigate({ to: '/admin/activity/day', search: { ...search, ...change }, replace: true })
  const filter: BlogDayFilter = {
    day,
    noun: search.seiten ? 'pages' : 'articles',
    show: search.alles ? 'all' : 'public',
  }
  return (
    <Page title="Blog an einem Tag">
      <TitleLine title="Blog an einem Tag">
        <ButtonLink look="quiet" to="/admin/activity" icon={<ArrowLeft aria-hidden />}>
          Aktivität
        </ButtonLink>
      </TitleLine>
      <div className="flex w-full max-w-[880px] flex-1 flex-col">
        <div className="mb-4 flex flex-wrap items-start gap-x-4 gap-y-2">
          <div className="w-full md:w-64">
            <DayField day={day} onDay={(tag) => go({ tag })} />
          </div>
          <SegmentedFilter<'articles' | 'pages'>
            label="Was"
            className={BESIDE_FIELD}
            value={filter.noun}
            onChange={(noun) => go({ seiten: noun === 'pages' || undefined })}
            segments={[
              { value: 'articles', label: 'Artikel' },
              { value: 'pages', label: 'Seiten' },
            ]}
          />
          <SegmentedFilter<'public' | 'all'>
            label="Umfang"
            className={BESIDE_FIELD}
            value={filter.show}
            onChange={(show) => go({ alles: show === 'all' || undefined })}
            segments={[
              { value: 'public', label: 'Öffentlich' },
              { value: 'all', label: 'Auch Entwürfe' },
            ]}
          />
        </div>
        <DayTexts
          key={`${day} ${filter.noun} ${filter.show}`}
          filter={filter}
          zone={zone}
          today={today}
          onAll={() => go({ alles: true })}
        />
      </div>
    </Page>
  )
}

type TextsProps = { filter: BlogDayFilter; zone: string; today: string; onAll: () => void }

function DayTexts({ filter, zone, today, onAll }: TextsProps) {
  const list = useInfiniteQuery(blogDayQuery(useApi(), filter))
  const items = itemsOf(list.data)
  const first = list.data?.pages[0]
  const rows = useRef<HTMLUListElement>(null)
  useRowKeys(rows)
  const gone = first?.gone ?? []
  return (
    <>
      {first && items.length + gone.length > 0 && <Reach first={first} day={filter.day} today={today} zone={zone} />}
      <ListBody
        list={list}
        more={gone.length > 0}
        skeleton={<SkeletonRows columns="flex gap-4" cells={2} />}
        failedMore="Weitere Texte konnten nicht geladen werden."
        nothing={
          <ScreenState
            icon={CalendarX}
            title="Nichts gefunden"
            sentence={`${filter.day >= today ? 'Heute gibt' : `Am ${longDay(filter.day)} gab`} es hier nichts${filter.show === 'public' ? ' Öffentliches' : ''}.`}
            action={
              filter.show === 'public' ? (
                <Button onClick={onAll}>Auch Entwürfe zeigen</Button>
              ) : (
                <ButtonLink to="/admin/activity">Zur Aktivität</ButtonLink>
              )
            }
          />
        }
      >
        <ul
          ref={rows}
          aria-label={filter.noun === 'pages' ? 'Seiten dieses Tages' : 'Artikel dieses Tages'}
          className="md:-mx-3"
        >
          {items.map((text) => (
            <TextRow
              key={text.id}
              text={text}
              noun={filter.noun}
              zone={zone}
              // What is public says so above the list.
              hasStatus={filter.show === 'all'}
            />
          ))}
        </ul>
        {gone.length > 0 && (
          <section aria-labelledby="day-gone" className="py-4">
            <h2 id="day-gone" className="text-s text-fg-2">
              Seither endgültig gelöscht
            </h2>
            <ul className="mt-1">
              {gone.map(({ id, title }) => (
                <li key={id} className="wrap-anywhere">
                  {title || 'Ohne Titel'}
                </li>
              ))}
            </ul>
          </section>
        )}
      </ListBody>
    </>
  )
}

/** Which moment is shown, and how far the records reach back. */
function Reach(props: { first: BlogDay; day: string; today: string; zone: string }) {
  const { first, day, today, zone } = props
  const { since } = first
  const isShort = since === null || wallTimeOfInstant(since, zone).slice(0, 10) > day
  return (
    <div className="mb-2 text-fg-2">
      <p>
        {day >= today ? 'Der Blog, wie er jetzt ist.' : `Der Blog am Ende des ${longDay(day)}.`}{' '}
        <span className="max-md:hidden">Hier wird nichts geändert, außer Sie holen einen Text zurück.</span>
      </p>
      {isShort && (
        <p role="note" className="mt-1 text-scheduled">
          {since === null
            ? 'Zustände sind noch nicht aufgezeichnet.'
            : `Zustände sind seit dem ${formatInZone(since, 'd. MMMM yyyy', zone)} aufgezeichnet.`}{' '}
          Was hier steht, ist aus Fassungen und Daten erschlossen.
        </p>
      )}
    </div>
  )
}

type RowProps = { text: BlogDayText; noun: 'articles' | 'pages'; zone: string; hasStatus: boolean }

function TextRow({ text, noun, zone, hasStatus }: RowProps) {
  const { id, title, slug, status, revision, has_text, now } = text
  const { restore } = useTrashChanges()
  const name = title || 'Ohne Titel'
  const facts = [
    slug !== null && `${noun === 'articles' ? '/article/' : '/'}${slug}`,
    revision && has_text && `Fassung vom ${formatInZone(revision.at, 'd. MMMM yyyy, HH:mm', zone)}`,
    !has_text && 'Der Text dieses Tages ist nicht erhalten',
    !text.is_certain && 'erschlossen',
  ].filter(Boolean)
  const bringBack = async () => {
    try {
      await restore.mutateAsync({ noun, id })
      toastDone(`${quoted(name)} ist wiederhergestellt`)
    } catch (error) {
      toastRefusal(error, 'Das ließ sich nicht wiederherstellen')
    }
  }
  return (
    <li className="relative flex min-h-14 items-center gap-3 border-b border-line py-2 hover:bg-hover has-[[data-row]:focus-visible]:outline-2 has-[[data-row]:focus-visible]:-outline-offset-2 has-[[data-row]:focus-visible]:outline-accent max-md:flex-wrap md:px-3">
      <div className="min-w-0 flex-1">
        {now === 'there' ? (
          <Link
            to={noun === 'pages' ? '/admin/pages/$id' : '/admin/articles/$id'}
            params={{ id }}
            search={{ ansicht: 'fassungen', ...(revision && { fassung: revision.id }) }}
            data-row={id}
            className="font-medium outline-none wrap-anywhere before:absolute before:inset-0"
          >
            {name}
          </Link>
        ) : (
          <span className="font-medium wrap-anywhere">{name}</span>
        )}
        <p className="text-s text-fg-2 wrap-anywhere">{facts.join(' · ')}</p>
      </div>
      {hasStatus && <StatusText state={status} className="flex-none text-xs" />}
      {now === 'trash' && (
        <Button
          data-row={id}
          className="relative z-1"
          icon={<ArchiveRestore aria-hidden />}
          aria-label={`Wiederherstellen: ${name}`}
          busy={restore.isPending}
          onClick={() => void bringBack()}
        >
          Wiederherstellen
        </Button>
      )}
    </li>
  )
}
