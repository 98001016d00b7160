import { Images, Upload, X } from 'lucide-react'
import { useRef, useState } from 'react'
import type { MediaAsset } from '../../../../contract/media.ts'
import type { IdentityPicture, IdentityPictureName } from '../../../../contract/appearance.ts'
import { MAX_IMAGE_BYTES, tooLargeSentence } from '../../../../rules/uploads.ts'
import { useSetIdentityPicture } from '../../../data/appearance.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { onDemand } from '../../../ui/on-demand.tsx'
import { Spinner } from '../../../ui/skeleton.tsx'
import { toastDone, toastFault, toastRefusal } from '../../../ui/toast.tsx'

const MediaPicker = onDemand(async () => (await import('../../../parts/media-picker/media-picker.tsx')).MediaPicker)

type Props = {
  name: IdentityPictureName
  label: string
  picture: IdentityPicture | null
  none: string
  /** A picture of the library can be chosen, too; a copy of it is stored. */
  library?: boolean
  hint?: string
}

/** A picture of the site's own. It is replaced or removed at once, independent of the rest of the form. */
export function PictureField({ name, label, picture, none, library = false, hint }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [picking, setPicking] = useState(false)
  const set = useSetIdentityPicture(name)
  const send = async (file: File | MediaAsset | null) => {
    if (file instanceof File && file.size > MAX_IMAGE_BYTES)
      return toastFault(tooLargeSentence(file.name, MAX_IMAGE_BYTES))
    try {
      await set.mutateAsync(file)
      toastDone(file ? `${label} gespeichert` : `${label} entfernt`)
    } catch (error) {
      toastRefusal(error, 'Fehler beim Speichern')
    }
  }
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-s text-fg-2">{label}</legend>
      <div className="flex min-h-14 items-center gap-3 rounded-control border border-line bg-surface py-2 pr-1 pl-3">
        {picture && (
          <img
            src={picture.url}
            alt=""
            className={`max-h-8 max-w-24 flex-none object-contain ${name === 'logo' ? 'bg-white' : 'bg-black'} rounded-small p-1`}
          />
        )}
        <span className="min-w-0 flex-1 text-s">
          {picture ? (
            <>
              <b className="block truncate font-medium">{picture.filename}</b>
              <span className="text-fg-2 tabular-nums">
                {picture.width} × {picture.height}
              </span>
            </>
          ) : (
            <span className="text-fg-2">{none}</span>
          )}
        </span>
        <span className="flex flex-none">
          {library && (
            <IconButton label={`${label} aus der Mediathek`} disabled={set.isPending} onClick={() => setPicking(true)}>
              <Images aria-hidden />
            </IconButton>
          )}
          <IconButton label={`${label} hochladen`} disabled={set.isPending} onClick={() => input.current?.click()}>
            {set.isPending ? <Spinner /> : <Upload aria-hidden />}
          </IconButton>
          {picture && (
            <IconButton label={`${label} entfernen`} disabled={set.isPending} onClick={() => void send(null)}>
              <X aria-hidden />
            </IconButton>
          )}
        </span>
      </div>
      {hint && <p className="mt-1 text-s text-fg-2">{hint}</p>}
      {picking && (
        <MediaPicker
          pictures
          open
          onClose={() => setPicking(false)}
          onPick={(asset) => {
            setPicking(false)
            void send(asset)
          }}
        />
      )}
      <input
        ref={input}
        type="file"
        accept="image/png,image/webp,image/jpeg,image/gif,image/avif"
        hidden
        aria-label={`Datei für ${label}`}
        onChange={({ target }) => {
          const file = target.files?.[0]
          // Allows choosing the same file again.
          target.value = ''
          if (file) void send(file)
        }}
      />
    </fieldset>
  )
}
