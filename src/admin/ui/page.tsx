import { useEffect, type ReactNode } from 'react'
import { cx } from '../lib/class-names.ts'

/** Names the browser's tab after the screen. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? 'Blog CMS' : `${title} – Blog CMS`
  }, [title])
}

/** A screen's content: 20 px above, 32 at the sides, 16 when narrow (docs/look.md rule 1); below, room for toasts. */
export function Page({ title, className, children }: { title: string; className?: string; children: ReactNode }) {
  useDocumentTitle(title)
  return (
    <div className={cx('flex min-h-full min-w-0 flex-col px-4 pt-3 pb-(--toast-room) md:px-8 md:pt-5', className)}>
      {children}
    </div>
  )
}

type TitleLineProps = {
  title: ReactNode
  aside?: ReactNode
  children?: ReactNode
  className?: string
  /** Beside an open sidebar, below 1280 px, or beside the manual, what finds no room takes a second line, at its right end. */
  wraps?: boolean
}

const WRAPS = 'md:max-xl:flex-wrap md:@max-4xl:flex-wrap'
const WRAPS_ASIDE = 'md:max-xl:flex-auto md:@max-4xl:flex-auto'

/**
 * Title, what narrows the list (`aside`) and actions on one line of 36 px (44 narrow), 16 below it. What finds no room
 * when narrow is left to the screen, which shows it in rows of its own.
 */
export function TitleLine(props: TitleLineProps) {
  const { wraps = false } = props
  return (
    <div data-bar="" className={cx('@container mb-3 md:mb-4', props.className)}>
      <div className={cx('flex min-h-11 items-center gap-2 md:min-h-9', wraps && WRAPS)}>
        <h1 className="text-xl font-semibold tracking-[-0.014em] whitespace-nowrap md:mr-2">{props.title}</h1>
        <div className={cx('flex min-w-0 flex-1 items-center gap-2', wraps && WRAPS_ASIDE)}>{props.aside}</div>
        {wraps ? <div className="ml-auto flex items-center gap-2">{props.children}</div> : props.children}
      </div>
    </div>
  )
}
