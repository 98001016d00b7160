import { useLocation } from '@tanstack/react-router'
import { useState, useSyncExternalStore } from 'react'
import { hasWords } from '../../rules/search-text.ts'
import { isSingle, keyWords } from '../actions/keys.ts'
import { ACTION_IDS, action, PLACES, type ActionId, type Where } from '../actions/registry.ts'
import { hasSingleKeys, setSingleKeys, subscribeToSingleKeys } from '../lib/single-keys.ts'
import { offered } from '../actions/offers.ts'
import { isEditor, placesOf } from '../actions/routes.ts'
import { asLine } from '../lib/text-from-outside.ts'
import { Checkbox, TICK_AT_EDGE } from '../ui/checkbox.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { SearchField } from '../ui/search-field.tsx'

/** `?`: every key of the screen one is on, and the switch for single ones (WCAG 2.1.4). */
export function ShortcutsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { pathname } = useLocation()
  const [words, setWords] = useState('')
  const single = useSyncExternalStore(subscribeToSingleKeys, hasSingleKeys)
  const places = placesOf(pathname)
  // A part of the screen has a list with a search field, as the redirects in the settings.
  if (offered('list.find') && !places.includes('find')) places.splice(places.indexOf('everywhere'), 0, 'find')
  const shown = places
    .map((place) => ({ place, ids: keysOf(place, words, isEditor(pathname)) }))
    .filter(({ ids }) => ids.length > 0)
  return (
    <Dialog open={open} onClose={onClose} title="Tastenkürzel" wide initialFocus="field">
      <SearchField label="Kürzel suchen" value={words} onChange={(next) => setWords(asLine(next))} className="mb-3" />
      {shown.length === 0 && <p className="py-6 text-center text-fg-2">Kein Kürzel heißt so.</p>}
      <div className="gap-x-10 md:columns-2 lg:columns-3">
        {shown.map(({ place, ids }) => (
          <section key={place} aria-labelledby={`keys-${place}`} className="mb-5 break-inside-avoid">
            <h3 id={`keys-${place}`} className="mb-1 border-b border-line pb-1.5 text-s font-semibold">
              {PLACES[place]}
            </h3>
            <ul>
              {ids.map((id) => (
                <li key={id} className="flex min-h-7.5 items-center justify-between gap-2 text-s max-md:min-h-9">
                  <span lang="de" className="min-w-0 hyphens-auto">
                    {action(id).words}
                  </span>
                  <Keys id={id} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <div className="border-t border-line pt-3">
        <Checkbox
          shown
          className={TICK_AT_EDGE}
          label={`Einzelne Tasten wie J oder N sind ${single ? 'an' : 'aus'}; beim Schreiben ruhen sie immer.`}
          checked={single}
          onToggle={() => setSingleKeys(!single)}
        />
      </div>
    </Dialog>
  )
}

/** The actions of a place that have keys; in the editor single keys act in the text alone. */
function keysOf(place: Where, words: string, inEditor: boolean): ActionId[] {
  return ACTION_IDS.filter((id) => {
    const { on, keys, words: name } = action(id)
    if (on !== place || keys === undefined) return false
    if (inEditor && on !== 'text' && keys.every(isSingle)) return false
    return hasWords(`${name} ${keys.join(' ')}`, words)
  })
}

function Keys({ id }: { id: ActionId }) {
  const { keys = [] } = action(id)
  return (
    <span className="flex flex-none items-center gap-1 whitespace-nowrap">
      {keys.map((key) => (
        <span key={key} className="flex items-center gap-1">
          {keyWords(key).map((word, index) => (
            <span key={word} className="flex items-center gap-1">
              {index > 0 && <span className="text-xs text-fg-2">dann</span>}
              <Kbd spoken>{word}</Kbd>
            </span>
          ))}
        </span>
      ))}
    </span>
  )
}
