import type { FoundPlaces } from '../../../contract/replacements.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { StatusText } from '../../ui/status-badge.tsx'
import { keyOf } from './use-replacing.ts'
import { quoted } from '../../../rules/quoted.ts'

const FIELDS = { title: 'Titel', excerpt: 'Auszug', content_markdown: 'Text' }

type PlacesProps = { item: FoundPlaces; left: ReadonlySet<string>; onToggle: (keys: string[], on: boolean) => void }

/** The matches of one article with their context, to be included or excluded. */
export function Places({ item, left, onToggle }: PlacesProps) {
  const keys = item.places.map(({ index }) => keyOf(item.id, index))
  const taken = keys.filter((key) => !left.has(key)).length
  return (
    <li className="border-b border-line px-1 py-1 last:border-b-0">
      <div className="flex items-center gap-1">
        <Checkbox
          label={`Alle Stellen in ${quoted(item.title)}`}
          checked={taken === keys.length ? true : taken > 0 && 'mixed'}
          onToggle={() => onToggle(keys, taken < keys.length)}
        />
        <span className="min-w-0 flex-1 truncate font-medium">{item.title}</span>
        <StatusText state={item.status} className="flex-none pr-2 text-xs" />
      </div>
      <ul>
        {item.places.map(({ index, field, before, hit, after }) => (
          <li key={index} className="flex items-center">
            <Checkbox
              label={`${FIELDS[field]}: ${before}${hit}${after}`}
              checked={!left.has(keyOf(item.id, index))}
              onToggle={() => onToggle([keyOf(item.id, index)], left.has(keyOf(item.id, index)))}
            />
            <span className="min-w-0 flex-1 truncate text-s text-fg-2">
              {field !== 'content_markdown' && <span className="text-fg-3">{FIELDS[field]}: </span>}
              {before}
              <mark className="rounded-small bg-accent-soft text-fg">{hit}</mark>
              {after}
            </span>
          </li>
        ))}
      </ul>
    </li>
  )
}
