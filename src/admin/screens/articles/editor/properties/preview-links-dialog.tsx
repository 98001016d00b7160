import { useQuery } from '@tanstack/react-query'
import { Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { PreviewLink } from '../../../../../contract/articles/preview-links.ts'
import { PREVIEW_DAYS } from '../../../../../rules/limits.ts'
import {
  previewLinksQuery,
  useCreatePreviewLink,
  useRevokePreviewLink,
} from '../../../../data/articles/preview-links.ts'
import { useSiteZone } from '../../../../data/settings.ts'
import { copyText } from '../../../../lib/copy-save-print.ts'
import { formatInZone } from '../../../../lib/dates.ts'
import { faultSentence } from '../../../../lib/faults.ts'
import { Button } from '../../../../ui/button.tsx'
import { Checkbox } from '../../../../ui/checkbox.tsx'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { BrokenState } from '../../../../ui/screen-state.tsx'
import { Select } from '../../../../ui/select.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import { toastDone, toastFault } from '../../../../ui/toast.tsx'
import { relativeTime } from '../../../../lib/relative-time.ts'
import { useNow } from '../../../../lib/use-now.ts'
import { useWrittenNoun } from '../state/written-noun.ts'

const LIFETIMES = [1, 7, PREVIEW_DAYS, 30, 90].map((days) => ({
  value: String(days),
  label: days === 1 ? 'Einen Tag' : `${days} Tage`,
}))

type Props = { id: string; open: boolean; onClose: () => void }

/** Creates, lists and revokes preview links (RUL-37). */
export function PreviewLinksDialog({ id, open, onClose }: Props) {
  const { noun, around, words } = useWrittenNoun()
  const text = { noun, id, previewLinks: around.previewLinks }
  const links = useQuery({ ...previewLinksQuery(text), enabled: open })
  const create = useCreatePreviewLink(text)
  const revoke = useRevokePreviewLink(text)
  const [days, setDays] = useState(String(PREVIEW_DAYS))
  const [remarks, setRemarks] = useState(false)
  const [asked, setAsked] = useState<PreviewLink | null>(null)

  const end = async (link: PreviewLink) => {
    setAsked(null)
    try {
      await revoke.mutateAsync(link)
      if (create.data?.id === link.id) create.reset()
      toastDone('Vorschaulink widerrufen')
    } catch (error) {
      toastFault('Fehler beim Widerrufen', { description: faultSentence(error) })
    }
  }
  return (
    <Dialog
      open={open}
      onClose={() => {
        create.reset()
        onClose()
      }}
      title="Vorschaulinks"
      description="Wer einen Link hat, liest ohne Konto, was zuletzt gespeichert wurde. Suchmaschinen finden ihn nicht."
    >
      <form
        className="mt-3 flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault()
          create.mutate(
            { days: Number(days), remarks },
            {
              onError: (error) => toastFault('Fehler beim Anlegen des Links', { description: faultSentence(error) }),
            },
          )
        }}
      >
        <Select label="Gültig" className="min-w-0 flex-1" value={days} choices={LIFETIMES} onChange={setDays} />
        <Button type="submit" look="primary" size={36} busy={create.isPending}>
          Link anlegen
        </Button>
      </form>
      <div className="mt-2 -ml-2 flex">
        <Checkbox
          shown
          label="Gäste dürfen Anmerkungen schreiben"
          checked={remarks}
          onToggle={() => setRemarks(!remarks)}
        />
      </div>
      {create.data && <NewLink url={create.data.url} />}
      <h3 className="mt-5 mb-1 text-s text-fg-2">Offene Links</h3>
      {links.isError && <BrokenState query={links} />}
      {links.isPending && <output className="text-fg-2">Lädt...</output>}
      {links.data?.items.length === 0 && <p className="text-fg-2">Noch keine.</p>}
      <ul aria-label="Offene Links">
        {links.data?.items.map((link) => (
          <LinkRow key={link.id} link={link} onRevoke={() => setAsked(link)} />
        ))}
      </ul>
      <ConfirmDialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        title="Vorschaulink widerrufen?"
        description={words.revoking}
        verb="Widerrufen"
        onConfirm={() => asked && void end(asked)}
      />
    </Dialog>
  )
}

function NewLink({ url }: { url: string }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [url])
  const copy = () =>
    copyText(url).then(
      () => toastDone('Vorschaulink kopiert'),
      () =>
        toastFault('Kopieren fehlgeschlagen', {
          description: 'Bitte markieren und kopieren Sie die Adresse von Hand.',
        }),
    )
  return (
    <div className="mt-4">
      <TextField
        ref={field}
        label="Neuer Link"
        readOnly
        value={url}
        onFocus={(event) => event.target.select()}
        hint="Nur jetzt zu sehen: Auch der Server kennt die Adresse danach nicht mehr."
        trailing={
          <Button
            look="quiet"
            className="h-9! px-2! md:h-7!"
            icon={<Copy aria-hidden className="icon-small" />}
            onClick={() => void copy()}
          >
            Kopieren
          </Button>
        }
      />
    </div>
  )
}

function LinkRow({ link, onRevoke }: { link: PreviewLink; onRevoke: () => void }) {
  const zone = useSiteZone()
  const now = useNow()
  const until = formatInZone(link.expires_at, "d. MMM yyyy, HH:mm 'Uhr'", zone)
  return (
    <li className="flex min-h-11 items-center gap-3 border-t border-line py-1.5 first:border-t-0">
      <span className="min-w-0 flex-1">
        bis {until}
        {link.remarks && ', mit Anmerkungen'}
        <span className="block text-s text-fg-2">
          {link.last_used_at ? `zuletzt geöffnet ${relativeTime(link.last_used_at, now, zone)}` : 'noch nicht geöffnet'}
        </span>
      </span>
      <Button onClick={onRevoke} aria-label={`Link bis ${until} widerrufen`}>
        Widerrufen
      </Button>
    </li>
  )
}
