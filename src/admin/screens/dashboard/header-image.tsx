import { ImageUp } from 'lucide-react'
import { useRef, useState, type ChangeEvent } from 'react'
import { useUploadHeader } from '../../data/dashboard.ts'
import { faultSentence } from '../../lib/faults.ts'
import { Button } from '../../ui/button.tsx'
import { toastDone, toastFault } from '../../ui/toast.tsx'

const KEPT_AS = 'blog-cms-dashboard-header'

/** The picture above the desk: chosen with `Titelbild`, kept in this browser (DASH-4). */
export function HeaderImage({ userId }: { userId: string }) {
  const [url, setUrl] = useState(() => localStorage.getItem(KEPT_AS))
  const [broken, setBroken] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const upload = useUploadHeader(userId)

  const onChosen = async (event: ChangeEvent<HTMLInputElement>) => {
    const field = event.currentTarget
    const file = field.files?.[0]
    // The same file can be chosen once more.
    field.value = ''
    if (!file) return
    if (!file.type.startsWith('image/')) return toastFault(`Fehler beim Upload: „${file.name}“ ist kein Bild.`)
    try {
      const stored = await upload.mutateAsync(file)
      localStorage.setItem(KEPT_AS, stored)
      setUrl(stored)
      setBroken(false)
      toastDone('Titelbild hochgeladen!')
    } catch (error) {
      toastFault(`Fehler beim Upload: ${faultSentence(error)}`)
    }
  }

  return (
    <div className="relative mb-3 h-24 overflow-hidden rounded-card border border-line bg-linear-to-r from-surface to-accent-soft md:mb-4 md:h-32">
      {url && !broken && (
        <img
          src={url}
          alt=""
          onError={() => setBroken(true)}
          className="absolute inset-0 size-full object-cover object-[50%_62%]"
        />
      )}
      <input
        ref={input}
        type="file"
        accept="image/*"
        aria-label="Titelbild auswählen"
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => void onChosen(event)}
      />
      <Button
        icon={<ImageUp aria-hidden />}
        busy={upload.isPending}
        onClick={() => input.current?.click()}
        className="absolute right-2 bottom-2 md:right-3 md:bottom-3"
      >
        Titelbild
      </Button>
    </div>
  )
}
