import { agendaDay, type Day } from '../../../rules/days.ts'
import { ArticlePicker, type LinkedArticle } from '../../parts/article-picker/article-picker.tsx'
import { Dialog } from '../../ui/dialog.tsx'

/** Chooses the draft that is planned for a day (RUL-64). Planning does not publish it. */
export function PlanDialog(props: {
  day: Day | null
  onClose: () => void
  onPlan: (article: LinkedArticle, day: Day) => void
}) {
  const { day } = props
  return (
    <Dialog
      open={day !== null}
      onClose={props.onClose}
      title="Entwurf einplanen"
      description={day === null ? undefined : `Für ${agendaDay(day)}. Veröffentlicht wird dadurch nichts.`}
      initialFocus="field"
    >
      {day !== null && (
        <div className="mt-3 min-h-72">
          <ArticlePicker value={null} status="draft" onChange={(article) => article && props.onPlan(article, day)} />
        </div>
      )}
    </Dialog>
  )
}
