import { Button } from '../../ui/button.tsx'
import { FloatingCard } from '../../ui/floating-card.tsx'
import { Select } from '../../ui/select.tsx'
import { useFilterNames } from './filter-names.ts'
import type { ListAddress } from './use-list-address.ts'

/** Radix reserves the empty value for the placeholder. */
const ANY = 'any'

/** Filter by category, tag and people. Each choice is applied at once. */
export function FilterCard(props: { anchor: HTMLElement | null; address: ListAddress; onClose: () => void }) {
  const { address } = props
  const names = useFilterNames(true)
  const any = names.some(({ field }) => address.filter[field] !== undefined)
  return (
    <FloatingCard anchor={props.anchor} label="Artikel filtern" side="bottom" onClose={props.onClose}>
      <div className="flex flex-col gap-3 pb-1">
        {names.map(({ field, label, choices = [] }) => (
          <Select
            key={field}
            label={label}
            value={address.filter[field] ?? ANY}
            onChange={(value) => address.narrow({ [field]: value === ANY ? undefined : value })}
            choices={[{ value: ANY, label: 'Alle' }, ...choices.map(({ id, name }) => ({ value: id, label: name }))]}
          />
        ))}
        {any && (
          <Button
            look="quiet"
            onClick={() => address.narrow(Object.fromEntries(names.map(({ field }) => [field, undefined])))}
          >
            Filter zurücksetzen
          </Button>
        )}
      </div>
    </FloatingCard>
  )
}
