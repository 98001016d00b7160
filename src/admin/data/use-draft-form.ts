import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { OwnAccount } from '../../contract/account.ts'
import type { UnsavedTexts } from '../lib/use-autosave.ts'
import { accountKeys } from './account.ts'
import { KeptInput, type KeptFormName } from './draft-inputs.ts'

/** The values of a form whose unsaved input is persisted on this machine (RUL-70). */
export type KeptForm<Values> = {
  values: Values
  change: (part: Partial<Values>) => void
  /** The unsaved input: the fields that differ from the record. */
  unsaved: Partial<Values>
  changed: boolean
  /** The form was filled with restored input. It shows that, and offers `discard`. */
  restored: boolean
  discard: () => void
  /** The server has saved the values of this render. Input typed since then stays. */
  saved: () => void
  /**
   * Empties the form for the next record while the input is being sent. The input stays persisted until the returned
   * function is called; otherwise it is restored when the form is opened next.
   */
  setAside: () => () => void
  /**
   * Empties the form and runs the work, so that later input belongs to the next record. If the work fails, the sent
   * input returns into the empty form. If the form has new input by then, the sent one is restored when the form is
   * opened next.
   */
  send: <Done>(work: () => Promise<Done>) => Promise<Done>
}

/**
 * State of a form that survives Escape, a click outside, navigation and reload; only a save and `Verwerfen` clear it.
 * `thing` is the id of the record it changes, absent for a new one. `start` is the unchanged state and may follow saves
 * of others. `KEPT_FIELDS` lists the persisted fields.
 */
export function useKeptForm<Values extends object>(
  form: KeptFormName,
  thing: string | undefined,
  start: Values,
): KeptForm<Values> {
  const queries = useQueryClient()
  const [place] = useState(() => ({ userId: ownerOfInput(queries), form, thing }))
  const [kept] = useState(() => new KeptInput(place))
  const [changes, setChanges] = useState<Partial<Values>>(() => fitting(kept.found, start))
  const [offered, setOffered] = useState(() => Object.keys(changes).length > 0)
  const unsaved = differing(changes, start)
  const latest = useRef(changes)
  useEffect(() => {
    latest.current = changes
    kept.write(unsaved)
  })

  const clear = (sent: Partial<Values>) => {
    // Also after the form is unmounted, for a slow response.
    if (latest.current === sent) kept.drop()
    setChanges((now) => (now === sent ? {} : now))
    setOffered(false)
  }
  const setAside = () => {
    const aside = new KeptInput(place)
    aside.write(unsaved)
    clear(changes)
    return () => aside.drop()
  }
  const changed = Object.keys(unsaved).length > 0
  return {
    values: { ...start, ...changes },
    change: (part) => setChanges((now) => ({ ...now, ...part })),
    unsaved,
    changed,
    restored: offered && changed,
    discard: () => {
      // Also drops what a pending write noted a moment ago, as on blur.
      kept.drop()
      setChanges({})
      setOffered(false)
    },
    saved: () => clear(changes),
    setAside,
    send: async (work) => {
      const arrived = setAside()
      try {
        const done = await work()
        arrived()
        return done
      } catch (error) {
        if (Object.keys(differing(latest.current, start)).length === 0) {
          arrived()
          setChanges(unsaved)
        }
        throw error
      }
    },
  }
}

/**
 * Words typed into a field that no save has taken yet, persisted until it is empty or closed: what was found, and what keeps
 * them. A record that gets its id while somebody types takes its words along.
 */
export function useKeptWords(
  form: KeptFormName,
  thing: string | undefined,
): [found: string, keep: (words: string) => void] {
  const queries = useQueryClient()
  const of = (id: string | undefined) => new KeptInput({ userId: ownerOfInput(queries), form, thing: id })
  const [first] = useState(() => of(thing))
  const held = useRef({ thing, input: first, words: wordsIn(first) })
  const keep = (words: string) => {
    held.current.words = words
    if (words.trim() === '') held.current.input.drop()
    else held.current.input.write({ words })
  }
  const move = useEffectEvent((id: string | undefined) => {
    const { words, input } = held.current
    if (held.current.thing === id) return
    input.drop()
    held.current = { thing: id, input: of(id), words }
    keep(words)
  })
  useEffect(() => move(thing), [thing])
  return [wordsIn(first), keep]
}

function wordsIn({ found }: KeptInput): string {
  return typeof found.words === 'string' ? found.words : ''
}

/** Self-saving texts of several records, persisted until the server has them. They outlive field, screen and page. */
export function useUnsavedTexts(form: KeptFormName): UnsavedTexts {
  const queries = useQueryClient()
  return useState(() => keptTexts(ownerOfInput(queries), form))[0]
}

function keptTexts(userId: string, form: KeptFormName): UnsavedTexts {
  const kept = new Map<string, { input: KeptInput; text: string | undefined }>()
  const of = (thing: string) => {
    const known = kept.get(thing)
    if (known) return known
    const input = new KeptInput({ userId, form, thing })
    const opened = { input, text: typeof input.found.text === 'string' ? input.found.text : undefined }
    kept.set(thing, opened)
    return opened
  }
  return {
    get: (thing) => of(thing).text,
    set: (thing, text) => {
      const one = of(thing)
      one.text = text
      one.input.write({ text })
    },
    delete: (thing) => {
      of(thing).input.drop()
      kept.delete(thing)
    },
  }
}

/** No form is rendered before the account is known. */
function ownerOfInput(queries: QueryClient): string {
  return queries.getQueryData<OwnAccount>(accountKeys.own)?.id ?? ''
}

/** The restored input, reduced to the fields the form still has. */
function fitting<Values extends object>(found: Readonly<Record<string, unknown>>, start: Values): Partial<Values> {
  const known = Object.entries(start) as [string, unknown][]
  const fits = known.filter(([field, value]) => field in found && isAlike(found[field], value))
  return Object.fromEntries(fits.map(([field]) => [field, found[field]])) as Partial<Values>
}

function isAlike(kept: unknown, value: unknown): boolean {
  return value === null || kept === null || typeof kept === typeof value
}

function differing<Values extends object>(changes: Partial<Values>, start: Values): Partial<Values> {
  const before = start as Record<string, unknown>
  const typed = Object.entries(changes).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field]),
  )
  return Object.fromEntries(typed) as Partial<Values>
}
