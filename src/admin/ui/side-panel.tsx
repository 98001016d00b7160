import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { wayBackTo } from '../lib/restored-focus.ts'
import { IconButton } from './icon-button.tsx'

type Props = {
  /** Its accessible name. */
  label: string
  head: ReactNode
  onClose: () => void
  /** To the thing before and after the one it shows; null at an end. */
  onPrevious: (() => void) | null
  onNext: (() => void) | null
  children: ReactNode
}

/** 480 px beside a screen that stays in use (docs/look.md rule 33); from below when narrow. Escape closes it, the focus returns. */
export function SidePanel({ label, head, onClose, onPrevious, onNext, children }: Props) {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const goBack = wayBackTo(document.activeElement ?? document.body)
    panel.current?.querySelector<HTMLElement>('input, textarea')?.focus()
    return () => {
      const now = document.activeElement
      if (now === null || now === document.body) goBack()
    }
  }, [])
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const here = document.activeElement === document.body || panel.current?.contains(document.activeElement)
      if (event.key !== 'Escape' || event.defaultPrevented || !here) return
      event.preventDefault()
      onClose()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [onClose])
  return (
    <div
      ref={panel}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it covers nothing and the board stays in use: a dialog element would stand in the flow
      role="dialog"
      aria-label={label}
      className="fixed inset-x-0 top-12 bottom-0 z-20 flex animate-appear flex-col overflow-hidden rounded-t-card border border-line bg-page shadow-float md:top-(--header) md:left-auto md:w-120 md:rounded-none md:border-y-0 md:border-r-0"
    >
      <div className="flex h-14 flex-none items-center gap-1 pr-2 pl-6">
        <div className="min-w-0 flex-1">{head}</div>
        <IconButton label="Vorige" disabled={!onPrevious} onClick={() => onPrevious?.()}>
          <ChevronUp aria-hidden />
        </IconButton>
        <IconButton label="Nächste" disabled={!onNext} onClick={() => onNext?.()}>
          <ChevronDown aria-hidden />
        </IconButton>
        <IconButton label="Schließen" onClick={onClose}>
          <X aria-hidden />
        </IconButton>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto px-6 pb-6">{children}</div>
    </div>
  )
}
