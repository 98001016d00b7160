import { createContext, use } from 'react'
import type { ReaderSession } from './reader-session.ts'

export const ReaderSessionContext = createContext<ReaderSession | null>(null)

export function useReaderSession(): ReaderSession {
  const readerSession = use(ReaderSessionContext)
  if (!readerSession) throw new Error('useReaderSession must be used within a ReaderSessionContext')
  return readerSession
}
