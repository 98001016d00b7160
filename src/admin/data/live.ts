import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { createContext, use, useEffect } from 'react'
import { SHOWN_BY } from '../../nouns/registries.ts'
import { followedText, onFollowedText, type LiveTextEvent } from './live-text.ts'

/** The server's notice of a committed change (RUL-35): noun and id, never content. */
export type LiveChange = { noun: string; id: string; verb: string }

type Send = (request: Request) => Promise<Response>

/** Sends requests with the session's token. Provided by `main.tsx`. */
export const SendContext = createContext<Send | null>(null)

/** Further changes whose screens are not those of a noun. */
const ALSO_SHOWN_BY: Readonly<Record<string, readonly string[]>> = {
  board: ['tasks'],
  planning: ['events', 'activity'],
  users: ['account', 'dashboard', 'articles', 'presence'],
  settings: ['dashboard'],
}

const GATHER_MS = 120
const HIDDEN_MS = 20_000
const LONGEST_PAUSE_MS = 30_000

/**
 * While mounted, changes of others appear without a reload: each marks the queries of its noun as stale. A hidden tab
 * closes its connection after a while, since browsers share six per server, and refetches everything when it is shown
 * again.
 */
export function useLiveChanges(): void {
  const send = use(SendContext)
  const queries = useQueryClient()
  useEffect(() => {
    if (!send) return
    let stream: AbortController | null = null
    let hiding: ReturnType<typeof setTimeout> | undefined
    const refresh = refreshOn(queries)
    const begin = (former?: AbortController | null) => {
      stream = new AbortController()
      // The former stream goes once the new one speaks, so that no change is missed.
      void followChanges(send, refresh, stream.signal, () => former?.abort())
    }
    const open = () => {
      clearTimeout(hiding)
      if (!stream) begin()
    }
    const close = () => {
      stream?.abort()
      stream = null
    }
    const stopFollowing = onFollowedText(() => stream && begin(stream))
    const onVisibility = () => {
      if (document.visibilityState === 'visible') open()
      else hiding = setTimeout(close, HIDDEN_MS)
    }
    onVisibility()
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      document.removeEventListener('visibilitychange', onVisibility)
      clearTimeout(hiding)
      stopFollowing()
      close()
    }
  }, [send, queries])
}

/** Stands for all nouns. */
const ALL = '*'

/**
 * Collects changes for a moment, then marks the affected queries as stale. `null` means that changes may have been
 * missed. Changes of a noun that is being fetched wait until that ends: invalidating would restart a long list page by
 * page, again and again.
 */
export function refreshOn(queries: QueryClient): (change: LiveChange | null) => void {
  const due = new Set<string>()
  const reading = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const readSoon = () => {
    timer ??= setTimeout(() => {
      timer = undefined
      for (const noun of due.has(ALL) ? [ALL] : [...due]) if (!reading.has(noun)) void read(noun)
    }, GATHER_MS)
  }
  const read = async (noun: string) => {
    if (noun === ALL) due.clear()
    due.delete(noun)
    reading.add(noun)
    await queries.invalidateQueries({ queryKey: noun === ALL ? [] : [noun] })
    reading.delete(noun)
    if (due.has(noun)) readSoon()
  }
  return (change) => {
    for (const noun of change ? [change.noun, ...(SHOWN_BY[change.noun] ?? ALSO_SHOWN_BY[change.noun] ?? [])] : [ALL])
      due.add(noun)
    readSoon()
  }
}

/** Reads `/api/live` until the signal aborts, and reconnects with growing pauses. */
async function followChanges(
  send: Send,
  tell: (change: LiveChange | null) => void,
  signal: AbortSignal,
  onOpen: () => void,
): Promise<void> {
  let pause = 500
  let first = true
  let text = followedText()
  while (!signal.aborted) {
    try {
      const response = await send(new Request(text ? `/api/live?text=${text.name}` : '/api/live', { signal }))
      // The role may no longer write the text; everything else goes on.
      if (response.status === 403 && text) {
        text = null
        continue
      }
      if (response.status === 403) return
      // The text is gone; everything else goes on.
      if (response.status === 404) text = null
      if (!response.ok || !response.body) throw new Error(`live stream answered ${response.status}`)
      // Changes between two connections are missed.
      if (!first) tell(null)
      first = false
      pause = 500
      onOpen()
      text?.tell({ event: 'open' })
      for await (const { event, data } of readEvents(response.body)) {
        if (event === 'change') tell(JSON.parse(data) as LiveChange)
        if (event === 'lost') tell(null)
        if (event === 'step' || event === 'cursor' || event === 'head')
          text?.tell({ event, data: JSON.parse(data) as unknown } satisfies LiveTextEvent)
      }
    } catch {
      // Offline, server restarted or signed out: the next attempt shows which.
    }
    if (!signal.aborted) text?.tell({ event: 'closed' })
    await new Promise((resolve) => setTimeout(resolve, pause))
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
  }
}

/** Parses a server-sent-events body (fields `event` and `data`; comments are skipped). */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<{ event: string; data: string }> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader()
  let buffer = ''
  try {
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      buffer += value
      const blocks = buffer.split('\n\n')
      buffer = blocks.pop() ?? ''
      for (const block of blocks) {
        const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, 'm').exec(block)?.[1]
        const event = field('event')
        if (event) yield { event, data: field('data') ?? '' }
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
