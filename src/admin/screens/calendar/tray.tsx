import { ChevronDown, ChevronRight, ChevronUp } from 'lucide-react'
import { useState } from 'react'
import { hasTerms, searchableText, searchTerms } from '../../../rules/search-text.ts'
import { cx } from '../../lib/class-names.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { iconButtonClass } from '../../ui/icon-button.tsx'
import { StatusText } from '../../ui/status-badge.tsx'
import { Badge } from './badge.tsx'
import type { Entry } from './entries.ts'
import { useEntryRights } from './use-entry-rights.ts'

type TrayProps = {
  entries: Entry[]
  openKey: string | null
  onOpenEntry: (entry: Entry, anchor: HTMLElement) => void
}

/** From this number on the tray can be searched; beyond the second number the rest is only counted. */
const SEARCHED_FROM = 5
const MOST = 24

function useTraySearch(entries: Entry[]) {
  const [words, setWords] = useState('')
  const terms = searchTerms(words)
  const found = words.trim() === '' ? entries : entries.filter(({ title }) => hasTerms(searchableText(title), terms))
  const field =
    entries.length >= SEARCHED_FROM ? (
      <SearchField
        label="Ohne Termin suchen"
        value={words}
        onChange={setWords}
        found={`${found.length} gefunden`}
        className="md:w-52 md:flex-none"
      />
    ) : null
  const rest = found.length > MOST ? `${(found.length - MOST).toLocaleString('de')} weitere` : null
  return { field, shown: found.slice(0, MOST), note: found.length === 0 ? 'Kein Artikel mit diesen Wörtern.' : rest }
}

/** Scheduled articles without a date (RUL-3). They are dragged onto a day. */
export function Tray({ entries, openKey, onOpenEntry }: TrayProps) {
  const [folded, setFolded] = useState(false)
  const { mayPlan } = useEntryRights()
  const { field, shown, note } = useTraySearch(entries)
  if (entries.length === 0) return null
  return (
    <section
      aria-label="Ohne Termin"
      className="mb-2 flex min-h-10 flex-none flex-wrap items-start gap-x-2 rounded-control border border-dashed border-line-strong py-0.75 pr-1 pl-3 print:hidden"
    >
      <h2 className="mr-1 text-s/8 font-medium whitespace-nowrap text-fg-2">
        Ohne Termin
        <span className="ml-1.5 font-normal text-fg-3 tabular-nums">{entries.length}</span>
      </h2>
      {/* A searchable tray has a line per entry. */}
      <div className={cx('flex min-w-0 flex-wrap gap-2 py-1.25', field ? 'order-last w-full' : 'flex-1')}>
        {!folded &&
          shown.map((entry) => (
            <Badge
              key={entry.key}
              entry={entry}
              open={openKey === entry.key}
              time="ohne Termin"
              worded
              onOpen={onOpenEntry}
            />
          ))}
        {!folded && note && <p className="text-xs/6 text-fg-2">{note}</p>}
      </div>
      <div className="ml-auto flex min-w-0 items-start gap-2">
        {mayPlan && (
          <span className="hidden text-xs/8 whitespace-nowrap text-fg-3 lg:inline">
            Auf einen Tag ziehen, um einen Termin zu setzen
          </span>
        )}
        {!folded && field}
        <button
          type="button"
          aria-label={folded ? 'Ablage öffnen' : 'Ablage schließen'}
          aria-expanded={!folded}
          onClick={() => setFolded(!folded)}
          className={iconButtonClass()}
        >
          {folded ? <ChevronDown aria-hidden /> : <ChevronUp aria-hidden />}
        </button>
      </div>
    </section>
  )
}

/** The tray under 768 px: one row that expands. */
export function TrayRow({ entries, onOpenEntry }: TrayProps) {
  const [open, setOpen] = useState(false)
  const { field, shown, note } = useTraySearch(entries)
  if (entries.length === 0) return null
  return (
    <section aria-label="Ohne Termin" className="mt-2 mb-1 rounded-card border border-dashed border-line-strong">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex h-11 w-full items-center gap-2 px-3 text-left"
      >
        <span className="flex-1">Ohne Termin</span>
        <span className="text-fg-2 tabular-nums">{entries.length}</span>
        {open ? <ChevronDown aria-hidden /> : <ChevronRight aria-hidden />}
      </button>
      {open && field && <div className="px-2 pb-1">{field}</div>}
      {open && note && <p className="px-3 py-2 text-s text-fg-2">{note}</p>}
      {open && (
        <ul className="px-1 pb-1">
          {shown.map((entry) => (
            <li key={entry.key}>
              <button
                type="button"
                onClick={(event) => onOpenEntry(entry, event.currentTarget)}
                className="flex min-h-11 w-full items-center gap-3 rounded-control px-2 text-left"
              >
                <span className="min-w-0 flex-1 truncate">{entry.title}</span>
                <StatusText state={entry.state} className="flex-none text-xs" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
