import { PanelLeft, PanelLeftClose } from 'lucide-react'
import { shortcutOf } from '../actions/keys.ts'
import { cx } from '../lib/class-names.ts'
import { Kbd } from '../ui/kbd.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import { NavigationList } from './navigation.tsx'

/** The sidebar from 768 px on: 16rem, or 3rem with icons alone (SHELL-4). */
export function Sidebar({ open, onToggle }: { open: boolean; onToggle: () => void }) {
  return (
    <nav
      data-frame
      id="sidebar"
      aria-label="Navigation"
      data-state={open ? 'expanded' : 'collapsed'}
      className={cx(
        'sticky top-(--header) hidden h-[calc(100dvh-var(--header))] flex-none flex-col overflow-y-auto border-r border-line md:flex',
        open ? 'w-(--sidebar) px-3 pt-4 pb-3' : 'w-12 px-[7.5px] py-3',
      )}
    >
      {open && <h2 className="px-2 pb-2 text-xs font-medium text-fg-3">Navigation</h2>}
      <NavigationList folded={!open} />
      <Tooltip label="Ausklappen" shortcut={shortcutOf('sidebar.toggle')} side="right" off={open}>
        <button
          type="button"
          onClick={onToggle}
          aria-label={open ? undefined : 'Navigation ausklappen'}
          className="mt-auto flex h-8 flex-none items-center gap-3 rounded-control px-2 text-s text-fg-3 transition-colors duration-120 hover:bg-hover hover:text-fg"
        >
          {open ? <PanelLeftClose aria-hidden /> : <PanelLeft aria-hidden />}
          {open && (
            <>
              <span className="flex-1 text-left">Einklappen</span>
              <Kbd>{shortcutOf('sidebar.toggle')}</Kbd>
            </>
          )}
        </button>
      </Tooltip>
    </nav>
  )
}
