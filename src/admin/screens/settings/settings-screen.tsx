import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { accountQuery } from '../../data/account.ts'
import { useApi } from '../../data/api-context.tsx'
import { Page, TitleLine } from '../../ui/page.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { AppearanceSection } from './appearance/appearance-section.tsx'
import { AuditSection } from './audit-section.tsx'
import { NewPageButton, PagesSection } from './pages-section.tsx'
import { SiteSection } from './site-section.tsx'
import { TaxonomySection } from './taxonomy-section.tsx'
import { TrashSection } from './trash-section.tsx'
import { UsersSection } from './users-section.tsx'

export const SETTINGS_SECTIONS = [
  'website',
  'aussehen',
  'seiten',
  'kategorien',
  'schlagwoerter',
  'konten',
  'protokoll',
  'papierkorb',
] as const
export type SettingsSection = (typeof SETTINGS_SECTIONS)[number]

/** Accounts and what happened to them concern owners alone (RUL-4). */
const OWNERS_ONLY: readonly SettingsSection[] = ['konten', 'protokoll']

const LABELS: Record<SettingsSection, string> = {
  website: 'Website',
  aussehen: 'Aussehen',
  seiten: 'Seiten',
  kategorien: 'Kategorien',
  schlagwoerter: 'Schlagwörter',
  konten: 'Konten',
  protokoll: 'Protokoll',
  papierkorb: 'Papierkorb',
}

/** `/admin/settings`: one tab per section of the address. */
export function SettingsScreen() {
  const navigate = useNavigate()
  const { bereich } = useSearch({ from: '/admin/settings' })
  const owner = useQuery(accountQuery(useApi())).data?.role === 'owner'
  const sections = SETTINGS_SECTIONS.filter((section) => owner || !OWNERS_ONLY.includes(section))
  const section = sections.find((known) => known === bereich) ?? 'website'
  return (
    <Page title="Einstellungen">
      <TitleLine title="Einstellungen">{section === 'seiten' && <NewPageButton />}</TitleLine>
      <Tabs
        label="Bereich"
        value={section}
        onChange={(next) => void navigate({ to: '.', search: { bereich: next === 'website' ? undefined : next } })}
        tabs={sections.map((value) => ({ value, label: LABELS[value] }))}
        panelClassName="flex flex-1 flex-col pt-4"
      >
        {section === 'website' && <SiteSection owner={owner} />}
        {section === 'aussehen' && <AppearanceSection />}
        {section === 'seiten' && <PagesSection />}
        {section === 'kategorien' && <TaxonomySection noun="categories" />}
        {section === 'schlagwoerter' && <TaxonomySection noun="tags" />}
        {section === 'konten' && <UsersSection />}
        {section === 'protokoll' && <AuditSection />}
        {section === 'papierkorb' && <TrashSection owner={owner} />}
      </Tabs>
    </Page>
  )
}
