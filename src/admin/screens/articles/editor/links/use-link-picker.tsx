import { useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { toastFault } from '../../../../ui/toast.tsx'
import type { LinkPicker } from './link-picker.tsx'
import type { LinkRequest } from '../../../../writing/editor-view/commands/link-request.ts'

type Open = { request: LinkRequest; typed: string; begun: string; Picker: typeof LinkPicker; count: number }

/** Opens the link picker for the text; its code is loaded on first use. */
export function useLinkPicker(articleId: string | null): [onLink: (request: LinkRequest) => void, picker: ReactNode] {
  const [open, setOpen] = useState<Open | null>(null)
  const [kept, setKept] = useState('')
  const onLink = (request: LinkRequest) => {
    void import('./link-picker.tsx').then(
      ({ LinkPicker: Picker }) => {
        const typed = request.typed()
        const begun = request.inText ? '' : kept
        // Synchronous, since the next character must go into the field.
        flushSync(() => setOpen((former) => ({ request, typed, begun, Picker, count: (former?.count ?? 0) + 1 })))
      },
      () => {
        if (!request.inText) setKept(request.typed() || kept)
        request.finish({ kind: 'none', typed: '', focus: true })
        toastFault('Link nicht eingefügt', { description: 'Der Server antwortet nicht.' })
      },
    )
  }
  const picker = open && (
    <open.Picker
      key={open.count}
      request={open.request}
      articleId={articleId}
      typed={open.typed}
      begun={open.begun}
      onDone={(typed) => {
        setKept(typed)
        setOpen(null)
      }}
    />
  )
  return [onLink, picker]
}
