import { fold } from '../../../rules/fold.ts'
import { findWords } from '../../../rules/find-words.ts'
import { hasTerms, searchableText, searchTerms } from '../../../rules/search-text.ts'
import { ACTION_IDS, action, PLACES, type ActionId } from '../../actions/registry.ts'

/** As an action is searched, made once. */
const searched = new Map<ActionId, string>()

function textOf(id: ActionId): string {
  const known = searched.get(id)
  if (known !== undefined) return known
  const { words, found = '', on } = action(id)
  const text = searchableText(`${words} ${found} ${PLACES[on]}`)
  searched.set(id, text)
  return text
}

/**
 * Actions with all the words. Those whose name contains the words as they are typed come first, then those with another form of
 * them in the name, then the others; among equals the one used last, then what is done here before what leads elsewhere.
 */
export function foundActions(typed: string, can: (id: ActionId) => boolean, lately: readonly ActionId[]) {
  const terms = searchTerms(typed)
  const asTyped = fold(typed.trim())
  return ACTION_IDS.filter((id) => action(id).keysOnly !== true && can(id) && hasTerms(textOf(id), terms))
    .map((id) => ({ id, mark: terms.length === 0 ? null : findWords(action(id).words, terms) }))
    .toSorted((one, other) => rank(one) - rank(other))

  function rank({ id, mark }: { id: ActionId; mark: { start: number } | null }): number {
    const used = lately.indexOf(id)
    const leads = action(id).to ? 1 : 0
    const isAsTyped = fold(action(id).words).includes(asTyped)
    return (mark === null ? 100 : mark.start === 0 ? 0 : 50) + (isAsTyped ? 0 : 25) + (used === -1 ? 20 + leads : used)
  }
}
