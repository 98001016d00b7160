import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Mails, MailX, SlidersHorizontal } from 'lucide-react'
import { useApi } from '../../data/api-context.tsx'
import { newsletterQuery, subscribersQuery } from '../../data/newsletter.ts'
import { useRole } from '../../data/role.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Page, TitleLine } from '../../ui/page.tsx'
import { BrokenState, ScreenState } from '../../ui/screen-state.tsx'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { IssueDialog } from './issue-dialog.tsx'
import { IssuesList } from './issues-list.tsx'
import { SubscriberFiles } from './subscriber-files.tsx'
import { SubscribersList } from './subscribers-list.tsx'

type View = 'ausgaben' | 'abonnements'
type Search = { ansicht?: string; artikel?: string; sammelausgabe?: string }

/** `/admin/newsletter`: issues with their progress, and subscribers with the proof of consent (RUL-79, RUL-80). */
export function NewsletterScreen() {
  const api = useApi()
  const newsletter = useQuery(newsletterQuery(api))
  // The list without a filter: shown by the other view, too.
  const subscribers = useInfiniteQuery({
    ...subscribersQuery(api, { q: '', state: undefined }),
    enabled: newsletter.data?.available === true,
  })
  const isOwner = useRole() === 'owner'
  const navigate = useNavigate()
  const search: Search = useSearch({ strict: false })
  const view: View = search.ansicht === 'abonnements' ? 'abonnements' : 'ausgaben'
  const show = (next: View) =>
    void navigate({ to: '.', search: next === 'ausgaben' ? {} : { ansicht: next }, replace: true })
  const settings = (
    <ButtonLink to="/admin/settings" search={{ bereich: 'newsletter' }} aria-label="Newsletter einstellen">
      <SlidersHorizontal aria-hidden />
      <span className="max-md:hidden">Einstellen</span>
    </ButtonLink>
  )
  const filter = (
    <SegmentedFilter<View>
      label="Ansicht"
      counted
      value={view}
      onChange={show}
      segments={[
        { value: 'ausgaben', label: 'Ausgaben' },
        { value: 'abonnements', label: 'Abonnements', count: subscribers.data?.pages[0]?.counts.active },
      ]}
      className="max-md:mb-2 max-md:w-full"
    />
  )
  return (
    <Page title="Newsletter">
      <TitleLine wraps title="Newsletter" aside={<span className="max-md:hidden">{filter}</span>}>
        {view === 'abonnements' && newsletter.data?.available && isOwner && <SubscriberFiles />}
        {view === 'ausgaben' && newsletter.data?.available && newsletter.data.enabled && (
          <ButtonLink to="/admin/newsletter" search={{ sammelausgabe: 'neu' }} aria-label="Sammelausgabe senden">
            <Mails aria-hidden />
            <span className="max-md:hidden">Sammelausgabe …</span>
          </ButtonLink>
        )}
        {newsletter.data?.available && settings}
      </TitleLine>
      {newsletter.isPending ? (
        <SkeletonRows columns="grid grid-cols-[1fr_120px] gap-4" cells={2} />
      ) : newsletter.isError ? (
        <BrokenState query={newsletter} />
      ) : !newsletter.data.available ? (
        <ScreenState
          icon={MailX}
          title="Kein Zugang zum E-Mail-Versand"
          sentence="Ein Newsletter braucht einen Mailserver. Er wird auf dem Server mit SMTP_URL eingetragen."
          action={<ButtonLink to="/admin/system-check">System-Check öffnen</ButtonLink>}
        />
      ) : (
        <>
          <div className="md:hidden">{filter}</div>
          {view === 'ausgaben' ? <IssuesList enabled={newsletter.data.enabled} /> : <SubscribersList />}
          {(search.artikel !== undefined || search.sammelausgabe !== undefined) && newsletter.data.enabled && (
            <IssueDialog
              articleId={search.artikel ?? null}
              onClose={() => void navigate({ to: '.', search: {}, replace: true })}
            />
          )}
        </>
      )}
    </Page>
  )
}
