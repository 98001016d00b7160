import { ImageUp } from 'lucide-react'
import { useRef, useState, type ChangeEvent } from 'react'
import { useOffers } from '../../actions/offers.ts'
import { useUploadHeader } from '../../data/dashboard.ts'
import { faultSentence } from '../../lib/faults.ts'
import { Button, type ButtonLook } from '../../ui/button.tsx'
import { toastDone, toastFault } from '../../ui/toast.tsx'
import { quoted } from '../../../rules/quoted.ts'

const KEPT_AS = 'blog-cms-dashboard-header'

/** The header image, chosen with `Titelbild` and stored in this browser (DASH-4). Without one it takes no room. */
export function useHeaderImage(userId: string) {
  const [url, setUrl] = useState(() => localStorage.getItem(KEPT_AS))
  const [broken, setBroken] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const upload = useUploadHeader(userId)
  const shown = url !== null && !broken

  const onChosen = async (event: ChangeEvent<HTMLInputElement>) => {
    const field = event.currentTarget
    const file = field.files?.[0]
    // Allows choosing the same file again.
    field.value = ''
    if (!file) return
    if (!file.type.startsWith('image/')) return toastFault(`Fehler beim Upload: ${quoted(file.name)} ist kein Bild.`)
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

  const choose = () => input.current?.click()
  useOffers({ 'dashboard.picture': upload.isPending ? null : choose })

  const button = (look: ButtonLook, className: string) => (
    <Button look={look} icon={<ImageUp aria-hidden />} busy={upload.isPending} onClick={choose} className={className}>
      Titelbild
    </Button>
  )
  return {
    /** The button for the title row, or on narrow screens the end of the page, if there is no image to carry it. */
    bareButton: (className: string) => !shown && button('quiet', className),
    band: (
      <>
        <input
          ref={input}
          type="file"
          accept="image/*"
          aria-label="Titelbild auswählen"
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => void onChosen(event)}
        />
        {shown && (
          <div className="relative mb-3 h-24 overflow-hidden rounded-card border border-line bg-surface md:mb-4 md:h-32">
            <img
              src={url}
              alt=""
              onError={() => setBroken(true)}
              className="absolute inset-0 size-full object-cover object-[50%_62%]"
            />
            {button('outline', 'absolute right-2 bottom-2 md:right-3 md:bottom-3')}
          </div>
        )}
      </>
    ),
  }
}
