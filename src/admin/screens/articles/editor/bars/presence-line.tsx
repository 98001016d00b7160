import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { quoted } from '../../../../../rules/quoted.ts'
import { usePresence } from '../../../../data/articles/presence.ts'
import { cx } from '../../../../lib/class-names.ts'
import { Button } from '../../../../ui/button.tsx'
import { FloatingCard } from '../../../../ui/floating-card.tsx'
import { toastFault } from '../../../../ui/toast.tsx'
import type { OpenArticle, PersonHere } from '../../../../writing/open-article.ts'
import type { ArticleEditing } from '../state/use-open-article.ts'
import { useWrittenNoun } from '../state/written-noun.ts'
import { Face, hueOf, HUES } from '../../../../ui/initials.tsx'

type Props = {
  editing: ArticleEditing
  userId: string
  /** On the narrowest phones the preview has no room for faces beside the way back to the text, which shows them. */
  yields: boolean
}
type Other = { user_id: string; name: string }

/** Shows who else has this text open, leads to them, and notices their saves. */
export function PresenceLine({ editing, userId, yields }: Props) {
  const { base, article, parted } = editing
  const { around } = useWrittenNoun()
  const presence = usePresence(around, base?.id ?? null, article.editor)
  const version = presence?.version
  const people = useMemo(() => peopleOf(presence?.others ?? [], userId), [presence, userId])
  useEffect(() => {
    if (version !== undefined) article.noticed(version)
  }, [article, version])
  useEffect(() => {
    if (people.length > 0) article.share(people)
  }, [article, people])
  useEffect(() => {
    if (parted > 0)
      toastFault(
        'Ihr Text wich von dem auf dem Server ab. Beide sind zusammengeführt, Ihrer steht auch in den Fassungen.',
      )
  }, [parted])
  const others = people.flatMap(({ id, name }) => (id === userId ? [] : [name]))
  const words =
    others.length > 0
      ? `${others.join(', ')} ${others.length === 1 ? 'bearbeitet' : 'bearbeiten'} gerade`
      : people.length > 0 && 'auch in einem anderen Fenster offen'
  return (
    <>
      <output className="sr-only">{words}</output>
      {people.length > 0 && <Crew people={people} editing={editing} yields={yields} />}
    </>
  )
}

/** Each account once, with a hue that is the same for everybody who has the text open. */
function peopleOf(others: readonly Other[], userId: string): PersonHere[] {
  const names = new Map(others.map(({ user_id, name }) => [user_id, name]))
  const taken = new Set<number>()
  const hues = new Map<string, number>()
  for (const id of [...new Set([userId, ...names.keys()])].toSorted()) {
    let hue = hueOf(id) - 1
    for (let tries = 0; taken.has(hue) && tries < HUES; tries += 1) hue = (hue + 1) % HUES
    taken.add(hue)
    hues.set(id, hue + 1)
  }
  return [...names].map(([id, name]) => ({ id, name: id === userId ? 'Sie' : name, hue: hues.get(id) ?? 1 }))
}

/** Faces in the bar; the number of further people follows. */
const MOST_FACES = 3

/** The faces in the bar, and who is where behind them. */
function Crew({ people, editing, yields }: { people: PersonHere[] } & Pick<Props, 'editing' | 'yields'>) {
  const [button, setButton] = useState<HTMLButtonElement | null>(null)
  const [isOpen, setOpen] = useState(false)
  const { followed } = editing
  const names = people.map(({ name }) => name).join(', ')
  const leader = people.find(({ id }) => id === followed)
  return (
    <>
      <button
        ref={setButton}
        type="button"
        aria-expanded={isOpen}
        title={names}
        onClick={() => setOpen(!isOpen)}
        className={cx(
          'inline-flex h-11 flex-none items-center rounded-control px-2 hover:bg-hover md:h-8',
          yields && '@max-[340px]/bar:hidden',
          (isOpen || leader) && 'bg-pressed',
        )}
      >
        <span className="sr-only">Hier sind: {names}</span>
        {people.slice(0, MOST_FACES).map((person, index) => (
          <Face key={person.id} name={person.name} hue={person.hue} className={index > 0 && '-ml-1'} />
        ))}
        {people.length > MOST_FACES && (
          <span className="ml-1 text-s text-fg-2 tabular-nums">+{people.length - MOST_FACES}</span>
        )}
      </button>
      {isOpen && (
        <FloatingCard anchor={button} label="Wer hier ist" side="bottom" onClose={() => setOpen(false)}>
          <PeopleHere people={people} editing={editing} onDone={() => setOpen(false)} />
        </FloatingCard>
      )}
      <output className="sr-only">{leader && `Sie folgen ${leader.name}. Escape beendet es.`}</output>
    </>
  )
}

/** Where each of them is, as they move. */
function PeopleHere({
  people,
  editing,
  onDone,
}: { people: PersonHere[]; onDone: () => void } & Pick<Props, 'editing'>) {
  const { article } = editing
  useSyncExternalStore(article.onMoves, article.moves)
  return (
    <ul aria-label="Wer hier ist" className="flex flex-col gap-1 p-1">
      {people.map((person) => (
        <li key={person.id} className="flex min-h-11 items-center gap-3 px-1">
          <Face name={person.name} hue={person.hue} size="large" />
          <span className="min-w-0 flex-1">
            <span className="block truncate text-m font-medium">{person.name}</span>
            <span className="block text-s text-fg-2">{inWords(article.whereIs(person.id))}</span>
          </span>
          <Button
            aria-pressed={editing.followed === person.id}
            aria-label={editing.followed === person.id ? `${person.name} nicht mehr folgen` : `${person.name} folgen`}
            onClick={() => {
              article.follow(editing.followed === person.id ? null : person.id)
              onDone()
            }}
          >
            {editing.followed === person.id ? 'Nicht folgen' : 'Folgen'}
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** In words where a person is in the text. */
function inWords(place: ReturnType<OpenArticle['whereIs']>): string {
  if (!place) return 'hat den Text offen'
  const where = place.heading === null ? ' am Anfang' : ` in ${quoted(place.heading)}`
  return place.selects ? `hat etwas markiert${where}` : `ist${where}`
}
