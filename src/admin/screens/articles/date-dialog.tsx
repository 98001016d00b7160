import type { ArticleSummary } from '../../../contract/articles.ts'
import { readTypedMoment } from '../../../rules/typed-date.ts'
import { instantOfWallTime } from '../../../rules/wall-time.ts'
import { DateForm } from '../../parts/date-form/date-form.tsx'
import { Dialog } from '../../ui/dialog.tsx'

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
      <DateForm
        form="articles-date"
        label="Datum"
        time={USUAL_TIME}
        read={instantOf}
        missing="Bitte Datum und Uhrzeit angeben"
        onClose={props.onClose}
        onSet={props.onSet}
      />
    </Dialog>
  )
}

function descriptionOf(live: number, all: number): string {
  if (live === 0) return 'Die ausgewählten Artikel erscheinen dann.'
  if (live === all) return 'Die ausgewählten Artikel zeigen dann diesen Tag der Veröffentlichung.'
  return 'Ein Termin in der Zukunft gilt für Entwürfe und geplante Artikel, ein vergangener Tag für veröffentlichte; die anderen bleiben, wie sie sind.'
}

function instantOf(typed: string, zone: string): string | null {
  const read = readTypedMoment(typed, { now: Date.now(), zone, time: USUAL_TIME })
  return ('wall' in read && instantOfWallTime(read.wall, zone)?.instant) || null
}
