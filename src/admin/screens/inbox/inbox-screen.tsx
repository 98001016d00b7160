import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { CircleAlert, Inbox, ListFilter, Rss } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useOffers } from '../../actions/offers.ts'
import type { InboxItem, InboxStatus } from '../../../contract/inbox.ts'
import { INBOX_STATUSES } from '../../../rules/collecting.ts'
import { useApi } from '../../data/api-context.tsx'
import { inboxCountsQuery, inboxItemQuery, inboxListQuery, useWaitingEntries } from '../../data/inbox.ts'
import { itemsOf } from '../../data/pages.ts'
import { useMay } from '../../data/role.ts'
import { fetchStateQuery } from '../../data/subscriptions.ts'
import { useUnsavedTexts } from '../../data/use-draft-form.ts'
import { useMedia } from '../../lib/use-media.ts'
import { useRowKeys } from '../../lib/use-row-keys.ts'
import { useSelection } from '../../lib/use-selection.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { ListBody } from '../../ui/list-body.tsx'
import { Page, TitleLine } from '../../ui/page.tsx'
import { ScreenState } from '../../ui/screen-state.tsx'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { toastsBeside } from '../../ui/toast-room.ts'
import { CaptureField } from './capture-field.tsx'
import { InboxPane } from './inbox-pane.tsx'
import { InboxRows, InboxSkeleton } from './inbox-rows.tsx'
import { SharedEntries } from './shared-entries.tsx'
import { useInboxActions, entryOffers } from './use-inbox-actions.ts'

type Filter = InboxStatus | 'all'

/**
 * `/admin/inbox`: all captured entries, newest first. The chosen entry is beside the list, or in a sheet if there is no
 * room.
 */
export function InboxScreen() {
  const api = useApi()
  const navigate = useNavigate()
  const search: { status?: string; eintrag?: string } = useSearch({ strict: false })
  const status = INBOX_STATUSES.find((known) => known === search.status)
  const list = useInfiniteQuery(inboxListQuery(api, status))
  const counts = useQuery(inboxCountsQuery(api)).data
  const there = itemsOf(list.data)
  const waiting = useWaitingEntries(there)
  const items = status === 'processed' ? there : [...waiting, ...there]
  const wide = useMedia('(min-width: 1280px)')
  const now = useMinute()
  const rows = useRef<HTMLUListElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const unsaved = useUnsavedTexts('inbox-note')
  const [sheetOpen, setSheetOpen] = useState(search.eintrag !== undefined)
  const { selected: chosen, choose } = useSelection(items, rows)
  const named = useNamed(search.eintrag, items, list.isSuccess)
  const selected = named ?? chosen
  const actions = useInboxActions()
  useOffers({
    'inbox.open': () => field.current?.focus(),
    ...(selected && entryOffers(selected, actions)),
  })

  const name = (eintrag: string | undefined) =>
    void navigate({ to: '.', search: (former: object) => ({ ...former, eintrag }), replace: true, resetScroll: false })
  const select = (id: string) => {
    choose(id)
    if (named) name(undefined)
  }
  useRowKeys(rows, { onStep: select })
  const open = (item: Pick<InboxItem, 'id'>) => {
    name(item.id)
    setSheetOpen(!wide)
  }
  const show = (next: Filter) =>
    void navigate({ to: '.', search: next === 'all' ? {} : { status: next }, replace: true })
  const filter = (
    <SegmentedFilter<Filter>
      label="Status"
      value={status ?? 'all'}
      onChange={show}
      segments={[
        { value: 'all', label: 'Alle' },
        { value: 'open', label: 'Offen', count: counts?.open },
        { value: 'processed', label: 'Erledigt' },
      ]}
    />
  )
  return (
    <Page title="Inbox">
      <TitleLine wraps title="Inbox" aside={<div className="hidden md:block">{filter}</div>}>
        <span aria-hidden className="hidden items-center gap-2 text-s text-fg-2 xl:flex">
          <Kbd>J</Kbd> <Kbd>K</Kbd> bewegen <Kbd>E</Kbd> erledigen
        </span>
        <FeedsLink />
      </TitleLine>
      <div className="flex flex-1 items-start gap-8">
        <div className="flex min-w-0 flex-1 flex-col self-stretch">
          <SharedEntries field={field} />
          <CaptureField ref={field} now={now} onOpen={open} />
          <div className="mb-1 md:hidden">{filter}</div>
          <ListBody
            list={list}
            more={items.length > 0}
            skeleton={<InboxSkeleton />}
            failedMore="Weitere Einträge konnten nicht geladen werden."
            nothing={
              <Nothing
                filtered={status !== undefined}
                onShowAll={() => show('all')}
                onAdd={() => field.current?.focus()}
              />
            }
          >
            <InboxRows
              items={items}
              selectedId={wide ? (selected?.id ?? null) : null}
              stopId={wide ? ((items.find(({ id }) => id === selected?.id) ?? chosen)?.id ?? null) : null}
              now={now}
              list={rows}
              actions={actions}
              onSelect={({ id }) => {
                select(id)
                setSheetOpen(!wide)
              }}
              onFocus={({ id }) => {
                // Beside the pane, Tab passes the list without selecting: only arrows and a press do.
                if (!wide) select(id)
              }}
            />
          </ListBody>
        </div>
        {wide && selected && (
          <aside
            ref={toastsBeside}
            aria-label="Ausgewählter Eintrag"
            className="sticky top-[calc(var(--header)+20px)] max-h-[calc(100dvh-var(--header)-40px)] w-90 flex-none overflow-y-auto"
          >
            <InboxPane item={selected} now={now} actions={actions} unsaved={unsaved} />
          </aside>
        )}
      </div>
      {!wide && (
        <Dialog
          open={sheetOpen && selected !== null}
          onClose={() => {
            setSheetOpen(false)
            if (named) name(undefined)
          }}
          title={selected?.title}
        >
          {selected && (
            <InboxPane
              inSheet
              item={selected}
              now={now}
              actions={actions}
              unsaved={unsaved}
              onDone={() => setSheetOpen(false)}
            />
          )}
        </Dialog>
      )}
      {actions.dialog}
    </Page>
  )
}

/** The entry named in the URL: from the list, else fetched; null if there is none. */
function useNamed(id: string | undefined, items: InboxItem[], listed: boolean): InboxItem | null {
  const inList = items.find((item) => item.id === id)
  const asked = useQuery({
    ...inboxItemQuery(useApi(), id ?? ''),
    enabled: id !== undefined && listed && !inList,
    retry: false,
  })
  if (id === undefined) return null
  return inList ?? (asked.data?.id === id && !asked.isError ? asked.data : null)
}

/** The current minute, so that „vor 20 Min.“ stays correct. */
function useMinute(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

function Nothing(props: { filtered: boolean; onShowAll: () => void; onAdd: () => void }) {
  return props.filtered ? (
    <ScreenState
      icon={ListFilter}
      title="Keine Einträge in der Inbox"
      sentence="Mit diesem Status gibt es keinen Eintrag."
      action={<Button onClick={props.onShowAll}>Alle Einträge zeigen</Button>}
    />
  ) : (
    <ScreenState
      icon={Inbox}
      title="Keine Einträge in der Inbox"
      sentence="Hier landen Gedanken und Fundstücke, bis Sie Zeit für sie haben."
      action={<Button onClick={props.onAdd}>Idee festhalten</Button>}
    />
  )
}

/** Leads to the feeds that fill the inbox, and says when one of them cannot be read. Empty without feeds. */
function FeedsLink() {
  const { data } = useQuery({ ...fetchStateQuery(useApi(), undefined), enabled: useMay('texts.others') })
  if (!data?.feeds) return null
  const { broken } = data
  return (
    <ButtonLink to="/admin/integrations" search={{ tab: 'rss' }} look="quiet" icon={<Rss aria-hidden />}>
      Feeds
      {broken > 0 && (
        <span className="inline-flex items-center gap-1 text-scheduled">
          <CircleAlert aria-hidden className="icon-small" />
          {broken.toLocaleString('de')} mit Fehler
        </span>
      )}
    </ButtonLink>
  )
}
