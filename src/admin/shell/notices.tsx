import { Bell } from 'lucide-react'
import { iconButtonClass } from '../ui/icon-button.tsx'
import { onDemand } from './on-demand.tsx'

const Popup = onDemand(() => import('./notices-popup.tsx').then((module) => module.NoticesPopup))

export const NOTICES_LABEL = 'Mitteilungen, 0 neu'
export const noticesClass = iconButtonClass({ className: 'relative' })

/** The bell with its badge, fixed at `0` (SHELL-1). */
export function NoticesIcon() {
  return (
    <>
      <Bell aria-hidden />
      <span
        aria-hidden
        className="absolute top-[7px] right-1.5 h-3.5 min-w-3.5 rounded-[7px] bg-line-strong px-1 text-center text-[10px]/[14px] font-semibold text-fg tabular-nums outline-2 outline-page md:top-0.5 md:right-px"
      >
        0
      </span>
    </>
  )
}

export function Notices() {
  return (
    <Popup label={NOTICES_LABEL} haspopup="dialog" className={noticesClass}>
      <NoticesIcon />
    </Popup>
  )
}
