import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../data/api-context.tsx'
import { mediaSizesQuery } from '../../data/media.ts'
import { counted } from '../../../rules/counted.ts'

/** Progress of generating smaller sizes for older pictures; hidden once all are done. */
export function SizesProgress() {
  const sizes = useQuery(mediaSizesQuery(useApi())).data
  // One or two new pictures are processed before a notice could be read.
  if (!sizes || sizes.waiting < 5) return null
  const done = sizes.total - sizes.waiting
  const words = `${done.toLocaleString('de-DE')} von ${counted(sizes.total, 'Bild', 'Bildern')}`
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-s text-fg-2">
      <span id="sizes-progress">Passende Größen für Leser entstehen im Hintergrund: {words} fertig</span>
      <progress aria-labelledby="sizes-progress" max={sizes.total} value={done} className="w-40" />
    </div>
  )
}
