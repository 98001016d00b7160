import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AppearanceChoices, AppearanceRecord, SiteLink } from '../../../../contract/appearance.ts'
import { appearanceQuery, useSaveAppearance } from '../../../data/appearance.ts'
import { useApi } from '../../../data/api-context.tsx'
import { useKeptForm } from '../../../data/use-draft-form.ts'
import { BrokenState } from '../../../ui/screen-state.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { SettingsForm } from '../settings-form.tsx'
import { useSettingsSaving } from '../use-settings-saving.ts'
import { AccentField, isWholeColor } from './accent-field.tsx'
import { AppearancePreview } from './appearance-preview.tsx'
import { CssField } from './css-field.tsx'
import { LandingChoice, PairingChoice } from './form-choices.tsx'
import { isFilled, isWhole, LinksField } from './links-field.tsx'
import { PictureField } from './picture-field.tsx'
import { useDraftPreview } from './use-draft-preview.ts'

/** `Aussehen`: the appearance of the site, with a preview of the landing page beside it (SITE-12). */
export function AppearanceSection() {
  const appearance = useQuery(appearanceQuery(useApi()))
  if (appearance.data) return <AppearanceForm saved={appearance.data} />
  if (appearance.isError) return <BrokenState query={appearance} />
  return <SkeletonRows columns="grid max-w-[560px] grid-cols-1" cells={1} />
}

function AppearanceForm({ saved }: { saved: AppearanceRecord }) {
  const { accent, pairing, landing, navigation, footer, custom_css } = saved
  const kept = useKeptForm<AppearanceChoices>('appearance', undefined, {
    ...{ accent, pairing, landing, navigation, footer, custom_css },
  })
  const { values, change } = kept
  const { save, busy } = useSettingsSaving(kept, useSaveAppearance(), 'Aussehen gespeichert')
  const [refused, setRefused] = useState(false)
  const preview = useDraftPreview(
    {
      ...values,
      accent: isWholeColor(values.accent) ? values.accent : saved.accent,
      navigation: whole(values.navigation),
      footer: whole(values.footer),
    },
    saved,
  )

  const saveNow = async () => {
    const links = [...values.navigation, ...values.footer]
    const faulty = !isWholeColor(values.accent) || links.some((link) => isFilled(link) && !isWhole(link))
    setRefused(faulty)
    if (faulty) return false
    const { navigation: above, footer: below, ...others } = kept.unsaved
    return save({
      ...others,
      ...(above && { navigation: whole(above) }),
      ...(below && { footer: whole(below) }),
    })
  }
  return (
    <div className="flex flex-1 flex-col gap-8 xl:flex-row xl:items-start">
      <SettingsForm
        kept={kept}
        words={FIELD_WORDS}
        sentence="Am Aussehen stehen Änderungen, die noch nicht gespeichert sind."
        busy={busy}
        onSave={saveNow}
        className="min-w-0 flex-none gap-5 xl:max-w-104 min-[107.5rem]:max-w-160"
      >
        <div className="@container">
          <div className="grid gap-3 @lg:grid-cols-2">
            <PictureField name="logo" label="Logo" picture={saved.logo} none="Der Titel der Website" />
            <PictureField name="logo-dark" label="Logo auf Dunkel" picture={saved['logo-dark']} none="Dasselbe Logo" />
            <PictureField
              name="favicon"
              label="Favicon"
              picture={saved.favicon}
              none={saved.logo ? 'Aus dem Logo' : 'Das Zeichen von Blog CMS'}
            />
          </div>
        </div>
        <AccentField
          value={values.accent}
          shown={preview.data?.accent_shown ?? saved.accent_shown}
          onChange={(color) => change({ accent: color })}
        />
        <PairingChoice value={values.pairing} onChange={(next) => change({ pairing: next })} />
        <LandingChoice value={values.landing} onChange={(next) => change({ landing: next })} />
        <LinksField
          legend="Navigation oben"
          hint="Seiten mit dem Platz „Navigation“ kommen von selbst dazu."
          links={values.navigation}
          saved={saved.navigation}
          refused={refused}
          onChange={(links) => change({ navigation: links })}
        />
        <LinksField
          legend="Fußzeile"
          hint="Archiv, Feeds und Seiten stehen dort ohnehin."
          links={values.footer}
          saved={saved.footer}
          refused={refused}
          onChange={(links) => change({ footer: links })}
        />
        <CssField
          value={values.custom_css}
          removed={preview.data?.custom_css_removed ?? saved.custom_css_removed}
          onChange={(css) => change({ custom_css: css })}
        />
      </SettingsForm>
      <AppearancePreview html={preview.data?.html} css={preview.data?.css ?? ''} failed={preview.isError} />
    </div>
  )
}

/** Names of the fields, for the bar that says what has changed. */
const FIELD_WORDS: Record<keyof AppearanceChoices, string> = {
  accent: 'Akzent',
  pairing: 'Schrift',
  landing: 'Startseite',
  navigation: 'Navigation',
  footer: 'Fußzeile',
  custom_css: 'CSS',
}

function whole(links: readonly SiteLink[]): SiteLink[] {
  return links.filter(isWhole)
}
