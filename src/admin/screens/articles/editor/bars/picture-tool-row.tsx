import { Accessibility, Captions, Pilcrow, Replace, Trash2, Undo2, type LucideIcon } from 'lucide-react'
import { iconButtonClass } from '../../../../ui/icon-button.tsx'
import { Toolbar } from '../../../../ui/toolbar.tsx'
import type { PictureTool } from '../../../../writing/editor-view/pictures/picture-tools.ts'

const TOOLS: { tool: PictureTool | 'undo'; label: string; icon: LucideIcon }[] = [
  { tool: 'behind', label: 'Darunter weiterschreiben', icon: Pilcrow },
  { tool: 'caption', label: 'Bildunterschrift', icon: Captions },
  { tool: 'alt', label: 'Alternativtext', icon: Accessibility },
  { tool: 'replace', label: 'Bild ersetzen', icon: Replace },
  { tool: 'remove', label: 'Bild entfernen', icon: Trash2 },
  { tool: 'undo', label: 'Rückgängig', icon: Undo2 },
]

type Props = { onTool: (tool: PictureTool) => void; onUndo: () => void }

/** Toolbar above a phone's keyboard while the cursor is at a picture (docs/look.md rule 26). */
export function PictureToolRow({ onTool, onUndo }: Props) {
  return (
    <Toolbar
      atFoot
      label="Bildwerkzeuge"
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
          onClick={() => (tool === 'undo' ? onUndo() : onTool(tool))}
          className={iconButtonClass({ className: 'text-fg! [&>svg]:size-4.5' })}
        >
          <Icon aria-hidden />
        </button>
      ))}
    </Toolbar>
  )
}
