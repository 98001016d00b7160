import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import type { FoundPlaces, Replacement } from '../../../contract/replacements.ts'
import { refreshArticles } from '../../data/articles.ts'
import { useApi } from '../../data/api-context.tsx'
import { MOST_SHOWN, replacementsQuery, searchAll, workOn, type Found } from '../../data/replacements.ts'
import { useKeptForm } from '../../data/use-kept-form.ts'
import { inArticles } from '../../lib/article-count.ts'
import { faultSentence } from '../../lib/faults.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog, DialogFooter } from '../../ui/dialog.tsx'
import { RestoredNote } from '../../ui/restored-note.tsx'
import { StatusText } from '../../ui/status-badge.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { toastDone, toastRefusal } from '../../ui/toast.tsx'

type Props = { open: boolean; onClose: () => void }

/** Words replaced in all articles: every place is shown before, and all of it can be taken back. */
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
const FIELDS = { title: 'Titel', excerpt: 'Auszug', content_markdown: 'Text' }
const keyOf = (id: string, index: number) => `${id} ${index}`

function placesInWords(count: number): string {
  return count === 1 ? '1 Stelle' : `${count.toLocaleString('de-DE')} Stellen`
}

function Replacing({ onClose }: Pick<Props, 'onClose'>) {
  const api = useApi()
  const client = useQueryClient()
  const kept = useKeptForm('replace-words', undefined, START)
  const { live, replacement, ...wanted } = kept.values
  const [found, setFound] = useState<Found | null>(null)
  /** What was searched for; typed anew, the places are of before. */
  const [searchedFor, setSearchedFor] = useState('')
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [busy, setBusy] = useState<'search' | 'work' | null>(null)
  const [order, setOrder] = useState<Replacement | null>(null)
  const reading = useRef<AbortController>(null)
  useEffect(() => () => reading.current?.abort(), [])
  const isOld = JSON.stringify(wanted) !== searchedFor

  const look = async (event: FormEvent) => {
    event.preventDefault()
    if (wanted.find === '' || busy) return
    reading.current?.abort()
    const controller = new AbortController()
    reading.current = controller
    setBusy('search')
    setLeft(new Set())
    setOrder(null)
    setSearchedFor(JSON.stringify(wanted))
    try {
      await searchAll(api, wanted, { tell: setFound, signal: controller.signal })
    } catch (error) {
      if (!controller.signal.aborted) toastRefusal(error, 'Die Suche ist fehlgeschlagen')
    }
    setBusy(null)
  }

  const goOn = async (begin: () => Promise<Replacement>) => {
    setBusy('work')
    try {
      const done = await workOn(api, await begin(), setOrder)
      setFound(null)
      setSearchedFor('')
      if (done.state === 'done') kept.saved()
      toastDone(
        done.state === 'undone'
          ? 'Ersetzen rückgängig gemacht'
          : `${inArticles(done.replaced).replace('in', 'In')} ersetzt`,
      )
    } catch (error) {
      toastRefusal(error, 'Das Ersetzen ist unterbrochen; es geht unten weiter')
    }
    setBusy(null)
    void refreshArticles(client)
    void client.invalidateQueries({ queryKey: ['replacements'] })
  }

  const chosen = (found?.items ?? []).flatMap(({ id, version, places }) => {
    const own = places.filter(({ index }) => !left.has(keyOf(id, index))).map(({ index }) => index)
    return own.length > 0 ? [{ id, version, places: own }] : []
  })
  const count = chosen.reduce((sum, { places }) => sum + places.length, 0)
  const toggle = (keys: string[], on: boolean) => {
    const next = new Set(left)
    for (const key of keys)
      if (on) next.delete(key)
      else next.add(key)
    setLeft(next)
  }
  return (
    <>
      <form noValidate onSubmit={(event) => void look(event)} className="mt-3 flex flex-col gap-3">
        <RestoredNote {...kept} />
        <div className="grid gap-3 md:grid-cols-2">
          <TextField
            label="Suchen nach"
            name="find"
            lang="de"
            autoComplete="off"
            maxLength={200}
            value={wanted.find}
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
            checked={wanted.match_case}
            onToggle={() => kept.change({ match_case: !wanted.match_case })}
          />
          <Checkbox
            label="Nur ganze Wörter"
            shown
            checked={wanted.whole_words}
            onToggle={() => kept.change({ whole_words: !wanted.whole_words })}
          />
          <Button type="submit" size={36} className="ml-auto" busy={busy === 'search'} disabled={wanted.find === ''}>
            Suchen
          </Button>
        </div>
      </form>
      <output className="block min-h-5 pt-2 text-s text-fg-2">
        {found &&
          `${placesInWords(found.places)} ${inArticles(found.items.length)}; ${found.searched.toLocaleString('de-DE')} durchsucht${busy === 'search' ? ' …' : '.'}`}
        {found?.more &&
          ` Gezeigt werden die ersten ${MOST_SHOWN.toLocaleString('de-DE')}: Bitte genauer suchen oder nacheinander ersetzen.`}
      </output>
      {found && found.items.length > 0 && !order && (
        <>
          <ul
            aria-label="Fundstellen"
            className="mt-2 max-h-[40dvh] overflow-y-auto rounded-control border border-line"
          >
            {found.items.map((item) => (
              <Places key={item.id} item={item} left={left} onToggle={toggle} />
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
      {!found && !order && (
        <Former
          busy={busy !== null}
          onWork={(one) => void goOn(async () => one)}
          onUndo={(one) => void goOn(() => api.replacements.undo({ id: one.id }))}
        />
      )}
      <DialogFooter>
        <Button look="quiet" size={36} onClick={onClose}>
          {order ? 'Fertig' : 'Abbrechen'}
        </Button>
        {order?.state === 'done' && order.replaced > 0 ? (
          <Button
            size={36}
            busy={busy === 'work'}
            onClick={() => void goOn(() => api.replacements.undo({ id: order.id }))}
          >
            Rückgängig
          </Button>
        ) : (
          <Button
            look="primary"
            size={36}
            busy={busy === 'work'}
            disabled={count === 0 || busy !== null || isOld}
            onClick={() => void goOn(() => api.replacements.create({ ...wanted, replacement, live, articles: chosen }))}
          >
            {count === 0 ? 'Ersetzen' : `${placesInWords(count)} ersetzen`}
          </Button>
        )}
      </DialogFooter>
    </>
  )
}

type PlacesProps = { item: FoundPlaces; left: ReadonlySet<string>; onToggle: (keys: string[], on: boolean) => void }

/** The places of one article with what stands around them, to be taken or left. */
function Places({ item, left, onToggle }: PlacesProps) {
  const keys = item.places.map(({ index }) => keyOf(item.id, index))
  const taken = keys.filter((key) => !left.has(key)).length
  return (
    <li className="border-b border-line px-1 py-1 last:border-b-0">
      <div className="flex items-center gap-1">
        <Checkbox
          label={`Alle Stellen in „${item.title}“`}
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

function Progress({ order, busy }: { order: Replacement; busy: boolean }) {
  const done = order.total - order.left
  return (
    <div className="mt-3 flex flex-col gap-2 text-s">
      <p>
        {busy
          ? `${order.state === 'undoing' ? 'Wird rückgängig gemacht' : 'Wird ersetzt'}: ${done} von ${order.total}`
          : order.state === 'undone'
            ? 'Alles steht wieder, wie es war.'
            : `„${order.find}“ ist ${inArticles(order.replaced)} ersetzt. Jeder hat eine neue Fassung.`}
      </p>
      {busy && (
        <progress
          aria-label="Fortschritt"
          max={order.total}
          value={done}
          className="block h-1 w-full appearance-none overflow-hidden rounded-full bg-hover [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-accent"
        />
      )}
      {order.skipped.length > 0 && (
        <ul aria-label="Nicht geändert" className="max-h-40 overflow-y-auto text-fg-2">
          {order.skipped.map(({ article_id, title, reason }) => (
            <li key={article_id} className="wrap-anywhere">
              „{title}“: {reason}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

type FormerProps = { busy: boolean; onWork: (order: Replacement) => void; onUndo: (order: Replacement) => void }

/** What was replaced lately: an order that was left goes on, one that is done can be taken back. */
function Former({ busy, onWork, onUndo }: FormerProps) {
  const list = useQuery(replacementsQuery(useApi()))
  if (list.isError) return <p className="text-s text-danger">{faultSentence(list.error)}</p>
  const orders = list.data ?? []
  if (orders.length === 0) return null
  return (
    <section aria-labelledby="former-replacements" className="pt-2">
      <h3 id="former-replacements" className="text-s text-fg-2">
        Zuletzt ersetzt
      </h3>
      <ul className="max-h-48 overflow-y-auto">
        {orders.slice(0, 5).map((order) => (
          <li key={order.id} className="flex items-center gap-2 text-s">
            <span className="min-w-0 flex-1 truncate">
              „{order.find}“ durch „{order.replacement}“ {inArticles(order.total)}
            </span>
            {(order.state === 'running' || order.state === 'undoing') && (
              <Button look="quiet" disabled={busy} onClick={() => onWork(order)}>
                Fortsetzen
              </Button>
            )}
            {order.state === 'done' && order.replaced > 0 && (
              <Button look="quiet" disabled={busy} onClick={() => onUndo(order)}>
                Rückgängig
              </Button>
            )}
            {order.state === 'undone' && <span className="text-fg-2">rückgängig gemacht</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
