import { Download, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import type { SubscriberImport } from '../../../contract/newsletter.ts'
import { useSubscriberChanges, useSubscribersFile } from '../../data/newsletter.ts'
import { saveFile } from '../../lib/copy-save-print.ts'
import { textOfFile } from '../../lib/text-from-outside.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, TICK_AT_EDGE } from '../../ui/checkbox.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { toastDone, toastRefusal } from '../../ui/toast.tsx'
import { quoted } from '../../../rules/quoted.ts'

/** Subscribers as CSV, out and in (NEWS-13); for owners. */
export function SubscriberFiles() {
  const read = useSubscribersFile()
  const { bring } = useSubscriberChanges()
  const field = useRef<HTMLInputElement>(null)
  const [file, setFile] = useState<File | null>(null)
  const [vouches, setVouches] = useState(false)
  const save = async () => {
    try {
      saveFile(await read(), `abonnements-${new Date().toISOString().slice(0, 10)}.csv`)
    } catch (error) {
      toastRefusal(error, 'Fehler beim Exportieren')
    }
  }
  const bringIn = async () => {
    if (!file) return
    try {
      const outcome = await bring.mutateAsync({ csv: await textOfFile(file), without_proof: vouches })
      toastDone(outcome.added === 1 ? '1 Abonnement importiert' : `${outcome.added} Abonnements importiert`, {
        description: restInWords(outcome),
      })
      setFile(null)
    } catch (error) {
      toastRefusal(error, 'Fehler beim Importieren')
    }
  }
  return (
    <>
      <input
        ref={field}
        type="file"
        accept=".csv,text/csv"
        aria-label="CSV-Datei mit Abonnements"
        className="hidden"
        onChange={({ target }) => {
          setFile(target.files?.[0] ?? null)
          setVouches(false)
          target.value = ''
        }}
      />
      <span className="contents max-md:hidden">
        <Button className="max-md:hidden" onClick={() => field.current?.click()}>
          Importieren
        </Button>
        <Button className="max-md:hidden" onClick={() => void save()}>
          Exportieren
        </Button>
      </span>
      <span className="flex md:hidden">
        <IconButton label="Importieren" onClick={() => field.current?.click()}>
          <Upload aria-hidden />
        </IconButton>
        <IconButton label="Exportieren" onClick={() => void save()}>
          <Download aria-hidden />
        </IconButton>
      </span>
      <ConfirmDialog
        open={file !== null}
        onClose={() => setFile(null)}
        title="Abonnements importieren?"
        description={
          <>
            {`${quoted(file?.name ?? '')}: Adressen mit Nachweis (confirmed_at und confirmed_words) kommen mit ihm herein. Bekannte und gesperrte Adressen bleiben, wie sie sind.`}
            <Checkbox
              shown
              className={TICK_AT_EDGE}
              label="Auch Adressen ohne Nachweis: Ich versichere, dass sie eingewilligt haben"
              checked={vouches}
              onToggle={() => setVouches(!vouches)}
            />
          </>
        }
        verb="Importieren"
        destructive={false}
        busy={bring.isPending}
        onConfirm={() => void bringIn()}
      />
    </>
  )
}

function restInWords({ unproven, known, blocked, skipped }: SubscriberImport): string | undefined {
  const parts = [
    unproven > 0 && `${unproven} ohne Nachweis`,
    known > 0 && `${known} schon bekannt`,
    blocked > 0 && `${blocked} gesperrt`,
    skipped.length > 0 && `${skipped.length} übersprungen (Zeile ${skipped[0]?.line}: ${skipped[0]?.reason})`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(', ') : undefined
}
