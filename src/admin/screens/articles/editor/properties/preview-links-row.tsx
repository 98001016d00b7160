import { useState } from 'react'
import { onDemand } from '../../../../ui/on-demand.tsx'

const PreviewLinksDialog = onDemand(async () => (await import('./preview-links-dialog.tsx')).PreviewLinksDialog)

/** The way to the text's secret preview links (RUL-37). */
export function PreviewLinksRow({ id }: { id: string }) {
  const [wanted, setWanted] = useState(false)
  const [open, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="-mr-2 min-h-8 rounded-control px-2 py-1.5 text-left hover:bg-hover max-md:min-h-11"
        onClick={() => {
          setWanted(true)
          setOpen(true)
        }}
      >
        Geheimer Link …
      </button>
      {wanted && <PreviewLinksDialog id={id} open={open} onClose={() => setOpen(false)} />}
    </>
  )
}
