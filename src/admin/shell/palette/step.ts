import type { SearchHit } from '../../../contract/search.ts'
import type { SearchNoun } from '../../../nouns/registries.ts'
import type { Meant } from '../../actions/offers.ts'
import type { ActionId, Target } from '../../actions/registry.ts'
import type { SearchFilter } from '../../data/search.ts'

/** A further list of the palette, with the chip that names it. */
export type Step =
  | { chip: string; kind: 'choose'; id: ActionId; meant: Meant }
  | { chip: string; kind: 'hit'; hit: SearchHit }
  | { chip: string; kind: 'move-task'; hit: SearchHit }
  | { chip: string; kind: 'settings' }
  | { chip: string; kind: 'person' }
  | { chip: string; kind: 'noun'; noun: SearchNoun }
  | { chip: string; kind: 'author'; author_id: string }

/** What a line can do with the palette. */
export type Do = {
  leadOn: (step: Step) => void
  /** Closes the palette and then does it. */
  finish: (work: () => void) => void
  go: (target: Target, newTab: boolean) => void
  run: (id: ActionId, newTab: boolean) => void
}

/** What the search keeps to. */
export function filterOf(steps: readonly Step[]): SearchFilter {
  const filter: SearchFilter = {}
  for (const step of steps) {
    if (step.kind === 'noun') filter.noun = step.noun
    if (step.kind === 'author') filter.author_id = step.author_id
  }
  return filter
}
