/* oxlint-disable jsx-a11y/prefer-tag-over-role -- a combobox with a list of its own (ARIA APG) */
import { Search, X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useId, useRef } from 'react'
import { articlesInWords } from '../../lib/counts.ts'
import { asLine } from '../../lib/text-from-outside.ts'
import { faultSentence } from '../../lib/faults.ts'
import { Button } from '../../ui/button.tsx'
import { iconButtonClass } from '../../ui/icon-button.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { Spinner } from '../../ui/skeleton.tsx'
import { Foot } from './foot.tsx'
import { Results } from './results.tsx'
import type { Step } from './step.ts'
import { useAsking, type AskingProps } from './use-asking.ts'
import { counted } from '../../../rules/counted.ts'

type Props = Omit<AskingProps, 'field' | 'onFinish'> & {
  open: boolean
  /** Puts the focus back where it was. */
  onBack: () => void
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

function Asking({ field, ...props }: AskingProps) {
  const id = useId()
  const { steps, typed, words, rows, at, row, busy, ready, fault, ...asking } = useAsking(id, field, props)
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
          onChange={(event) => asking.type(asLine(event.target.value))}
          onKeyDown={asking.onKeyDown}
          className="h-full min-w-0 flex-1 bg-transparent text-l outline-none placeholder:text-fg-3"
        />
        <span className="max-md:hidden">
          <Kbd>Esc</Kbd>
        </span>
        <Dialog.Close aria-label="Schließen" className={iconButtonClass({ className: 'md:hidden' })}>
          <X aria-hidden />
        </Dialog.Close>
      </div>
      <Results id={id} rows={rows} current={at} busy={!ready} onPoint={asking.point} onChoose={asking.choose} />
      {fault !== null && (
        <div role="alert" className="flex flex-wrap items-center gap-3 px-3.5 py-3 text-s text-fg-2">
          {faultSentence(fault)}
          <Button onClick={asking.retry}>Erneut versuchen</Button>
        </div>
      )}
      {empty && (
        <p className="px-3.5 py-6 text-center text-fg-2">
          {steps.some(({ kind }) => kind === 'choose')
            ? 'Nichts davon heißt so.'
            : 'Nichts gefunden. Gesucht wird in allem, auch im Text der Artikel.'}
        </p>
      )}
      <output className="sr-only">{ready && words !== '' && counted(rows.length, 'Ergebnis', 'Ergebnisse')}</output>
      <Foot
        back={steps.length > 0}
        newTab={words !== ''}
        more={row?.more !== undefined}
        onKeys={() => asking.run('shortcuts.open', false)}
      />
    </>
  )
}

/** `3 Artikel`, before what is done to them. */
function meantChip(steps: readonly Step[]): string[] {
  const [first] = steps
  return first?.kind === 'choose' ? [articlesInWords(first.meant.items.length)] : []
}
