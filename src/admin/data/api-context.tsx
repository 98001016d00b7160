import { createContext, use } from 'react'
import type { Api } from './api.ts'

/** The typed client of the server; `main.tsx` provides it. */
export const ApiContext = createContext<Api | null>(null)

export function useApi(): Api {
  const api = use(ApiContext)
  if (!api) throw new Error('useApi must be used within an ApiContext')
  return api
}
