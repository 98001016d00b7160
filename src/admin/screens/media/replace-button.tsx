import { Replace } from 'lucide-react'
import { useRef } from 'react'
import type { MediaAsset } from '../../../contract/media.ts'
import { isSoundType, maxBytesOf, tooLargeSentence } from '../../../rules/uploads.ts'
import { useOffers } from '../../actions/offers.ts'
import { useReplaceMedia, useTakeBackMedia } from '../../data/media.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Spinner } from '../../ui/skeleton.tsx'
import { toastDone, toastFault, toastRefusal } from '../../ui/toast.tsx'

/** Replaces the file of an image: its address and every article that shows it stay. Can be undone. */
export function ReplaceButton({ asset }: { asset: MediaAsset }) {
  const input = useRef<HTMLInputElement>(null)
  const replace = useReplaceMedia()
  const takeBack = useTakeBackMedia()
  const isSound = isSoundType(asset.mime_type)

  const undo = async (replaced: Parameters<typeof takeBack.mutateAsync>[0]) => {
    try {
      await takeBack.mutateAsync(replaced)
    } catch (error) {
      toastRefusal(error, 'Wiederherstellen fehlgeschlagen')
    }
  }
  const send = async (file: File) => {
    const most = maxBytesOf(asset.mime_type)
    if (file.size > most) return toastFault(tooLargeSentence(file.name, most))
    try {
      const replaced = await replace.mutateAsync({ id: asset.id, file })
      toastDone(isSound ? 'Datei ersetzt' : 'Bild ersetzt', {
        description: `Adresse und Angaben bleiben; alle Artikel zeigen ${isSound ? 'die neue Datei' : 'das neue Bild'}.`,
        undo: () => void undo(replaced),
      })
    } catch (error) {
      toastRefusal(error, 'Fehler beim Ersetzen')
    }
  }

  const choose = () => input.current?.click()
  useOffers({ 'picture.replace': replace.isPending ? null : choose })

  return (
    <>
      <IconButton
        edge
        label={isSound ? 'Datei ersetzen' : 'Bild ersetzen'}
        disabled={replace.isPending}
        onClick={choose}
      >
        {replace.isPending ? <Spinner /> : <Replace aria-hidden />}
      </IconButton>
      <input
        ref={input}
        type="file"
        accept={`${asset.mime_type.split('/', 1)[0]}/*`}
        hidden
        aria-label={isSound ? 'Neue Datei an dieser Stelle' : 'Neues Bild an dieser Stelle'}
        onChange={(event) => {
          const file = event.target.files?.[0]
          // Allows choosing the same file again.
          event.target.value = ''
          if (file) void send(file)
        }}
      />
    </>
  )
}
