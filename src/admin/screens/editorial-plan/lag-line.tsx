import { GitCompareArrows } from 'lucide-react'
import type { Task } from '../../../contract/tasks.ts'
import { useMay } from '../../data/role.ts'
import { Button } from '../../ui/button.tsx'
import { useManyTasks, tasksInWords } from './use-many-tasks.ts'

/** One line above the board while cards lag behind their articles; one press moves all of them, with one undo (WEEK-27). */
export function LagLine({ tasks, say }: { tasks: Task[]; say: (words: string) => void }) {
  const { run, busy } = useManyTasks({ chosen: tasks, drop: () => {} }, say)
  // Contributors move only their own cards, one by one.
  const mayAlign = useMay('texts.others')
  if (tasks.length === 0) return null
  return (
    <div className="mb-2 flex min-h-8 items-center gap-3 text-s text-fg-2">
      <GitCompareArrows aria-hidden className="icon-small flex-none text-scheduled" />
      <p className="min-w-0 max-md:flex-1">
        {tasks.length === 1
          ? 'Eine Karte hinkt ihrem Artikel hinterher'
          : `${tasks.length.toLocaleString('de')} Karten hinken ihrem Artikel hinterher`}
      </p>
      {mayAlign && (
        <Button
          busy={busy}
          className="md:h-7 md:px-2.5"
          onClick={() => void run({ do: 'align' }, (count) => `${tasksInWords(count)} angeglichen`)}
        >
          Angleichen
        </Button>
      )}
    </div>
  )
}
