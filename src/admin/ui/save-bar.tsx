import { createContext, use, useId } from 'react'
import { createPortal } from 'react-dom'
import { Button } from './button.tsx'
import { toastsAbove } from './toast-room.ts'

/** The foot of the screen, where a form puts its bar. */
const SaveBarContext = createContext<HTMLElement | null>(null)

export const SaveBarProvider = SaveBarContext.Provider

/** The class of the foot that a screen gives to `SaveBarProvider`: over the room that a page leaves for toasts. */
export const saveBarFootClass = 'sticky bottom-0 z-20 -mx-4 mt-auto -mb-[var(--toast-room)] md:-mx-8'

type SaveBarProps = {
  /** The id of the form that the button sends. */
  form: string
  /** Names of the changed fields; none while nothing is unsaved. */
  changed: readonly string[]
  busy: boolean
  /** Absent while the note of restored input offers it. */
  onDiscard?: (() => void) | undefined
}

const list = new Intl.ListFormat('de', { type: 'conjunction' })

/**
 * The bar of a settings form, always in sight at the foot of the screen (WEEK-26): it names the changed fields, saves and
 * discards.
 */
export function SaveBar({ form, changed, busy, onDiscard }: SaveBarProps) {
  const foot = use(SaveBarContext)
  const id = useId()
  if (!foot) return null
  const isChanged = changed.length > 0
  const words = isChanged ? `${list.format(changed)} geändert` : ''
  return createPortal(
    <div ref={toastsAbove} className="flex h-14 items-center gap-2 border-t border-line bg-page px-4 md:px-8">
      <output id={id} title={words} className="flex min-w-0 flex-1 items-center gap-2 text-s text-fg-2">
        {isChanged && (
          <>
            <span aria-hidden className="size-1.5 flex-none rounded-full border-[1.5px] border-scheduled" />
            <span className="truncate">{words}</span>
          </>
        )}
      </output>
      {isChanged && !busy && onDiscard && (
        <Button look="quiet" size={36} onClick={onDiscard} className="max-[400px]:px-2">
          Verwerfen
        </Button>
      )}
      <Button
        type="submit"
        form={form}
        look={isChanged ? 'primary' : 'quiet'}
        size={36}
        disabled={busy}
        aria-describedby={id}
      >
        {busy ? 'Speichert...' : 'Speichern'}
      </Button>
    </div>,
    foot,
  )
}
