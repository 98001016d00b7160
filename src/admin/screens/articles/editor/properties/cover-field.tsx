import { ImagePlus, X } from 'lucide-react'
import { iconButtonClass } from '../../../../ui/icon-button.tsx'

/** The cover in the panel (EDIT-7): choose from the library, replace, remove. */
export function CoverField({
  url,
  onPick,
  onRemove,
}: {
  url: string | null
  onPick: () => void
  onRemove: () => void
}) {
  return (
    <div className="py-2">
      <span className="mb-1 flex h-6 items-center justify-between text-s text-fg-2">
        Titelbild
        {url && (
          <button
            id="article-cover"
            type="button"
            className="rounded-small font-medium text-fg max-md:h-11"
            onClick={onPick}
          >
            Ersetzen
          </button>
        )}
      </span>
      {url ? (
        <span className="relative block h-33 overflow-hidden rounded-control">
          <img src={url} alt="Titelbild" className="size-full object-cover" />
          <button
            type="button"
            aria-label="Titelbild entfernen"
            title="Titelbild entfernen"
            onClick={onRemove}
            className={iconButtonClass({ edge: true, className: 'absolute top-2 right-2 bg-raised!' })}
          >
            <X aria-hidden />
          </button>
        </span>
      ) : (
        <button
          id="article-cover"
          type="button"
          onClick={onPick}
          className="flex h-14 w-full items-center justify-center gap-2 rounded-control border border-dashed border-line-strong text-s text-fg-2 hover:bg-hover hover:text-fg"
        >
          <ImagePlus aria-hidden />
          Bild auswählen
        </button>
      )}
    </div>
  )
}
