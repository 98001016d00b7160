import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { accountQuery } from '../../data/account.ts'
import { useApi } from '../../data/api-context.tsx'
import { Page, TitleLine } from '../../ui/page.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { AppearanceSection } from './appearance/appearance-section.tsx'
import { AuditSection } from './audit-section.tsx'
import { ExportSection } from './export-section.tsx'
import { ImportActions, ImportSection } from './imports/import-section.tsx'
import { BackupsSection, MakeBackupButton } from './backups/backups-section.tsx'
import { NewPageButton, PagesSection } from './pages-section.tsx'
import { RedirectsSection } from './redirects-section.tsx'
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
  'weiterleitungen',
  'export',
  'konten',
  'import',
  'sicherung',
  'protokoll',
  'papierkorb',
] as const
export type SettingsSection = (typeof SETTINGS_SECTIONS)[number]

/** Accounts, what happened to them, moving in and out, and backups, which hold secrets, concern owners alone (RUL-4, RUL-55). */
const OWNERS_ONLY: readonly SettingsSection[] = ['export', 'konten', 'import', 'sicherung', 'protokoll']

const LABELS: Record<SettingsSection, string> = {
  website: 'Website',
  aussehen: 'Aussehen',
  seiten: 'Seiten',
  kategorien: 'Kategorien',
  schlagwoerter: 'Schlagwörter',
  weiterleitungen: 'Weiterleitungen',
  export: 'Export',
  konten: 'Konten',
  import: 'Import',
  sicherung: 'Sicherung',
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
      <TitleLine title="Einstellungen">
        {section === 'seiten' && <NewPageButton />}
        {section === 'import' && <ImportActions />}
        {section === 'sicherung' && <MakeBackupButton />}
      </TitleLine>
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
        {section === 'weiterleitungen' && <RedirectsSection />}
        {section === 'export' && <ExportSection />}
        {section === 'konten' && <UsersSection />}
        {section === 'import' && <ImportSection />}
        {section === 'sicherung' && <BackupsSection />}
        {section === 'protokoll' && <AuditSection />}
        {section === 'papierkorb' && <TrashSection owner={owner} />}
      </Tabs>
    </Page>
  )
}
