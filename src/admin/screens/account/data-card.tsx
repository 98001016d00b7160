import { use, useState } from 'react'
import { useOffers } from '../../actions/offers.ts'
import { SendContext } from '../../data/live.ts'
import { saveFile } from '../../lib/copy-save-print.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { toastDone, toastRefusal } from '../../ui/toast.tsx'
import { RemovalDialog } from './removal-dialog.tsx'
import { Note, Row } from './row.tsx'

/** Export of the own data, and deletion of the account. */
export function DataCard() {
  const send = use(SendContext)
  const [busy, setBusy] = useState(false)
  const [removing, setRemoving] = useState(false)

  async function download() {
    if (!send) return
    setBusy(true)
    try {
      const response = await send(new Request('/api/account/export'))
      if (!response.ok) throw new Error(`export answered ${response.status}`)
      const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
      saveFile(await response.blob(), name ?? 'konto.json')
      toastDone('Ihre Daten sind heruntergeladen')
    } catch (error) {
      toastRefusal(error, 'Ihre Daten konnten nicht geladen werden')
    } finally {
      setBusy(false)
    }
  }

  useOffers({ 'account.data': busy ? null : () => void download(), 'account.remove': () => setRemoving(true) })
  return (
    <Card title="Ihre Daten">
      <Row
        label="Mitnehmen"
        action={
          <Button busy={busy} onClick={() => void download()}>
            Herunterladen
          </Button>
        }
      >
        Alles, was hier zu Ihrem Konto gespeichert ist
        <Note>Artikel, Einträge, Mitteilungen, Anmeldungen und Sicherheitsereignisse als JSON-Datei</Note>
      </Row>
      <Row
        label="Konto löschen"
        action={
          <Button look="danger" onClick={() => setRemoving(true)}>
            Konto löschen
          </Button>
        }
      >
        Ihr Zugang verschwindet, Ihre Artikel bleiben
        <Note>Sie bestimmen vorher, wer die Artikel übernimmt.</Note>
      </Row>
      <RemovalDialog open={removing} onClose={() => setRemoving(false)} />
    </Card>
  )
}
