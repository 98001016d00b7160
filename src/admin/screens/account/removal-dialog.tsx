import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactNode } from 'react'
import type { RemovalFacts } from '../../../contract/account/removal.ts'
import { removalQuery, useAccountRemoval } from '../../data/account.ts'
import { useApi } from '../../data/api-context.tsx'
import { fieldFaults } from '../../lib/faults.ts'
import { useAuth } from '../../shell/auth-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFooter } from '../../ui/dialog.tsx'
import { Select } from '../../ui/select.tsx'
import { PasswordField } from '../../ui/text-field.tsx'
import { toastDone, toastRefusal } from '../../ui/toast.tsx'
import { CardFault } from './card-fault.tsx'

const NOBODY = 'niemand'

/** Deletes the own account: explains the effects, asks for a successor for the articles and for proof of identity. */
export function RemovalDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      role="alertdialog"
      title="Konto löschen?"
      description="Sie werden überall abgemeldet und kommen nicht mehr hinein. Was Sie geschrieben haben, bleibt. Das lässt sich nicht rückgängig machen."
    >
      {open && <Removal onClose={onClose} />}
    </Dialog>
  )
}

function Removal({ onClose }: { onClose: () => void }) {
  const facts = useQuery(removalQuery(useApi()))
  const { session } = useAuth()
  if (facts.isError)
    return <CardFault sentence="Das Konto konnte nicht geladen werden." busy={facts.isFetching} retry={facts.refetch} />
  if (!facts.data) return <output className="mt-3 block text-fg-2">Lädt...</output>
  if (facts.data.last_owner)
    return (
      <Hindrance onClose={onClose}>
        Sie sind die einzige Person mit der Rolle Inhaber. Geben Sie zuerst jemand anderem diese Rolle, in den
        Einstellungen unter „Konten“.
      </Hindrance>
    )
  if (facts.data.proof === 'sign_in')
    return (
      <Hindrance onClose={onClose} way={<Button onClick={() => void session.signOut()}>Neu anmelden</Button>}>
        Bitte melden Sie sich zuerst neu an. Danach haben Sie zehn Minuten Zeit, das Konto zu löschen.
      </Hindrance>
    )
  return <RemovalForm facts={facts.data} onClose={onClose} />
}

function Hindrance(props: { children: ReactNode; onClose: () => void; way?: ReactNode }) {
  return (
    <>
      <p className="mt-3 rounded-control bg-hover px-3 py-2">{props.children}</p>
      <DialogFooter>
        <Button look="quiet" size={36} onClick={props.onClose}>
          Schließen
        </Button>
        {props.way}
      </DialogFooter>
    </>
  )
}

function RemovalForm({ facts, onClose }: { facts: RemovalFacts; onClose: () => void }) {
  const { session } = useAuth()
  const removal = useAccountRemoval()
  const [to, setTo] = useState(NOBODY)
  const [fault, setFault] = useState<string>()

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get('password') ?? '')
    if (facts.proof === 'password' && password === '') return setFault('Bitte geben Sie Ihr Passwort ein')
    setFault(undefined)
    try {
      await removal.mutateAsync({
        articles_to: to === NOBODY ? null : to,
        ...(facts.proof === 'password' && { password }),
      })
    } catch (error) {
      const reason = fieldFaults(error).password
      if (reason) return setFault(reason)
      return toastRefusal(error, 'Das Konto konnte nicht gelöscht werden')
    }
    await session.signOut()
    toastDone('Ihr Konto ist gelöscht')
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="mt-3 flex flex-col gap-4">
      {facts.article_count + facts.page_count > 0 && (
        <Select
          label={`${leftBehind(facts)} bekommt`}
          value={to}
          choices={[
            { value: NOBODY, label: 'Niemand – sie bleiben ohne Konto' },
            ...facts.successors.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={setTo}
        />
      )}
      {facts.proof === 'password' && (
        <PasswordField label="Passwort" name="password" autoComplete="current-password" required error={fault} />
      )}
      <DialogFooter>
        <Button look="quiet" size={36} onClick={onClose}>
          Abbrechen
        </Button>
        <Button type="submit" look="destructive" size={36} busy={removal.isPending}>
          Konto löschen
        </Button>
      </DialogFooter>
    </form>
  )
}

/** What an account leaves behind, in words: `Ihre 3 Artikel und Ihre Seite`. */
function leftBehind({ article_count, page_count }: RemovalFacts): string {
  const own = (count: number, one: string, many: string) =>
    count === 0 ? [] : [count === 1 ? one : `Ihre ${count.toLocaleString('de')} ${many}`]
  return [...own(article_count, 'Ihren Artikel', 'Artikel'), ...own(page_count, 'Ihre Seite', 'Seiten')].join(' und ')
}
