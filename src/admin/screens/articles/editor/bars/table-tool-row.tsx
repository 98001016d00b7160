import {
  ArrowDown,
  ArrowUp,
  BetweenHorizontalEnd,
  BetweenVerticalEnd,
  Ellipsis,
  Pilcrow,
  Trash2,
  type LucideIcon,
} from 'lucide-react'
import { iconButtonClass } from '../../../../ui/icon-button.tsx'
import { Toolbar } from '../../../../ui/toolbar.tsx'
import type { TableTool } from '../../../../writing/editor-view/tables/table-tools.ts'

const TOOLS: { tool: TableTool | 'behind' | 'more'; label: string; icon: LucideIcon }[] = [
  { tool: 'behind', label: 'Darunter weiterschreiben', icon: Pilcrow },
  { tool: 'row-below', label: 'Zeile darunter', icon: BetweenHorizontalEnd },
  { tool: 'column-right', label: 'Spalte rechts', icon: BetweenVerticalEnd },
  { tool: 'row-up', label: 'Zeile nach oben', icon: ArrowUp },
  { tool: 'row-down', label: 'Zeile nach unten', icon: ArrowDown },
  { tool: 'row-delete', label: 'Zeile löschen', icon: Trash2 },
  // Alignment, columns and rarer commands.
  { tool: 'more', label: 'Weitere Tabellenbefehle', icon: Ellipsis },
]

/** Toolbar above a phone's keyboard while the cursor is in a table (docs/look.md rules 26 and 27). */
export function TableToolRow({ onTool }: { onTool: (tool: TableTool | 'behind' | 'more') => void }) {
  return (
    <Toolbar
      atFoot
      label="Tabellenwerkzeuge"
      className="flex h-12 flex-none items-center justify-between border-t border-line bg-surface px-1"
    >
      {TOOLS.map(({ tool, label, icon: Icon }) => (
        <button
          key={tool}
          type="button"
          aria-label={label}
          title={label}
          // The text keeps the focus, and with it the on-screen keyboard.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTool(tool)}
          className={iconButtonClass({ className: 'min-w-0 shrink! text-fg! [&>svg]:size-4.5' })}
        >
          <Icon aria-hidden />
        </button>
      ))}
    </Toolbar>
  )
}
