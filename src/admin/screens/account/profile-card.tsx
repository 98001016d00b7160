import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useOffers } from '../../actions/offers.ts'
import type { Approval, OwnAccount } from '../../../contract/account.ts'
import { ROLE_WORDS } from '../../../rules/roles.ts'
import { authUserQuery } from '../../data/account.ts'
import { useSiteZone } from '../../data/settings.ts'
import { formatInZone } from '../../lib/dates.ts'
import { useAuth } from '../../shell/auth-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmailDialog } from './email-dialog.tsx'
import { NameDialog } from './name-dialog.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { Note, Row } from './row.tsx'

const APPROVALS: Record<Approval, string> = {
  approved: 'freigegeben',
  pending: 'wartet auf Freigabe',
  blocked: 'gesperrt',
}

/** Profile of the account: name, address, password, role. */
export function ProfileCard({ account }: { account: OwnAccount }) {
  const { session } = useAuth()
  const zone = useSiteZone()
  const onItsWay = useQuery(authUserQuery(session.client)).data?.new_email
  const [open, setOpen] = useState<'name' | 'email' | 'password' | null>(null)
  const navigate = useNavigate()
  const { aendern } = useSearch({ from: '/admin/account' })
  const close = () => setOpen(null)
  useOffers({
    'account.name': () => setOpen('name'),
    'account.email': () => setOpen('email'),
    'account.password': () => setOpen('password'),
  })
  if (aendern && open === null) setOpen('name')
  const nameButton = useRef<HTMLButtonElement>(null)
  // The dialog returns the focus to where it came from.
  useLayoutEffect(() => {
    if (aendern) nameButton.current?.focus()
  }, [aendern])
  useEffect(() => {
    // The parameter is removed once it has opened the dialog, so that a reload or going back does not open it again.
    if (aendern) void navigate({ to: '.', search: {}, replace: true })
  }, [aendern, navigate])
  return (
    <Card title="Anmeldung">
      <Row
        label="Name"
        action={
          <Button
            ref={nameButton}
            aria-label={account.display_name === null ? 'Namen angeben' : 'Namen ändern'}
            onClick={() => setOpen('name')}
          >
            {account.display_name === null ? 'Angeben' : 'Ändern'}
          </Button>
        }
      >
        <span>{account.name}</span>
        {account.display_name === null && <span className="text-fg-2"> (aus der E-Mail-Adresse)</span>}
      </Row>
      <Row
        label="E-Mail"
        action={
          <Button aria-label="E-Mail ändern" onClick={() => setOpen('email')}>
            Ändern
          </Button>
        }
      >
        {account.email || 'Keine E-Mail-Adresse'}
        {onItsWay && <Note>Wechsel zu {onItsWay}: Bitte öffnen Sie den Link in den E-Mails an beide Adressen.</Note>}
      </Row>
      <Row
        label="Passwort"
        action={
          <Button
            aria-label={account.has_password ? 'Passwort ändern' : 'Passwort festlegen'}
            onClick={() => setOpen('password')}
          >
            {account.has_password ? 'Ändern' : 'Festlegen'}
          </Button>
        }
      >
        {account.has_password ? 'Festgelegt' : 'Keines'}
        {!account.has_password && <Note>Sie melden sich über einen anderen Dienst oder mit einem Code an.</Note>}
      </Row>
      <Row label="Rolle">
        {ROLE_WORDS[account.role].name}, {APPROVALS[account.approval]}
      </Row>
      <Row label="Dabei seit">{formatInZone(account.created_at, 'd. MMMM yyyy', zone)}</Row>
      <NameDialog open={open === 'name'} account={account} onClose={close} />
      <EmailDialog open={open === 'email'} account={account} onClose={close} />
      <PasswordDialog open={open === 'password'} account={account} onClose={close} />
    </Card>
  )
}
