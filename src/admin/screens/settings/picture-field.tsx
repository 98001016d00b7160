import { ImagePlus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { onDemand } from '../../ui/on-demand.tsx'

const MediaPicker = onDemand(async () => (await import('../../parts/media-picker/media-picker.tsx')).MediaPicker)

type Props = {
  label: string
  /** The address of the picture; empty for none. */
  value: string
  onChange: (address: string) => void
}

/** A picture of the library in a form: chosen, replaced, removed. */
export function PictureField({ label, value, onChange }: Props) {
  const [picking, setPicking] = useState(false)
  return (
    <fieldset>
      <legend className="mb-1 text-s/6 text-fg-2">{label}</legend>
      <div className="flex items-center gap-3">
        {value !== '' && <img src={value} alt={label} className="h-20 w-16 flex-none rounded-control object-cover" />}
        <Button icon={<ImagePlus aria-hidden />} onClick={() => setPicking(true)}>
          {value === '' ? 'Bild auswählen' : 'Ersetzen'}
        </Button>
        {value !== '' && (
          <Button look="quiet" onClick={() => onChange('')}>
            Entfernen
          </Button>
        )}
      </div>
      {picking && (
        <MediaPicker
          pictures
          open
          onClose={() => setPicking(false)}
          onPick={({ url }) => {
            onChange(url)
            setPicking(false)
          }}
        />
      )}
    </fieldset>
  )
}
