import {
  Bold,
  Code,
  Heading2,
  Image,
  Italic,
  Link,
  List,
  ListTodo,
  TextQuote,
  Undo2,
  type LucideIcon,
} from 'lucide-react'
import { shortcutOf } from '../../../../actions/keys.ts'
import type { ActionId } from '../../../../actions/registry.ts'
import { cx } from '../../../../lib/class-names.ts'
import { iconButtonClass } from '../../../../ui/icon-button.tsx'
import { Toolbar } from '../../../../ui/toolbar.tsx'
import { Tooltip } from '../../../../ui/tooltip.tsx'
import type { TextTool } from '../../../../writing/editor-view/editor-view.ts'

type Tool = { tool: TextTool | 'image'; label: string; does?: ActionId; icon: LucideIcon; only?: 'wide' | 'narrow' }

const TOOLS: Tool[] = [
  { tool: 'strong', label: 'Fett', does: 'text.bold', icon: Bold },
  { tool: 'emphasis', label: 'Kursiv', does: 'text.italic', icon: Italic },
  { tool: 'heading', label: 'Überschrift', does: 'text.heading', icon: Heading2 },
  { tool: 'list', label: 'Liste', does: 'text.list', icon: List },
  { tool: 'tasks', label: 'Aufgaben', does: 'text.tasks', icon: ListTodo, only: 'wide' },
  { tool: 'link', label: 'Link', does: 'text.link', icon: Link },
  { tool: 'quote', label: 'Zitat', does: 'text.quote', icon: TextQuote },
  { tool: 'code', label: 'Code', does: 'text.code', icon: Code, only: 'wide' },
  { tool: 'image', label: 'Bild einfügen', does: 'text.image', icon: Image },
  { tool: 'undo', label: 'Rückgängig', does: 'text.undo', icon: Undo2, only: 'narrow' },
]

/** The tools as palette actions. */
export function textOffers(
  onTool: (tool: TextTool) => void,
  onImage: () => void,
): Partial<Record<ActionId, () => void>> {
  return Object.fromEntries(
    TOOLS.flatMap(({ does, tool }) => (does ? [[does, () => (tool === 'image' ? onImage() : onTool(tool))]] : [])),
  )
}

type Props = { narrow: boolean; onTool: (tool: TextTool) => void; onImage: () => void }

/** Toolbar with eight tools of 44 px above the keyboard of a phone (docs/look.md rule 23). */
export function ToolRow(props: Omit<Props, 'narrow'>) {
  return (
    <Toolbar
      atFoot
      label="Textwerkzeuge"
      className="flex h-12 flex-none items-center justify-between border-t border-line bg-surface px-1"
    >
      <TextTools narrow {...props} />
    </Toolbar>
  )
}

/** Text tools, for use within a toolbar. */
export function TextTools({ narrow, onTool, onImage }: Props) {
  return TOOLS.filter(({ only }) => only !== (narrow ? 'wide' : 'narrow')).map(({ tool, label, does, icon: Icon }) => (
    <Tooltip key={tool} label={label} shortcut={does && shortcutOf(does)} side="top">
      <button
        type="button"
        aria-label={label}
        // The text keeps the focus, and with it the on-screen keyboard.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => (tool === 'image' ? onImage() : onTool(tool))}
        className={iconButtonClass({ className: cx(narrow && 'min-w-0 shrink! text-fg! [&>svg]:size-4.5') })}
      >
        <Icon aria-hidden />
      </button>
    </Tooltip>
  ))
}
