import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { accountQuery } from '../../data/account.ts'
import { useApi } from '../../data/api-context.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import { Page, TitleLine } from '../../ui/page.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'

const AppearanceSection = onDemand(async () => (await import('./appearance/appearance-section.tsx')).AppearanceSection)
const AuditSection = onDemand(async () => (await import('./audit-section.tsx')).AuditSection)
const ExportSection = onDemand(async () => (await import('./export-section.tsx')).ExportSection)
const ImportActions = onDemand(async () => (await import('./imports/import-section.tsx')).ImportActions)
const ImportSection = onDemand(async () => (await import('./imports/import-section.tsx')).ImportSection)
const BackupsSection = onDemand(async () => (await import('./backups/backups-section.tsx')).BackupsSection)
const MakeBackupButton = onDemand(async () => (await import('./backups/backups-section.tsx')).MakeBackupButton)
const NewPageButton = onDemand(async () => (await import('./pages-section.tsx')).NewPageButton)
const PagesSection = onDemand(async () => (await import('./pages-section.tsx')).PagesSection)
const RedirectsSection = onDemand(async () => (await import('./redirects-section.tsx')).RedirectsSection)
const SiteSection = onDemand(async () => (await import('./site-section.tsx')).SiteSection)
const TaxonomySection = onDemand(async () => (await import('./taxonomy-section.tsx')).TaxonomySection)
const TrashSection = onDemand(async () => (await import('./trash-section.tsx')).TrashSection)
const UsersSection = onDemand(async () => (await import('./users-section.tsx')).UsersSection)

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

/**
 * Sections for owners only, including accounts, audit log, import and export, and backups, which contain secrets
 * (RUL-4, RUL-55).
 */
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

/** `/admin/settings`: one tab per section of the URL, whose code is loaded with it. */
export function SettingsScreen() {
  const navigate = useNavigate()
  const { bereich } = useSearch({ from: '/admin/settings' })
  const owner = useQuery(accountQuery(useApi())).data?.role === 'owner'
  const sections = SETTINGS_SECTIONS.filter((section) => owner || !OWNERS_ONLY.includes(section))
  const section = sections.find((known) => known === bereich) ?? 'website'
  const skeleton = <SkeletonRows columns="flex gap-4" cells={2} />
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
        {section === 'website' && <SiteSection pending={skeleton} owner={owner} />}
        {section === 'aussehen' && <AppearanceSection pending={skeleton} />}
        {section === 'seiten' && <PagesSection pending={skeleton} />}
        {section === 'kategorien' && <TaxonomySection pending={skeleton} noun="categories" />}
        {section === 'schlagwoerter' && <TaxonomySection pending={skeleton} noun="tags" />}
        {section === 'weiterleitungen' && <RedirectsSection pending={skeleton} />}
        {section === 'export' && <ExportSection pending={skeleton} />}
        {section === 'konten' && <UsersSection pending={skeleton} />}
        {section === 'import' && <ImportSection pending={skeleton} />}
        {section === 'sicherung' && <BackupsSection pending={skeleton} />}
        {section === 'protokoll' && <AuditSection pending={skeleton} />}
        {section === 'papierkorb' && <TrashSection pending={skeleton} owner={owner} />}
      </Tabs>
    </Page>
  )
}
