import { ChevronDown, ChevronRight, ChevronUp } from 'lucide-react'
import { useState } from 'react'
import { iconButtonClass } from '../../ui/icon-button.tsx'
import { StatusText } from '../../ui/status-badge.tsx'
import { Badge } from './badge.tsx'
import type { Entry } from './entries.ts'

type TrayProps = {
  entries: Entry[]
  openKey: string | null
  onOpenEntry: (entry: Entry, anchor: HTMLElement) => void
}

/** Scheduled articles without a date (RUL-3): from here they are dragged onto a day. */
export function Tray({ entries, openKey, onOpenEntry }: TrayProps) {
  const [folded, setFolded] = useState(false)
  if (entries.length === 0) return null
  return (
    <section
      aria-label="Ohne Termin"
      className="mb-2 flex min-h-10 flex-none items-start gap-2 rounded-control border border-dashed border-line-strong py-0.75 pr-1 pl-3"
    >
      <h2 className="mr-1 text-s/8 font-medium whitespace-nowrap text-fg-2">
        Ohne Termin
        <span className="ml-1.5 font-normal text-fg-3 tabular-nums">{entries.length}</span>
      </h2>
      <div className="flex min-w-0 flex-1 flex-wrap gap-2 py-1.25">
        {!folded &&
          entries.map((entry) => (
            <Badge
              key={entry.id}
              entry={entry}
              open={openKey === entry.id}
              time="ohne Termin"
              worded
              onOpen={onOpenEntry}
            />
          ))}
      </div>
      <span className="hidden text-xs/8 whitespace-nowrap text-fg-3 lg:inline">
        Auf einen Tag ziehen, um einen Termin zu setzen
      </span>
      <button
        type="button"
        aria-label={folded ? 'Ablage öffnen' : 'Ablage schließen'}
        aria-expanded={!folded}
        onClick={() => setFolded(!folded)}
        className={iconButtonClass()}
      >
        {folded ? <ChevronDown aria-hidden /> : <ChevronUp aria-hidden />}
      </button>
    </section>
  )
}

/** The tray under 768 px: one row that opens. */
export function TrayRow({ entries, onOpenEntry }: TrayProps) {
  const [open, setOpen] = useState(false)
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
      {open && (
        <ul className="px-1 pb-1">
          {entries.map((entry) => (
            <li key={entry.id}>
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
