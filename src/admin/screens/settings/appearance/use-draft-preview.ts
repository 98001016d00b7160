import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { AppearanceChoices, AppearanceRecord } from '../../../../contract/appearance.ts'
import { appearancePreviewQuery } from '../../../data/appearance.ts'
import { useApi } from '../../../data/api-context.tsx'

const PAUSE_MS = 250

/**
 * The landing page rendered by the server with these choices, after a pause in typing, and again after a picture has
 * changed.
 */
export function useDraftPreview(draft: AppearanceChoices, saved: AppearanceRecord) {
  const written = JSON.stringify(draft)
  const [asked, setAsked] = useState(written)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(written), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [written])
  const pictures = [saved.logo, saved['logo-dark'], saved.favicon].map((picture) => picture?.url).join(' ')
  return useQuery(appearancePreviewQuery(useApi(), JSON.parse(asked) as AppearanceChoices, pictures))
}
