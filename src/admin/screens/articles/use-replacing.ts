import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Replacement } from '../../../contract/replacements.ts'
import type { WantedWords } from '../../../rules/replace-words.ts'
import { refreshArticles } from '../../data/articles.ts'
import { useApi } from '../../data/api-context.tsx'
import { searchAll, workOn, type Found } from '../../data/replacements.ts'
import { inArticles } from '../../lib/counts.ts'
import { toastDone, toastRefusal } from '../../ui/toast.tsx'

export const keyOf = (id: string, index: number) => `${id} ${index}`

/**
 * A search for words in all articles, the matches chosen for replacement, and the replacement itself. `onDone` is
 * called at its end.
 */
export function useReplacing(wanted: WantedWords, onDone: () => void) {
  const api = useApi()
  const client = useQueryClient()
  const [found, setFound] = useState<Found | null>(null)
  /** The words of the last search. Once they are edited, the matches are outdated. */
  const [searchedFor, setSearchedFor] = useState('')
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [busy, setBusy] = useState<'search' | 'work' | null>(null)
  const [order, setOrder] = useState<Replacement | null>(null)
  const reading = useRef<AbortController>(null)
  useEffect(() => () => reading.current?.abort(), [])

  const look = async () => {
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
      if (done.state === 'done') onDone()
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
  const toggle = (keys: string[], on: boolean) => {
    const next = new Set(left)
    for (const key of keys)
      if (on) next.delete(key)
      else next.add(key)
    setLeft(next)
  }
  return {
    found,
    isOld: JSON.stringify(wanted) !== searchedFor,
    left,
    toggle,
    chosen,
    count: chosen.reduce((sum, { places }) => sum + places.length, 0),
    busy,
    order,
    look: () => void look(),
    replace: (using: { replacement: string; live: boolean }) =>
      void goOn(() => api.replacements.create({ ...wanted, ...using, articles: chosen })),
    resume: (former: Replacement) => void goOn(async () => former),
    undo: ({ id }: Replacement) => void goOn(() => api.replacements.undo({ id })),
  }
}
