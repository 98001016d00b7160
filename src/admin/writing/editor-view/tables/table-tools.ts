import type { EditorView } from '@codemirror/view'
import { TABLE_COMMANDS } from './table-commands.ts'

export type TableTool =
  | 'row-above'
  | 'row-below'
  | 'column-left'
  | 'column-right'
  | 'align-left'
  | 'align-center'
  | 'align-right'
  | 'row-up'
  | 'row-down'
  | 'column-back'
  | 'column-on'
  | 'row-delete'
  | 'column-delete'
  | 'table-delete'

type Tool = { tool: TableTool; label: string; words?: string; icon: string }

const PLUS = '<path d="M5 12h14"/><path d="M12 5v14"/>'

/** Tools of the table at the cursor, in groups (docs/look.md rule 27). The icons are those of lucide. */
export const TABLE_TOOLS: Tool[][] = [
  [
    { tool: 'row-below', label: 'Zeile darunter', words: 'Zeile', icon: PLUS },
    {
      tool: 'row-above',
      label: 'Zeile darüber',
      icon: '<rect width="18" height="6" x="3" y="15" rx="1"/><path d="M12 3v8"/><path d="M8 7h8"/>',
    },
    { tool: 'column-right', label: 'Spalte rechts', words: 'Spalte', icon: PLUS },
    {
      tool: 'column-left',
      label: 'Spalte links',
      icon: '<rect width="6" height="18" x="15" y="3" rx="1"/><path d="M3 12h8"/><path d="M7 8v8"/>',
    },
  ],
  [
    {
      tool: 'align-left',
      label: 'Links ausrichten',
      icon: '<path d="M21 5H3"/><path d="M15 12H3"/><path d="M17 19H3"/>',
    },
    {
      tool: 'align-center',
      label: 'Mittig ausrichten',
      icon: '<path d="M21 5H3"/><path d="M17 12H7"/><path d="M19 19H5"/>',
    },
    {
      tool: 'align-right',
      label: 'Rechts ausrichten',
      icon: '<path d="M21 5H3"/><path d="M21 12H9"/><path d="M21 19H7"/>',
    },
  ],
  [
    { tool: 'row-up', label: 'Zeile nach oben', icon: '<path d="m5 12 7-7 7 7"/><path d="M12 19V5"/>' },
    { tool: 'row-down', label: 'Zeile nach unten', icon: '<path d="M12 5v14"/><path d="m19 12-7 7-7-7"/>' },
    { tool: 'column-back', label: 'Spalte nach links', icon: '<path d="m12 19-7-7 7-7"/><path d="M19 12H5"/>' },
    { tool: 'column-on', label: 'Spalte nach rechts', icon: '<path d="M5 12h14"/><path d="m12 5 7 7-7 7"/>' },
    {
      tool: 'row-delete',
      label: 'Zeile löschen',
      icon: '<rect width="18" height="6" x="3" y="9" rx="1"/><path d="m9 19 6 3M15 19l-6 3"/>',
    },
    {
      tool: 'column-delete',
      label: 'Spalte löschen',
      icon: '<rect width="6" height="18" x="9" y="3" rx="1"/><path d="m19 9 3 6M22 9l-3 6"/>',
    },
  ],
  [
    {
      tool: 'table-delete',
      label: 'Tabelle löschen',
      icon: '<path d="M10 11v6"/><path d="M14 11v6"/><path d="M19 6v14a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V6"/><path d="M3 6h18"/><path d="M8 6V4a2 2 0 0 1 2-2h4a2 2 0 0 1 2 2v2"/>',
    },
  ],
]

/** Runs a tool on the table at the cursor as one undo step. */
export function runTableTool(view: EditorView, tool: TableTool): void {
  const { state } = view
  const { head } = state.selection.main
  const spec = TABLE_COMMANDS.find(({ id }) => id === tool)?.run(state, head, head)
  if (spec) view.dispatch({ ...spec, userEvent: 'input', scrollIntoView: true })
}
