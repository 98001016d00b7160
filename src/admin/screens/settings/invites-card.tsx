import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import type { InviteRecord } from '../../../contract/users/invites.ts'
import { ROLES, ROLE_WORDS, type Role } from '../../../rules/roles.ts'
import { quoted } from '../../../rules/quoted.ts'
import { useApi } from '../../data/api-context.tsx'
import { useSiteZone } from '../../data/settings.ts'
import { useKeptForm } from '../../data/use-draft-form.ts'
import { invitesQuery, useInviteChanges } from '../../data/users.ts'
import { formatInZone } from '../../lib/dates.ts'
import { faultSentence } from '../../lib/faults.ts'
import { Button } from '../../ui/button.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { LineForm } from '../../ui/line-form.tsx'
import { RevocableList } from '../../ui/revocable-list.tsx'
import { Select } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toastRefusal } from '../../ui/toast.tsx'

/** The roles in words (RUL-61). */
export const ROLE_CHOICES = ROLES.map((value) => ({ value, label: ROLE_WORDS[value].name }))

/** Invitations by link (RUL-4): created, shown once, listed while valid, withdrawn. */
export function InvitesCard() {
  const invites = useQuery(invitesQuery(useApi()))
  const open = invites.data?.items ?? []
  return (
    <section aria-labelledby="invites-title" className="mb-6 flex flex-col gap-3">
      <div>
        <h2 id="invites-title" className="font-semibold">
          Einladen
        </h2>
        <p className="text-fg-2">Ein Link gilt für ein Konto und sieben Tage.</p>
      </div>
      <NewInvite />
      {invites.isError && (
        <p role="alert" className="text-s text-danger">
          {faultSentence(invites.error, 'Die Einladungen konnten nicht geladen werden.')}
        </p>
      )}
      {open.length > 0 && <OpenInvites invites={open} />}
    </section>
  )
}

function NewInvite() {
  const { create } = useInviteChanges()
  const kept = useKeptForm<{ note: string; role: Role }>('invite', undefined, { note: '', role: 'editor' })
  const { note, role } = kept.values
  const submit = async () => {
    try {
      await kept.send(() => create.mutateAsync({ note, role }))
    } catch (error) {
      toastRefusal(error, 'Die Einladung konnte nicht angelegt werden')
    }
  }
  return (
    <>
      <LineForm kept={kept} onSubmit={submit}>
        <TextField
          label="Für wen (Notiz)"
          value={note}
          maxLength={200}
          autoComplete="off"
          onChange={(event) => kept.change({ note: event.target.value })}
          className="min-w-0 flex-1"
        />
        <Select
          label="Rolle der Einladung"
          className="md:w-40"
          value={role}
          choices={ROLE_CHOICES}
          onChange={(chosen) => kept.change({ role: chosen })}
        />
        <Button type="submit" size={36} className="md:mt-7" icon={<UserPlus aria-hidden />} busy={create.isPending}>
          Link anlegen
        </Button>
      </LineForm>
      {create.data && (
        <CopyField
          label="Einladungslink"
          value={create.data.url}
          action="Link kopieren"
          done="Link kopiert"
          hint="Kopieren Sie ihn jetzt, er wird nur dieses eine Mal gezeigt."
        />
      )}
    </>
  )
}

function OpenInvites({ invites }: { invites: InviteRecord[] }) {
  const zone = useSiteZone()
  const { revoke } = useInviteChanges()
  const until = (invite: InviteRecord) => formatInZone(invite.expires_at, "dd. MMM yyyy, HH:mm 'Uhr'", zone)
  return (
    <RevocableList
      label="Offene Einladungen"
      items={invites}
      nameOf={({ note, created_at }) => note || `Einladung vom ${formatInZone(created_at, 'dd. MMM', zone)}`}
      detailOf={(invite) => `${ROLE_WORDS[invite.role].name} · gilt bis ${until(invite)}`}
      verb="Zurückziehen"
      verbFor={(name) => `${quoted(name)} zurückziehen`}
      question="Einladung zurückziehen?"
      consequence={(name) => `Der Link für ${quoted(name)} öffnet danach nichts mehr.`}
      done="Einladung zurückgezogen"
      failed="Die Einladung konnte nicht zurückgezogen werden"
      revoke={({ id }) => revoke.mutateAsync({ id })}
    />
  )
}
