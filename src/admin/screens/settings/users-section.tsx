import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Check, ChevronRight, CircleSlash, Clock, Ellipsis, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Approval, Role, UserRecord } from '../../../contract/account.ts'
import { ROLES, ROLE_WORDS } from '../../../rules/roles.ts'
import { accountQuery } from '../../data/account.ts'
import { useApi } from '../../data/api-context.tsx'
import { itemsOf } from '../../data/pages.ts'
import { useSiteZone } from '../../data/settings.ts'
import { usersQuery, useUserChanges } from '../../data/users.ts'
import { formatInZone } from '../../lib/dates.ts'
import { faultSentence } from '../../lib/faults.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { EndlessEnd } from '../../ui/endless-end.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { BrokenState } from '../../ui/screen-state.tsx'
import { Select } from '../../ui/select.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { toastDone, toastFault } from '../../ui/toast.tsx'
import { FourEyes } from './four-eyes.tsx'
import { InvitesCard, ROLE_CHOICES } from './invites-card.tsx'
import { UserRemovalDialog } from './user-removal-dialog.tsx'

const STATES: Record<Approval, { label: string; icon: typeof Check; color: string }> = {
  approved: { label: 'Freigegeben', icon: Check, color: 'text-published' },
  pending: { label: 'Wartet', icon: Clock, color: 'text-scheduled' },
  blocked: { label: 'Gesperrt', icon: CircleSlash, color: 'text-fg-2' },
}

/**
 * Accounts, for owners: invite, approve, block, change the role, delete (RUL-4). The server keeps at least one owner.
 */
export function UsersSection() {
  const api = useApi()
  const zone = useSiteZone()
  const self = useQuery(accountQuery(api)).data?.id
  const list = useInfiniteQuery(usersQuery(api))
  const { update } = useUserChanges()
  const [blocking, setBlocking] = useState<UserRecord | null>(null)
  const [removing, setRemoving] = useState<UserRecord | null>(null)
  const users = itemsOf(list.data)

  const change = async (input: { id: string; approval?: Approval; role?: Role }, done: string) => {
    try {
      await update.mutateAsync(input)
      toastDone(done)
    } catch (error) {
      toastFault(faultSentence(error))
    }
  }

  if (list.isPending) return <SkeletonRows columns="grid grid-cols-[1fr_120px_160px_120px] gap-4" cells={4} />
  if (list.isError && users.length === 0) return <BrokenState query={list} />
  return (
    <div className="@container w-full max-w-[880px]">
      <InvitesCard />
      <details className="group mb-4">
        <summary className="flex min-h-11 w-fit cursor-pointer list-none items-center gap-1.5 rounded-control text-s text-fg-2 hover:text-fg md:min-h-8 [&::-webkit-details-marker]:hidden">
          <ChevronRight aria-hidden className="icon-small group-open:rotate-90" />
          Was die Rollen dürfen
        </summary>
        <dl className="mt-1 grid gap-x-3 gap-y-0.5 text-s md:grid-cols-[auto_1fr]">
          {ROLES.map((role) => (
            <div key={role} className="contents">
              <dt className="font-medium">{ROLE_WORDS[role].name}</dt>
              <dd className="mb-1 text-fg-2 md:mb-0">{ROLE_WORDS[role].may}</dd>
            </div>
          ))}
        </dl>
      </details>
      <FourEyes />
      <ul aria-label="Konten">
        {users.map((user) => {
          const state = STATES[user.approval]
          return (
            <li key={user.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-2">
              <div className="min-w-48 flex-1 basis-full @xl:basis-0">
                <p className="font-medium wrap-anywhere">
                  {user.name}
                  {user.id === self && <span className="font-normal text-fg-3"> (Sie)</span>}
                </p>
                <p className="text-s wrap-anywhere text-fg-2">{user.email || 'Ohne E-Mail-Adresse'}</p>
                <p className="text-s text-fg-2">
                  seit {formatInZone(user.created_at, 'dd. MMM yyyy', zone)}
                  {user.last_sign_in_at && `, zuletzt ${formatInZone(user.last_sign_in_at, 'dd. MMM yyyy', zone)}`}
                </p>
              </div>
              <span className={`flex items-center gap-1.5 text-s font-medium @xl:w-26 ${state.color}`}>
                <state.icon aria-hidden className="icon-small" />
                {state.label}
              </span>
              <Select
                label={`Rolle von ${user.email}`}
                labelHidden
                className="w-32 @max-xl:flex-1"
                value={user.role}
                choices={ROLE_CHOICES}
                onChange={(role) => role !== user.role && void change({ id: user.id, role }, 'Rolle geändert')}
              />
              <div className="flex justify-end gap-2 @max-sm:basis-full @xl:w-36">
                {user.approval !== 'approved' && (
                  <Button
                    onClick={() =>
                      void change(
                        { id: user.id, approval: 'approved' },
                        user.approval === 'blocked' ? 'Konto entsperrt' : 'Konto freigegeben',
                      )
                    }
                  >
                    {user.approval === 'blocked' ? 'Entsperren' : 'Freigeben'}
                  </Button>
                )}
                {user.id !== self && (
                  <Menu
                    align="end"
                    trigger={
                      <IconButton label={`Weitere Aktionen für ${user.email || user.name}`}>
                        <Ellipsis aria-hidden />
                      </IconButton>
                    }
                  >
                    {user.approval !== 'blocked' && (
                      <MenuItem danger icon={<CircleSlash aria-hidden />} onSelect={() => setBlocking(user)}>
                        Sperren
                      </MenuItem>
                    )}
                    <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={() => setRemoving(user)}>
                      Konto löschen
                    </MenuItem>
                  </Menu>
                )}
              </div>
            </li>
          )
        })}
      </ul>
      <UserRemovalDialog user={removing} onClose={() => setRemoving(null)} />
      <EndlessEnd list={list} failed="Weitere Konten konnten nicht geladen werden." />
      <ConfirmDialog
        open={blocking !== null}
        onClose={() => setBlocking(null)}
        title="Konto sperren?"
        description={
          blocking &&
          `${blocking.email} wird überall abgemeldet und kommt nicht mehr hinein. Artikel und Einträge bleiben. Sie können das Konto später wieder freigeben.`
        }
        verb="Sperren"
        onConfirm={() => {
          if (blocking) void change({ id: blocking.id, approval: 'blocked' }, 'Konto gesperrt')
          setBlocking(null)
        }}
      />
    </div>
  )
}
