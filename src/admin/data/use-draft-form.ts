import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { OwnAccount } from '../../contract/account.ts'
import type { UnsavedTexts } from '../lib/use-autosave.ts'
import { accountKeys } from './account.ts'
import { KeptInput, type KeptFormName } from './draft-inputs.ts'

/** The values of a form that are kept on this machine until they are saved (RUL-70). */
export type KeptForm<Values> = {
  values: Values
  change: (part: Partial<Values>) => void
  /** What is typed and not saved: the fields that differ from the record. */
  unsaved: Partial<Values>
  changed: boolean
  /** What the form shows was left here earlier: it says so, and offers `discard`. */
  restored: boolean
  discard: () => void
  /** The server has taken what this drawing of the form showed; what was typed meanwhile stays. */
  saved: () => void
  /**
   * Empties the form for the next while what was typed is on its way: it is kept aside until the function given is called,
   * and else offered at the next opening.
   */
  setAside: () => () => void
  /**
   * Empties the form and does the work, so that what is typed meanwhile is the next one's and stays apart. When the work fails,
   * what was sent comes back into the empty form; where something else stands in it by then, it is offered at the next opening.
   */
  send: <Done>(work: () => Promise<Done>) => Promise<Done>
}

/**
 * State of a form that nothing takes away but a save and `Verwerfen`: neither Escape nor a click beside it, neither leaving
 * nor a reload. `thing` is the id of the record it changes, absent for a new one; `start` is what it shows untouched, and may
 * follow what others save. Which fields are kept is said in `KEPT_FIELDS`.
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
    // Also after the form is gone: a slow answer.
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
      // Whatever was noted a moment ago, as when a field is left: all of it goes.
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

/** Texts of several records that save themselves, kept until the server has them; they outlive field, screen and page. */
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

/** The gate shows no form before it knows the account. */
function ownerOfInput(queries: QueryClient): string {
  return queries.getQueryData<OwnAccount>(accountKeys.own)?.id ?? ''
}

/** What was kept, as far as it still is what the form holds. */
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
