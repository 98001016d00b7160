import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { InboxToken } from '../../../contract/integrations.ts'
import { useApi } from '../../data/api-context.tsx'
import { tokensQuery, useCreateToken, useRevokeToken } from '../../data/integrations.ts'
import { useSiteZone } from '../../data/settings.ts'
import { useKeptForm } from '../../data/use-draft-form.ts'
import { formatInZone } from '../../lib/dates.ts'
import { faultSentence, fieldFaults } from '../../lib/faults.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { LineForm } from '../../ui/line-form.tsx'
import { RevocableList } from '../../ui/revocable-list.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toastFault } from '../../ui/toast.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { quoted } from '../../../rules/quoted.ts'

/** Inbox-only tokens (RUL-10): created, shown once, listed, revoked. */
export function TokenCard() {
  const tokens = useQuery(tokensQuery(useApi()))
  return (
    <Card title="Inbox-Token">
      <div className="flex flex-col gap-4 px-4 pt-1 pb-4">
        <p className="text-fg-2">Ein Token ersetzt die Anmeldung und legt nur Einträge in die Inbox.</p>
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
  const submit = async () => {
    if (name.trim() === '') return setError('Bitte einen Namen eingeben')
    setError(undefined)
    try {
      await kept.send(() => create.mutateAsync(name))
    } catch (failure) {
      setError(fieldFaults(failure).name)
      toastFault(faultSentence(failure, 'Das Token konnte nicht angelegt werden.'))
    }
  }
  return (
    <>
      <LineForm kept={kept} onSubmit={submit}>
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
      </LineForm>
      {create.data && (
        <CopyField
          label={`Neues Token ${quoted(create.data.name)}`}
          value={create.data.token}
          action="Token kopieren"
          done="Token kopiert"
          hint="Kopieren Sie es jetzt, es wird nur dieses eine Mal gezeigt."
        />
      )}
    </>
  )
}

function TokenList({ tokens }: { tokens: InboxToken[] }) {
  const zone = useSiteZone()
  const revoke = useRevokeToken()
  const day = (instant: string) => formatInZone(instant, 'dd. MMM yyyy', zone)
  const used = ({ last_used_at: at }: InboxToken) => (at === null ? 'noch nie benutzt' : `zuletzt benutzt ${day(at)}`)
  return (
    <RevocableList
      label="Tokens"
      items={tokens}
      nameOf={({ name }) => name}
      detailOf={(token) => `Angelegt ${day(token.created_at)} · ${used(token)}`}
      verb="Widerrufen"
      verbFor={(name) => `Token ${quoted(name)} widerrufen`}
      question="Token widerrufen?"
      consequence={(name) => `Wer ${quoted(name)} benutzt, kann damit nichts mehr in die Inbox legen.`}
      done="Token widerrufen"
      failed="Das Token konnte nicht widerrufen werden."
      revoke={revoke.mutateAsync}
    />
  )
}
