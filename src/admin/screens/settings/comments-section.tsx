import { useQuery } from '@tanstack/react-query'
import type { Settings } from '../../../contract/settings.ts'
import type { CommentMode } from '../../../rules/comments.ts'
import { useApi } from '../../data/api-context.tsx'
import { settingsQuery, useSaveSettings } from '../../data/settings.ts'
import { useKeptForm } from '../../data/use-draft-form.ts'
import { faultOf } from '../../lib/faults.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { BrokenState } from '../../ui/screen-state.tsx'
import { SelectOnDemand } from '../../ui/select-on-demand.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { SettingsForm } from './settings-form.tsx'
import { useSettingsSaving } from './use-settings-saving.ts'

const COMMENT_MODE_WORDS: Record<CommentMode, string> = {
  off: 'Aus',
  moderated: 'An, jeder wird vorher gelesen',
  open: 'An, sofort sichtbar',
}
const MODES = (['off', 'moderated', 'open'] as const).map((value) => ({ value, label: COMMENT_MODE_WORDS[value] }))

/** Short names of the fields, for the bar that says what has changed. */
const FIELD_WORDS = {
  comments: 'Kommentare',
  close_days: 'Schließen',
  comment_words: 'Wörter',
} as const satisfies Record<keyof Values, string>

/** The number of days is typed as text. */
type Values = { comments: CommentMode; close_days: string; comment_words: string }

/** `Kommentare`: whether readers may comment, until when, and what lets a comment wait (RUL-82). */
export function CommentsSection() {
  const settings = useQuery(settingsQuery(useApi()))
  if (settings.data) return <CommentsForm saved={settings.data} />
  if (settings.isError) return <BrokenState query={settings} />
  return <SkeletonRows columns="grid max-w-[560px] grid-cols-1" cells={1} />
}

function CommentsForm({ saved }: { saved: Settings }) {
  const kept = useKeptForm<Values>('settings-comments', undefined, {
    comments: saved.comments ?? 'off',
    close_days: String(saved.comments_close_days ?? ''),
    comment_words: saved.comment_words ?? '',
  })
  const { values, change, unsaved } = kept
  const { faults, refuse, save, busy } = useSettingsSaving(kept, useSaveSettings())
  const saveNow = async () => {
    const { close_days, ...others } = unsaved
    const days = close_days?.trim()
    // Anything else would become `null`, which means never.
    if (days && !/^\d+$/.test(days)) return refuse({ comments_close_days: 'Bitte eine ganze Zahl eingeben' })
    return save({
      ...others,
      ...(days !== undefined && { comments_close_days: days === '' ? null : Number(days) }),
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
        label="Kommentare der Leser"
        value={values.comments}
        choices={MODES}
        onChange={(comments) => change({ comments })}
      />
      <p className="-mt-2.5 text-s text-fg-2">
        {values.comments === 'open'
          ? 'Kommentare mit Links, bekannten Werbewörtern oder wiederholten Texten warten trotzdem auf Sie.'
          : 'Jeder Artikel kann für sich anderes bestimmen.'}
      </p>
      <TextField
        label="Tage von der Veröffentlichung bis zum Schließen"
        name="comments_close_days"
        inputMode="numeric"
        placeholder="nie"
        error={faults.comments_close_days}
        value={values.close_days}
        onChange={(event) => change({ close_days: event.target.value })}
      />
      <TextArea
        label="Wörter und Adressen, bei denen ein Kommentar wartet"
        name="comment_words"
        rows={4}
        spellCheck={false}
        hint="Eine Angabe je Zeile."
        error={faultOf(faults, 'comment_words')}
        value={values.comment_words}
        onChange={(event) => change({ comment_words: event.target.value })}
      />
      <p>
        <ButtonLink to="/admin/comments">Kommentare ansehen</ButtonLink>
      </p>
    </SettingsForm>
  )
}
