import { useQuery } from '@tanstack/react-query'
import type { ReaderTheme, Settings, Verification } from '../../../contract/settings.ts'
import { PODCAST_CATEGORIES, USUAL_PODCAST_CATEGORY } from '../../../rules/podcast-categories.ts'
import { readMetaTag } from '../../../rules/head-tags.ts'
import { useApi } from '../../data/api-context.tsx'
import { appearanceQuery } from '../../data/appearance.ts'
import { settingsQuery, useSaveSettings } from '../../data/settings.ts'
import { sitePagesQuery } from '../../data/site-pages.ts'
import { useKeptForm } from '../../data/use-draft-form.ts'
import { faultOf } from '../../lib/faults.ts'
import { Checkbox, TICK_AT_EDGE } from '../../ui/checkbox.tsx'
import { BrokenState } from '../../ui/screen-state.tsx'
import { SelectOnDemand } from '../../ui/select-on-demand.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { PictureField } from './appearance/picture-field.tsx'
import { SettingsForm } from './settings-form.tsx'
import { useSettingsSaving } from './use-settings-saving.ts'

const THEMES: { value: ReaderTheme; label: string }[] = [
  { value: 'dark', label: 'Dunkel' },
  { value: 'light', label: 'Hell' },
  { value: 'system', label: 'Wie das Gerät der Leser' },
]
/** The list of articles among the choices of the front page. */
const LIST = ''

const NO_TAG = 'Diese Zeile ist kein meta-Tag mit name und content: '

/** Short names of the fields, for the bar that says what has changed. */
const FIELD_WORDS = {
  reader_theme: 'Darstellung',
  front_page: 'Startseite',
  formulas: 'Formeln',
  podcast_category: 'Kategorie des Podcasts',
  verification: 'Bestätigungen',
  profiles: 'Profile',
  security_contact: 'Kontakt',
} as const satisfies Record<keyof Values, string>

/** Lists are typed as text, one entry a line. */
type Values = Required<Pick<Settings, 'reader_theme' | 'security_contact' | 'formulas' | 'podcast_category'>> & {
  front_page: string
  verification: string
  profiles: string
}

/** `Lesen & Finden`: how readers get the website, and what services need to know of it (RUL-101, 109, 111, 112). */
export function ReadingSection() {
  const settings = useQuery(settingsQuery(useApi()))
  if (settings.data) return <ReadingForm saved={settings.data} />
  if (settings.isError) return <BrokenState query={settings} />
  return <SkeletonRows columns="grid max-w-[560px] grid-cols-1" cells={1} />
}

function ReadingForm({ saved }: { saved: Settings }) {
  const pages = useQuery(sitePagesQuery(useApi()))
  const kept = useKeptForm<Values>('settings-reading', undefined, {
    reader_theme: saved.reader_theme ?? 'dark',
    front_page: saved.front_page ?? LIST,
    verification: (saved.verification ?? []).map(lineOf).join('\n'),
    profiles: (saved.profiles ?? []).join('\n'),
    security_contact: saved.security_contact ?? '',
    formulas: saved.formulas ?? false,
    podcast_category: saved.podcast_category ?? USUAL_PODCAST_CATEGORY,
  })
  const { values, change, unsaved } = kept
  const { faults, refuse, save, busy } = useSettingsSaving(kept, useSaveSettings())

  const saveNow = async () => {
    const unreadable = linesOf(values.verification).find((line) => readTag(line) === null)
    if (unreadable !== undefined) return refuse({ verification: NO_TAG + unreadable.slice(0, 60) })
    const { front_page, verification, profiles, ...others } = unsaved
    return save({
      ...others,
      ...(front_page !== undefined && { front_page: front_page === LIST ? null : front_page }),
      ...(verification !== undefined && { verification: linesOf(verification).flatMap((line) => readTag(line) ?? []) }),
      ...(profiles !== undefined && { profiles: linesOf(profiles) }),
    })
  }
  return (
    <SettingsForm
      kept={kept}
      words={FIELD_WORDS}
      sentence="In den Einstellungen stehen Änderungen, die noch nicht gespeichert sind."
      busy={busy}
      onSave={saveNow}
    >
      <SelectOnDemand
        look="field"
        label="Darstellung für Leser"
        value={values.reader_theme}
        choices={THEMES}
        onChange={(reader_theme) => change({ reader_theme })}
      />
      <SelectOnDemand
        look="field"
        label="Startseite zeigt"
        value={values.front_page}
        choices={frontPages(pages.data ?? [], values.front_page)}
        onChange={(front_page) => change({ front_page })}
      />
      {values.front_page !== LIST && (
        <p className="-mt-2.5 text-s text-fg-2">Die Liste der Artikel steht dann unter /artikel.</p>
      )}
      <Checkbox
        shown
        className={TICK_AT_EDGE}
        label="Formeln zwischen $…$ und $$…$$ setzen"
        checked={values.formulas}
        onToggle={() => change({ formulas: !values.formulas })}
      />
      <SelectOnDemand
        look="field"
        label="Kategorie des Podcasts"
        value={values.podcast_category}
        choices={PODCAST_CATEGORIES}
        onChange={(podcast_category) => change({ podcast_category })}
      />
      <PodcastCover />
      <TextArea
        label="Bestätigungen für Suchmaschinen und Dienste"
        name="verification"
        rows={3}
        spellCheck={false}
        placeholder="<meta … >"
        error={faultOf(faults, 'verification')}
        value={values.verification}
        onChange={(event) => change({ verification: event.target.value })}
      />
      <TextArea
        label="Profile des Blogs"
        name="profiles"
        rows={3}
        spellCheck={false}
        placeholder="https://mastodon.example/@redaktion"
        hint="Eine Adresse je Zeile. Mastodon zeigt den Blog dann als bestätigt."
        error={faultOf(faults, 'profiles')}
        value={values.profiles}
        onChange={(event) => change({ profiles: event.target.value })}
      />
      <TextField
        label="Kontakt für Sicherheitslücken"
        name="security_contact"
        placeholder="sicherheit@blog.example oder https://…"
        error={faults.security_contact}
        value={values.security_contact}
        onChange={(event) => change({ security_contact: event.target.value })}
      />
    </SettingsForm>
  )
}

/** The cover of the podcast, which is stored at once like the other pictures of the site. */
function PodcastCover() {
  const appearance = useQuery(appearanceQuery(useApi()))
  if (appearance.isError) return <BrokenState query={appearance} />
  if (!appearance.data) return <SkeletonRows columns="grid max-w-[560px] grid-cols-1" cells={1} />
  return (
    <PictureField
      library
      name="podcast"
      label="Cover des Podcasts"
      picture={appearance.data.podcast}
      none="Der Name des Blogs"
      hint="Quadratisch, mindestens 1400 × 1400 Pixel."
    />
  )
}

function frontPages(pages: readonly { id: string; title: string; status: string }[], chosen: string) {
  return [
    { value: LIST, label: 'Die Liste der Artikel' },
    ...pages
      .filter(({ id, status }) => status === 'published' || id === chosen)
      .map(({ id, title }) => ({ value: id, label: `Seite: ${title}` })),
  ]
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

function lineOf({ name, content }: Verification): string {
  return `<meta name="${name}" content="${content.replaceAll('"', '&quot;')}">`
}

function readTag(line: string): Verification | null {
  const tag = readMetaTag(line)
  return tag && { ...tag, content: tag.content.replaceAll('&quot;', '"') }
}
