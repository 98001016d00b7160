import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Activity, CalendarDays, SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { ACTIVITY_GROUPS, type ActivityGroup } from '../../../rules/activity.ts'
import { longDay } from '../../../rules/days.ts'
import { useOffers } from '../../actions/offers.ts'
import { useApi } from '../../data/api-context.tsx'
import { useMay } from '../../data/role.ts'
import { peopleQuery } from '../../data/users.ts'
import { ActivityList } from '../../parts/activity/activity-list.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { FloatingCard } from '../../ui/floating-card.tsx'
import { Page, TitleLine } from '../../ui/page.tsx'
import { ScreenState } from '../../ui/screen-state.tsx'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { Select } from '../../ui/select.tsx'
import { DayField } from './day-field.tsx'

export type ActivitySearch = { art?: ActivityGroup; person?: string; tag?: string }

const ALL = 'all'

/** `/admin/activity`: who did what in the blog, by day (TEAM-11). */
export function ActivityScreen() {
  const search: ActivitySearch = useSearch({ strict: false })
  const { art, person, tag } = search
  const navigate = useNavigate()
  const narrow = (change: ActivitySearch) =>
    void navigate({ to: '/admin/activity', search: { ...search, ...change }, replace: true })
  const clear = () => narrow({ art: undefined, person: undefined, tag: undefined })
  const people = useQuery(peopleQuery(useApi())).data?.items ?? []
  const seesDays = useMay('texts.publish')
  const isNarrowed = [art, person, tag].some((one) => one !== undefined)
  useOffers({ 'activity.clear': isNarrowed ? clear : null })
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const name = people.find(({ id }) => id === person)?.name
  const chosen = [person !== undefined && (name ?? 'Eine Person'), tag !== undefined && longDay(tag)].filter(Boolean)
  const segments = (
    <SegmentedFilter<ActivityGroup | typeof ALL>
      label="Art"
      value={art ?? ALL}
      onChange={(value) => narrow({ art: value === ALL ? undefined : value })}
      segments={[
        { value: ALL, label: 'Alle' },
        ...(Object.entries(ACTIVITY_GROUPS) as [ActivityGroup, string][]).map(([value, label]) => ({ value, label })),
      ]}
    />
  )
  return (
    <Page title="Aktivität">
      <TitleLine wraps title="Aktivität" aside={<div className="hidden lg:block">{segments}</div>}>
        <Button
          icon={<SlidersHorizontal aria-hidden />}
          aria-haspopup="dialog"
          aria-expanded={anchor !== null}
          onClick={({ currentTarget }) => setAnchor((open) => (open ? null : currentTarget))}
        >
          Filter
        </Button>
        {seesDays && (
          <ButtonLink
            to="/admin/activity/day"
            aria-label="Blog an einem Tag"
            icon={<CalendarDays aria-hidden />}
            className="max-md:px-3"
          >
            <span className="max-md:sr-only">Blog an einem Tag</span>
          </ButtonLink>
        )}
      </TitleLine>
      <div className="-mx-4 mb-2 overflow-x-auto px-4 lg:hidden">{segments}</div>
      <div className="flex w-full max-w-[880px] flex-1 flex-col">
        {chosen.length > 0 && (
          <p className="mb-2 flex flex-wrap items-center gap-x-3 text-fg-2">
            <span>{`Nur ${chosen.join(', ')}`}</span>
            <Button look="quiet" className="text-s! md:h-7 md:px-2!" onClick={clear}>
              Filter aufheben
            </Button>
          </p>
        )}
        <div className="-mx-4 flex flex-1 flex-col">
          <ActivityList
            filter={{ group: art, person, day: tag }}
            nothing={
              <ScreenState
                icon={Activity}
                title={isNarrowed ? 'Nichts gefunden' : 'Noch keine Aktivität'}
                sentence={
                  isNarrowed
                    ? 'Zu dieser Auswahl ist nichts geschehen, oder es ist länger als 400 Tage her.'
                    : 'Hier steht, wer was angelegt, geändert, veröffentlicht und gelöscht hat.'
                }
                action={isNarrowed && <Button onClick={clear}>Alles zeigen</Button>}
              />
            }
          />
        </div>
      </div>
      {anchor && (
        <FloatingCard anchor={anchor} label="Aktivität filtern" side="bottom" onClose={() => setAnchor(null)}>
          <div className="flex flex-col gap-3 pb-1">
            <Select
              label="Person"
              value={person ?? ALL}
              onChange={(value) => narrow({ person: value === ALL ? undefined : value })}
              choices={[{ value: ALL, label: 'Alle' }, ...people.map(({ id, name: label }) => ({ value: id, label }))]}
            />
            <DayField day={tag} onDay={(day) => narrow({ tag: day })} />
            {chosen.length > 0 && (
              <Button
                look="quiet"
                onClick={() => {
                  clear()
                  setAnchor(null)
                }}
              >
                Filter aufheben
              </Button>
            )}
          </div>
        </FloatingCard>
      )}
    </Page>
  )
}
