import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import type { InboxToken } from '../../../contract/integrations.ts'
import { useApi } from '../../data/api-context.tsx'
import { tokensQuery, useCreateToken, useRevokeToken } from '../../data/integrations.ts'
import { useSiteZone } from '../../data/settings.ts'
import { useKeptForm } from '../../data/use-kept-form.ts'
import { formatInZone } from '../../lib/dates.ts'
import { faultSentence, fieldFaults } from '../../lib/faults.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { RestoredNote } from '../../ui/restored-note.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toastDone, toastFault, toastRefusal } from '../../ui/toast.tsx'
import { CopyField } from '../../ui/copy-field.tsx'

/** Tokens that can only add to the inbox (RUL-10): made, shown once, listed, revoked. */
export function TokenCard() {
  const tokens = useQuery(tokensQuery(useApi()))
  return (
    <Card title="Inbox-Token">
      <div className="flex flex-col gap-4 px-4 pt-1 pb-4">
        <p className="text-fg-2">
          Für alle, die sich mit Passkey oder über einen anderen Anbieter anmelden: Ein Token ersetzt die Anmeldung in
          der Erweiterung und darf nur Einträge in die Inbox legen.
        </p>
        <NewToken />
        {tokens.isError && (
          <p role="alert" className="text-s text-danger">
            {faultSentence(tokens.error, 'Die Tokens konnten nicht geladen werden.')}
          </p>
        )}
        {tokens.data && tokens.data.items.length > 0 && <TokenList tokens={tokens.data.items} />}
      </div>
    </Card>
  )
}

function NewToken() {
  const create = useCreateToken()
  const kept = useKeptForm('inbox-token', undefined, { name: '' })
  const { name } = kept.values
  const [error, setError] = useState<string>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return setError('Bitte einen Namen eingeben')
    setError(undefined)
    try {
      await create.mutateAsync(name)
      kept.saved()
    } catch (failure) {
      setError(fieldFaults(failure).name)
      toastFault(faultSentence(failure, 'Das Token konnte nicht angelegt werden.'))
    }
  }
  return (
    <>
      <RestoredNote {...kept} />
      <form
        noValidate
        onSubmit={(event) => void submit(event)}
        className="flex flex-col gap-2 md:flex-row md:items-start"
      >
        <TextField
          label="Name des Tokens"
          value={name}
          maxLength={100}
          autoComplete="off"
          error={error}
          onChange={(event) => kept.change({ name: event.target.value })}
          className="min-w-0 flex-1"
        />
        <Button type="submit" size={36} className="md:mt-7" busy={create.isPending}>
          Token anlegen
        </Button>
      </form>
      {create.data && (
        <CopyField
          label={`Neues Token „${create.data.name}“`}
          value={create.data.token}
          action="Token kopieren"
          done="Token kopiert!"
          hint="Kopieren Sie es jetzt, es wird nur dieses eine Mal gezeigt."
        />
      )}
    </>
  )
}

function TokenList({ tokens }: { tokens: InboxToken[] }) {
  const zone = useSiteZone()
  const revoke = useRevokeToken()
  const [asked, setAsked] = useState<InboxToken | null>(null)
  const day = (instant: string) => formatInZone(instant, 'dd. MMM yyyy', zone)
  const end = async (token: InboxToken) => {
    setAsked(null)
    try {
      await revoke.mutateAsync(token)
      toastDone('Token widerrufen')
    } catch (error) {
      toastRefusal(error, 'Das Token konnte nicht widerrufen werden.')
    }
  }
  return (
    <>
      <ul aria-label="Tokens" className="border-t border-line">
        {tokens.map((token) => (
          <li key={token.id} className="flex items-center gap-2 border-b border-line py-1.5">
            <div className="min-w-0 flex-1">
              <p className="font-medium wrap-anywhere">{token.name}</p>
              <p className="text-s text-fg-2">
                Angelegt {day(token.created_at)} ·{' '}
                {token.last_used_at === null ? 'noch nie benutzt' : `zuletzt benutzt ${day(token.last_used_at)}`}
              </p>
            </div>
            <Button look="quiet" onClick={() => setAsked(token)} aria-label={`Token „${token.name}“ widerrufen`}>
              Widerrufen
            </Button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        title="Token widerrufen?"
        description={asked && `Wer „${asked.name}“ benutzt, kann damit nichts mehr in die Inbox legen.`}
        verb="Widerrufen"
        onConfirm={() => asked && void end(asked)}
      />
    </>
  )
}
