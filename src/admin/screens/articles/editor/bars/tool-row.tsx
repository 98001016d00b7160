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
import { cx } from '../../../../lib/class-names.ts'
import { iconButtonClass } from '../../../../ui/icon-button.tsx'
import { Toolbar } from '../../../../ui/toolbar.tsx'
import { Tooltip } from '../../../../ui/tooltip.tsx'
import type { TextTool } from '../../../../writing/surface/writing-surface.ts'

type Tool = { tool: TextTool | 'image'; label: string; shortcut?: string; icon: LucideIcon; only?: 'wide' | 'narrow' }

const TOOLS: Tool[] = [
  { tool: 'strong', label: 'Fett', shortcut: 'Strg B', icon: Bold },
  { tool: 'emphasis', label: 'Kursiv', shortcut: 'Strg I', icon: Italic },
  { tool: 'heading', label: 'Überschrift', shortcut: 'Strg Umschalt H', icon: Heading2 },
  { tool: 'list', label: 'Liste', shortcut: 'Strg Umschalt 8', icon: List },
  { tool: 'tasks', label: 'Aufgaben', shortcut: 'Strg Umschalt 9', icon: ListTodo, only: 'wide' },
  { tool: 'link', label: 'Link', shortcut: 'Strg K', icon: Link },
  { tool: 'quote', label: 'Zitat', shortcut: 'Strg Umschalt .', icon: TextQuote },
  { tool: 'code', label: 'Code', shortcut: 'Strg E', icon: Code, only: 'wide' },
  { tool: 'image', label: 'Bild einfügen', icon: Image },
  { tool: 'undo', label: 'Rückgängig', icon: Undo2, only: 'narrow' },
]

type Props = { narrow: boolean; onTool: (tool: TextTool) => void; onImage: () => void }

/** Eight tools of 44 px above the keyboard of a phone (docs/look.md rule 23). */
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

/** Tools for the text, for the toolbar around them. */
export function TextTools({ narrow, onTool, onImage }: Props) {
  return TOOLS.filter(({ only }) => only !== (narrow ? 'wide' : 'narrow')).map(
    ({ tool, label, shortcut, icon: Icon }) => (
      <Tooltip key={tool} label={label} shortcut={shortcut} side="top">
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
    ),
  )
}
