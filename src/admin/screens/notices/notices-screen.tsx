import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { AllReadButton, NoticeFilter, NoticeList, type NoticeFilterValue } from '../../parts/notices/notice-list.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Page, TitleLine } from '../../ui/page.tsx'

/** `/admin/notices`: every notice of the account, by day (TEAM-10). */
export function NoticesScreen() {
  const [filter, setFilter] = useState<NoticeFilterValue>('all')
  return (
    <Page title="Mitteilungen">
      <TitleLine title="Mitteilungen">
        <AllReadButton value={filter} />
        <ButtonLink to="/admin/account/notices" aria-label="Mitteilungen einstellen">
          <SlidersHorizontal aria-hidden />
          <span className="max-md:hidden">Einstellen</span>
        </ButtonLink>
      </TitleLine>
      <div className="max-w-[760px]">
        <NoticeFilter value={filter} onChange={setFilter} />
        <div className="-mx-4 mt-2">
          <NoticeList value={filter} heading="h2" />
        </div>
      </div>
    </Page>
  )
}
