import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Bot, ChevronDown } from 'lucide-react'
import { useState } from 'react'
import type { ActivityLine, ActivityThing } from '../../../contract/activity.ts'
import { ACTIVITY_TITLES } from '../../../rules/activity.ts'
import { activitySentence, activityThingsQuery, actorOf, placeOfThing } from '../../data/activity.ts'
import { useApi } from '../../data/api-context.tsx'
import { cx } from '../../lib/class-names.ts'
import { formatInZone } from '../../lib/dates.ts'
import { faultSentence } from '../../lib/faults.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Initials } from '../../ui/initials.tsx'

type Props = {
  line: ActivityLine
  zone: string
  selected: boolean
  onSelect: () => void
  onUndo: () => void
  undoing: boolean
  /** Its record is open already: its title leads nowhere. */
  ofRecord: boolean
}

/** Its word ends where the lines end. */
const END_BUTTON = 'relative z-1 -my-1.5 -mr-2.5 text-s! px-2.5! md:h-8'
const TITLE = 'leading-5 outline-none before:absolute before:inset-0'

/** One line: who did what, when, and the one thing that can be done about it. */
export function ActivityRow(props: Props) {
  const { line, zone, ofRecord } = props
  const { id, noun, count, things, actor } = line
  const [open, setOpen] = useState(false)
  const [thing] = things
  const place = thing && count === 1 && !ofRecord ? placeOfThing(noun, thing) : null
  const sentence = activitySentence(line)
  const detail = detailOf(line, zone)
  return (
    <li
      aria-current={props.selected || undefined}
      className="border-b border-line has-[[data-row]:focus-visible]:outline-2 has-[[data-row]:focus-visible]:-outline-offset-2 has-[[data-row]:focus-visible]:outline-accent"
    >
      <div className="relative flex min-h-11 items-start gap-3 px-4 py-2.5 hover:bg-hover">
        <span className="grid size-5 flex-none place-items-center text-fg-2">
          {actor ? (
            <Initials name={actor.name} />
          ) : line.automatic ? (
            <Bot aria-hidden className="icon-small" />
          ) : (
            <Initials name={actorOf(line)} />
          )}
        </span>
        <div className="min-w-0 flex-1">
          {count > 1 ? (
            <button
              type="button"
              data-row={id}
              aria-expanded={open}
              onFocus={props.onSelect}
              onClick={() => setOpen(!open)}
              className={cx(TITLE, 'flex max-w-full items-start gap-1 text-left')}
            >
              <span className="min-w-0 wrap-anywhere">{sentence}</span>
              <ChevronDown aria-hidden className={cx('icon-small mt-0.5 flex-none text-fg-3', open && 'rotate-180')} />
            </button>
          ) : place ? (
            <Link
              to={place.to}
              {...(place.params && { params: place.params })}
              {...(place.search && { search: place.search })}
              data-row={id}
              onFocus={props.onSelect}
              className={cx(TITLE, 'wrap-anywhere')}
            >
              {sentence}
            </Link>
          ) : (
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keys walk to rows that lead nowhere, too
            <span tabIndex={0} data-row={id} onFocus={props.onSelect} className={cx(TITLE, 'wrap-anywhere')}>
              {sentence}
            </span>
          )}
          {detail !== '' && !open && <p className="line-clamp-2 text-s text-fg-2 wrap-anywhere">{detail}</p>}
        </div>
        <div className="flex flex-none items-start gap-2 max-md:flex-col max-md:items-end max-md:gap-1">
          <time dateTime={line.at} className="text-s leading-5 text-fg-2 tabular-nums">
            {formatInZone(line.at, 'HH:mm', zone)}
          </time>
          <span className="flex justify-end md:w-28">
            <RowEnd {...props} label={sentence} />
          </span>
        </div>
      </div>
      {open && <Things line={line} />}
    </li>
  )
}

/** Undo, or the versions of a text, or why there is neither. */
function RowEnd({ line, onUndo, undoing, ofRecord, label }: Props & { label: string }) {
  const { noun, verb, things, undo } = line
  if (undo === 'ready')
    return (
      <Button look="quiet" className={END_BUTTON} aria-label={`Rückgängig: ${label}`} busy={undoing} onClick={onUndo}>
        Rückgängig
      </Button>
    )
  if (undo === 'changed') return <span className="text-s leading-5 text-fg-2">Seither geändert</span>
  const [thing] = things
  const isWritten = (noun === 'articles' || noun === 'pages') && (verb === 'edited' || verb === 'renewed')
  if (!isWritten || ofRecord || line.count !== 1 || thing?.now !== 'there') return null
  return (
    <ButtonLink
      look="quiet"
      to={noun === 'pages' ? '/admin/pages/$id' : '/admin/articles/$id'}
      params={{ id: thing.id }}
      search={{ ansicht: 'fassungen' }}
      aria-label={`Fassungen von ${thing.title || 'Ohne Titel'}`}
      className={END_BUTTON}
    >
      Fassungen
    </ButtonLink>
  )
}

/** How many times, for when, or which records. */
function detailOf({ noun, count, things, begun_at, at, verb }: ActivityLine, zone: string): string {
  const [thing] = things
  if (!thing) return ''
  if (count > 1) {
    const titles = things.map(({ title }) => title || 'Ohne Titel').join('; ')
    return count > things.length ? `${titles} und ${(count - things.length).toLocaleString('de')} weitere` : titles
  }
  // Issues are sent half a minute later where no moment was given.
  if (verb === 'scheduled' && noun !== 'issues')
    return thing.planned_for === null
      ? 'Ohne Termin'
      : `für ${formatInZone(thing.planned_for, "EEEEEE, d. MMMM yyyy, HH:mm 'Uhr'", zone)}`
  if (thing.times < 2) return ''
  const since = formatInZone(begun_at, 'HH:mm', zone)
  const until = formatInZone(at, 'HH:mm', zone)
  return `${thing.times.toLocaleString('de')}-mal${since === until ? '' : `, seit ${since}`}`
}

/** Every record of a line of many. */
function Things({ line }: { line: ActivityLine }) {
  const all = useQuery({ ...activityThingsQuery(useApi(), line.id), enabled: line.count > ACTIVITY_TITLES })
  const things: readonly ActivityThing[] = all.data?.items ?? line.things
  return (
    <ul aria-label="Betroffen" className="grid gap-1 pr-4 pb-3 pl-12">
      {things.map((thing) => {
        const place = placeOfThing(line.noun, thing)
        const title = thing.title || 'Ohne Titel'
        return (
          <li key={thing.id} className="text-s wrap-anywhere">
            {place ? (
              <Link
                to={place.to}
                {...(place.params && { params: place.params })}
                {...(place.search && { search: place.search })}
                className="text-fg-2 underline decoration-line-control underline-offset-3 hover:text-fg"
              >
                {title}
              </Link>
            ) : (
              <span className="text-fg-2">{title}</span>
            )}
          </li>
        )
      })}
      {all.isError && (
        <li role="alert" className="text-s text-danger">
          {faultSentence(all.error)}
        </li>
      )}
    </ul>
  )
}
