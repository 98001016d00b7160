import { CloudCheck } from 'lucide-react'
import { useState } from 'react'
import { useOffers } from '../../actions/offers.ts'
import { useConnection } from '../../lib/connection.ts'
import { useOutbox, useWaiting, type Waiting } from '../../data/outbox.ts'
import { useSiteZone } from '../../data/settings.ts'
import { formatInZone } from '../../lib/dates.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Page, TitleLine } from '../../ui/page.tsx'
import { ScreenState } from '../../ui/screen-state.tsx'
import { toastDone } from '../../ui/toast.tsx'
import { DeedEditor } from './deed-editor.tsx'
import { useWaitingTexts, type WaitingText } from './use-waiting-texts.ts'
import { Row, Rows } from './waiting-rows.tsx'
import { TextRow } from './text-row.tsx'
import { STATE_LABELS } from '../../ui/state-glyph.tsx'
import { quoted } from '../../../rules/quoted.ts'

/** `/admin/waiting`: what is sent once the server is reachable, and what has been delivered (RUL-65). */
export function WaitingScreen() {
  const { waiting, arrived, sending } = useWaiting()
  const { connection, lost } = useConnection()
  const outbox = useOutbox()
  const zone = useSiteZone()
  const { texts, drop: dropText } = useWaitingTexts()
  const [editing, setEditing] = useState<string | null>(null)
  const [dropping, setDropping] = useState<Waiting | WaitingText | null>(null)
  const count = waiting.length + texts.length
  const send = () => {
    connection.ask()
    void outbox.flush()
  }
  useOffers({ 'waiting.send': waiting.length > 0 ? send : null })
  const drop = async (thing: Waiting | WaitingText) => {
    setDropping(null)
    await ('noun' in thing ? dropText(thing) : outbox.drop(thing.id))
    toastDone('Verworfen')
  }
  return (
    <Page title="Wartet auf Verbindung">
      <TitleLine title="Wartet auf Verbindung" />
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2 empty:hidden">
        <output className="min-w-0 flex-[1_1_16rem] text-fg-2">
          {count > 0 && sentence({ count, lost, sending })}
        </output>
        {waiting.length > 0 && (
          <Button look="primary" busy={sending} onClick={send}>
            Jetzt senden
          </Button>
        )}
      </div>
      {waiting.length > 0 && (
        <Rows label="Einträge und Karten">
          {waiting.map((deed) =>
            deed.id === editing && deed.kind === 'capture' ? (
              <DeedEditor key={deed.id} deed={deed} onClose={() => setEditing(null)} />
            ) : (
              <Row
                key={deed.id}
                title={deedName(deed)}
                detail={`${deedWords(deed)} · ${formatInZone(deed.savedAt, 'd. MMMM, HH:mm', zone)}`}
                fault={deed.refusal?.message}
              >
                {deed.refusal?.code === 'already_in_inbox' && (
                  <Button onClick={() => void outbox.change(deed.id, allowTwin)}>Trotzdem senden</Button>
                )}
                {deed.kind === 'capture' && (
                  <Button
                    look="quiet"
                    onClick={() => setEditing(deed.id)}
                    aria-label={`${quoted(deedName(deed))} bearbeiten`}
                  >
                    Bearbeiten
                  </Button>
                )}
                <Button
                  look="quiet"
                  onClick={() => setDropping(deed)}
                  aria-label={`${quoted(deedName(deed))} verwerfen`}
                >
                  Verwerfen
                </Button>
              </Row>
            ),
          )}
        </Rows>
      )}
      {texts.length > 0 && (
        <>
          <h2 className="mt-6 mb-2 font-semibold">Texte, Bilder und Vorschläge</h2>
          <p className="mb-2 text-s text-fg-2">Sie gehen hinaus, sobald Sie den Text öffnen und der Server da ist.</p>
          <Rows label="Texte, Bilder und Vorschläge">
            {texts.map((text) => (
              <TextRow key={text.key} text={text} onDrop={() => setDropping(text)} />
            ))}
          </Rows>
        </>
      )}
      {arrived.length > 0 && (
        <>
          <h2 className="mt-6 mb-2 font-semibold">Angekommen</h2>
          <Rows label="Angekommen">
            {arrived.map(({ deed, at }) => (
              <Row
                key={deed.id}
                title={deedName(deed)}
                detail={`${deedWords(deed)} · angekommen um ${formatInZone(at.toISOString(), 'HH:mm', zone)}`}
              />
            ))}
          </Rows>
        </>
      )}
      {count === 0 && arrived.length === 0 && (
        <ScreenState
          icon={CloudCheck}
          title="Nichts wartet"
          sentence="Was Sie ohne Verbindung festhalten, verschieben oder schreiben, steht hier, bis der Server es hat."
          action={<ButtonLink to="/admin/inbox">Zur Inbox</ButtonLink>}
        />
      )}
      <ConfirmDialog
        open={dropping !== null}
        onClose={() => setDropping(null)}
        title={dropping && `${quoted('noun' in dropping ? dropping.title : deedName(dropping))} verwerfen?`}
        description="Es geht dann nicht mehr hinaus und ist auf diesem Gerät weg."
        verb="Verwerfen"
        onConfirm={() => dropping && void drop(dropping)}
      />
    </Page>
  )
}

function sentence({ count, lost, sending }: { count: number; lost: boolean; sending: boolean }): string {
  const things = count === 1 ? 'Eines wartet' : `${count} warten`
  if (lost) return `${things}; alles geht von selbst hinaus, der Reihe nach.`
  return sending ? `Wird gesendet … ${things} noch.` : `${things}.`
}

function allowTwin(deed: Waiting): Waiting {
  return deed.kind === 'capture' ? { ...deed, input: { ...deed.input, allow_duplicate: true } } : deed
}

/** The name of a waiting action. */
function deedName(deed: Waiting): string {
  return deed.kind === 'capture' ? deed.input.title : deed.title
}

/** What will be sent: `Karte nach Entwurf`. */
function deedWords(deed: Waiting): string {
  if (deed.kind === 'move') return `Karte nach ${STATE_LABELS[deed.input.status]}`
  const pictures = deed.pictures?.length ?? 0
  if (pictures === 0) return 'Eintrag für die Inbox'
  return `Eintrag für die Inbox mit ${pictures === 1 ? 'einem Bild' : `${pictures} Bildern`}`
}
