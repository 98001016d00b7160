import { Dialog } from '../../../../ui/dialog.tsx'
import type { TextHeading } from '../../../../writing/editor-view/markdown/headings.ts'

type Props = {
  open: boolean
  onClose: () => void
  getHeadings: () => TextHeading[]
  onHeading: (heading: TextHeading) => void
}

/** The headings of the text as a list; choosing one scrolls to it. */
export function OutlineDialog({ open, onClose, getHeadings, onHeading }: Props) {
  const headings = open ? getHeadings() : []
  const top = Math.min(...headings.map(({ level }) => level))
  return (
    <Dialog open={open} onClose={onClose} title="Gliederung">
      {headings.length === 0 ? (
        <p className="text-fg-2">Noch keine Überschriften</p>
      ) : (
        <ul className="-mx-2">
          {headings.map((heading) => (
            <li key={heading.position}>
              <button
                type="button"
                onClick={() => {
                  onClose()
                  onHeading(heading)
                }}
                className="min-h-11 w-full rounded-control px-2 py-2 text-left wrap-anywhere hyphens-auto hover:bg-hover md:min-h-10"
                style={{ paddingLeft: 8 + (heading.level - top) * 16 }}
              >
                {heading.text}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
