import type { PasskeyListItem } from '@supabase/auth-js'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useOffers } from '../../actions/offers.ts'
import { accountKeys, passkeysQuery } from '../../data/account.ts'
import { authSettingsQuery } from '../../data/auth-settings.ts'
import { useSiteZone } from '../../data/settings.ts'
import { useKeptForm } from '../../data/use-draft-form.ts'
import { authFault } from '../../lib/auth-fault.ts'
import { formatInZone } from '../../lib/dates.ts'
import { useAuth } from '../../shell/auth-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { LineForm } from '../../ui/line-form.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toastDone, toastFault } from '../../ui/toast.tsx'
import { CardFault } from './card-fault.tsx'
import { Note, Row } from './row.tsx'
import { quoted } from '../../../rules/quoted.ts'

const UNNAMED = 'Passkey'

/** Passkeys that sign in by themselves (TEAM-12). Hidden where the server's address allows none. */
export function PasskeysCard() {
  const { session } = useAuth()
  const { client } = session
  const settings = useQuery(authSettingsQuery).data
  const passkeys = useQuery({ ...passkeysQuery(session), enabled: Boolean(settings?.passkey_origin) })
  const [removing, setRemoving] = useState<PasskeyListItem | null>(null)
  const [renaming, setRenaming] = useState<string | null>(null)
  const { busy, run } = useRun()
  const isHere = settings?.passkey_origin === location.origin && 'credentials' in navigator
  const add = () =>
    run(async () => {
      const { data, error } = await client.registerPasskey()
      if (error) throw error
      if (data) setRenaming(data.id)
      return 'Passkey eingerichtet'
    })
  useOffers(isHere ? { 'account.sign-in-passkey': () => void add() } : {})
  if (!settings?.passkey_origin) return null
  return (
    <Card title="Anmelden mit Passkey">
      {passkeys.isError && (
        <CardFault
          sentence="Die Passkeys konnten nicht geladen werden."
          busy={passkeys.isFetching}
          retry={passkeys.refetch}
        />
      )}
      {isHere && passkeys.data?.length === 0 && (
        <p className="mx-3 border-t border-line py-3 text-fg-2 md:mx-4">Ihr Gerät meldet Sie an, ohne Passwort.</p>
      )}
      <ul aria-label="Passkeys zum Anmelden">
        {passkeys.data?.map((passkey) => (
          <PasskeyRow
            key={passkey.id}
            passkey={passkey}
            renaming={renaming === passkey.id}
            onRename={(isOpen) => setRenaming(isOpen ? passkey.id : null)}
            onRemove={() => setRemoving(passkey)}
          />
        ))}
      </ul>
      <Row label="Hinzufügen">
        {isHere ? (
          <Button busy={busy} onClick={() => void add()}>
            Passkey zum Anmelden einrichten
          </Button>
        ) : (
          <Note>Einrichten können Sie ihn nur unter {settings.passkey_origin}.</Note>
        )}
      </Row>
      <ConfirmDialog
        open={removing !== null}
        onClose={() => setRemoving(null)}
        title={`${quoted(removing?.friendly_name ?? UNNAMED)} entfernen?`}
        description="Damit können Sie sich dann nicht mehr anmelden. Passwort und Anmeldedienste bleiben."
        verb="Entfernen"
        busy={busy}
        onConfirm={() =>
          void run(async () => {
            const { error } = await client.passkey.delete({ passkeyId: removing?.id ?? '' })
            if (error) throw error
            return 'Passkey entfernt'
          }).finally(() => setRemoving(null))
        }
      />
    </Card>
  )
}

type RowProps = {
  passkey: PasskeyListItem
  renaming: boolean
  onRename: (isOpen: boolean) => void
  onRemove: () => void
}

function PasskeyRow({ passkey, renaming, onRename, onRemove }: RowProps) {
  const zone = useSiteZone()
  const name = passkey.friendly_name ?? UNNAMED
  const day = (at: string) => formatInZone(at, 'd. MMM yyyy', zone)
  return (
    <li className="mx-3 flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 border-t border-line py-2 md:mx-4">
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p className="font-medium">{name}</p>
        <Note>
          seit {day(passkey.created_at)}
          {passkey.last_used_at && `, zuletzt benutzt am ${day(passkey.last_used_at)}`}
        </Note>
      </div>
      {!renaming && (
        <Button aria-label={`${name} umbenennen`} onClick={() => onRename(true)}>
          Umbenennen
        </Button>
      )}
      <Button aria-label={`${name} entfernen`} onClick={onRemove}>
        Entfernen
      </Button>
      {renaming && (
        <div className="w-full">
          <NameForm passkey={passkey} onDone={() => onRename(false)} />
        </div>
      )}
    </li>
  )
}

function NameForm({ passkey, onDone }: { passkey: PasskeyListItem; onDone: () => void }) {
  const { client } = useAuth().session
  const { busy, run } = useRun()
  const kept = useKeptForm('passkey-name', passkey.id, { name: passkey.friendly_name ?? '' })
  return (
    <LineForm
      kept={kept}
      onSubmit={() =>
        run(async () => {
          const friendlyName = kept.values.name.trim()
          const { error } = await client.passkey.update({ passkeyId: passkey.id, friendlyName })
          if (error) throw error
          kept.saved()
          onDone()
          return 'Name gespeichert'
        })
      }
    >
      <TextField
        label="Name des Passkeys"
        name="name"
        className="flex-1"
        maxLength={120}
        placeholder="Telefon"
        value={kept.values.name}
        onChange={(event) => kept.change({ name: event.target.value })}
      />
      <div className="flex gap-2 md:mt-7">
        <Button type="submit" size={36} busy={busy}>
          Speichern
        </Button>
        <Button
          size={36}
          look="quiet"
          onClick={() => {
            kept.discard()
            onDone()
          }}
        >
          Abbrechen
        </Button>
      </div>
    </LineForm>
  )
}

/** Runs a change of the passkeys, says what was done or refused, and reads the list again. */
function useRun() {
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  return {
    busy,
    run: async (work: () => Promise<string>) => {
      setBusy(true)
      try {
        toastDone(await work())
      } catch (error) {
        toastFault(authFault(error))
      }
      await queries.invalidateQueries({ queryKey: accountKeys.passkeys })
      setBusy(false)
    },
  }
}
