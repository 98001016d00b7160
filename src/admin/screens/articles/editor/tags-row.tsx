import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useApi } from '../../../data/api-context.tsx'
import { tagsQuery } from '../../../data/taxonomy.ts'
import { Menu, MenuItem } from '../../../ui/menu.tsx'

/** The tags of an article: chosen from those that exist, taken away one by one. */
export function TagsRow({ chosen, onChange }: { chosen: string[]; onChange: (ids: string[]) => void }) {
  const tags = useQuery(tagsQuery(useApi())).data?.items ?? []
  const free = tags.filter((tag) => !chosen.includes(tag.id))
  return (
    <div className="-mr-2 flex min-h-8 flex-wrap items-center gap-1 px-2 py-[5px]">
      {tags
        .filter((tag) => chosen.includes(tag.id))
        .map((tag) => (
          <span
            key={tag.id}
            className="inline-flex h-5.5 max-w-full items-center gap-1 rounded-small bg-hover pr-1 pl-2 text-xs max-md:h-11"
          >
            <span className="truncate">{tag.name}</span>
            <button
              type="button"
              aria-label={`Schlagwort ${tag.name} entfernen`}
              onClick={() => onChange(chosen.filter((id) => id !== tag.id))}
              className="rounded-small text-fg-3 hover:text-fg max-md:grid max-md:size-11 max-md:place-items-center"
            >
              <X aria-hidden className="size-3! stroke-[2.8]" />
            </button>
          </span>
        ))}
      {free.length > 0 ? (
        <Menu
          align="start"
          trigger={
            <button type="button" className="rounded-small text-s text-fg-3 hover:text-fg max-md:h-11">
              hinzufügen
            </button>
          }
        >
          {free.map((tag) => (
            <MenuItem key={tag.id} onSelect={() => onChange([...chosen, tag.id])}>
              {tag.name}
            </MenuItem>
          ))}
        </Menu>
      ) : (
        chosen.length === 0 && <span className="text-fg-3">Keine</span>
      )}
    </div>
  )
}
