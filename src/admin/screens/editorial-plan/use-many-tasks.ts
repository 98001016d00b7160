import type { Task } from '../../../contract/tasks.ts'
import type { TaskAction } from '../../../contract/tasks/bulk.ts'
import { useChangeTasks, type TaskResults } from '../../data/tasks/bulk.ts'
import type { Marked } from '../../lib/use-marked.ts'
import { toastDone, toastFault, toastRefusal } from '../../ui/toast.tsx'
import { quoted } from '../../../rules/quoted.ts'

/** Maximum number of unchanged cards that are named. */
const NAMED = 3

export const tasksInWords = (count: number) => (count === 1 ? '1 Aufgabe' : `${count.toLocaleString('de')} Aufgaben`)

/** Runs an action on the chosen cards, reports the outcome and offers one undo for all. */
export function useManyTasks(marked: Pick<Marked<Task>, 'chosen' | 'drop'>, say: (words: string) => void) {
  const { change, undo, busy } = useChangeTasks()

  const takeBack = async (undoIds: string[]) => {
    try {
      const items = await undo(undoIds)
      tellFailures(items.filter(({ outcome }) => outcome === 'failed'))
      const done = items.filter(({ outcome }) => outcome === 'changed')
      if (done.length > 0) say(`Rückgängig gemacht: ${tasksInWords(done.length)}.`)
    } catch (error) {
      toastRefusal(error, 'Rückgängig machen fehlgeschlagen')
    }
  }

  /** `done` formats the report for a number of cards. */
  const run = async (action: TaskAction, done: (count: number) => string) => {
    if (busy) return
    let results: TaskResults
    try {
      results = await change({ tasks: marked.chosen, action })
    } catch (error) {
      return toastRefusal(error, 'Die Aufgaben konnten nicht geändert werden')
    }
    const { items, undoIds } = results
    const changed = items.filter(({ outcome }) => outcome === 'changed')
    const failed = items.filter(({ outcome }) => outcome === 'failed')
    const same = items.length - changed.length - failed.length
    marked.drop(items.filter(({ outcome }) => outcome !== 'failed').map(({ id }) => id))
    if (changed.length > 0)
      toastDone(done(changed.length), {
        undo: () => void takeBack(undoIds),
        ...(same > 0 && { description: same === 1 ? 'Bei einer war es schon so.' : `Bei ${same} war es schon so.` }),
      })
    else if (failed.length === 0) toastDone('Es war schon alles so')
    tellFailures(failed)
  }

  return { run, busy }
}

/** Names unchanged cards with the reason. */
function tellFailures(failed: TaskResults['items']): void {
  if (failed.length === 0) return
  const lines = failed
    .slice(0, NAMED)
    .map(({ title, reason }) => (title === null ? reason : `${quoted(title)}: ${reason}`))
  const more = failed.length > NAMED ? ` Und ${failed.length - NAMED} weitere.` : ''
  toastFault(`${tasksInWords(failed.length)} nicht geändert`, { description: lines.join(' ') + more })
}
