import { ActivityList } from '../../../../parts/activity/activity-list.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { useWrittenNoun } from '../state/written-noun.ts'

/** What was done to the open text, by whom and when (TEAM-11). */
export function ActivityDialog({ id, open, onClose }: { id: string; open: boolean; onClose: () => void }) {
  const { noun } = useWrittenNoun()
  return (
    <Dialog open={open} onClose={onClose} title="Aktivität">
      <div className="-mx-1 min-h-40">
        <ActivityList
          filter={{ noun, record: id }}
          heading="h3"
          nothing={<p className="px-4 py-6 text-fg-2">Zu diesem Text ist noch nichts aufgezeichnet.</p>}
        />
      </div>
    </Dialog>
  )
}
