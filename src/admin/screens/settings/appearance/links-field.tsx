import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react'
import type { SiteLink } from '../../../../contract/appearance.ts'
import { MOST_LINKS } from '../../../../rules/limits.ts'
import { isLinkTarget } from '../../../../rules/url.ts'
import { useDeadPaths } from '../../../data/appearance.ts'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { TextField } from '../../../ui/text-field.tsx'

/** Whether an entry is complete. */
export function isWhole({ label, href }: SiteLink): boolean {
  return label.trim() !== '' && isLinkTarget(href.trim())
}

/** Whether an entry has content: empty ones are omitted silently. */
export function isFilled({ label, href }: SiteLink): boolean {
  return label.trim() !== '' || href.trim() !== ''
}

/** Whether it links to a list of articles, which readers see only while it has articles (RUL-44). */
function isList(href: string): boolean {
  return /^\/(?:archiv\/?$|kategorie\/|schlagwort\/|autor\/)/.test(href.trim())
}

type Props = {
  legend: string
  hint: string
  links: readonly SiteLink[]
  /** The saved entries, which are checked for dead links. */
  saved: readonly SiteLink[]
  /** Saving was refused: incomplete entries show what is missing. */
  refused: boolean
  onChange: (links: SiteLink[]) => void
}

/** The entries of header or footer in order, each with its label and address. */
export function LinksField({ legend, hint, links, saved, refused, onChange }: Props) {
  const put = (place: number, part: Partial<SiteLink>) =>
    onChange(links.map((link, at) => (at === place ? { ...link, ...part } : link)))
  const dead = useDeadPaths(saved.map(({ href }) => href))
  const move = (place: number, steps: 1 | -1) => {
    const moved = [...links]
    const [link] = moved.splice(place, 1)
    if (link) moved.splice(place + steps, 0, link)
    onChange(moved)
  }
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-s text-fg-2">{legend}</legend>
      <ol className="grid gap-2">
        {links.map((link, place) => {
          const named = link.label.trim() || `Eintrag ${place + 1}`
          const faulty = refused && isFilled(link) && !isWhole(link)
          return (
            // oxlint-disable-next-line react/no-array-index-key -- an entry has nothing but its place while it is typed
            <li key={place} className="flex flex-wrap items-end gap-2">
              <TextField
                label="Name"
                className="min-w-32 flex-1"
                maxLength={60}
                value={link.label}
                error={faulty && link.label.trim() === '' ? 'Bitte einen Namen eingeben' : undefined}
                onChange={({ target }) => put(place, { label: target.value })}
              />
              <TextField
                label="Adresse"
                className="min-w-40 flex-1"
                maxLength={500}
                placeholder="/archiv"
                spellCheck={false}
                value={link.href}
                error={faulty && !isLinkTarget(link.href.trim()) ? 'Ein Pfad wie /archiv oder https://…' : undefined}
                onChange={({ target }) => put(place, { href: target.value })}
              />
              <span className="flex">
                <IconButton label={`${named} nach oben`} disabled={place === 0} onClick={() => move(place, -1)}>
                  <ArrowUp aria-hidden />
                </IconButton>
                <IconButton
                  label={`${named} nach unten`}
                  disabled={place === links.length - 1}
                  onClick={() => move(place, 1)}
                >
                  <ArrowDown aria-hidden />
                </IconButton>
                <IconButton
                  label={`${named} entfernen`}
                  onClick={() => onChange(links.filter((_, at) => at !== place))}
                >
                  <X aria-hidden />
                </IconButton>
              </span>
              {dead.has(link.href.trim()) && (
                <p className="basis-full text-s text-fg-2">
                  {isList(link.href)
                    ? 'Dort steht zurzeit nichts: Der Eintrag erscheint mit dem ersten Artikel dort.'
                    : 'Dort steht zurzeit nichts.'}
                </p>
              )}
            </li>
          )
        })}
      </ol>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <Button
          icon={<Plus aria-hidden />}
          disabled={links.length >= MOST_LINKS}
          onClick={() => onChange([...links, { label: '', href: '' }])}
        >
          Eintrag
        </Button>
        <span className="text-s text-fg-2">{hint}</span>
      </div>
    </fieldset>
  )
}
