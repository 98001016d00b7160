import { useQuery } from '@tanstack/react-query'
import type { Approval, Role } from '../../../contract/account.ts'
import { accountQuery } from '../../data/account.ts'
import { useApi } from '../../data/api-context.tsx'
import { useSiteZone } from '../../data/settings.ts'
import { formatInZone } from '../../lib/dates.ts'
import { Card } from '../../ui/card.tsx'
import { Page, TitleLine } from '../../ui/page.tsx'
import { BrokenState } from '../../ui/screen-state.tsx'

const ROLES: Record<Role, string> = { owner: 'Inhaber', editor: 'Redaktion' }
const APPROVALS: Record<Approval, string> = {
  approved: 'freigegeben',
  pending: 'wartet auf Freigabe',
  blocked: 'gesperrt',
}

/** What the server knows of one's own account; password, factors and sessions follow (R11). */
export function AccountScreen() {
  const account = useQuery(accountQuery(useApi()))
  const zone = useSiteZone()
  if (account.isError) {
    return (
      <Page title="Konto">
        <TitleLine title="Konto" />
        <BrokenState busy={account.isFetching} onRetry={() => void account.refetch()} />
      </Page>
    )
  }
  const facts = account.data && [
    ['E-Mail', account.data.email],
    ['Rolle', `${ROLES[account.data.role]}, ${APPROVALS[account.data.approval]}`],
    ['Dabei seit', formatInZone(account.data.created_at, 'd. MMMM yyyy', zone)],
  ]
  return (
    <Page title="Konto">
      <TitleLine title="Konto" />
      <Card title="Ihr Konto" className="max-w-160">
        <dl className="px-3 pb-2 md:px-4">
          {facts?.map(([label, value]) => (
            <div key={label} className="flex min-h-11 items-center gap-x-3 border-t border-line py-2">
              <dt className="w-24 flex-none text-s text-fg-2">{label}</dt>
              <dd className="min-w-0 wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      </Card>
    </Page>
  )
}
