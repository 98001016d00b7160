import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useApi } from '../../data/api-context.tsx'
import { integrationsQuery } from '../../data/integrations.ts'
import { Page, TitleLine } from '../../ui/page.tsx'
import { BrokenState } from '../../ui/screen-state.tsx'
import { SkeletonCards } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { selectedText } from './bookmarklet-code.ts'
import { BookmarkletTab } from './bookmarklet-tab.tsx'
import { CaptureForm } from './capture-form.tsx'
import { ChromeTab } from './chrome-tab.tsx'
import { SubscriptionsTab } from './subscriptions-tab.tsx'

const TABS = [
  { value: 'bookmarklet', label: 'Bookmarklet' },
  { value: 'chrome', label: 'Chrome-Erweiterung' },
  { value: 'rss', label: 'RSS-Feeds' },
] as const
type TabName = (typeof TABS)[number]['value']

/** `/admin/integrations`: three tabs selected by the URL; with `action=save` the form of the bookmarklet (RUL-9). */
export function IntegrationsScreen() {
  const search: { action?: string; url?: string; title?: string; tab?: string } = useSearch({ strict: false })
  const hash = useLocation({ select: (location) => location.hash })
  if (search.action === 'save')
    return <CaptureForm url={search.url ?? ''} title={search.title ?? ''} text={selectedText(hash)} />
  return <Integrations tab={TABS.find(({ value }) => value === search.tab)?.value ?? 'bookmarklet'} />
}

function Integrations({ tab }: { tab: TabName }) {
  const navigate = useNavigate()
  return (
    <Page title="Integrationen">
      <TitleLine title="Integrationen" />
      <Tabs<TabName>
        label="Integration"
        value={tab}
        tabs={TABS}
        onChange={(next) => void navigate({ to: '.', search: { tab: next === 'bookmarklet' ? undefined : next } })}
        panelClassName="flex flex-1 flex-col"
      >
        {tab === 'bookmarklet' && <WithBackend>{(url) => <BookmarkletTab backendUrl={url} />}</WithBackend>}
        {tab === 'chrome' && <WithBackend>{(url) => <ChromeTab backendUrl={url} />}</WithBackend>}
        {tab === 'rss' && <SubscriptionsTab />}
      </Tabs>
    </Page>
  )
}

/** Renders its children once the server has returned its own address (RUL-32). */
function WithBackend({ children }: { children: (backendUrl: string) => ReactNode }) {
  const integrations = useQuery(integrationsQuery(useApi()))
  if (integrations.data) return children(integrations.data.backend_url)
  if (integrations.isError) return <BrokenState query={integrations} />
  return <SkeletonCards cards={2} columns="grid gap-4 pt-4 lg:grid-cols-2" />
}
