import { useRef, useState, type FormEvent } from 'react'
import type { ArticleSummary } from '../../../contract/articles.ts'
import { readTypedMoment } from '../../../rules/typed-date.ts'
import { instantOfWallTime } from '../../../rules/wall-time.ts'
import { useSiteZone } from '../../data/settings.ts'
import { useKeptForm } from '../../data/use-draft-form.ts'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { Dialog, DialogFooter } from '../../ui/dialog.tsx'
import { RestoredNote } from '../../ui/restored-note.tsx'

/** Default time for a day typed without one. */
const USUAL_TIME = '09:00'

type Props = { open: boolean; onClose: () => void; articles: ArticleSummary[]; onSet: (instant: string) => void }

/**
 * Asks for one date for several articles: when drafts and scheduled ones appear, or the date that published ones show.
 */
export function DateDialog(props: Props) {
  const live = props.articles.filter(({ status }) => status === 'published').length
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title="Datum setzen"
      description={descriptionOf(live, props.articles.length)}
      initialFocus="field"
    >
      <DateChoice {...props} />
    </Dialog>
  )
}

function descriptionOf(live: number, all: number): string {
  if (live === 0) return 'Die ausgewählten Artikel erscheinen dann.'
  if (live === all) return 'Die ausgewählten Artikel zeigen dann diesen Tag der Veröffentlichung.'
  return 'Ein Termin in der Zukunft gilt für Entwürfe und geplante Artikel, ein vergangener Tag für veröffentlichte; die anderen bleiben, wie sie sind.'
}

function DateChoice({ onClose, onSet }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const zone = useSiteZone()
  const kept = useKeptForm('articles-date', undefined, { typed: '' })
  const { typed } = kept.values
  const [sent, setSent] = useState(false)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const read = readTypedMoment(typed, { now: Date.now(), zone, time: USUAL_TIME })
    const moment = 'wall' in read ? instantOfWallTime(read.wall, zone)?.instant : null
    if (!moment) {
      setSent(true)
      field.current?.focus()
      return
    }
    kept.saved()
    onSet(moment)
  }
  return (
    <form noValidate onSubmit={submit} className="mt-4">
      <RestoredNote {...kept} className="mb-2" />
      <DateField
        ref={field}
        label={`Datum (${zone})`}
        zone={zone}
        typed={typed}
        onTyped={(changed) => kept.change({ typed: changed })}
        time={USUAL_TIME}
        error={sent ? 'Bitte Datum und Uhrzeit angeben' : undefined}
      />
      <DialogFooter>
        <Button look="quiet" size={36} onClick={onClose}>
          Abbrechen
        </Button>
        <Button type="submit" look="primary" size={36}>
          Setzen
        </Button>
      </DialogFooter>
    </form>
  )
}
