import { MOST_SHOWN, type Found } from '../../data/replacements.ts'
import { useKeptForm, type KeptForm } from '../../data/use-draft-form.ts'
import { inArticles, placesInWords } from '../../lib/counts.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog, DialogFooter } from '../../ui/dialog.tsx'
import { RestoredNote } from '../../ui/restored-note.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Former, Progress } from './replace-orders.tsx'
import { Places } from './replace-places.tsx'
import { useReplacing } from './use-replacing.ts'

type Props = { open: boolean; onClose: () => void }

/** Replaces words in all articles. Every match is shown before, and everything can be undone. */
export function ReplaceDialog({ open, onClose }: Props) {
  return (
    <Dialog
      open={open}
      onClose={onClose}
      wide
      initialFocus="field"
      title="Suchen und ersetzen"
      description="In Titel, Auszug und Text aller Artikel, so wie sie gerade geschrieben werden. Ersetzt wird erst, was Sie unten auswählen."
    >
      <Replacing onClose={onClose} />
    </Dialog>
  )
}

const START = { find: '', replacement: '', match_case: true, whole_words: false, live: false }

function Replacing({ onClose }: Pick<Props, 'onClose'>) {
  const kept = useKeptForm('replace-words', undefined, START)
  const { live, replacement, ...wanted } = kept.values
  const work = useReplacing(wanted, kept.saved)
  const { found, order, busy, count } = work
  return (
    <>
      <Wanted kept={kept} searching={busy === 'search'} onLook={work.look} />
      <output className="block min-h-5 pt-2 text-s text-fg-2">{found && foundInWords(found, busy === 'search')}</output>
      {found && found.items.length > 0 && !order && (
        <>
          <ul
            aria-label="Fundstellen"
            className="mt-2 max-h-[40dvh] overflow-y-auto rounded-control border border-line"
          >
            {found.items.map((item) => (
              <Places key={item.id} item={item} left={work.left} onToggle={work.toggle} />
            ))}
          </ul>
          <div className="-ml-2.5 pt-1 text-s">
            <Checkbox
              label="Veröffentlichte Artikel sofort auch für Leserinnen und Leser ändern"
              shown
              checked={live}
              onToggle={() => kept.change({ live: !live })}
            />
          </div>
          <p className="text-s text-fg-2">
            {live
              ? 'Ausgenommen sind Artikel mit unveröffentlichten Änderungen: Dort ändert sich nur die Arbeitsfassung.'
              : 'Veröffentlichte Artikel bekommen die Änderung in ihrer Arbeitsfassung; sichtbar wird sie mit „Aktualisieren“.'}
          </p>
        </>
      )}
      {order && <Progress order={order} busy={busy === 'work'} />}
      {!found && !order && <Former busy={busy !== null} onWork={work.resume} onUndo={work.undo} />}
      <DialogFooter>
        <Button look="quiet" size={36} onClick={onClose}>
          {order ? 'Fertig' : 'Abbrechen'}
        </Button>
        {order?.state === 'done' && order.replaced > 0 ? (
          <Button size={36} busy={busy === 'work'} onClick={() => work.undo(order)}>
            Rückgängig
          </Button>
        ) : (
          <Button
            look="primary"
            size={36}
            busy={busy === 'work'}
            disabled={count === 0 || busy !== null || work.isOld}
            onClick={() => work.replace({ replacement, live })}
          >
            {count === 0 ? 'Ersetzen' : `${placesInWords(count)} ersetzen`}
          </Button>
        )}
      </DialogFooter>
    </>
  )
}

function foundInWords({ places, items, searched, more }: Found, searching: boolean): string {
  const end = searching ? ' …' : '.'
  return [
    `${placesInWords(places)} ${inArticles(items.length)}; ${searched.toLocaleString('de-DE')} durchsucht${end}`,
    more &&
      `Gezeigt werden die ersten ${MOST_SHOWN.toLocaleString('de-DE')}: Bitte genauer suchen oder nacheinander ersetzen.`,
  ]
    .filter(Boolean)
    .join(' ')
}

type Kept = KeptForm<typeof START>

/** The search text and its replacement. */
function Wanted({ kept, searching, onLook }: { kept: Kept; searching: boolean; onLook: () => void }) {
  const { find, replacement, match_case, whole_words } = kept.values
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onLook()
      }}
      className="mt-3 flex flex-col gap-3"
    >
      <RestoredNote {...kept} />
      <div className="grid gap-3 md:grid-cols-2">
        <TextField
          label="Suchen nach"
          name="find"
          lang="de"
          autoComplete="off"
          maxLength={200}
          value={find}
          onChange={(event) => kept.change({ find: event.target.value })}
        />
        <TextField
          label="Ersetzen durch"
          name="replacement"
          lang="de"
          autoComplete="off"
          maxLength={200}
          value={replacement}
          onChange={(event) => kept.change({ replacement: event.target.value })}
        />
      </div>
      <div className="-ml-2.5 flex flex-wrap items-center text-s">
        <Checkbox
          label="Groß- und Kleinschreibung"
          shown
          checked={match_case}
          onToggle={() => kept.change({ match_case: !match_case })}
        />
        <Checkbox
          label="Nur ganze Wörter"
          shown
          checked={whole_words}
          onToggle={() => kept.change({ whole_words: !whole_words })}
        />
        <Button type="submit" size={36} className="ml-auto" busy={searching} disabled={find === ''}>
          Suchen
        </Button>
      </div>
    </form>
  )
}
