import { Link } from '@tanstack/react-router'
import { SlidersHorizontal } from 'lucide-react'
import { Popover } from 'radix-ui'
import { useState } from 'react'
import { AllReadButton, NoticeFilter, NoticeList, type NoticeFilterValue } from '../parts/notices/notice-list.tsx'
import { iconButtonClass } from '../ui/icon-button.tsx'
import { NoticesButton } from './notices.tsx'

/** What the bell opens: the notices, 416 px below the bell, a sheet from below when narrow. */
export function NoticesPopup() {
  const [open, setOpen] = useState(true)
  const [filter, setFilter] = useState<NoticeFilterValue>('all')
  const close = () => setOpen(false)
  const change = (next: boolean) => {
    // Opened again it shows everything: what the badge counts must not be hidden by a former filter.
    if (next) setFilter('all')
    setOpen(next)
  }
  return (
    <Popover.Root open={open} onOpenChange={change}>
      <Popover.Trigger asChild>
        <NoticesButton />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          aria-label="Mitteilungen"
          className="z-60 flex max-h-(--radix-popover-content-available-height) w-104 max-w-[calc(100vw-16px)] animate-appear flex-col overflow-hidden rounded-card border border-line bg-raised shadow-float outline-none md:max-h-[min(680px,var(--radix-popover-content-available-height))]"
        >
          <div className="flex h-12 flex-none items-center gap-1 border-b border-line pr-1 pl-4 md:pr-2">
            <h2 className="min-w-0 flex-1 truncate font-semibold">Mitteilungen</h2>
            <AllReadButton value={filter} />
            <Link
              to="/admin/account/notices"
              aria-label="Mitteilungen einstellen"
              title="Mitteilungen einstellen"
              className={iconButtonClass()}
              onClick={close}
            >
              <SlidersHorizontal aria-hidden />
            </Link>
          </div>
          <div className="flex-none px-3 pt-2.5">
            <NoticeFilter value={filter} onChange={setFilter} />
          </div>
          <div className="min-h-24 flex-1 overflow-y-auto pb-1">
            <NoticeList value={filter} onOpened={close} />
          </div>
          <div className="flex-none border-t border-line p-1.5">
            <Link
              to="/admin/notices"
              onClick={close}
              className="flex h-11 items-center rounded-control px-3.5 font-medium text-fg-2 hover:bg-hover hover:text-fg max-md:justify-center md:h-8"
            >
              Alle ansehen
            </Link>
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  )
}
