import { Bell } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { iconButtonClass } from '../ui/icon-button.tsx'
import { onDemand } from '../ui/on-demand.tsx'

const load = () => import('./notices-popup.tsx')
const NoticesPopup = onDemand(async () => (await load()).NoticesPopup)

/** The bell with its badge, fixed at `0` until something can be unread (SHELL-1, RUL-71). */
export function NoticesButton(props: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...props}
      aria-label="Mitteilungen, 0 neu"
      className={iconButtonClass({ className: 'relative' })}
    >
      <Bell aria-hidden />
      <span
        aria-hidden
        className="absolute top-[7px] right-1.5 h-3.5 min-w-3.5 rounded-[7px] bg-line-strong px-1 text-center text-[10px]/[14px] font-semibold text-fg tabular-nums outline-2 outline-page md:top-0.5 md:right-px"
      >
        0
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
