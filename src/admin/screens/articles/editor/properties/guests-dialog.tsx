import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Person } from '../../../../../contract/account.ts'
import { useApi } from '../../../../data/api-context.tsx'
import { guestsQuery, useGuestChanges } from '../../../../data/articles/guests.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Initials } from '../../../../ui/initials.tsx'
import { BrokenState } from '../../../../ui/screen-state.tsx'
import { Select } from '../../../../ui/select.tsx'
import { toastDone, toastRefusal } from '../../../../ui/toast.tsx'

type Props = { id: string; open: boolean; onClose: () => void }

/** Lists the guests of an article, invites further ones and takes invitations back (RUL-61). */
export function GuestsDialog({ id, open, onClose }: Props) {
  const guests = useQuery({ ...guestsQuery(useApi(), id), enabled: open })
  const { invite, remove } = useGuestChanges(id)
  const [chosen, setChosen] = useState<string>()
  const { items = [], others = [] } = guests.data ?? {}
  const person = others.find((other) => other.id === chosen)

  const add = async (guest: Person) => {
    try {
      await invite.mutateAsync(guest.id)
      setChosen(undefined)
      toastDone(`${guest.name} ist eingeladen`, { id: 'guest', undo: () => void end(guest) })
    } catch (error) {
      toastRefusal(error, 'Die Einladung ist nicht angekommen')
    }
  }
  const end = async (guest: Person) => {
    try {
      await remove.mutateAsync(guest.id)
      toastDone(`${guest.name} ist nicht mehr eingeladen`, { id: 'guest', undo: () => void add(guest) })
    } catch (error) {
      toastRefusal(error, 'Die Einladung ließ sich nicht aufheben')
    }
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Gäste"
      description="Gäste lesen nur Artikel, zu denen sie eingeladen sind. Sie merken an und schlagen vor, ändern aber nichts."
    >
      {guests.isError && <BrokenState onRetry={() => void guests.refetch()} busy={guests.isFetching} />}
      {guests.isPending && <output className="text-fg-2">Lädt...</output>}
      {others.length > 0 && (
        <form
          className="mt-3 flex items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            if (person) void add(person)
          }}
        >
          <Select
            label="Gast"
            className="min-w-0 flex-1"
            value={person?.id}
            placeholder="Konto wählen"
            choices={others.map(({ id: value, name }) => ({ value, label: name, icon: <Initials name={name} /> }))}
            onChange={setChosen}
          />
          <Button type="submit" look="primary" size={36} busy={invite.isPending} disabled={!person}>
            Einladen
          </Button>
        </form>
      )}
      {guests.data && items.length + others.length === 0 && (
        <p className="text-fg-2">Noch hat kein Konto die Rolle „Gast“. Inhaber vergeben sie in den Konten.</p>
      )}
      {items.length > 0 && (
        <>
          <h3 className="mt-5 mb-1 text-s text-fg-2">Eingeladen</h3>
          <ul aria-label="Eingeladen">
            {items.map((guest) => (
              <li
                key={guest.id}
                className="flex min-h-11 items-center gap-3 border-t border-line py-1.5 first:border-t-0"
              >
                <Initials name={guest.name} />
                <span className="min-w-0 flex-1 truncate">{guest.name}</span>
                <Button onClick={() => void end(guest)} aria-label={`${guest.name} ausladen`}>
                  Ausladen
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  )
}
