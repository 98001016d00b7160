import { Bold, Heading2, Image, Italic, Link, List, TextQuote, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { iconButtonClass } from '../../../ui/icon-button.tsx'
import type { TextTool } from './text/markdown-editor.tsx'

const TOOLS: { tool: TextTool; label: string; icon: ReactNode }[] = [
  { tool: 'strong', label: 'Fett', icon: <Bold aria-hidden /> },
  { tool: 'emphasis', label: 'Kursiv', icon: <Italic aria-hidden /> },
  { tool: 'heading', label: 'Überschrift', icon: <Heading2 aria-hidden /> },
  { tool: 'list', label: 'Liste', icon: <List aria-hidden /> },
  { tool: 'link', label: 'Link', icon: <Link aria-hidden /> },
  { tool: 'quote', label: 'Zitat', icon: <TextQuote aria-hidden /> },
]

function Tool({ label, onPress, children }: { label: string; onPress: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={label}
      // The text keeps the focus, and with it the on-screen keyboard.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
      className={iconButtonClass({ className: 'text-fg! [&>svg]:size-4.5' })}
    >
      {children}
    </button>
  )
}

/** Eight tools of 44 px above the keyboard when narrow (look/README.md, rule 23). */
export function ToolRow({ onTool, onImage }: { onTool: (tool: TextTool) => void; onImage: () => void }) {
  return (
    <div
      role="toolbar"
      aria-label="Textwerkzeuge"
      className="flex h-12 flex-none items-center justify-between border-t border-line bg-surface px-1"
    >
      {TOOLS.map(({ tool, label, icon }) => (
        <Tool key={tool} label={label} onPress={() => onTool(tool)}>
          {icon}
        </Tool>
      ))}
      <Tool label="Bild einfügen" onPress={onImage}>
        <Image aria-hidden />
      </Tool>
      <Tool label="Rückgängig" onPress={() => onTool('undo')}>
        <Undo2 aria-hidden />
      </Tool>
    </div>
  )
}
