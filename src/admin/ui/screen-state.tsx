import { CloudOff, RotateCw, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../lib/class-names.ts'
import { useConnection } from '../lib/connection.ts'
import { faultSentence, isUnreachable, SERVER_AWAY } from '../lib/faults.ts'
import { Button } from './button.tsx'

type ScreenStateProps = {
  icon: LucideIcon
  title: ReactNode
  /** One sentence; at most 400 px wide, balanced. */
  sentence?: ReactNode
  /** At most one button, or a pair of which only one counts. */
  action?: ReactNode
  /** `alert`: screen readers announce the state at once. */
  role?: 'alert'
  /** `h1` where the screen has no title line of its own. */
  heading?: 'h1' | 'h2'
  className?: string
}

/** Anatomy of empty and broken (docs/look.md rule 22): icon, heading, one sentence, one button, in the middle. */
export function ScreenState({
  icon: Icon,
  title,
  sentence,
  action,
  role,
  heading = 'h2',
  className,
}: ScreenStateProps) {
  const Heading = heading
  return (
    <div role={role} className={cx('m-auto w-full max-w-[400px] py-12 text-center', className)}>
      <Icon aria-hidden className="icon-large mx-auto mb-4 text-fg-3" />
      <Heading className="text-l font-semibold tracking-[-0.008em] text-balance hyphens-auto">{title}</Heading>
      {sentence && <p className="mt-1 text-balance text-fg-2">{sentence}</p>}
      {action && <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}

type Query = { error: unknown; isFetching: boolean; refetch: () => Promise<unknown> }

/** What a screen adds to the note above it while the connection is lost. */
const COMES_BACK = 'Die Ansicht kommt von selbst, sobald die Verbindung wieder da ist.'

/** Why something could not be loaded. A lost connection is said once, above every screen. */
function useReason(error: unknown): string {
  const { lost } = useConnection()
  return lost && isUnreachable(error) ? COMES_BACK : faultSentence(error)
}

/** Something could not be loaded: what happened, and `Erneut versuchen`. */
export function BrokenState({ query, ...state }: { title?: string; heading?: 'h1'; query: Query }) {
  return (
    <RetryState
      {...state}
      sentence={useReason(query.error)}
      busy={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  )
}

/** No response came at all: the screen has no title line of its own. A lost connection is said above every screen. */
export function ServerAwayState({ lost = false, onRetry }: { lost?: boolean; onRetry: () => void }) {
  return <RetryState heading="h1" sentence={lost ? COMES_BACK : SERVER_AWAY} onRetry={onRetry} />
}

function RetryState(props: { title?: string; heading?: 'h1'; sentence: string; busy?: boolean; onRetry: () => void }) {
  return (
    <ScreenState
      role="alert"
      heading={props.heading ?? 'h2'}
      icon={CloudOff}
      title={props.title ?? 'Laden fehlgeschlagen'}
      sentence={props.sentence}
      action={
        <Button look="primary" icon={<RotateCw aria-hidden />} busy={props.busy} onClick={props.onRetry}>
          Erneut versuchen
        </Button>
      }
    />
  )
}

/** A list of a pane or dialog could not be loaded: why, and `Erneut versuchen`. */
export function LoadFault({ query, className }: { query: Query; className?: string }) {
  return (
    <div role="alert" className={cx('text-fg-2', className)}>
      <p className="mb-2">{useReason(query.error)}</p>
      <Button busy={query.isFetching} onClick={() => void query.refetch()}>
        Erneut versuchen
      </Button>
    </div>
  )
}
