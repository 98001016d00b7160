import type { SearchHit } from '../../../contract/search.ts'
import { cardWith } from '../../../nouns/nouns.ts'
import type { Target } from '../../actions/registry.ts'
import { formatInZone } from '../../lib/dates.ts'
import { STATE_LABELS, type GlyphState } from '../../ui/state-glyph.tsx'
import { NounIcon, StateIcon } from './icons.tsx'

/** Where a hit is opened: at the words, where there is such a place. */
export function targetOf({ noun, id, at, excerpt }: SearchHit, words: string): Target {
  const { path: to, parameter, value = 'id' } = cardWith(noun, 'search').search.opens
  if (parameter === undefined) return { to, params: { id }, ...(excerpt && { search: { stelle: words } }) }
  const found = { id, month: at?.slice(0, 7) }[value]
  return { to, ...(found !== undefined && { search: { [parameter]: found } }) }
}

export function HitIcon({ hit }: { hit: SearchHit }) {
  return hit.state !== null && hit.state in STATE_LABELS ? (
    <StateIcon state={hit.state as GlyphState} />
  ) : (
    <NounIcon noun={hit.noun} />
  )
}

/** What stands at the end of a hit's line. */
export function noteOf({ noun, at, size, is_mended }: SearchHit, zone: string): string {
  if (is_mended) return 'ähnlich'
  if (size !== null) return size
  if (at === null) return ''
  return `${noun === 'tasks' ? 'Fällig ' : ''}${formatInZone(at, noun === 'tasks' ? 'dd.MM.' : 'dd. MMM yyyy', zone)}`
}
