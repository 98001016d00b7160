import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useRef } from 'react'
import { wayBackTo } from '../../../../lib/restored-focus.ts'
import { afterFrame } from '../../../../lib/after-frame.ts'

/** Whether the versions are shown in the place of the text: part of the address, so that `Zurück` of the browser leaves them. */
export function useComparePage(): { comparing: boolean; compare: () => void; endComparing: () => void } {
  const { ansicht }: { ansicht?: string } = useSearch({ strict: false })
  const navigate = useNavigate()
  const router = useRouter()
  const opened = useRef<{ goBack: () => void } | null>(null)
  const to = (view: 'fassungen' | undefined, replace: boolean) =>
    void navigate({
      to: '.',
      search: (former: Record<string, unknown>) => ({ ...former, ansicht: view, fassung: undefined }),
      replace,
      resetScroll: false,
    })
  return {
    comparing: ansicht === 'fassungen',
    compare: () => {
      opened.current = { goBack: wayBackTo(document.activeElement ?? document.body) }
      to('fassungen', false)
    },
    endComparing: () => {
      const { current } = opened
      opened.current = null
      if (current) router.history.back()
      else to(undefined, true)
      if (current) afterFrame(current.goBack)
    },
  }
}
