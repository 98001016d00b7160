import { Download } from 'lucide-react'
import { useState } from 'react'
import { useOffers } from '../../actions/offers.ts'
import { fetchExtensionFile } from '../../data/integrations.ts'
import { readAnonKey } from '../../lib/anon-key.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { toastDone, toastFault } from '../../ui/toast.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { packExtension, ZIP_NAME } from './extension-package.ts'
import { Steps } from './steps.tsx'
import { TokenCard } from './token-card.tsx'

const STEPS = [
  'Laden Sie die Erweiterung herunter und entpacken Sie sie in einen Ordner, der bleibt.',
  <>
    Öffnen Sie <code className="font-code text-s">chrome://extensions</code> und schalten Sie rechts oben den
    Entwicklermodus ein.
  </>,
  'Wählen Sie „Entpackte Erweiterung laden“ und geben Sie den Ordner an.',
  'Öffnen Sie die Einstellungen der Erweiterung und tragen Sie Backend-URL und Schlüssel ein.',
  'Klicken Sie auf einer Seite auf das Symbol, melden Sie sich an und wählen Sie „Speichern“.',
]

/** The Chrome extension: download, guide, configuration, and tokens instead of a sign-in (INT-3). */
export function ChromeTab({ backendUrl }: { backendUrl: string }) {
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      offer(await packExtension(fetchExtensionFile, backendUrl))
      toastDone('Extension heruntergeladen!')
    } catch (error) {
      console.error(error)
      toastFault('Fehler beim Herunterladen der Extension')
    } finally {
      setBusy(false)
    }
  }
  useOffers({ 'extension.load': busy ? null : () => void download() })
  return (
    <div className="grid items-start gap-4 pt-4 lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-4">
        <Card title="Chrome-Erweiterung">
          <div className="flex flex-col gap-4 px-4 pt-1 pb-4">
            <Button
              look="primary"
              size={36}
              className="self-start"
              icon={<Download aria-hidden />}
              busy={busy}
              onClick={() => void download()}
            >
              Extension herunterladen
            </Button>
            <CopyField label="Backend-URL" value={backendUrl} action="URL kopieren" done="URL kopiert!" />
            <CopyField
              label="Öffentlicher Schlüssel"
              value={readAnonKey(document)}
              action="Key kopieren"
              done="Key kopiert!"
            />
            <p role="note" className="rounded-control border border-line bg-page px-3 py-2.5 text-s text-fg-2">
              Die Erweiterung meldet sich mit Ihrer E-Mail-Adresse und Ihrem Passwort an.
            </p>
          </div>
        </Card>
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <Card title="So richten Sie sie ein">
          <div className="px-4 pt-1 pb-4">
            <Steps label="Anleitung zur Erweiterung" steps={STEPS} />
          </div>
        </Card>
        <TokenCard />
      </div>
    </div>
  )
}

function offer(zip: Uint8Array): void {
  const address = URL.createObjectURL(new Blob([zip as Uint8Array<ArrayBuffer>], { type: 'application/zip' }))
  const link = document.createElement('a')
  link.href = address
  link.download = ZIP_NAME
  link.click()
  // The download has started by then; the browser holds the data itself.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
