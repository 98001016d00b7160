import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { MailX } from 'lucide-react'
import type { NewsletterSettings } from '../../../contract/newsletter.ts'
import { NEWSLETTER_PRIVACY } from '../../../rules/legal-templates.ts'
import { useApi } from '../../data/api-context.tsx'
import { newsletterQuery, useSaveNewsletter } from '../../data/newsletter.ts'
import { useSitePageChanges } from '../../data/site-pages.ts'
import { useKeptForm } from '../../data/use-draft-form.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Checkbox, TICK_AT_EDGE } from '../../ui/checkbox.tsx'
import { BrokenState, ScreenState } from '../../ui/screen-state.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { toastDone, toastRefusal } from '../../ui/toast.tsx'
import { SettingsForm } from './settings-form.tsx'
import { useSettingsSaving } from './use-settings-saving.ts'

/** Short names of the fields, for the bar that says what has changed. */
const FIELD_WORDS = {
  enabled: 'Eingeschaltet',
  name: 'Name',
  intro: 'Satz',
  address: 'Anschrift',
  at_articles: 'Formular',
  pace: 'Tempo',
} as const satisfies Record<keyof Values, string>

type Values = Omit<NewsletterSettings, 'available' | 'sender' | 'pace'> & { pace: string }

/** `Newsletter`: whether readers can subscribe, and what each issue carries (RUL-77, RUL-80). */
export function NewsletterSection() {
  const newsletter = useQuery(newsletterQuery(useApi()))
  if (newsletter.data && !newsletter.data.available)
    return (
      <ScreenState
        icon={MailX}
        title="Kein Zugang zum E-Mail-Versand"
        sentence="Ein Newsletter braucht einen Mailserver. Er wird auf dem Server mit SMTP_URL eingetragen."
        action={<ButtonLink to="/admin/system-check">System-Check öffnen</ButtonLink>}
      />
    )
  if (newsletter.data) return <NewsletterForm saved={newsletter.data} />
  if (newsletter.isError) return <BrokenState query={newsletter} />
  return <SkeletonRows columns="grid max-w-[560px] grid-cols-1" cells={1} />
}

function NewsletterForm({ saved }: { saved: NewsletterSettings }) {
  const { available: _available, sender, pace, ...rest } = saved
  const kept = useKeptForm<Values>('settings-newsletter', undefined, { ...rest, pace: String(pace) })
  const { values, change, unsaved } = kept
  const { faults, refuse, save, busy } = useSettingsSaving(kept, useSaveNewsletter())
  const saveNow = async () => {
    const { pace: typed, ...others } = unsaved
    if (typed !== undefined && !/^\d+$/.test(typed.trim())) return refuse({ pace: 'Bitte eine ganze Zahl eingeben' })
    return save({ ...others, ...(typed !== undefined && { pace: Number(typed) }) })
  }
  return (
    <SettingsForm
      kept={kept}
      words={FIELD_WORDS}
      sentence="In den Einstellungen des Newsletters stehen Änderungen, die noch nicht gespeichert sind."
      busy={busy}
      onSave={saveNow}
    >
      <div>
        <Checkbox
          shown
          className={TICK_AT_EDGE}
          label="Newsletter anbieten"
          checked={values.enabled}
          onToggle={() => change({ enabled: !values.enabled })}
        />
        <p className="text-s text-fg-2">Abonniert wird unter /newsletter. Absender: {sender}</p>
      </div>
      <Checkbox
        shown
        className={TICK_AT_EDGE}
        label="Formular am Ende jedes Artikels"
        checked={values.at_articles}
        onToggle={() => change({ at_articles: !values.at_articles })}
      />
      <TextField
        label="Name"
        maxLength={100}
        placeholder="Der Titel der Website"
        value={values.name}
        onChange={(event) => change({ name: event.target.value })}
        error={faults.name}
      />
      <TextArea
        label="Satz am Formular"
        rows={2}
        maxLength={500}
        placeholder="Neue Artikel als Brief, ganz und ohne Umweg. Wir messen weder Öffnen noch Klicken."
        value={values.intro}
        onChange={(event) => change({ intro: event.target.value })}
        error={faults.intro}
      />
      <TextArea
        label="Anschrift"
        rows={3}
        maxLength={500}
        hint="Name und Postanschrift, in jeder E-Mail."
        value={values.address}
        onChange={(event) => change({ address: event.target.value })}
        error={faults.address}
      />
      <TextField
        label="E-Mails in der Minute"
        inputMode="numeric"
        value={values.pace}
        onChange={(event) => change({ pace: event.target.value })}
        error={faults.pace}
      />
      <div className="flex flex-wrap gap-2">
        {saved.enabled && <ButtonLink to="/admin/newsletter">Ausgaben und Abonnements</ButtonLink>}
        <PrivacyPart />
      </div>
    </SettingsForm>
  )
}

/** Takes the part about the newsletter over into the privacy page, as a change that is not public yet. */
function PrivacyPart() {
  const { addPart } = useSitePageChanges()
  const navigate = useNavigate()
  const add = async () => {
    try {
      const { id, isNew } = await addPart.mutateAsync({ slug: 'datenschutz', part: NEWSLETTER_PRIVACY })
      const actions = [{ label: 'Öffnen', onSelect: () => void navigate({ to: '/admin/pages/$id', params: { id } }) }]
      toastDone(isNew ? 'Text in die Datenschutzseite übernommen' : 'Der Text steht schon auf der Datenschutzseite', {
        actions,
      })
    } catch (error) {
      toastRefusal(error, 'Fehler beim Übernehmen')
    }
  }
  return (
    <Button busy={addPart.isPending} onClick={() => void add()}>
      Datenschutztext übernehmen
    </Button>
  )
}
