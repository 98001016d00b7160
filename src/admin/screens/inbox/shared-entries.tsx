import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Share2 } from 'lucide-react'
import { useCallback, useState, type RefObject } from 'react'
import { counted } from '../../../rules/counted.ts'
import { entryThere } from '../../data/inbox.ts'
import { useOutbox } from '../../data/outbox.ts'
import { dropShared, putIntoInbox, readShared, type Shared } from '../../data/share-target.ts'
import { useAuth } from '../../shell/auth-context.tsx'
import { Button } from '../../ui/button.tsx'
import { faultSentence } from '../../lib/faults.ts'
import { toastDone, toastFault } from '../../ui/toast.tsx'

/**
 * Data shared by other apps, until the user decides about them (RUL-65). Any website can send some, so they stay on
 * this machine until then. `field` gets the focus after the last one.
 */
export function SharedEntries({ field }: { field: RefObject<HTMLInputElement | null> }) {
  const { state } = useAuth()
  const userId = 'user' in state ? state.user.id : undefined
  const { geteilt }: { geteilt?: string } = useSearch({ strict: false })
  const navigate = useNavigate()
  const queries = useQueryClient()
  const shared = useQuery({
    queryKey: ['shared', userId, geteilt],
    enabled: userId !== undefined,
    queryFn: () => readShared(userId ?? '', geteilt, new Date()),
    // The URL drops a settled share; the other shares stay mounted and keep the focus.
    placeholderData: (former, query) => (query?.queryKey[1] === userId ? former : undefined),
  }).data
  if (!shared) return null
  const isMissing = geteilt !== undefined && !shared.some(({ key }) => key === geteilt)
  const settled = async ({ key }: Shared) => {
    const index = shared.findIndex((one) => one.key === key)
    const next = shared[index + 1] ?? shared[index - 1]
    const own = document.getElementById(elementId(key))
    const { activeElement } = document
    // A disabled button has lost the focus to the body.
    if (own?.contains(activeElement) || activeElement === document.body)
      (next ? document.getElementById(elementId(next.key)) : field.current)?.focus()
    if (key === geteilt)
      await navigate({
        to: '.',
        search: (former: object) => ({ ...former, geteilt: undefined }),
        replace: true,
        resetScroll: false,
      })
    await queries.invalidateQueries({ queryKey: ['shared'] })
  }
  return (
    <>
      {isMissing && (
        <output className="block mb-3 rounded-card border border-line bg-surface px-4 py-3 text-fg-2">
          Was geteilt wurde, liegt nicht auf diesem Gerät. Vielleicht ist kein Platz mehr frei, oder zwanzig geteilte
          Inhalte warten schon auf Ihre Entscheidung.
        </output>
      )}
      {shared.map((one) => (
        <SharedEntry key={one.key} shared={one} onSettled={() => settled(one)} />
      ))}
    </>
  )
}

const elementId = (key: string) => `geteilt-${key}`

function SharedEntry({ shared, onSettled }: { shared: Shared; onSettled: () => Promise<void> }) {
  const outbox = useOutbox()
  const [busy, setBusy] = useState(false)
  const [isThere, setThere] = useState(false)
  const add = async () => {
    setBusy(true)
    try {
      const outcome = await putIntoInbox(outbox, shared, { allowDuplicate: isThere })
      toastDone(outcome === 'sent' ? 'Eintrag hinzugefügt' : 'Eintrag wartet auf Verbindung', { id: 'inbox-added' })
      await onSettled()
    } catch (error) {
      if (entryThere(error)) setThere(true)
      else toastFault('Fehler beim Hinzufügen', { description: faultSentence(error) })
      setBusy(false)
    }
  }
  const drop = async () => {
    try {
      await dropShared(shared)
      toastDone('Verworfen')
      await onSettled()
    } catch {
      toastFault('Verwerfen fehlgeschlagen')
    }
  }
  const parts = [
    ['Titel', shared.title],
    ['Text', shared.text],
    ['Adresse', shared.url],
  ].filter(([, words]) => words?.trim())
  return (
    <section
      id={elementId(shared.key)}
      tabIndex={-1}
      aria-label="Geteilt"
      className="mb-3 rounded-card border border-line bg-surface p-4"
    >
      <h2 className="flex items-center gap-2 font-semibold">
        <Share2 aria-hidden className="icon-small flex-none" />
        Geteilt
      </h2>
      <p className="mt-1 text-s text-fg-2">
        Von einer anderen App oder Website. Es liegt nur auf diesem Gerät, bis Sie es in die Inbox legen.
      </p>
      <dl className="mt-3 grid gap-2">
        {parts.map(([name, words]) => (
          <div key={name}>
            <dt className="text-s text-fg-2">{name}</dt>
            <dd className="break-words whitespace-pre-wrap">{words}</dd>
          </div>
        ))}
        {shared.pictures.length > 0 && (
          <div>
            <dt className="text-s text-fg-2">Bilder</dt>
            <dd className="mt-1 flex flex-wrap gap-2">
              {shared.pictures.map((file, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- they neither come nor go
                <Picture key={index} file={file} />
              ))}
            </dd>
          </div>
        )}
      </dl>
      {shared.missing !== undefined && shared.missing > 0 && (
        <output className="block mt-3 text-s text-fg-2">
          {counted(shared.missing, 'Bild fehlt', 'Bilder fehlen')}: Mehr als 20 Bilder auf einmal oder 200 MB insgesamt
          passen nicht. Legen Sie zuerst anderes Geteiltes ab, dann teilen Sie noch einmal.
        </output>
      )}
      {isThere && <output className="block mt-3 text-s text-fg-2">Diese Adresse steht schon in der Inbox.</output>}
      <div className="mt-4 flex flex-wrap gap-2">
        <Button look="primary" busy={busy} onClick={() => void add()}>
          {isThere ? 'Trotzdem in die Inbox legen' : 'In die Inbox legen'}
        </Button>
        <Button look="quiet" onClick={() => void drop()}>
          Verwerfen
        </Button>
      </div>
    </section>
  )
}

function Picture({ file }: { file: File }) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      image.src = URL.createObjectURL(file)
      return () => URL.revokeObjectURL(image.src)
    },
    [file],
  )
  return <img ref={show} alt={file.name} className="h-20 max-w-40 rounded-control object-cover" />
}
