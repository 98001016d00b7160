import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { useApi } from '../data/api-context.tsx'
import { totalOf, unreadQuery } from '../data/notices.ts'
import { cx } from '../lib/class-names.ts'
import { iconButtonClass } from '../ui/icon-button.tsx'
import { onDemand } from '../ui/on-demand.tsx'

const load = () => import('./notices-popup.tsx')
const NoticesPopup = onDemand(async () => (await load()).NoticesPopup)

/** Larger numbers would not fit the badge. */
const MOST_COUNTED = 99

/** The bell with its badge: the number of unread things, `0` while there are none (SHELL-1, RUL-71). */
export function NoticesButton(props: ComponentProps<'button'>) {
  const unread = useQuery(unreadQuery(useApi())).data
  const count = unread ? totalOf(unread) : 0
  return (
    <button
      type="button"
      {...props}
      aria-label={`Mitteilungen, ${count} neu`}
      className={iconButtonClass({ className: 'relative aria-expanded:bg-pressed aria-expanded:text-fg' })}
    >
      <Bell aria-hidden />
      <span
        aria-hidden
        className={cx(
          'absolute top-[7px] right-1.5 h-3.5 min-w-3.5 rounded-[7px] px-1 text-center text-[10px]/[14px] font-semibold tabular-nums outline-2 outline-page md:top-0.5 md:right-px',
          count > 0 ? 'bg-accent text-accent-fg' : 'bg-line-strong text-fg',
        )}
      >
        {count > MOST_COUNTED ? `${MOST_COUNTED}+` : count}
      </span>
    </button>
  )
}

/** The bell and what it opens, which is fetched when a pointer or the focus comes near. */
export function Notices() {
  const [wanted, setWanted] = useState(false)
  const ahead = () => void load().catch(() => undefined)
  const bell = (
    <NoticesButton
      aria-haspopup="dialog"
      aria-expanded={false}
      onPointerEnter={ahead}
      onFocus={ahead}
      onClick={() => setWanted(true)}
    />
  )
  if (!wanted) return bell
  return <NoticesPopup pending={bell} />
}
