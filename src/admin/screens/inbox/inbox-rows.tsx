import { Check, EllipsisVertical, ExternalLink, Trash2 } from 'lucide-react'
import type { RefObject } from 'react'
import type { InboxItem } from '../../../contract/inbox.ts'
import { shortcutOf } from '../../actions/keys.ts'
import { useSiteZone } from '../../data/settings.ts'
import { cx } from '../../lib/class-names.ts'
import { IconButton, iconButtonClass } from '../../ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx'
import { Delayed, SkeletonBar } from '../../ui/skeleton.tsx'
import { capturedAt, capturedTime } from './captured-time.ts'
import { originOf, TARGETS, targetsOf, TYPE_ICONS } from './inbox-words.tsx'
import type { InboxActions } from './use-inbox-actions.ts'
import { quoted } from '../../../rules/quoted.ts'

type RowsProps = {
  items: InboxItem[]
  selectedId: string | null
  /** The one row in the tab order, followed by the pane; null if all rows are in it. */
  stopId: string | null
  now: Date
  list: RefObject<HTMLUListElement | null>
  actions: InboxActions
  onSelect: (item: InboxItem) => void
  onFocus: (item: InboxItem) => void
}

/** The entries, 56 px each. Processed ones use the third grey (docs/look.md rule 3). */
export function InboxRows({ items, list, ...rest }: RowsProps) {
  return (
    <ul ref={list} aria-label="Einträge" className="-mx-4 md:-mx-3">
      {items.map((item) => (
        <Row key={item.id} item={item} {...rest} />
      ))}
    </ul>
  )
}

function Row(props: Omit<RowsProps, 'items' | 'list'> & { item: InboxItem }) {
  const { item, selectedId, stopId, now, actions, onSelect, onFocus } = props
  const zone = useSiteZone()
  const Icon = TYPE_ICONS[item.type]
  const done = item.status === 'processed'
  const selected = item.id === selectedId
  const tabIndex = stopId === null || item.id === stopId ? 0 : -1
  return (
    <li
      data-status={item.status}
      className={cx(
        'group relative flex min-h-16 items-center gap-2 py-2 pr-1 pl-2 md:min-h-14 md:gap-3 md:rounded-control md:px-3 md:py-1.5',
        'after:absolute after:right-0 after:bottom-0 after:left-14 after:h-px after:bg-line md:after:inset-x-3',
        selected ? 'md:bg-accent-soft' : 'md:hover:bg-hover',
        'has-[[data-row]:active]:bg-pressed',
        'has-[[data-row]:focus-visible]:z-2 has-[[data-row]:focus-visible]:rounded-control has-[[data-row]:focus-visible]:outline-2 has-[[data-row]:focus-visible]:outline-offset-2 has-[[data-row]:focus-visible]:outline-accent max-md:has-[[data-row]:focus-visible]:-outline-offset-2',
      )}
    >
      <Tick item={item} tabIndex={tabIndex} onToggle={() => actions.toggle(item)} />
      <Icon aria-hidden className="text-fg-3 max-md:hidden" />
      <div className="min-w-0 flex-1">
        <button
          type="button"
          data-row={item.id}
          tabIndex={tabIndex}
          aria-current={selected ? 'true' : undefined}
          title={item.title}
          onFocus={() => onFocus(item)}
          onClick={() => onSelect(item)}
          className={cx(
            'line-clamp-2 w-full text-left font-[450] wrap-anywhere hyphens-auto outline-none before:absolute before:inset-0 md:line-clamp-1 md:break-all',
            done && 'text-fg-3',
          )}
        >
          {item.title}
        </button>
        <span className={cx('block truncate text-s', done ? 'text-fg-3' : 'text-fg-2')}>
          {done && <span className="font-medium md:hidden">Erledigt · </span>}
          {originOf(item)}
          {item.title_pending && ' · Titel wird gelesen …'}
        </span>
      </div>
      {done && (
        <span className="inline-flex h-6 flex-none items-center gap-1.5 rounded-control bg-hover pr-2 pl-1.5 text-xs font-medium text-fg-2 max-md:hidden">
          <Check aria-hidden className="size-3! stroke-[3.6]" />
          Erledigt
        </span>
      )}
      <time
        dateTime={item.created_at}
        title={capturedAt(item.created_at, now, zone)}
        className="flex-none text-right text-s whitespace-nowrap text-fg-2 group-focus-within:md:hidden group-hover:md:hidden max-md:hidden pointer-coarse:md:hidden"
      >
        {capturedTime(item.created_at, now, zone)}
      </time>
      <RowActions item={item} tabIndex={tabIndex} actions={actions} />
      <RowMenu item={item} actions={actions} />
    </li>
  )
}

function Tick({ item, tabIndex, onToggle }: { item: InboxItem; tabIndex: 0 | -1; onToggle: () => void }) {
  const done = item.status === 'processed'
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      aria-label={`${done ? 'Wieder öffnen' : 'Als erledigt markieren'}: ${item.title}`}
      title={done ? 'Wieder öffnen' : 'Als erledigt markieren'}
      onClick={onToggle}
      className="relative z-1 grid size-11 flex-none place-items-center rounded-full md:-m-2 md:size-8.5"
    >
      <span
        className={cx(
          'grid size-4.5 place-items-center rounded-full border-[1.5px]',
          done ? 'border-published text-published' : 'border-line-control',
        )}
      >
        {done && <Check aria-hidden className="size-3! stroke-[3.6]" />}
      </span>
    </button>
  )
}

function RowActions(props: { item: InboxItem; tabIndex: 0 | -1; actions: InboxActions }) {
  const { item, tabIndex, actions } = props
  return (
    <span className="relative z-1 -mr-2 hidden gap-1 group-focus-within:md:flex group-hover:md:flex pointer-coarse:md:flex">
      {TARGETS.slice(0, 2).map((target) => (
        <IconButton
          key={target.to}
          tabIndex={tabIndex}
          label={target.action}
          shortcut={shortcutOf(target.does)}
          onClick={() => actions.convert(item, target)}
        >
          <target.icon aria-hidden />
        </IconButton>
      ))}
      {actions.mayDelete(item) && (
        <IconButton
          tabIndex={tabIndex}
          label="Eintrag löschen"
          shortcut={shortcutOf('inbox.remove')}
          onClick={() => actions.askToDelete(item)}
        >
          <Trash2 aria-hidden />
        </IconButton>
      )}
    </span>
  )
}

function RowMenu({ item, actions }: { item: InboxItem; actions: InboxActions }) {
  const { url } = item
  return (
    <span className="relative z-1 md:hidden">
      <Menu
        trigger={
          <button type="button" aria-label={`Aktionen für ${quoted(item.title)}`} className={iconButtonClass()}>
            <EllipsisVertical aria-hidden />
          </button>
        }
      >
        {url !== null && (
          <MenuItem
            icon={<ExternalLink aria-hidden />}
            onSelect={() => window.open(url, '_blank', 'noopener,noreferrer')}
          >
            Öffnen
          </MenuItem>
        )}
        {targetsOf(item).map((target) => (
          <MenuItem key={target.to} icon={<target.icon aria-hidden />} onSelect={() => actions.convert(item, target)}>
            {target.action}
          </MenuItem>
        ))}
        {actions.mayDelete(item) && <MenuSeparator />}
        {actions.mayDelete(item) && (
          <MenuItem icon={<Trash2 aria-hidden />} danger onSelect={() => actions.askToDelete(item)}>
            Löschen
          </MenuItem>
        )}
      </Menu>
    </span>
  )
}

const BARS = ['w-[62%]', 'w-[44%]', 'w-[71%]', 'w-[38%]', 'w-[56%]', 'w-[49%]']

/** Skeleton of the list, shown after 150 ms. */
export function InboxSkeleton() {
  return (
    <Delayed>
      <output className="sr-only">Lädt...</output>
      <div aria-hidden>
        {BARS.map((width) => (
          <div key={width} className="flex h-16 flex-col justify-center gap-2.5 border-b border-line pl-10 md:h-14">
            <SkeletonBar className={width} />
            <SkeletonBar className="w-24" />
          </div>
        ))}
      </div>
    </Delayed>
  )
}
