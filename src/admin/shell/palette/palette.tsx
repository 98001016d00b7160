/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a combobox with a list of its own (ARIA APG) */
import { useNavigate, useRouter } from '@tanstack/react-router'
import { Search, X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent } from 'react'
import { whatIsMeant } from '../../actions/offers.ts'
import { action, type ActionId, type Target } from '../../actions/registry.ts'
import { articlesInWords } from '../../lib/article-count.ts'
import { asLine } from '../../lib/as-line.ts'
import { faultSentence } from '../../lib/faults.ts'
import { Button } from '../../ui/button.tsx'
import { iconButtonClass } from '../../ui/icon-button.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Foot } from './foot.tsx'
import { Results } from './results.tsx'
import type { PaletteRow } from './row.tsx'
import type { Do, Step } from './step.ts'
import { useRows } from './use-rows.tsx'

/** Asked for after so short a rest that nobody waits for it. */
const REST_MS = 40
/** What was done last comes first; for this page alone. */
const lately: ActionId[] = []
const LATELY = 3

type Props = {
  open: boolean
  onClose: () => void
  /** The list it opens with: `Status …` of what is selected. */
  step?: ActionId | undefined
  /** Typed before it was there. */
  begun: string
  /** Puts the focus back where it was. */
  onBack: () => void
  onRun: (id: ActionId, newTab: boolean) => void
}

/** Strg K (RUL-63): looks for everything and does everything, two keys away. */
export function Palette({ open, onClose, step, begun, onBack, onRun }: Props) {
  const after = useRef<() => void>(undefined)
  const field = useRef<HTMLInputElement>(null)
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-scrim" />
        <Dialog.Content
          data-sheet=""
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            field.current?.focus()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            onBack()
            after.current?.()
            after.current = undefined
          }}
          onEscapeKeyDown={(event) => event.preventDefault()}
          className="fixed inset-x-0 top-2 bottom-0 z-50 flex flex-col overflow-hidden rounded-t-[16px] border-t border-line bg-raised text-m text-fg shadow-float outline-none before:mx-auto before:mt-2 before:block before:h-1 before:w-9 before:flex-none before:rounded-full before:bg-line-strong md:inset-x-auto md:top-[max(8px,min(96px,12dvh))] md:bottom-auto md:left-1/2 md:max-h-[calc(100dvh-120px)] md:w-160 md:max-w-[calc(100vw-32px)] md:-translate-x-1/2 md:rounded-card md:border md:before:hidden"
        >
          <Dialog.Title className="sr-only">Suchen und Befehle</Dialog.Title>
          <Asking
            field={field}
            step={step}
            begun={begun}
            onClose={onClose}
            onRun={onRun}
            onFinish={(work) => {
              after.current = work
              onClose()
            }}
          />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

type AskingProps = Omit<Props, 'open' | 'onBack'> & {
  field: React.RefObject<HTMLInputElement | null>
  onFinish: (work: () => void) => void
}

function Asking({ field, step, begun, onClose, onRun, onFinish }: AskingProps) {
  const id = useId()
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
    if (event.nativeEvent.isComposing) return
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
    } else if (event.key === 'Escape') {
      if (typed !== '') type('')
      else onClose()
    } else if (digit) choose(digit, false)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  const empty = words !== '' && rows.length === 0 && ready && !fault
  const chips = [...meantChip(steps), ...steps.map(({ chip }) => chip)]
  return (
    <>
      <div className="flex h-14 flex-none items-center gap-3 border-b border-line px-3.5">
        {busy && !ready ? <Spinner className="text-fg-2" /> : <Search aria-hidden className="flex-none text-fg-2" />}
        {chips.map((chip) => (
          <span
            key={chip}
            className="max-w-40 flex-none truncate rounded-small bg-pressed px-2 text-s leading-6.5 text-fg max-md:max-w-24"
          >
            {chip}
          </span>
        ))}
        <input
          ref={field}
          role="combobox"
          aria-label={['Suchen oder Befehl eingeben', ...chips].join(', ')}
          aria-expanded={rows.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={row ? `${id}-${at}` : undefined}
          lang="de"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          placeholder={steps.length === 0 ? 'Suchen oder Befehl eingeben' : 'Wählen'}
          value={typed}
          onChange={(event) => type(asLine(event.target.value))}
          onKeyDown={onKeyDown}
          className="h-full min-w-0 flex-1 bg-transparent text-l outline-none placeholder:text-fg-3"
        />
        <span className="max-md:hidden">
          <Kbd>Esc</Kbd>
        </span>
        <Dialog.Close aria-label="Schließen" className={iconButtonClass({ className: 'md:hidden' })}>
          <X aria-hidden />
        </Dialog.Close>
      </div>
      <Results
        id={id}
        rows={rows}
        current={at}
        busy={!ready}
        onPoint={setCurrent}
        onChoose={(chosen, newTab) => choose(chosen, newTab)}
      />
      {fault !== null && (
        <div role="alert" className="flex flex-wrap items-center gap-3 px-3.5 py-3 text-s text-fg-2">
          {faultSentence(fault)}
          <Button onClick={retry}>Erneut versuchen</Button>
        </div>
      )}
      {empty && (
        <p className="px-3.5 py-6 text-center text-fg-2">
          {steps.some(({ kind }) => kind === 'choose')
            ? 'Nichts davon heißt so.'
            : 'Nichts gefunden. Gesucht wird in allem, auch im Text der Artikel.'}
        </p>
      )}
      <output className="sr-only">{ready && words !== '' && `${rows.length} Ergebnisse`}</output>
      <Foot
        back={steps.length > 0}
        newTab={words !== ''}
        more={row?.more !== undefined}
        onKeys={() => does.run('shortcuts.open', false)}
      />
    </>
  )
}

/** `3 Artikel`, before what is done to them. */
function meantChip(steps: readonly Step[]): string[] {
  const [first] = steps
  return first?.kind === 'choose' ? [articlesInWords(first.meant.items.length)] : []
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
