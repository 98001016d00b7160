import { useQuery } from '@tanstack/react-query'
import { Copy, Download, Printer } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'
import { useApi } from '../../data/api-context.tsx'
import { recoveryCodesQuery, useRenewRecoveryCodes } from '../../data/account/recovery-codes.ts'
import { useSiteZone } from '../../data/settings.ts'
import { copyText, saveFile, printText } from '../../lib/copy-save-print.ts'
import { formatInZone } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog, DialogFooter } from '../../ui/dialog.tsx'
import { toastDone, toastFault, toastRefusal } from '../../ui/toast.tsx'
import { Note, Row } from './row.tsx'

const TITLE = 'Wiederherstellungscodes für Blog CMS'
/** At or below this number new codes are recommended. */
const FEW = 3

type NewCodes = { create: () => Promise<void>; busy: boolean; dialog: ReactNode }

/** Creates new codes, and shows them once in a dialog. */
export function useNewRecoveryCodes(): NewCodes {
  const renew = useRenewRecoveryCodes()
  const [codes, setCodes] = useState<string[] | null>(null)
  async function create() {
    try {
      setCodes((await renew.mutateAsync()).codes)
    } catch (error) {
      toastRefusal(error, 'Die Codes konnten nicht erzeugt werden')
    }
  }
  const dialog = <CodesDialog codes={codes} onClose={() => setCodes(null)} />
  return { create, busy: renew.isPending, dialog }
}

/** The number of codes left, with a warning if there are few or none. */
export function RecoveryCodesRow({ codes }: { codes: NewCodes }) {
  const zone = useSiteZone()
  const state = useQuery(recoveryCodesQuery(useApi())).data
  const [asking, setAsking] = useState(false)
  const { remaining = 0, created_at: made = null } = state ?? {}
  const replace = () => {
    setAsking(false)
    void codes.create()
  }
  return (
    <Row
      label="Wiederherstellung"
      action={
        state && (
          <Button busy={codes.busy} onClick={() => (remaining > 0 ? setAsking(true) : replace())}>
            {made ? 'Neue Codes' : 'Codes erzeugen'}
          </Button>
        )
      }
    >
      {state && (
        <>
          <span className={remaining <= FEW ? 'font-medium text-scheduled' : undefined}>
            {leftWords(remaining, made)}
          </span>
          <Note>
            {made && remaining > FEW
              ? `Erzeugt am ${formatInZone(made, 'd. MMMM yyyy', zone)}`
              : 'Ohne Codes kommen Sie nicht mehr hinein, wenn Ihr zweiter Faktor verloren geht.'}
          </Note>
        </>
      )}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Neue Wiederherstellungscodes?"
        description="Die bisherigen Codes gelten dann nicht mehr."
        verb="Neue Codes"
        destructive={false}
        onConfirm={replace}
      />
    </Row>
  )
}

function leftWords(remaining: number, made: string | null): string {
  if (made === null) return 'Noch keine Wiederherstellungscodes'
  if (remaining === 0) return 'Keine Wiederherstellungscodes mehr übrig'
  if (remaining === 1) return 'Nur noch 1 Wiederherstellungscode übrig'
  return `${remaining <= FEW ? 'Nur noch ' : ''}${remaining} Wiederherstellungscodes übrig`
}

function CodesDialog({ codes, onClose }: { codes: string[] | null; onClose: () => void }) {
  const done = useRef<HTMLButtonElement>(null)
  const text = codes?.join('\n') ?? ''
  const copy = () =>
    copyText(text).then(
      () => toastDone('Codes kopiert'),
      () => toastFault('Der Browser hat das Kopieren nicht erlaubt'),
    )
  return (
    <Dialog
      role="alertdialog"
      open={codes !== null}
      onClose={onClose}
      initialFocus={done}
      title="Ihre Wiederherstellungscodes"
      description="Jeder Code öffnet Ihr Konto ein einziges Mal anstelle des zweiten Faktors. Die Codes erscheinen nur dieses eine Mal."
    >
      <ol
        aria-label="Wiederherstellungscodes"
        className="mt-4 grid grid-cols-2 gap-x-4 gap-y-1 rounded-control border border-line bg-page px-4 py-3 font-code text-s tabular-nums"
      >
        {codes?.map((code) => (
          <li key={code} className="whitespace-nowrap">
            {code}
          </li>
        ))}
      </ol>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button icon={<Copy aria-hidden />} onClick={() => void copy()}>
          Kopieren
        </Button>
        <Button icon={<Printer aria-hidden />} onClick={() => printText(TITLE, text)}>
          Drucken
        </Button>
        <Button
          icon={<Download aria-hidden />}
          onClick={() =>
            saveFile(new Blob([`${TITLE}\n\n${text}\n`], { type: 'text/plain' }), 'wiederherstellungscodes.txt')
          }
        >
          Herunterladen
        </Button>
      </div>
      <DialogFooter>
        <Button ref={done} look="primary" size={36} onClick={onClose}>
          Ich habe sie gesichert
        </Button>
      </DialogFooter>
    </Dialog>
  )
}
