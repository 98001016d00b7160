import { Initials } from '../../ui/initials.tsx'

/** Initials of the people who have cards; one of them filters the board, once more shows everything (WEEK-27). */
export function PersonFilter(props: {
  people: readonly { id: string; name: string }[]
  chosen: string | undefined
  onChoose: (id: string | undefined) => void
}) {
  if (props.people.length === 0) return null
  return (
    <fieldset aria-label="Person" className="hidden items-center lg:inline-flex">
      {props.people.map(({ id, name }) => (
        <button
          key={id}
          type="button"
          aria-pressed={id === props.chosen}
          title={name}
          onClick={() => props.onChoose(id === props.chosen ? undefined : id)}
          className="group grid size-7 place-items-center rounded-full hover:bg-hover"
        >
          <Initials name={name} className="group-aria-pressed:bg-accent group-aria-pressed:text-accent-fg" />
          <span className="sr-only">Karten von {name}</span>
        </button>
      ))}
    </fieldset>
  )
}
