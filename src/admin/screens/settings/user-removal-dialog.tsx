import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { UserRecord } from '../../../contract/account.ts'
import type { UserRemoval } from '../../../contract/users.ts'
import { useApi } from '../../data/api-context.tsx'
import { userRemovalQuery, useUserChanges } from '../../data/users.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFooter } from '../../ui/dialog.tsx'
import { BrokenState } from '../../ui/screen-state.tsx'
import { Select } from '../../ui/select.tsx'
import { toastDone, toastRefusal } from '../../ui/toast.tsx'

const NOBODY = 'niemand'

/** An owner deletes an account (RUL-4) after choosing a successor for its articles. */
export function UserRemovalDialog({ user, onClose }: { user: UserRecord | null; onClose: () => void }) {
  return (
    <Dialog
      role="alertdialog"
      open={user !== null}
      onClose={onClose}
      title="Konto löschen?"
      description={
        user &&
        `${user.email || 'Das Konto ohne Adresse'} wird überall abgemeldet und kommt nicht mehr hinein. Artikel und Einträge bleiben. Das lässt sich nicht rückgängig machen.`
      }
    >
      {user && <Removal user={user} onClose={onClose} />}
    </Dialog>
  )
}

function Removal({ user, onClose }: { user: UserRecord; onClose: () => void }) {
  const facts = useQuery(userRemovalQuery(useApi(), user.id))
  if (facts.isError) return <BrokenState query={facts} />
  if (!facts.data) return <output className="mt-3 block text-fg-2">Lädt...</output>
  return <RemovalForm user={user} facts={facts.data} onClose={onClose} />
}

function RemovalForm({ user, facts, onClose }: { user: UserRecord; facts: UserRemoval; onClose: () => void }) {
  const { remove } = useUserChanges()
  const [to, setTo] = useState(NOBODY)
  const confirm = async () => {
    try {
      await remove.mutateAsync({ id: user.id, articles_to: to === NOBODY ? null : to })
    } catch (error) {
      return toastRefusal(error, 'Das Konto konnte nicht gelöscht werden')
    }
    onClose()
    toastDone('Konto gelöscht')
  }
  return (
    <div className="mt-3 flex flex-col gap-4">
      {facts.last_owner && (
        <p className="rounded-control bg-hover px-3 py-2">
          Das ist die einzige Person mit der Rolle Inhaber. Geben Sie zuerst jemand anderem diese Rolle.
        </p>
      )}
      {!facts.last_owner && facts.article_count + facts.page_count > 0 && (
        <Select
          label={`${leftBehind(facts)} bekommt`}
          value={to}
          choices={[
            { value: NOBODY, label: 'Niemand – sie bleiben ohne Konto' },
            ...facts.successors.map(({ id, name, email }) => ({
              value: id,
              label: email ? `${name} (${email})` : name,
            })),
          ]}
          onChange={setTo}
        />
      )}
      <DialogFooter>
        <Button look="quiet" size={36} onClick={onClose}>
          Abbrechen
        </Button>
        {!facts.last_owner && (
          <Button look="destructive" size={36} busy={remove.isPending} onClick={() => void confirm()}>
            Konto löschen
          </Button>
        )}
      </DialogFooter>
    </div>
  )
}

/** What the account leaves behind, in words: `Die 3 Artikel und die Seite`. */
function leftBehind({ article_count, page_count }: UserRemoval): string {
  const articles = article_count === 1 ? 'den Artikel' : `die ${article_count.toLocaleString('de')} Artikel`
  const pages = page_count === 1 ? 'die Seite' : `die ${page_count.toLocaleString('de')} Seiten`
  const words = [...(article_count > 0 ? [articles] : []), ...(page_count > 0 ? [pages] : [])].join(' und ')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
