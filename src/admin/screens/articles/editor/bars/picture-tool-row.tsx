import { Check, Code, Images, Replace, SquareSplitHorizontal, Trash2, type LucideIcon } from 'lucide-react'
import { Toolbar } from '../../../../ui/toolbar.tsx'
import type { AtPicture } from '../../../../writing/editor-view/pictures/picture-blocks.ts'
import type { PictureTool } from '../../../../writing/editor-view/pictures/picture-tools.ts'

type Tool = { tool: PictureTool; label: string; words: string; icon: LucideIcon; off?: boolean }

function toolsAt({ joins, gallery, markdown }: AtPicture): Tool[] {
  return [
    { tool: 'replace', label: 'Bild ersetzen', words: 'Ersetzen', icon: Replace },
    gallery
      ? { tool: 'separate', label: 'Einzeln, aus der Galerie', words: 'Einzeln', icon: SquareSplitHorizontal }
      : { tool: 'join', label: 'Mit vorigem zur Galerie', words: 'Zur Galerie', icon: Images, off: !joins },
    { tool: 'remove', label: 'Bild entfernen', words: 'Entfernen', icon: Trash2 },
    { tool: 'markdown', label: 'Als Markdown bearbeiten', words: 'Markdown', icon: Code, off: markdown },
    { tool: 'behind', label: 'Fertig', words: 'Fertig', icon: Check },
  ]
}

type Props = { at: AtPicture; onTool: (tool: PictureTool) => void }

/** Five worded keys above a phone's keyboard while the cursor is at a picture (docs/look.md rule 26). */
export function PictureToolRow({ at, onTool }: Props) {
  return (
    <Toolbar
      atFoot
      label="Bildwerkzeuge"
      className="grid h-14 flex-none grid-cols-5 border-t border-line bg-surface px-1"
    >
      {toolsAt(at).map(({ tool, label, words, icon: Icon, off }) => (
        <button
          key={tool}
          type="button"
          aria-label={label}
          disabled={off}
          // The field or the text keeps the focus, and with it the on-screen keyboard.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onTool(tool)}
          className="grid min-w-0 content-center justify-items-center gap-1 rounded-control text-xs disabled:text-fg-3 [&>svg]:size-4.5"
        >
          <Icon aria-hidden />
          <span className="max-w-full truncate">{words}</span>
        </button>
      ))}
    </Toolbar>
  )
}
