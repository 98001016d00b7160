import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useApi } from '../../../../data/api-context.tsx'
import { wordsQuery } from '../../../../data/words.ts'
import type { WritingSurface } from '../../../../writing/editor-view/editor-view.ts'

/** Dictionary words in the text: accepted ones are not marked by spell checks, flagged ones are highlighted. */
export function useOwnWords(surface: WritingSurface): void {
  const words = useQuery({ ...wordsQuery(useApi()), staleTime: 60_000 }).data
  useEffect(() => {
    if (!words) return
    const of = (kind: string) => words.filter((one) => one.kind === kind).map(({ word }) => word)
    surface.setOwnWords({ accepted: of('accepted'), flagged: of('flagged') })
  }, [words, surface])
}
