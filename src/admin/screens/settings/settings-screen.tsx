import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { ChevronsUpDown } from 'lucide-react'
import { Fragment, useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { accountQuery } from '../../data/account.ts'
import { useApi } from '../../data/api-context.tsx'
import { onDemand } from '../../ui/on-demand.tsx'
import { Page, TitleLine } from '../../ui/page.tsx'
import { Menu, MenuChoices, MenuSeparator } from '../../ui/menu.tsx'
import { SaveBarProvider, saveBarFootClass } from '../../ui/save-bar.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'

const AppearanceSection = onDemand(async () => (await import('./appearance/appearance-section.tsx')).AppearanceSection)
const AuthorsSection = onDemand(async () => (await import('./authors-section.tsx')).AuthorsSection)
const AuditSection = onDemand(async () => (await import('./audit-section.tsx')).AuditSection)
const ExportSection = onDemand(async () => (await import('./export-section.tsx')).ExportSection)
const ImportActions = onDemand(async () => (await import('./imports/import-section.tsx')).ImportActions)
const ImportSection = onDemand(async () => (await import('./imports/import-section.tsx')).ImportSection)
const CommentsSection = onDemand(async () => (await import('./comments-section.tsx')).CommentsSection)
const BackupsSection = onDemand(async () => (await import('./backups/backups-section.tsx')).BackupsSection)
const MakeBackupButton = onDemand(async () => (await import('./backups/backups-section.tsx')).MakeBackupButton)
const NewPageButton = onDemand(async () => (await import('./pages-section.tsx')).NewPageButton)
const PagesSection = onDemand(async () => (await import('./pages-section.tsx')).PagesSection)
const ReadingSection = onDemand(async () => (await import('./reading-section.tsx')).ReadingSection)
const NewsletterSection = onDemand(async () => (await import('./newsletter-section.tsx')).NewsletterSection)
const RedirectsSection = onDemand(async () => (await import('./redirects-section.tsx')).RedirectsSection)
const SiteSection = onDemand(async () => (await import('./site-section.tsx')).SiteSection)
const TaxonomySection = onDemand(async () => (await import('./taxonomy-section.tsx')).TaxonomySection)
const TrashSection = onDemand(async () => (await import('./trash-section.tsx')).TrashSection)
const UsersSection = onDemand(async () => (await import('./users-section.tsx')).UsersSection)

/** Groups and their sections, in the order of the list (WEEK-26). */
const GROUPS = {
  Website: {
    website: 'Allgemein',
    aussehen: 'Aussehen',
    lesen: 'Lesen & Finden',
    seiten: 'Seiten',
    kommentare: 'Kommentare',
    newsletter: 'Newsletter',
    weiterleitungen: 'Weiterleitungen',
  },
  Ordnung: {
    autoren: 'Autorinnen und Autoren',
    kategorien: 'Kategorien',
    schlagwoerter: 'Schlagwörter',
    papierkorb: 'Papierkorb',
  },
  Team: { konten: 'Konten', protokoll: 'Protokoll' },
  Daten: { import: 'Import', export: 'Export', sicherung: 'Sicherung' },
} as const
type KeysOfAll<T> = T extends T ? keyof T : never
export type SettingsSection = KeysOfAll<(typeof GROUPS)[keyof typeof GROUPS]>

/**
 * Sections for owners only, including accounts, audit log, import and export, and backups, which contain secrets
 * (RUL-4, RUL-55).
 */
const OWNERS_ONLY: ReadonlySet<string> = new Set<SettingsSection>([
  'export',
  'konten',
  'import',
  'sicherung',
  'protokoll',
])

/** A screen of its own that is found here, among what is seldom needed. */
const ACTIVITY = { value: 'aktivitaet', label: 'Aktivität' } as const

type EntryValue = SettingsSection | typeof ACTIVITY.value
type Entry = { value: EntryValue; label: string }
type Group = { name: string; entries: Entry[] }

function groupsFor(owner: boolean): Group[] {
  return Object.entries(GROUPS)
    .map(([name, entries]) => ({
      name,
      entries: [
        ...(Object.entries(entries) as [SettingsSection, string][])
          .filter(([value]) => owner || !OWNERS_ONLY.has(value))
          .map(([value, label]) => ({ value, label })),
        ...(name === 'Ordnung' ? [ACTIVITY] : []),
      ],
    }))
    .filter(({ entries }) => entries.length > 0)
}

/** `/admin/settings`: the sections in groups beside the one that the URL names, whose code is loaded with it. */
export function SettingsScreen() {
  const { bereich } = useSearch({ from: '/admin/settings' })
  const owner = useQuery(accountQuery(useApi())).data?.role === 'owner'
  const groups = groupsFor(owner)
  const section = sectionsOf(groups).find((value) => value === bereich) ?? 'website'
  const [foot, setFoot] = useState<HTMLElement | null>(null)
  const skeleton = <SkeletonRows columns="flex gap-4" cells={2} />
  return (
    <Page title="Einstellungen">
      <TitleLine title="Einstellungen">
        {section === 'seiten' && <NewPageButton />}
        {section === 'import' && <ImportActions />}
        {section === 'sicherung' && <MakeBackupButton />}
      </TitleLine>
      <SaveBarProvider value={foot}>
        <div className="@container flex flex-1 flex-col">
          <div className="flex flex-1 flex-col gap-x-10 gap-y-4 pb-6 @2xl:flex-row">
            <SectionMenu groups={groups} section={section} />
            <SectionList groups={groups} section={section} />
            <section aria-label={labelOf(groups, section)} className="flex min-w-0 flex-1 flex-col">
              {section === 'website' && <SiteSection pending={skeleton} owner={owner} />}
              {section === 'aussehen' && <AppearanceSection pending={skeleton} />}
              {section === 'lesen' && <ReadingSection pending={skeleton} />}
              {section === 'seiten' && <PagesSection pending={skeleton} />}
              {section === 'kommentare' && <CommentsSection pending={skeleton} />}
              {section === 'newsletter' && <NewsletterSection pending={skeleton} />}
              {section === 'autoren' && <AuthorsSection pending={skeleton} />}
              {section === 'kategorien' && <TaxonomySection pending={skeleton} noun="categories" />}
              {section === 'schlagwoerter' && <TaxonomySection pending={skeleton} noun="tags" />}
              {section === 'weiterleitungen' && <RedirectsSection pending={skeleton} />}
              {section === 'export' && <ExportSection pending={skeleton} />}
              {section === 'konten' && <UsersSection pending={skeleton} />}
              {section === 'import' && <ImportSection pending={skeleton} />}
              {section === 'sicherung' && <BackupsSection pending={skeleton} />}
              {section === 'protokoll' && <AuditSection pending={skeleton} />}
              {section === 'papierkorb' && <TrashSection pending={skeleton} owner={owner} />}
            </section>
          </div>
        </div>
      </SaveBarProvider>
      <div ref={setFoot} className={saveBarFootClass} />
    </Page>
  )
}

const sectionsOf = (groups: Group[]) =>
  groups.flatMap(({ entries }) => entries.flatMap(({ value }) => (value === ACTIVITY.value ? [] : value)))

/** Where an entry leads: to its section, the first one without a search; activity has a screen of its own. */
const targetOf = (value: EntryValue) =>
  value === ACTIVITY.value
    ? ({ to: '/admin/activity' } as const)
    : ({ to: '/admin/settings', search: { bereich: value === 'website' ? undefined : value } } as const)

const labelOf = (groups: Group[], section: SettingsSection) =>
  groups.flatMap(({ entries }) => entries).find(({ value }) => value === section)?.label

/** The list of sections beside them. In a low window it scrolls to the one that is shown. */
function SectionList({ groups, section }: { groups: Group[]; section: SettingsSection }) {
  const list = useRef<HTMLElement>(null)
  useEffect(() => {
    // Newer browsers return a promise, which is no clean-up.
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [section])
  return (
    <nav ref={list} aria-label="Einstellungen" className="hidden w-46 flex-none @2xl:block">
      <div className="sticky top-[calc(var(--header)+20px)] -mt-1 max-h-[calc(100dvh-var(--header)-84px)] overflow-y-auto">
        {groups.map(({ name, entries }) => (
          <section key={name} aria-labelledby={`bereiche-${name}`} className="mb-3">
            <h2 id={`bereiche-${name}`} className="px-2 py-1 text-xs text-fg-2">
              {name}
            </h2>
            <ul>
              {entries.map(({ value, label }) => (
                <li key={value}>
                  <Link
                    {...targetOf(value)}
                    activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
                    aria-current={value === section ? 'page' : undefined}
                    tabIndex={value === section ? 0 : -1}
                    onKeyDown={walkSections}
                    className="flex h-7 items-center rounded-control px-2 text-fg-2 hover:bg-hover hover:text-fg aria-[current=page]:bg-pressed aria-[current=page]:font-medium aria-[current=page]:text-fg"
                  >
                    <span className="truncate">{label}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </nav>
  )
}

/** The list is one stop of the Tab key, on the way to the section; arrows lead through it. */
function walkSections(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
  const links = [...(event.currentTarget.closest('nav')?.querySelectorAll('a') ?? [])]
  const at = links.findIndex((link) => link === event.currentTarget)
  const next = { ArrowDown: at + 1, ArrowUp: at - 1 + links.length, Home: 0, End: links.length - 1 }[event.key]
  if (at < 0 || next === undefined) return
  event.preventDefault()
  links[next % links.length]?.focus()
}

/** One row that names group and section and opens the list, where there is no room beside the section. */
function SectionMenu({ groups, section }: { groups: Group[]; section: SettingsSection }) {
  const navigate = useNavigate()
  const group = groups.find(({ entries }) => entries.some(({ value }) => value === section))
  const label = labelOf(groups, section)
  return (
    <div className="@2xl:hidden">
      <Menu
        align="start"
        trigger={
          <button
            type="button"
            className="flex h-12 w-full items-center gap-1.5 rounded-control border border-line bg-surface px-3 text-left"
          >
            <span className="min-w-0 flex-1 truncate">
              <span className="text-fg-2">{group?.name}</span> · <span className="font-medium">{label}</span>
            </span>
            <ChevronsUpDown aria-hidden className="text-fg-2" />
          </button>
        }
      >
        {groups.map(({ name, entries }, index) => (
          <Fragment key={name}>
            {index > 0 && <MenuSeparator />}
            <div aria-hidden className="px-2 pt-1.5 pb-0.5 text-xs text-fg-2">
              {name}
            </div>
            <MenuChoices value={section} choices={entries} onChange={(value) => void navigate(targetOf(value))} />
          </Fragment>
        ))}
      </Menu>
    </div>
  )
}
