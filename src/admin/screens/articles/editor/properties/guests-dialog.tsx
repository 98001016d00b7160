import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../../../../data/api-context.tsx'
import { guestsQuery } from '../../../../data/articles/guests.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Initials } from '../../../../ui/initials.tsx'
import { BrokenState } from '../../../../ui/screen-state.tsx'
import { Select } from '../../../../ui/select.tsx'
import { useInviting } from './use-inviting.ts'

type Props = { id: string; open: boolean; onClose: () => void }

/** Lists the guests of an article, invites further ones and takes invitations back (RUL-61). */
export function GuestsDialog({ id, open, onClose }: Props) {
  const guests = useQuery({ ...guestsQuery(useApi(), id), enabled: open })
  const { add, end, busy } = useInviting(id)
  const [chosen, setChosen] = useState<string>()
  const { items = [], others = [] } = guests.data ?? {}
  const person = others.find((other) => other.id === chosen)

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Gäste"
      description="Gäste lesen nur Artikel, zu denen sie eingeladen sind. Sie merken an und schlagen vor, ändern aber nichts."
    >
      {guests.isError && <BrokenState query={guests} />}
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
          <Button type="submit" look="primary" size={36} busy={busy} disabled={!person}>
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
