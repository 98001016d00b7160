import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { accountQuery } from '../../data/account.ts'
import { useApi } from '../../data/api-context.tsx'
import { Page, TitleLine } from '../../ui/page.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'

const AppearanceSection = lazy(() =>
  import('./appearance/appearance-section.tsx').then((module) => ({ default: module.AppearanceSection })),
)
const AuditSection = lazy(() => import('./audit-section.tsx').then((module) => ({ default: module.AuditSection })))
const ExportSection = lazy(() => import('./export-section.tsx').then((module) => ({ default: module.ExportSection })))
const ImportActions = lazy(() =>
  import('./imports/import-section.tsx').then((module) => ({ default: module.ImportActions })),
)
const ImportSection = lazy(() =>
  import('./imports/import-section.tsx').then((module) => ({ default: module.ImportSection })),
)
const BackupsSection = lazy(() =>
  import('./backups/backups-section.tsx').then((module) => ({ default: module.BackupsSection })),
)
const MakeBackupButton = lazy(() =>
  import('./backups/backups-section.tsx').then((module) => ({ default: module.MakeBackupButton })),
)
const NewPageButton = lazy(() => import('./pages-section.tsx').then((module) => ({ default: module.NewPageButton })))
const PagesSection = lazy(() => import('./pages-section.tsx').then((module) => ({ default: module.PagesSection })))
const RedirectsSection = lazy(() =>
  import('./redirects-section.tsx').then((module) => ({ default: module.RedirectsSection })),
)
const SiteSection = lazy(() => import('./site-section.tsx').then((module) => ({ default: module.SiteSection })))
const TaxonomySection = lazy(() =>
  import('./taxonomy-section.tsx').then((module) => ({ default: module.TaxonomySection })),
)
const TrashSection = lazy(() => import('./trash-section.tsx').then((module) => ({ default: module.TrashSection })))
const UsersSection = lazy(() => import('./users-section.tsx').then((module) => ({ default: module.UsersSection })))

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

/** `/admin/settings`: one tab per section of the address, whose code comes with it. */
export function SettingsScreen() {
  const navigate = useNavigate()
  const { bereich } = useSearch({ from: '/admin/settings' })
  const owner = useQuery(accountQuery(useApi())).data?.role === 'owner'
  const sections = SETTINGS_SECTIONS.filter((section) => owner || !OWNERS_ONLY.includes(section))
  const section = sections.find((known) => known === bereich) ?? 'website'
  return (
    <Page title="Einstellungen">
      <TitleLine title="Einstellungen">
        <Suspense>
          {section === 'seiten' && <NewPageButton />}
          {section === 'import' && <ImportActions />}
          {section === 'sicherung' && <MakeBackupButton />}
        </Suspense>
      </TitleLine>
      <Tabs
        label="Bereich"
        value={section}
        onChange={(next) => void navigate({ to: '.', search: { bereich: next === 'website' ? undefined : next } })}
        tabs={sections.map((value) => ({ value, label: LABELS[value] }))}
        panelClassName="flex flex-1 flex-col pt-4"
      >
        <Suspense key={section} fallback={<SkeletonRows columns="flex gap-4" cells={2} />}>
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
        </Suspense>
      </Tabs>
    </Page>
  )
}
