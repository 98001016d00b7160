import { useInfiniteQuery } from '@tanstack/react-query'
import { ArrowRight, Plus, SearchX, Signpost, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useOffers } from '../../actions/offers.ts'
import type { Redirect } from '../../../contract/redirects.ts'
import { useApi } from '../../data/api-context.tsx'
import { itemsOf } from '../../data/pages.ts'
import { redirectsQuery, useRedirectChanges } from '../../data/redirects.ts'
import { ListSearch, useListSearch } from '../../parts/list-search/list-search.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { ListBody } from '../../ui/list-body.tsx'
import { useRemoval } from '../../ui/removal.tsx'
import { ScreenState } from '../../ui/screen-state.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { RedirectForm } from './redirect-form.tsx'
import { quoted } from '../../../rules/quoted.ts'

const FAILED = 'Fehler beim Laden der Weiterleitungen'

/** Redirects of old addresses (RUL-56): listed, searched, created and removed. */
export function RedirectsSection() {
  const search = useListSearch()
  const searched = search.q !== ''
  const list = useInfiniteQuery({
    ...redirectsQuery(useApi(), search.q),
    placeholderData: (former) => (searched ? former : undefined),
  })
  const changes = useRedirectChanges()
  const [adding, setAdding] = useState(false)
  useOffers({ 'redirect.new': () => setAdding(true) })
  const removal = useRemoval<Redirect>({
    question: 'Weiterleitung löschen?',
    consequence: ({ from }) => `Wer ${quoted(readableAddress(from))} aufruft, findet dann nichts mehr.`,
    done: 'Weiterleitung gelöscht',
    failed: 'Fehler beim Löschen der Weiterleitung',
    remove: changes.remove,
    restore: changes.restore,
  })
  const items = itemsOf(list.data)
  const isBlank = !searched && list.isSuccess && items.length === 0
  const fieldProps = { search, list, label: 'Adressen durchsuchen...', one: 'Weiterleitung', many: 'Weiterleitungen' }
  const add = (
    <Button icon={<Plus aria-hidden />} onClick={() => setAdding(true)}>
      Neue Weiterleitung
    </Button>
  )
  return (
    <div className={isBlank ? 'flex flex-1 flex-col' : 'w-full max-w-[880px]'}>
      {!isBlank && (
        <>
          <div className="mb-2 flex items-center justify-end gap-2">
            <ListSearch {...fieldProps} />
            {add}
          </div>
          <ListSearch {...fieldProps} narrow />
        </>
      )}
      <ListBody
        list={list}
        skeleton={<SkeletonRows columns="grid grid-cols-[1fr_1fr_44px] gap-4" cells={3} />}
        broken={FAILED}
        failedMore="Weitere Weiterleitungen konnten nicht geladen werden."
        nothing={
          searched ? (
            <ScreenState
              icon={SearchX}
              title="Keine Weiterleitungen gefunden"
              sentence="Weder in einer alten noch in einer neuen Adresse steht das."
              action={<Button onClick={() => search.change('')}>Suche leeren</Button>}
            />
          ) : (
            <ScreenState
              icon={Signpost}
              title="Noch keine Weiterleitungen"
              sentence="Alte Adressen, etwa die eines früheren Blogs, führen hier zu dem, was heute an ihrer Stelle steht."
              action={add}
            />
          )
        }
      >
        <ul aria-label="Weiterleitungen" className="border-t border-line">
          {items.map((redirect) => (
            <RedirectRow key={redirect.id} redirect={redirect} onRemove={() => removal.ask(redirect)} />
          ))}
        </ul>
      </ListBody>
      <Dialog open={adding} onClose={() => setAdding(false)} title="Neue Weiterleitung" initialFocus="field">
        {adding && <RedirectForm onClose={() => setAdding(false)} />}
      </Dialog>
      {removal.dialog}
    </div>
  )
}

/** One redirect: a row of 44 px, two lines under 768 px. */
function RedirectRow({ redirect, onRemove }: { redirect: Redirect; onRemove: () => void }) {
  const from = readableAddress(redirect.from)
  return (
    <li className="group grid min-h-11 grid-cols-[minmax(0,1fr)_44px] items-center gap-x-3 border-b border-line py-1.5 hover:bg-hover md:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_32px] md:px-3">
      <a
        href={redirect.from}
        target="_blank"
        rel="noopener noreferrer"
        className="truncate font-medium hover:underline"
        title={from}
      >
        {from}
        <span className="sr-only"> (neuer Tab)</span>
      </a>
      <span className="flex min-w-0 items-center gap-2 text-s text-fg-2 max-md:col-start-1 max-md:row-start-2">
        <ArrowRight aria-hidden className="icon-small flex-none text-fg-3" />
        <Target redirect={redirect} />
      </span>
      <IconButton
        label={`Weiterleitung von ${quoted(from)} löschen`}
        onClick={onRemove}
        className="max-md:col-start-2 max-md:row-span-2 max-md:row-start-1"
      >
        <Trash2 aria-hidden />
      </IconButton>
    </li>
  )
}

function Target({ redirect: { status, title, to, address } }: { redirect: Redirect }) {
  if (status === 410) return <span className="truncate">Gibt es nicht mehr</span>
  const words = title ?? readableAddress(to ?? '')
  return (
    <>
      <span className="truncate" title={words}>
        {words}
      </span>
      {address === null && <span className="flex-none text-xs text-scheduled">Nicht öffentlich</span>}
    </>
  )
}

/** An address as people read it: `/über-uns` for `/%C3%BCber-uns`. */
function readableAddress(address: string): string {
  try {
    return decodeURI(address)
  } catch {
    return address
  }
}
