import type { MediaCounts } from '../../../contract/media.ts'
import type { MediaFilter, MediaSort } from '../../../rules/libraries.ts'
import { SegmentedFilter } from '../../ui/segmented-filter.tsx'
import { SelectOnDemand } from '../../ui/select-on-demand.tsx'

const SORTS: { value: MediaSort; label: string }[] = [
  { value: 'newest', label: 'Neueste zuerst' },
  { value: 'oldest', label: 'Älteste zuerst' },
  { value: 'name', label: 'Nach Name' },
  { value: 'largest', label: 'Größte zuerst' },
]

type Props = {
  filter: MediaFilter | undefined
  sort: MediaSort | undefined
  counts: MediaCounts | undefined
  onChange: (next: { filter?: MediaFilter | undefined; sort?: MediaSort | undefined }) => void
}

/** Filters with their counts, and the order (WEEK-28). */
export function MediaFilters({ filter, sort = 'newest', counts, onChange }: Props) {
  if (!counts?.all && !filter) return null
  return (
    <div className="-m-1 mb-2 flex items-center gap-2 overflow-x-auto p-1 [scrollbar-width:none] md:flex-wrap max-md:-mx-4 max-md:px-4">
      <SegmentedFilter<MediaFilter | 'all'>
        label="Bilder"
        value={filter ?? 'all'}
        onChange={(next) => onChange({ filter: next === 'all' ? undefined : next })}
        segments={[
          { value: 'all', label: 'Alle', count: counts?.all },
          { value: 'no_alt', label: 'Ohne Alternativtext', count: counts?.no_alt },
          { value: 'no_credit', label: 'Ohne Nachweis', count: counts?.no_credit },
          { value: 'unused', label: 'Unbenutzt', count: counts?.unused },
        ]}
      />
      <span className="flex-1" />
      <SelectOnDemand<MediaSort>
        label="Reihenfolge"
        value={sort}
        choices={SORTS}
        onChange={(next) => onChange({ sort: next === 'newest' ? undefined : next })}
        className="w-42 flex-none"
      />
    </div>
  )
}
