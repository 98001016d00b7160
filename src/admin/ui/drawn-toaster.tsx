import { CircleAlert } from 'lucide-react'
import { useEffect, useState, type MouseEvent } from 'react'
import { toast, Toaster as Sonner, useSonner } from 'sonner'
import { cx } from '../lib/class-names.ts'
import { measureToastRoom } from './toast-room.ts'
import type { ToastAction, ToastOptions } from './toast.tsx'

const TOAST =
  'flex min-h-12 w-full items-center gap-3 rounded-card border border-line bg-raised py-1.5 pr-1.5 pl-4 text-fg shadow-float outline-offset-2 md:right-0 md:left-auto! md:w-max md:max-w-(--toast-width)'

const GAP = 8
const FAULT_MS = 8_000
const WITH_BUTTONS_MS = 10_000

/**
 * The place of all toasts: 24 px from the edges at the lower right, 12 px when narrow (docs/look.md rule 21); above bars
 * and beside panels that keep their room (toast-room.ts), on top of a sheet.
 */
export function DrawnToaster({ onReady }: { onReady: () => void }) {
  useEffect(onReady, [onReady])
  useToastHeights()
  return (
    <Sonner
      position="bottom-right"
      // Toasts differ in width; piled up, the wider ones would peek out behind.
      expand
      gap={GAP}
      containerAriaLabel="Mitteilungen"
      icons={{ error: <CircleAlert aria-hidden className="text-danger" /> }}
      toastOptions={{
        unstyled: true,
        closeButton: false,
        classNames: {
          toast: TOAST,
          content: 'min-w-0 flex-1 py-[7px] pr-2.5',
          title: 'wrap-anywhere',
          description: 'text-s text-fg-2 wrap-anywhere',
        },
      }}
    />
  )
}

/** Tells how high the newest toast and all of them are: dialogs, bars and the end of a page leave them that room (styles.css). */
function useToastHeights(): void {
  const { toasts } = useSonner()
  useEffect(() => {
    const measure = () => {
      const shown = shownToasts()
      const newest = shown.find(({ dataset }) => dataset.front === 'true')
      const all = shown.reduce((sum, { offsetHeight }) => sum + offsetHeight + GAP, 0)
      const { style } = document.documentElement
      style.setProperty('--toast-height', `${toasts.length === 0 ? 0 : (newest?.offsetHeight ?? 0)}px`)
      style.setProperty('--toasts-height', `${toasts.length === 0 ? 0 : all}px`)
      measureToastRoom()
    }
    // In a narrower window its words take more lines.
    const sizes = new ResizeObserver(measure)
    // Sonner measures what it has drawn before it places it.
    const frame = requestAnimationFrame(() => {
      measure()
      for (const each of shownToasts()) sizes.observe(each)
    })
    return () => {
      cancelAnimationFrame(frame)
      sizes.disconnect()
    }
  }, [toasts])
}

const shownToasts = () => [...document.querySelectorAll<HTMLElement>('[data-sonner-toast][data-removed=false]')]

let count = 0
/**
 * Which of Sonner's toasts says what a name stands for. One whose time is over fades for a moment more: what was put in its
 * place would go with it, unread.
 */
const present = new Map<string, string>()

/** Draws a toast, in the place of the one of its name that is still there. */
export function show(kind: 'done' | 'fault', sentence: string, settings: ToastOptions): void {
  const { undo, actions = [], description, icon } = settings
  const name = settings.id ?? ''
  const id = present.get(name) ?? `toast-${(count += 1)}`
  if (name) present.set(name, id)
  const isOver = () => {
    if (present.get(name) === id) present.delete(name)
  }
  const dismiss = () => {
    isOver()
    toast.dismiss(id)
  }
  const buttons = undo ? [...actions, { label: 'Rückgängig', onSelect: undo }] : actions
  const timed = kind === 'done' && buttons.length > 0
  const options = {
    id,
    icon,
    description,
    duration: kind === 'fault' ? FAULT_MS : timed ? WITH_BUTTONS_MS : undefined,
    action: buttons.length > 0 && <Buttons buttons={buttons} timed={timed} onDone={dismiss} />,
    onAutoClose: isOver,
    onDismiss: isOver,
    className: cx(
      buttons.length > 1 && 'max-md:flex-wrap max-md:px-3! max-md:pt-2! max-md:pb-3!',
      buttons.length > 2 && 'md:flex-wrap',
    ),
  }
  if (kind === 'fault') toast.error(sentence, options)
  else toast(sentence, options)
}

/** Buttons right of the sentence, three below it, and two when narrow; the line at the foot runs down with the time (docs/look.md rule 29). */
function Buttons({ buttons, timed, onDone }: { buttons: readonly ToastAction[]; timed: boolean; onDone: () => void }) {
  const [answered, setAnswered] = useState(false)
  return (
    <>
      <span
        // What was answered or is over is not offered again while the toast fades.
        className={cx(
          'flex flex-none gap-2 in-data-[removed=true]:invisible',
          // Where three do not fit beside each other, the first and the last share a row.
          buttons.length > 1 &&
            'max-md:basis-full max-md:flex-wrap max-md:*:flex-1 max-md:[&>*:nth-child(2):not(:last-child)]:order-last',
          buttons.length > 2 && 'md:basis-full md:justify-end',
          answered && 'invisible',
        )}
      >
        {buttons.map(({ label, icon, href, onSelect }) => {
          const act = ({ currentTarget }: MouseEvent<HTMLElement>) => {
            // Gives the focus back first: Sonner would take it away from what the action opens.
            currentTarget.blur()
            setAnswered(true)
            onSelect?.()
            onDone()
          }
          const look =
            'inline-flex h-11 flex-none items-center justify-center gap-2 rounded-control border border-line px-3 font-medium whitespace-nowrap hover:bg-hover active:bg-pressed md:h-8 [&>svg]:icon-small'
          return href === undefined ? (
            <button key={label} type="button" className={look} onClick={act}>
              {icon}
              {label}
            </button>
          ) : (
            <a key={label} href={href} target="_blank" rel="noopener" className={look} onClick={act}>
              {icon}
              {label}
            </a>
          )
        })}
      </span>
      {timed && (
        <span aria-hidden className="pointer-events-none absolute inset-x-2.5 bottom-0 h-0.5 overflow-hidden">
          <span
            data-time-line=""
            className="block size-full origin-left animate-run-down bg-line-strong motion-reduce:animate-none"
          />
        </span>
      )}
    </>
  )
}
