import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import type {
  PublicDateFormat,
  RegistrationMode,
  Settings,
  UpdateSettings,
  Visibility,
} from '../../../contract/settings.ts'
import { nearestZones } from '../../../rules/nearest-zones.ts'
import { DEFAULT_TIMEZONE, isTimezone } from '../../../rules/site-time.ts'
import { useApi } from '../../data/api-context.tsx'
import { settingsQuery, useSaveSettings } from '../../data/settings.ts'
import { useKeptForm } from '../../data/use-draft-form.ts'
import { formatInZone } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { BrokenState } from '../../ui/screen-state.tsx'
import { SelectOnDemand } from '../../ui/select-on-demand.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { SettingsForm } from './settings-form.tsx'
import { useSettingsSaving } from './use-settings-saving.ts'

const VISIBILITY_CHOICES: { value: Visibility; label: string }[] = [
  { value: 'öffentlich', label: 'Öffentlich – alle dürfen lesen' },
  { value: 'privat', label: 'Privat – nur mit Anmeldung' },
]
const DATE_CHOICES: { value: PublicDateFormat; label: string }[] = [
  { value: 'MMMM d, yyyy', label: 'März 3, 2026' },
  { value: 'd. MMMM yyyy', label: '3. März 2026' },
]
const REGISTRATION_CHOICES: { value: RegistrationMode; label: string }[] = [
  { value: 'freigabe', label: 'Freigabe – neue Konten warten' },
  { value: 'offen', label: 'Offen – neue Konten dürfen sofort mitarbeiten' },
  { value: 'geschlossen', label: 'Geschlossen – niemand kann sich registrieren' },
]

/** Short names of the fields, for the bar that says what has changed. */
const FIELD_WORDS = {
  site_title: 'Titel',
  site_description: 'Beschreibung',
  author_name: 'Name',
  base_url: 'Adresse',
  timezone: 'Zeitzone',
  public_date_format: 'Datumsformat',
  visibility: 'Sichtbarkeit',
  registration: 'Registrierung',
} as const satisfies Partial<Record<keyof UpdateSettings, string>>

type Values = Required<Pick<UpdateSettings, keyof typeof FIELD_WORDS>>

/** Settings of the site (SET-1). The input stays until it is saved. */
export function SiteSection({ owner }: { owner: boolean }) {
  const settings = useQuery(settingsQuery(useApi()))
  if (settings.data) return <SiteForm saved={settings.data} owner={owner} />
  if (settings.isError) return <BrokenState query={settings} />
  return <SkeletonRows columns="grid max-w-[560px] grid-cols-1" cells={1} />
}

function SiteForm({ saved, owner }: { saved: Settings; owner: boolean }) {
  const { site_title, site_description, author_name, timezone, visibility, registration } = saved
  const kept = useKeptForm<Values>('settings', undefined, {
    ...{ site_title, site_description, author_name, timezone, visibility, registration },
    base_url: saved.base_url ?? '',
    public_date_format: saved.public_date_format ?? 'MMMM d, yyyy',
  })
  const { values, change } = kept
  const { save, busy } = useSettingsSaving(kept, useSaveSettings())

  return (
    <SettingsForm
      kept={kept}
      words={FIELD_WORDS}
      sentence="In den Einstellungen stehen Änderungen, die noch nicht gespeichert sind."
      busy={busy}
      onSave={() => save(kept.unsaved)}
    >
      <TextField
        label="Titel der Website"
        name="site_title"
        lang="de"
        spellCheck
        placeholder="Blog"
        value={values.site_title}
        onChange={(event) => change({ site_title: event.target.value })}
      />
      <TextArea
        label="Beschreibung"
        name="site_description"
        lang="de"
        spellCheck
        placeholder="Willkommen"
        rows={2}
        value={values.site_description}
        onChange={(event) => change({ site_description: event.target.value })}
      />
      <TextField
        label="Name der Autorin oder des Autors"
        name="author_name"
        hint="Steht bei jedem Artikel ohne eigene Autorenzeile."
        value={values.author_name}
        onChange={(event) => change({ author_name: event.target.value })}
      />
      <TextField
        label="Adresse der Website"
        name="base_url"
        inputMode="url"
        placeholder="https://"
        value={values.base_url}
        onChange={(event) => change({ base_url: event.target.value })}
      />
      <TimezoneField value={values.timezone} onChange={(timezone) => change({ timezone })} />
      <SelectOnDemand
        look="field"
        label="Datumsformat"
        value={values.public_date_format}
        choices={DATE_CHOICES}
        onChange={(format) => change({ public_date_format: format })}
      />
      <SelectOnDemand
        look="field"
        label="Sichtbarkeit"
        value={values.visibility}
        choices={VISIBILITY_CHOICES}
        onChange={(visibility) => change({ visibility })}
      />
      {owner && (
        <SelectOnDemand
          look="field"
          label="Registrierung"
          value={values.registration}
          choices={REGISTRATION_CHOICES}
          onChange={(registration) => change({ registration })}
        />
      )}
    </SettingsForm>
  )
}

/** A text field with suggestions of known zones. Shows the current time there, or the zone used instead (RUL-21). */
function TimezoneField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const id = useId()
  const zones = useMemo(() => Intl.supportedValuesOf('timeZone'), [])
  const [opened] = useState(() => new Date().toISOString())
  const [first] = useState(value)
  const typed = value.trim()
  const known = isTimezone(typed)
  const zone = known ? typed : DEFAULT_TIMEZONE
  const isOther = value !== first
  const time = `${formatInZone(opened, 'HH:mm', zone)} Uhr`
  const nearest = typed === '' || known ? [] : nearestZones(typed, zones)
  return (
    <div>
      <TextField
        label="Zeitzone"
        name="timezone"
        list={id}
        autoComplete="off"
        placeholder="Europe/Berlin"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        hint={
          typed === '' || known
            ? `Dort ist es jetzt ${time}.${isOther ? ' Geplante Artikel behalten ihren Zeitpunkt.' : ''}`
            : undefined
        }
      />
      {typed !== '' && !known && (
        <output className="mt-1.5 grid gap-2 rounded-control border border-line bg-surface p-3 text-s">
          <span className="flex items-start gap-1.5">
            <TriangleAlert aria-hidden className="icon-small mt-0.5 flex-none text-scheduled" />
            <span>
              Diese Zeitzone ist unbekannt. Verwendet wird {DEFAULT_TIMEZONE}, dort ist es {time}.
            </span>
          </span>
          <span className="flex flex-wrap items-center gap-2">
            Gemeint ist vielleicht
            {nearest.map((name) => (
              <Button key={name} className="text-s" onClick={() => onChange(name)}>
                {name}
              </Button>
            ))}
          </span>
        </output>
      )}
      <datalist id={id}>
        {zones.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
    </div>
  )
}
