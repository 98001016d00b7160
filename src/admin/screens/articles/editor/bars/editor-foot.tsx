import { Columns2, Focus, ListTree } from 'lucide-react'
import { useEffect, useState } from 'react'
import { shortcutOf } from '../../../../actions/keys.ts'
import { IconButton, iconButtonClass } from '../../../../ui/icon-button.tsx'
import { Kbd } from '../../../../ui/kbd.tsx'
import { Menu, MenuItem } from '../../../../ui/menu.tsx'
import { toastsAbove } from '../../../../ui/toast-room.ts'
import { Toolbar } from '../../../../ui/toolbar.tsx'
import { measureText } from './text-measure.ts'
import type { TextHeading } from '../../../../writing/editor-view/markdown/headings.ts'
import type { TextEditorView } from '../../../../writing/editor-view/editor-view.ts'
import type { WritingViews } from '../state/use-writing-views.ts'
import { TextTools } from './tool-row.tsx'

const PAUSE_MS = 300

type Props = {
  edits: number
  views: WritingViews
  editorView: TextEditorView
  onImage: () => void
  onHeading: (heading: TextHeading) => void
}

/** The footer, 40 px: words and reading time, tools, and views. Hidden when narrow. */
export function EditorFoot(props: Props) {
  const { edits, views, editorView } = props
  const [measure, setMeasure] = useState<{ words: number; minutes: number } | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setMeasure(measureText(editorView.read())), edits === 0 ? 0 : PAUSE_MS)
    return () => clearTimeout(timer)
  }, [edits, editorView])
  return (
    <div ref={toastsAbove} className="@container relative flex-none">
      <span
        aria-hidden
        className="pointer-events-none absolute inset-x-0 bottom-10 h-12 bg-linear-to-b from-transparent to-page"
      />
      <div className="relative flex h-10 items-center gap-4 bg-page pr-3 pl-5 text-xs text-fg-3 tabular-nums">
        {/* Items that do not fit wrap out of sight. */}
        <span className="flex h-4 min-w-0 flex-1 flex-wrap gap-x-4 overflow-hidden whitespace-nowrap">
          {measure && <span>{measure.words === 1 ? '1 Wort' : `${measure.words.toLocaleString('de')} Wörter`}</span>}
          {measure && measure.words > 0 && <span>{measure.minutes} Min. Lesezeit</span>}
        </span>
        <Toolbar label="Textwerkzeuge" className="flex flex-none items-center">
          <TextTools narrow={false} onTool={(tool) => editorView.run(tool)} onImage={props.onImage} />
          {views.room.wide && (
            <span className="ml-4 flex flex-none items-center">
              <Outline editorView={editorView} onHeading={props.onHeading} />
              {views.mayShowBoth && (
                <IconButton
                  label="Neben der Vorschau"
                  tooltipSide="top"
                  pressed={views.split}
                  onClick={() => views.setSplit(!views.split)}
                >
                  <Columns2 aria-hidden />
                </IconButton>
              )}
              <IconButton
                label="Konzentriert schreiben"
                shortcut={shortcutOf('editor.focus')}
                tooltipSide="top"
                onClick={() => views.setFocused(true)}
              >
                <Focus aria-hidden />
              </IconButton>
            </span>
          )}
          <button
            type="button"
            className="ml-2 flex h-8 flex-none items-center gap-2 rounded-control px-2 hover:bg-hover hover:text-fg @max-[44rem]:hidden max-lg:hidden"
            onClick={() => editorView.openCommands()}
          >
            <Kbd>{shortcutOf('text.commands')}</Kbd> Befehle
          </button>
        </Toolbar>
      </div>
    </div>
  )
}

/** Menu of the headings; choosing one scrolls to it. */
function Outline({ editorView, onHeading }: Pick<Props, 'editorView' | 'onHeading'>) {
  const [headings, setHeadings] = useState<TextHeading[]>([])
  const look = () => setHeadings(editorView.headings())
  const top = Math.min(...headings.map(({ level }) => level))
  return (
    <span className="contents" onPointerEnter={look} onFocus={look} onClickCapture={look}>
      <Menu
        trigger={
          <button type="button" aria-label="Gliederung" title="Gliederung" className={iconButtonClass()}>
            <ListTree aria-hidden />
          </button>
        }
      >
        {headings.length === 0 && (
          <MenuItem disabled onSelect={() => undefined}>
            Noch keine Überschriften
          </MenuItem>
        )}
        {headings.map((heading) => (
          <MenuItem key={heading.position} onSelect={() => onHeading(heading)}>
            <span style={{ paddingLeft: (heading.level - top) * 16 }}>{heading.text}</span>
          </MenuItem>
        ))}
      </Menu>
    </span>
  )
}
