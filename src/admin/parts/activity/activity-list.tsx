import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRef, useState, type ReactNode } from 'react'
import type { ActivityLine } from '../../../contract/activity.ts'
import { addDays, agendaDay, longDay } from '../../../rules/days.ts'
import { wallTimeOfInstant } from '../../../rules/wall-time.ts'
import { useOffers } from '../../actions/offers.ts'
import { activityQuery, activitySentence, useActivityUndo, type ActivityFilter } from '../../data/activity.ts'
import { useApi } from '../../data/api-context.tsx'
import { itemsOf } from '../../data/pages.ts'
import { useMay } from '../../data/role.ts'
import { useSiteZone } from '../../data/settings.ts'
import { useToday } from '../../lib/use-now.ts'
import { useRowKeys } from '../../lib/use-row-keys.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ListBody } from '../../ui/list-body.tsx'
import { SkeletonBar } from '../../ui/skeleton.tsx'
import { toastDone, toastFault, toastRefusal } from '../../ui/toast.tsx'
import { ActivityRow } from './activity-row.tsx'

/** Taking these back changes what readers see: it asks first. */
const ASKED: ReadonlySet<string> = new Set(['published', 'withdrawn'])

type Props = {
  filter: ActivityFilter
  heading?: 'h2' | 'h3'
  /** What stands in the place of an empty list. */
  nothing: ReactNode
}

/** The activity by day of the site's zone, newest first. */
export function ActivityList({ filter, heading: Heading = 'h2', nothing }: Props) {
  const zone = useSiteZone()
  const today = useToday(zone)
  const seesDays = useMay('texts.publish')
  const list = useInfiniteQuery({ ...activityQuery(useApi(), filter), placeholderData: (former) => former })
  const items = itemsOf(list.data)
  const rows = useRef<HTMLDivElement>(null)
  const [selectedId, select] = useState<string | null>(null)
  const [asked, setAsked] = useState<ActivityLine | null>(null)
  const undo = useActivityUndo()
  const selected = items.find(({ id }) => id === selectedId)
  useRowKeys(rows, { onStep: select })
  const run = async (line: ActivityLine) => {
    try {
      const { items: done } = await undo.mutateAsync(line)
      const failed = done.filter(({ outcome }) => outcome === 'failed')
      if (failed.length === 0) return toastDone('Rückgängig gemacht', { description: activitySentence(line) })
      toastFault(`${failed.length} von ${done.length} ließen sich nicht zurücknehmen`, {
        description: failed[0]?.reason ?? '',
      })
    } catch (error) {
      toastRefusal(error, 'Das ließ sich nicht zurücknehmen')
    }
  }
  const begin = (line: ActivityLine) =>
    ASKED.has(line.verb) || line.noun === 'comments' ? setAsked(line) : void run(line)
  useOffers({ 'activity.undo': selected?.undo === 'ready' && !undo.isPending ? () => begin(selected) : null })
  const days = Map.groupBy(items, ({ at }) => wallTimeOfInstant(at, zone).slice(0, 10))
  return (
    <>
      <ListBody
        list={list}
        skeleton={<ActivitySkeleton />}
        nothing={nothing}
        failedMore="Frühere Aktivität konnte nicht geladen werden."
      >
        <div ref={rows}>
          {[...days].map(([day, own]) => (
            <section key={day} aria-label={dayWords(day, today)} className="mb-3">
              <div className="flex min-h-8 items-center justify-between gap-3 px-4">
                <Heading className="text-s text-fg-2">{dayWords(day, today)}</Heading>
                {seesDays && filter.record === undefined && (
                  <Link
                    to="/admin/activity/day"
                    search={{ tag: day }}
                    aria-label={`Blog an diesem Tag: ${longDay(day)}`}
                    className="text-s text-fg-2 hover:text-fg hover:underline max-md:py-3"
                  >
                    Blog an diesem Tag
                  </Link>
                )}
              </div>
              <ul>
                {own.map((line) => (
                  <ActivityRow
                    key={line.id}
                    line={line}
                    zone={zone}
                    selected={line.id === selectedId}
                    onSelect={() => select(line.id)}
                    onUndo={() => begin(line)}
                    undoing={undo.isPending && undo.variables.id === line.id}
                    ofRecord={filter.record !== undefined}
                  />
                ))}
              </ul>
            </section>
          ))}
        </div>
      </ListBody>
      <ConfirmDialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        title="Rückgängig machen?"
        description={asked ? questionOf(asked) : ''}
        verb="Rückgängig machen"
        destructive={false}
        onConfirm={() => {
          setAsked(null)
          if (asked) void run(asked)
        }}
      />
    </>
  )
}

function questionOf(line: ActivityLine): string {
  const what = `${activitySentence(line)}.`
  if (line.noun === 'comments') return `${what} Für Leser gilt dann wieder, was vorher galt.`
  return line.verb === 'published'
    ? `${what} Leser sehen es dann nicht mehr.`
    : `${what} Leser sehen es dann wieder, wie es jetzt ist.`
}

/** `Heute`, `Gestern`, then the day, with its year where that is another. */
function dayWords(day: string, today: string): string {
  if (day === today) return 'Heute'
  if (day === addDays(today, -1)) return 'Gestern'
  return day.slice(0, 4) === today.slice(0, 4) ? agendaDay(day) : longDay(day)
}

function ActivitySkeleton() {
  return (
    <div className="px-4 py-3">
      <output className="sr-only">Lädt...</output>
      {[0, 1, 2, 3, 4].map((row) => (
        <div key={row} aria-hidden className="py-3">
          <SkeletonBar className="w-2/3" />
        </div>
      ))}
    </div>
  )
}
