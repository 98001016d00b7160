import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../../../data/api-context.tsx'
import { guestsQuery } from '../../../../data/articles/guests.ts'
import type { RemarkedText } from '../../../../data/articles/remarks.ts'
import { useMay } from '../../../../data/role.ts'
import { useNames } from '../../../../data/users.ts'
import { Button } from '../../../../ui/button.tsx'
import { useInviting } from '../properties/use-inviting.ts'
import { namedIn } from './remark-body.tsx'

type Props = { text: Pick<RemarkedText, 'noun' | 'id'>; body: string }

/** Names the mentioned guests who are not invited to the article, since they are not notified (RUL-61), and invites them. */
export function UninvitedNote({ text, body }: Props) {
  const mayList = useMay('texts.write')
  const named = namedIn(body, useNames().values()).map(({ name }) => name)
  const enabled = mayList && text.noun === 'articles' && named.length > 0
  const { data } = useQuery({ ...guestsQuery(useApi(), text.id), enabled })
  const { add, busy } = useInviting(text.id)
  const uninvited = enabled ? (data?.others ?? []).filter(({ name }) => named.includes(name)) : []
  return uninvited.map((guest) => (
    <p key={guest.id} className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1 text-s text-fg-2">
      <span className="min-w-0 wrap-anywhere">{guest.name} ist nicht eingeladen und erfährt davon nichts.</span>
      <Button busy={busy} aria-label={`${guest.name} einladen`} onClick={() => void add(guest)}>
        Einladen
      </Button>
    </p>
  ))
}
