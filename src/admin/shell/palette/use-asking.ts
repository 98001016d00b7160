import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { whatIsMeant } from '../../actions/offers.ts'
import { action, type ActionId, type Target } from '../../actions/registry.ts'
import type { PaletteRow } from './row.tsx'
import type { Do, Step } from './step.ts'
import { useRows } from './use-rows.tsx'
import { isComposing } from '../../lib/key-takers.ts'

/** Asked for after so short a rest that nobody waits for it. */
const REST_MS = 40
/** What was done last comes first; for this page alone. */
const lately: ActionId[] = []
const LATELY = 3

export type AskingProps = {
  field: RefObject<HTMLInputElement | null>
  /** The list it opens with: `Status …` of what is selected. */
  step?: ActionId | undefined
  /** Typed before it was there. */
  begun: string
  onClose: () => void
  onRun: (id: ActionId, newTab: boolean) => void
  /** Closes the palette and does something behind it. */
  onFinish: (work: () => void) => void
}

/** What is typed, the lists one was led to, the lines for both, and what keys and lines do. `id` begins the ids of the lines. */
export function useAsking(
  id: string,
  field: AskingProps['field'],
  { step, begun, onClose, onRun, onFinish }: Omit<AskingProps, 'field'>,
) {
  const navigate = useNavigate()
  const router = useRouter()
  const [steps, setSteps] = useState<readonly Step[]>(() => startOf(step))
  const [typed, setTyped] = useState(begun)
  const [asked, setAsked] = useState('')
  const [current, setCurrent] = useState(0)
  const waits = useRef<{ newTab: boolean }>(undefined)
  const words = typed.trim()
  useEffect(() => {
    const timer = setTimeout(() => setAsked(words), REST_MS)
    return () => clearTimeout(timer)
  }, [words])

  const type = (next: string) => {
    setTyped(next)
    setCurrent(0)
    waits.current = undefined
  }
  const does: Do = {
    leadOn: (next) => {
      // What was typed chose this; behind a filter it is looked for on.
      if (next.kind !== 'noun' && next.kind !== 'author') type('')
      // A person stands in the place of the list of people.
      setSteps([...steps.filter(({ kind }) => kind !== 'person'), next])
      setCurrent(0)
      field.current?.focus()
    },
    finish: onFinish,
    go: (target, newTab) => goTo(target, newTab),
    run: (what, newTab) => {
      remember(what)
      onFinish(() => onRun(what, newTab))
    },
  }
  const goTo = (target: Target, newTab: boolean) => {
    if (newTab) {
      window.open(router.buildLocation(target as never).href, '_blank', 'noopener')
      onClose()
    } else onFinish(() => void navigate(target as never))
  }
  const { rows, busy, settled, fault, retry } = useRows({ typed: words, asked, steps, lately, ...does })
  const isAsked = asked === words
  const at = Math.min(current, rows.length - 1)
  const row = rows[at]

  const choose = (chosen: PaletteRow | undefined, newTab: boolean) => {
    if (chosen) chosen.choose({ newTab })
  }
  const chooseLate = useEffectEvent((how: { newTab: boolean }) => choose(rows[0], how.newTab))
  const ready = isAsked && settled
  useEffect(() => {
    // Enter was quicker than the answer: the first it finds is meant.
    const how = waits.current
    if (!how || !ready) return
    waits.current = undefined
    chooseLate(how)
  }, [ready])
  useEffect(() => {
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' })
  }, [id, at])

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const atEnd = event.currentTarget.selectionStart === typed.length
    const digit =
      typed === '' && steps.length > 0 && /^[1-9]$/.test(event.key) ? rows[Number(event.key) - 1] : undefined
    if (isComposing(event.nativeEvent)) return
    if (move !== undefined) {
      if (rows.length > 0) setCurrent((at + move + rows.length) % rows.length)
    } else if (event.key === 'Enter') {
      const how = { newTab: event.ctrlKey || event.metaKey }
      if (row && (row.atOnce || ready)) choose(row, how.newTab)
      else if (!ready) waits.current = how
    } else if (event.key === 'ArrowRight' && atEnd && row?.more) row.more()
    else if (event.key === 'Backspace' && typed === '' && steps.length > 0) {
      setSteps(steps.slice(0, -1))
      setCurrent(0)
    } else if (event.key === 'Escape') onClose()
    else if (digit) choose(digit, false)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return {
    steps,
    typed,
    words,
    type,
    rows,
    at,
    row,
    busy,
    ready,
    fault,
    retry,
    choose,
    onKeyDown,
    point: setCurrent,
    run: does.run,
  }
}

function startOf(id: ActionId | undefined): Step[] {
  const meant = id && whatIsMeant()
  return id && meant ? [{ chip: action(id).words, kind: 'choose', id, meant }] : []
}

function remember(id: ActionId): void {
  const known = lately.indexOf(id)
  if (known !== -1) lately.splice(known, 1)
  lately.unshift(id)
  lately.splice(LATELY)
}
