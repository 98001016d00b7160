import { ClockAlert, FileText } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Task } from '../../../contract/tasks.ts'
import { useReviewOf } from '../../data/articles/reviews.ts'
import { cx } from '../../lib/class-names.ts'
import { dayOf, isOverdue, shortDay } from './due-date.ts'
import { Initials } from '../../ui/initials.tsx'
import { ReviewMark } from '../../ui/review-mark.tsx'
import { PriorityBadge } from '../../parts/task-priority/priority-badge.tsx'

/**
 * For the element that contains the words of a title: around a button, which is one line of its heading, it would do
 * nothing.
 */
export const TITLE_LINES = 'line-clamp-3'

/**
 * The face of a card: title up to three lines, linked article, priority and due date (PLAN-4; docs/look.md rule 18).
 */
export function CardFace(props: {
  task: Task
  zone: string
  today: string
  title: ReactNode
  titleClassName?: string | undefined
  /** Its level below the heading of the column, if there is one. */
  heading?: 'h2' | 'h3'
  action?: ReactNode
  /** The name of the assignee. */
  person?: string | undefined
  personClassName?: string | undefined
  /** Shows that the card lags behind its article. */
  lag?: ReactNode
}) {
  const { task, zone, today, heading: Heading = 'h3' } = props
  const review = useReviewOf(task.article?.id)
  return (
    <>
      {props.person !== undefined && (
        <>
          <Initials name={props.person} className={cx('float-right ml-2', props.personClassName)} />
          <span className="sr-only">Zuständig: {props.person}. </span>
        </>
      )}
      <Heading
        lang="de"
        className={cx('text-[15px]/5 font-medium wrap-anywhere hyphens-auto md:text-s', props.titleClassName)}
        title={task.title}
      >
        {typeof props.title === 'string' ? <span className={TITLE_LINES}>{props.title}</span> : props.title}
      </Heading>
      {task.article && (
        <p className="mt-1.5 flex items-center gap-1.5 text-xs text-fg-2" title={task.article.title}>
          <FileText aria-hidden className="size-3 flex-none text-fg-3" />
          <span className="sr-only">Artikel: </span>
          <span className="min-w-0 flex-1 truncate">{task.article.title}</span>
          <ReviewMark review={review} brief />
          {props.lag}
        </p>
      )}
      <p className="mt-1 flex min-h-11 flex-wrap items-center justify-between gap-x-1 text-xs/5 whitespace-nowrap text-fg-2 tabular-nums md:mt-2.5 md:min-h-5">
        <PriorityBadge priority={task.priority} />
        <span className="flex items-center gap-1">
          {task.due_at !== null && <DueDate task={task} day={dayOf(task.due_at, zone)} today={today} zone={zone} />}
          {props.action}
        </span>
      </p>
    </>
  )
}

function DueDate({ task, day, today, zone }: { task: Task; day: string; today: string; zone: string }) {
  if (!isOverdue(task, zone, today)) {
    return <time dateTime={day}>Fällig {shortDay(day, today)}</time>
  }
  return (
    <span className="inline-flex items-center gap-1 font-medium text-scheduled" title="Überfällig">
      <ClockAlert aria-hidden className="size-3 flex-none" />
      <span className="sr-only">Überfällig: </span>
      <time dateTime={day}>Fällig {shortDay(day, today)}</time>
    </span>
  )
}
