import { useEffect, useEffectEvent } from 'react'
import { isComposing, takesKeys } from '../lib/key-takers.ts'
import { isChord, isSingle } from './keys.ts'
import { offered } from './offers.ts'
import { isEditor } from './routes.ts'
import { ACTION_IDS, action, type ActionId } from './registry.ts'
import { hasSingleKeys } from '../lib/single-keys.ts'

/** Time to wait for the second key of a sequence. */
const SEQUENCE_MS = 1500
const OVERLAY = '[role=dialog], [role=alertdialog], [role=menu]'

/** Actions whose keys somebody else hears: the text, a list, a field. */
const heardHere = (id: ActionId) =>
  id === 'palette.open' || (action(id).keysOnly !== true && action(id).heardThere !== true)

/** Does an action; false where it cannot be done here. */
export type RunAction = (id: ActionId, newTab?: boolean) => boolean

/** Runs actions by their keys: the one that a component offers, else `act`. Returns the same for callers. */
export function useActionKeys(act: RunAction): RunAction {
  const run: RunAction = (id, newTab) => {
    const does = offered(id)
    does?.()
    return does ? true : act(id, newTab)
  }
  const runByKey = useEffectEvent((id: ActionId) => run(id))
  useEffect(() => {
    let begun: { key: string; at: number } | null = null
    const mayBeSingle = () =>
      hasSingleKeys() &&
      !isEditor(location.pathname) &&
      !takesKeys(document.activeElement) &&
      document.querySelector(OVERLAY) === null
    const first = (event: KeyboardEvent, matches: (keys: string) => boolean) => {
      for (const id of ACTION_IDS) {
        if (!heardHere(id) || !action(id).keys?.some(matches)) continue
        if (!runByKey(id)) continue
        event.preventDefault()
        return true
      }
      return false
    }
    // The second key of two is heard before anybody takes it for one alone.
    const onSecond = (event: KeyboardEvent) => {
      if (!begun || ['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return
      const { key, at } = begun
      begun = null
      if (event.timeStamp - at > SEQUENCE_MS || !mayBeSingle()) return
      const matches = (keys: string) => {
        const [one, two] = keys.split(' ')
        return one === key && two !== undefined && isChord(event, two)
      }
      if (first(event, matches)) event.stopImmediatePropagation()
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isComposing(event)) return
      if (event.repeat) return
      if (isChord(event, 'g') && mayBeSingle()) {
        begun = { key: 'g', at: event.timeStamp }
        return
      }
      const single = mayBeSingle()
      const quiet = takesKeys(document.activeElement) || document.querySelector(OVERLAY) !== null
      first(event, (keys) => {
        if (keys.includes(' ') || !isChord(event, keys)) return false
        if (isSingle(keys)) return single
        // Deleting and leaving belong to whatever has the focus.
        return keys.includes('Mod') || /^(Shift\+)?F\d/.test(keys) || (!quiet && !isEditor(location.pathname))
      })
    }
    window.addEventListener('keydown', onSecond, true)
    window.addEventListener('keydown', onKey)
    return () => {
      window.removeEventListener('keydown', onSecond, true)
      window.removeEventListener('keydown', onKey)
    }
  }, [])
  return run
}
