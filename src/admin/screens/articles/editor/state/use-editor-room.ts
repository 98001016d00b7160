import { useLayoutEffect, useState, type RefObject } from 'react'
import { useNarrow } from '../../../../lib/use-media.ts'

/** From this editor width on there is room for everything and a docked panel (docs/look.md rule 24). */
const WIDE = 1180
const PANEL = 320
/** Two columns of at least 280 px with their margins. */
const TWO_COLUMNS = 2 * (280 + 2 * 64) + 1

export type EditorRoom = {
  /** The width of a phone: sheets, and a toolbar above the keyboard. */
  narrow: boolean
  /** Room for every tool in the bar and a docked panel. */
  wide: boolean
  /** Room for the preview beside the text. */
  twoColumns: (panel: boolean) => boolean
}

/** Layout of the editor, measured on its own width, since a sidebar beside it takes its share. */
export function useEditorRoom(editor: RefObject<HTMLElement | null>): EditorRoom {
  const narrow = useNarrow()
  const [room, setRoom] = useState({ wide: false, two: false, besidePanel: false })
  useLayoutEffect(() => {
    const element = editor.current
    if (!element) return
    const measure = () => {
      const width = element.clientWidth
      const now = { wide: width >= WIDE, two: width >= TWO_COLUMNS, besidePanel: width >= TWO_COLUMNS + PANEL }
      setRoom((was) =>
        was.wide === now.wide && was.two === now.two && was.besidePanel === now.besidePanel ? was : now,
      )
    }
    measure()
    const sizes = new ResizeObserver(measure)
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [editor])
  const wide = room.wide && !narrow
  return { narrow, wide, twoColumns: (panel) => !narrow && (wide && panel ? room.besidePanel : room.two) }
}
