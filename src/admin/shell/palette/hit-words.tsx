import type { SearchHit } from '../../../contract/search.ts'
import type { SearchNoun } from '../../../rules/search-nouns.ts'
import type { Target } from '../../actions/registry.ts'
import { formatInZone } from '../../lib/dates.ts'
import { STATE_LABELS, type GlyphState } from '../../ui/state-glyph.tsx'
import { NounIcon, StateIcon } from './icons.tsx'

export const NOUN_WORDS: Record<SearchNoun, string> = {
  articles: 'Artikel',
  pages: 'Seiten',
  tasks: 'Aufgaben',
  events: 'Ereignisse',
  research: 'Recherche',
  inbox: 'Inbox',
  media: 'Medien',
  links: 'Links',
  prompts: 'Prompts',
}

/** Where a hit is opened: at the words, where there is such a place. */
export function targetOf({ noun, id, title, at, excerpt }: SearchHit, words: string): Target {
  switch (noun) {
    case 'articles':
    case 'pages':
      return {
        to: noun === 'articles' ? '/admin/articles/$id' : '/admin/pages/$id',
        params: { id },
        ...(excerpt && { search: { stelle: words } }),
      }
    case 'tasks':
      return { to: '/admin/editorial-plan', search: { aufgabe: id } }
    case 'events':
      return { to: '/admin/calendar', ...(at && { search: { month: at.slice(0, 7) } }) }
    case 'research':
      return { to: '/admin/research', search: { item: id } }
    case 'inbox':
      return { to: '/admin/inbox', search: { eintrag: id } }
    case 'media':
      return { to: '/admin/media', search: { bild: id } }
    case 'links':
      return { to: '/admin/link-library', search: { q: title } }
    case 'prompts':
      return { to: '/admin/prompt-library', search: { q: title } }
  }
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
