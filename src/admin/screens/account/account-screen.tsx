import { useQuery } from '@tanstack/react-query'
import { accountQuery } from '../../data/account.ts'
import { useApi } from '../../data/api-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Page, TitleLine } from '../../ui/page.tsx'
import { BrokenState } from '../../ui/screen-state.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { Row } from './row.tsx'
import { DataCard } from './data-card.tsx'
import { FactorsCard } from './factors-card.tsx'
import { IdentitiesCard } from './identities-card.tsx'
import { PasskeysCard } from './passkeys-card.tsx'
import { ProfileCard } from './profile-card.tsx'
import { SessionsCard } from './sessions-card.tsx'

/** `/admin/account` (RUL-11): one section per subject. Pending accounts see it without the rest of the app (RUL-4). */
export function AccountScreen() {
  const account = useQuery(accountQuery(useApi()))
  const waiting = account.data?.approval === 'pending'
  return (
    <Page title="Konto">
      <TitleLine title="Konto">{waiting && <ButtonLink to="/admin">Zurück</ButtonLink>}</TitleLine>
      {account.isError && !account.data ? (
        <BrokenState query={account} />
      ) : account.data ? (
        <div className="flex max-w-[720px] flex-col gap-4">
          <ProfileCard account={account.data} />
          <PasskeysCard />
          <FactorsCard />
          <IdentitiesCard />
          {!waiting && (
            <Card title="Mitteilungen">
              <Row label="Glocke und E-Mail" action={<ButtonLink to="/admin/account/notices">Einstellen</ButtonLink>}>
                Wovon Sie erfahren, und wie
              </Row>
            </Card>
          )}
          <SessionsCard />
          <DataCard />
        </div>
      ) : (
        <SkeletonRows columns="grid max-w-[720px] grid-cols-[144px_1fr] gap-4" cells={2} />
      )}
    </Page>
  )
}
