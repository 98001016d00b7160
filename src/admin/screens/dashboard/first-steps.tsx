import { Link } from '@tanstack/react-router'
import { Check, ChevronRight, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { FirstSteps } from '../../../contract/dashboard.ts'
import { cx } from '../../lib/class-names.ts'
import { buttonClass } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { stepsOf, type Step } from './steps.ts'

/** First steps of a new blog, ticked off automatically (WEEK-17). The next one has the filled button of the screen. */
export function FirstStepsCard(props: { facts: FirstSteps; focused: boolean; onHide: () => void }) {
  const { facts, focused, onHide } = props
  const steps = stepsOf(facts)
  const done = steps.filter((step) => step.done).length
  const next = steps.find((step) => !step.done)
  const heading = useRef<HTMLHeadingElement>(null)
  // The button that showed them is gone, so the focus moves here.
  useEffect(() => {
    if (focused) heading.current?.focus()
  }, [focused])
  return (
    <section
      aria-labelledby="first-steps"
      className="isolate mb-3 overflow-hidden rounded-card border border-line bg-surface md:mb-4"
    >
      <header className="flex h-12 items-center gap-2 pr-1 pl-3 md:pr-2 md:pl-4">
        <h2 id="first-steps" ref={heading} tabIndex={-1} className="font-semibold tracking-[-0.004em] outline-none">
          Die ersten Schritte
        </h2>
        <span className="flex-1 text-s text-fg-2 tabular-nums">{`${done} von ${steps.length}`}</span>
        <span aria-hidden className="h-1 w-30 overflow-hidden rounded-full bg-pressed max-md:hidden">
          <span className="block h-full rounded-full bg-accent" style={{ width: `${(done / steps.length) * 100}%` }} />
        </span>
        <IconButton label="Erste Schritte ausblenden" onClick={onHide}>
          <X aria-hidden />
        </IconButton>
      </header>
      <ol>
        {steps.map((step, index) => (
          <StepRow key={step.title} step={step} number={index + 1} next={step === next} />
        ))}
      </ol>
    </section>
  )
}

/** The whole row is a link. On wide screens its label looks like a button. */
function StepRow({ step, number, next }: { step: Step; number: number; next: boolean }) {
  const { title, line, done, action, target } = step
  return (
    <li
      className={cx(
        'relative flex min-h-15 items-center gap-3 px-3 py-2 before:absolute before:inset-x-3 before:top-0 before:h-px before:bg-line md:px-4 md:before:inset-x-4',
        next ? 'bg-hover' : 'hover:bg-[color-mix(in_oklab,var(--surface)_50%,var(--hover))]',
      )}
    >
      <span
        className={cx(
          'grid size-5 flex-none place-items-center rounded-full border-[1.5px] text-[11px] tabular-nums',
          done ? 'border-published text-published' : 'border-line-control text-fg-2',
        )}
      >
        {done ? <Check aria-hidden className="size-3" strokeWidth={3} /> : number}
        {done && <span className="sr-only">Erledigt: </span>}
      </span>
      <span className="min-w-0 flex-1 hyphens-auto wrap-anywhere">
        <span className={cx('block font-medium', done && 'text-fg-2')}>{title}</span>
        <span className="block text-s text-fg-2">{line}</span>
      </span>
      <Link
        {...target}
        aria-label={`${action}: ${title}`}
        className={cx(
          buttonClass({ look: next ? 'primary' : 'quiet' }),
          'after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:rounded-control focus-visible:after:outline-2 focus-visible:after:-outline-offset-4 focus-visible:after:outline-accent',
          !next && 'max-md:px-0 md:-mr-3',
        )}
      >
        <span className={cx(!next && 'max-md:hidden')}>{action}</span>
        {!next && !done && <ChevronRight aria-hidden className="md:hidden" />}
      </Link>
    </li>
  )
}
