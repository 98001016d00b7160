import { useState } from 'react'
import type { Article } from '../../../../../contract/articles.ts'
import { useArticleDeeds } from '../../../../data/articles/deeds.ts'
import { toastDone, toastRefusal } from '../../../../ui/toast.tsx'

export type Pinning = ReturnType<typeof usePinning>

/** Whether the open article is pinned to the landing page, and how to change that. */
export function usePinning(base: Article | null) {
  const { pin } = useArticleDeeds()
  // An open text reads its record once, so later changes of this tab are stored here.
  const [changed, setChanged] = useState<boolean>()
  const pinned = changed ?? base?.pinned_at != null
  const change = async () => {
    if (!base || pin.isPending) return
    try {
      const after = await pin.mutateAsync({ id: base.id, pinned: !pinned })
      setChanged(after.pinned_at !== null)
      toastDone(after.pinned_at ? 'Artikel angeheftet' : 'Artikel nicht mehr angeheftet', {
        description: after.pinned_at
          ? base.status === 'published'
            ? 'Er steht ab sofort vorn auf der Startseite.'
            : 'Er steht vorn auf der Startseite, sobald er veröffentlicht ist.'
          : undefined,
      })
    } catch (error) {
      toastRefusal(error, 'Das Anheften ließ sich nicht ändern')
    }
  }
  return { pinned, toggle: () => void change() }
}
