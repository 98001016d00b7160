import { MousePointerClick, MailCheck, Printer, Trash2, UserMinus, FileInput, PencilLine } from 'lucide-react'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import type { Consent, Subscriber } from '../../../contract/newsletter.ts'
import { RHYTHM_WORDS, SUBSCRIBER_WORDS, type ConsentKind } from '../../../rules/newsletter.ts'
import { quoted } from '../../../rules/quoted.ts'
import { useSubscriberChanges } from '../../data/newsletter.ts'
import { useRole } from '../../data/role.ts'
import { useSiteZone } from '../../data/settings.ts'
import { formatInZone } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, TICK_AT_EDGE } from '../../ui/checkbox.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { toastDone, toastRefusal } from '../../ui/toast.tsx'
import './consent-sheet.css'

const MOMENT = 'EEEEEE, d. MMM yyyy, HH:mm'
const KINDS: Record<ConsentKind, { words: string; icon: typeof Printer }> = {
  asked: { words: 'Angefragt', icon: MousePointerClick },
  confirmed: { words: 'Bestätigt', icon: MailCheck },
  changed: { words: 'Geändert', icon: PencilLine },
  left: { words: 'Beendet', icon: UserMinus },
  imported: { words: 'Importiert', icon: FileInput },
}

/** Where no page of the website was the place. */
const PLACES: Record<string, string> = {
  Import: 'aus einer Datei',
  'E-Mail': 'per E-Mail',
  '/admin/newsletter': 'in der Redaktion',
}

type Props = {
  subscriber: Subscriber & { consents: Consent[] }
  onClose: () => void
  onPrevious: (() => void) | null
  onNext: (() => void) | null
}

/** One subscriber: the proof of consent, to be printed, and how to end or delete the subscription (RUL-79). */
export function SubscriberPane({ subscriber, onClose, onPrevious, onNext }: Props) {
  const { id, email, state, rhythm, reply } = subscriber
  const isOwner = useRole() === 'owner'
  const { leave, remove } = useSubscriberChanges()
  const [isAsking, setIsAsking] = useState(false)
  const [blocks, setBlocks] = useState(false)
  const isSubscribed = state !== 'left' && state !== 'complained'
  const end = async () => {
    try {
      await leave.mutateAsync(id)
      toastDone('Abonnement beendet')
    } catch (error) {
      toastRefusal(error, 'Fehler beim Abmelden')
    }
  }
  const removeNow = async () => {
    setIsAsking(false)
    try {
      await remove.mutateAsync({ id, block: blocks })
      toastDone('Adresse gelöscht')
      onClose()
    } catch (error) {
      toastRefusal(error, 'Fehler beim Löschen')
    }
  }
  return (
    <SidePanel
      label={email}
      onClose={onClose}
      onPrevious={onPrevious}
      onNext={onNext}
      head={<h2 className="line-clamp-3 text-s/4 font-semibold wrap-anywhere md:line-clamp-2 md:text-m/5">{email}</h2>}
    >
      <p className="text-s text-fg-2">
        {SUBSCRIBER_WORDS[state]}, {RHYTHM_WORDS[rhythm]}
      </p>
      {reply && <p className="mt-2 text-s wrap-anywhere text-danger">{reply}</p>}
      <h3 className="mt-4 mb-2 text-s text-fg-2">Einwilligung</h3>
      <Proof consents={subscriber.consents} />
      <div className="mt-6 flex flex-wrap gap-x-1 gap-y-2 border-t md:gap-2 border-line pt-4">
        <Button icon={<Printer aria-hidden className="max-md:hidden" />} onClick={() => window.print()}>
          Nachweis drucken
        </Button>
        {isSubscribed && (
          <Button busy={leave.isPending} onClick={() => void end()}>
            Abmelden
          </Button>
        )}
        {isOwner && (
          <IconButton label="Adresse löschen" onClick={() => setIsAsking(true)}>
            <Trash2 aria-hidden />
          </IconButton>
        )}
      </div>
      {createPortal(
        <section className="proof-sheet" aria-hidden>
          <h1>Nachweis der Einwilligung</h1>
          <p>
            {email} – {SUBSCRIBER_WORDS[state]}, {RHYTHM_WORDS[rhythm]}
          </p>
          <Proof consents={subscriber.consents} />
        </section>,
        document.body,
      )}
      <ConfirmDialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title="Adresse löschen?"
        description={
          <>
            {`${quoted(email)} geht mit dem ganzen Nachweis verloren. Das lässt sich nicht rückgängig machen.`}
            <Checkbox
              shown
              className={TICK_AT_EDGE}
              label="Nie wieder an diese Adresse schreiben"
              checked={blocks}
              onToggle={() => setBlocks(!blocks)}
            />
          </>
        }
        verb="Löschen"
        onConfirm={() => void removeNow()}
      />
    </SidePanel>
  )
}

function Proof({ consents }: { consents: readonly Consent[] }) {
  const zone = useSiteZone()
  return (
    <ol className="flex flex-col gap-4">
      {consents.map(({ id, kind, at, page, rhythm, words, mail_id, note, ip }) => {
        const { words: name, icon: Icon } = KINDS[kind]
        return (
          <li key={id} className="flex gap-3">
            <Icon aria-hidden className="icon mt-0.5 flex-none text-fg-2" />
            <div className="min-w-0 text-s wrap-anywhere">
              <p className="text-m font-medium">{name}</p>
              <p className="text-fg-2">
                {formatInZone(at, MOMENT, zone)}, {PLACES[page] ?? `auf ${page}`}
                {rhythm && `, ${RHYTHM_WORDS[rhythm]}`}
              </p>
              {note && <p className="text-fg-2">{note}</p>}
              {mail_id && <p className="text-fg-2">Mail {mail_id}</p>}
              {ip && <p className="text-fg-2">Netzadresse {ip}</p>}
              {words && <blockquote className="mt-1 whitespace-pre-line text-fg-2">{quoted(words)}</blockquote>}
            </div>
          </li>
        )
      })}
    </ol>
  )
}
