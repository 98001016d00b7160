import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../../../data/api-context.tsx'
import { guestsQuery, useGuestChanges } from '../../../../data/articles/guests.ts'
import type { RemarkedText } from '../../../../data/articles/remarks.ts'
import { useMay } from '../../../../data/role.ts'
import { useNames } from '../../../../data/users.ts'
import { Button } from '../../../../ui/button.tsx'
import { toastDone, toastRefusal } from '../../../../ui/toast.tsx'
import { namedIn } from './remark-body.tsx'

type Props = { text: Pick<RemarkedText, 'noun' | 'id'>; body: string }

/** Guests who are named and not invited to the article: nobody notifies them (RUL-61). They can be invited here. */
export function UninvitedNote({ text, body }: Props) {
  const mayList = useMay('texts.write')
  const names = [...useNames().values()].toSorted((a, b) => b.length - a.length)
  const named = namedIn(body, names).map(({ name }) => name)
  const enabled = mayList && text.noun === 'articles' && named.length > 0
  const { data } = useQuery({ ...guestsQuery(useApi(), text.id), enabled })
  const { invite } = useGuestChanges(text.id)
  const uninvited = enabled ? (data?.others ?? []).filter(({ name }) => named.includes(name)) : []
  return uninvited.map(({ id, name }) => (
    <p key={id} className="mt-2 flex flex-wrap items-center gap-x-2 gap-y-1 text-s text-fg-2">
      <span className="min-w-0 wrap-anywhere">{name} ist nicht eingeladen und erfährt davon nichts.</span>
      <Button
        busy={invite.isPending}
        aria-label={`${name} einladen`}
        onClick={() =>
          invite.mutate(id, {
            onSuccess: () => toastDone(`${name} ist eingeladen`, { id: 'guest' }),
            onError: (error) => toastRefusal(error, 'Die Einladung ist nicht angekommen'),
          })
        }
      >
        Einladen
      </Button>
    </p>
  ))
}
