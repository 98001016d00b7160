import type { TextEditorView } from '../../../../writing/editor-view/editor-view.ts'
import type { AtPicture } from '../../../../writing/editor-view/pictures/picture-blocks.ts'
import { PictureToolRow } from './picture-tool-row.tsx'
import { TableToolRow } from './table-tool-row.tsx'
import { ToolRow } from './tool-row.tsx'

/** Parts of the text that have tools of their own. */
export type CursorAt = { picture: AtPicture | null; table: boolean }

type Props = { editorView: TextEditorView; cursorAt: CursorAt; onImage: () => void }

/** The toolbar above a phone's keyboard, for the part of the text at the cursor. */
export function NarrowTools({ editorView, cursorAt, onImage }: Props) {
  if (cursorAt.picture) return <PictureToolRow at={cursorAt.picture} onTool={(tool) => editorView.runPicture(tool)} />
  if (cursorAt.table) return <TableToolRow onTool={(tool) => editorView.runTable(tool)} />
  return <ToolRow onTool={(tool) => editorView.run(tool)} onImage={onImage} />
}
