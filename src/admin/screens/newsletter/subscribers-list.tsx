import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { SearchX, Users } from 'lucide-react'
import type { Subscriber } from '../../../contract/newsletter.ts'
import { RHYTHM_WORDS, SUBSCRIBER_STATES, SUBSCRIBER_WORDS, type SubscriberState } from '../../../rules/newsletter.ts'
import { useApi } from '../../data/api-context.tsx'
import { subscriberQuery, subscribersQuery } from '../../data/newsletter.ts'
import { itemsOf } from '../../data/pages.ts'
import { useSiteZone } from '../../data/settings.ts'
import { cx } from '../../lib/class-names.ts'
import { formatInZone } from '../../lib/dates.ts'
import { ListSearch, useListSearch } from '../../parts/list-search/list-search.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { ListBody } from '../../ui/list-body.tsx'
import { ScreenState } from '../../ui/screen-state.tsx'
import { SelectOnDemand } from '../../ui/select-on-demand.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { SubscriberPane } from './subscriber-pane.tsx'

const FAILED = 'Fehler beim Laden der Abonnements'
const ALL = 'alle'

export const STATE_TONES: Record<SubscriberState, string> = {
  pending: 'text-scheduled',
  active: 'text-published',
  paused: 'text-fg-2',
  left: 'text-fg-2',
  bounced: 'text-danger',
  complained: 'text-fg-2',
}

/** Subscribers, newest first; the chosen one with its proof beside the list. */
export function SubscribersList() {
  const api = useApi()
  const navigate = useNavigate()
  const address: { zustand?: string; abo?: string } = useSearch({ strict: false })
  const state = SUBSCRIBER_STATES.find((known) => known === address.zustand)
  const search = useListSearch()
  const list = useInfiniteQuery(subscribersQuery(api, { q: search.q, state }))
  const items = itemsOf(list.data)
  const counts = list.data?.pages[0]?.counts
  const chosen = useQuery({ ...subscriberQuery(api, address.abo ?? ''), enabled: address.abo !== undefined })
  const name = (change: { zustand?: string | undefined; abo?: string | undefined }) =>
    void navigate({
      to: '.',
      search: (former: object) => ({ ...former, ...change }),
      replace: true,
      resetScroll: false,
    })
  const place = items.findIndex(({ id }) => id === address.abo)
  const step = (by: number) => {
    const next = items[place + by]
    return place === -1 || !next ? null : () => name({ abo: next.id })
  }
  const fieldProps = { search, list, label: 'Adresse suchen', one: 'Abonnement', many: 'Abonnements' }
  const isNarrowed = search.q !== '' || state !== undefined
  const choices = [
    { value: ALL, label: 'Alle Zustände' },
    ...SUBSCRIBER_STATES.map((value) => ({
      value: value as string,
      label: `${SUBSCRIBER_WORDS[value]}${counts ? ` (${counts[value].toLocaleString('de')})` : ''}`,
    })),
  ]
  return (
    <div
      className={cx(
        items.length === 0 && !isNarrowed ? 'flex flex-1 flex-col' : 'w-full max-w-[880px]',
        // The pane covers nothing that the list still says.
        address.abo !== undefined && 'xl:max-w-[1336px] xl:pr-114',
      )}
    >
      {(items.length > 0 || isNarrowed) && (
        <div className="mb-2 flex flex-wrap items-center justify-end gap-2">
          <SelectOnDemand
            label="Zustand"
            labelHidden
            value={state ?? ALL}
            choices={choices}
            onChange={(value) => name({ zustand: value === ALL ? undefined : value })}
          />
          <ListSearch {...fieldProps} />
          <ListSearch {...fieldProps} narrow className="w-full" />
        </div>
      )}
      <ListBody
        list={list}
        skeleton={<SkeletonRows columns="grid grid-cols-[1fr_104px_208px_104px] gap-4" cells={4} />}
        broken={FAILED}
        failedMore="Weitere Abonnements konnten nicht geladen werden."
        nothing={
          isNarrowed ? (
            <ScreenState
              icon={SearchX}
              title="Keine Abonnements gefunden"
              sentence="Zu dieser Suche oder diesem Zustand gibt es keine Adresse."
              action={
                <Button
                  onClick={() => {
                    search.change('')
                    name({ zustand: undefined })
                  }}
                >
                  Alle zeigen
                </Button>
              }
            />
          ) : (
            <ScreenState
              icon={Users}
              title="Noch keine Abonnements"
              sentence="Leserinnen und Leser abonnieren unter /newsletter oder am Ende jedes Artikels."
              action={
                <a href="/newsletter" target="_blank" rel="noopener" className={buttonClass()}>
                  Formular ansehen
                </a>
              }
            />
          )
        }
      >
        <div
          aria-hidden
          className={cx(
            'hidden items-center gap-x-3 px-3 pb-2 text-xs text-fg-3 md:grid',
            columnsOf(address.abo !== undefined),
          )}
        >
          <span>Adresse</span>
          <span>Zustand</span>
          <span className={address.abo === undefined ? undefined : 'xl:hidden'}>Rhythmus</span>
          <span className={cx('text-right', address.abo !== undefined && 'xl:hidden')}>Seit</span>
        </div>
        <ul aria-label="Abonnements" className="border-t border-line">
          {items.map((subscriber) => (
            <SubscriberRow
              key={subscriber.id}
              subscriber={subscriber}
              isChosen={subscriber.id === address.abo}
              isBrief={address.abo !== undefined}
              onOpen={() => name({ abo: subscriber.id })}
            />
          ))}
        </ul>
      </ListBody>
      {address.abo !== undefined && chosen.data && (
        <SubscriberPane
          subscriber={chosen.data}
          onClose={() => name({ abo: undefined })}
          onPrevious={step(-1)}
          onNext={step(1)}
        />
      )}
    </div>
  )
}

/** Beside the pane, which says the rest, a row is address and state. */
const columnsOf = (isBrief: boolean) =>
  cx(
    'md:grid-cols-[minmax(0,1fr)_104px_112px_104px] lg:grid-cols-[minmax(0,1fr)_104px_208px_104px]',
    isBrief && 'xl:grid-cols-[minmax(0,1fr)_128px]',
  )

function SubscriberRow(props: { subscriber: Subscriber; isChosen: boolean; isBrief: boolean; onOpen: () => void }) {
  const { subscriber, isChosen, isBrief } = props
  const zone = useSiteZone()
  const { email, state, rhythm, is_unproven } = subscriber
  const since = subscriber.confirmed_at ?? subscriber.created_at
  return (
    <li className="border-b border-line">
      <button
        type="button"
        aria-pressed={isChosen}
        onClick={props.onOpen}
        className={cx(
          'grid min-h-11 w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 py-1.5 text-left md:px-3',
          columnsOf(isBrief),
          isChosen ? 'bg-accent-soft' : 'hover:bg-hover',
        )}
      >
        <span className="truncate font-medium">{email}</span>
        <span className={cx('text-s font-medium max-md:text-right', STATE_TONES[state])}>
          {SUBSCRIBER_WORDS[state]}
        </span>
        <span className={cx('text-s text-fg-2', isBrief && 'xl:hidden')}>
          {RHYTHM_WORDS[rhythm]}
          {is_unproven && (
            <>
              <span className="md:max-lg:hidden"> · </span>
              <span className="whitespace-nowrap md:max-lg:block">ohne Nachweis</span>
            </>
          )}
        </span>
        <time dateTime={since} className={cx('text-right text-s text-fg-2 tabular-nums', isBrief && 'xl:hidden')}>
          {formatInZone(since, 'dd. MMM yyyy', zone)}
        </time>
      </button>
    </li>
  )
}
