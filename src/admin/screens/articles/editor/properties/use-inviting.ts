import type { Person } from '../../../../../contract/account.ts'
import { useGuestChanges } from '../../../../data/articles/guests.ts'
import { toastDone, toastRefusal } from '../../../../ui/toast.tsx'

/** Invites a guest to an article and takes the invitation back (RUL-61). Each says so, with undo, or why it was refused. */
export function useInviting(id: string) {
  const { invite, remove } = useGuestChanges(id)
  const add = async (guest: Person): Promise<void> => {
    try {
      await invite.mutateAsync(guest.id)
      toastDone(`${guest.name} ist eingeladen`, { id: 'guest', undo: () => void end(guest) })
    } catch (error) {
      toastRefusal(error, 'Die Einladung ist nicht angekommen')
    }
  }
  const end = async (guest: Person): Promise<void> => {
    try {
      await remove.mutateAsync(guest.id)
      toastDone(`${guest.name} ist nicht mehr eingeladen`, { id: 'guest', undo: () => void add(guest) })
    } catch (error) {
      toastRefusal(error, 'Die Einladung ließ sich nicht aufheben')
    }
  }
  return { add, end, busy: invite.isPending }
}
