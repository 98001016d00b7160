import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { ImageFacts } from '../../../../contract/media.ts'
import { renderBody, type BodyInput, type RenderedBody } from '../../../../markdown/article-body.ts'
import { QUICK_TEXT } from '../../../../markdown/render.ts'
import { useApi } from '../../../data/api-context.tsx'
import { imageFactsQuery } from '../../../data/media.ts'

const NO_FACTS: ReadonlyMap<string, ImageFacts> = new Map()

/**
 * A text and its cover as readers get them: short texts at once, long ones from a worker, the former one standing until then.
 * Null while the first is on its way. What is known of pictures is asked of the server; without a network they show unsized.
 */
export function usePreviewBody(
  markdown: string,
  { cover, origins }: { cover: string | null; origins: string[] },
): { body: RenderedBody; facts: ReadonlyMap<string, ImageFacts> } | null {
  const api = useApi()
  const [asked, setAsked] = useState<readonly string[]>([])
  const facts = useQuery(imageFactsQuery(api, asked)).data ?? NO_FACTS
  const origin = origins.join(' ')
  const input = useMemo<BodyInput>(
    () => ({
      markdown,
      origins: origin.split(' '),
      pictures: new Map([...facts].map(([url, size]) => [url, { src: url, size }])),
    }),
    [markdown, origin, facts],
  )
  const quick = useMemo(() => (markdown.length <= QUICK_TEXT ? renderBody(input) : null), [markdown.length, input])
  const slow = useWorker(quick ? null : input)
  const body = quick ?? slow
  const wanted = body && [...new Set([...(cover ? [cover] : []), ...body.pictures])]
  if (wanted && wanted.join('\n') !== asked.join('\n')) setAsked(wanted)
  return body && { body, facts }
}

/** The last text the worker came to the end of; while it is busy only the newest waits. */
function useWorker(input: BodyInput | null): RenderedBody | null {
  const [body, setBody] = useState<RenderedBody | null>(null)
  const worker = useRef<Worker>(null)
  const turns = useRef({ busy: false, newest: null as BodyInput | null, waiting: false })
  useEffect(() => {
    if (!input) return
    const state = turns.current
    state.newest = input
    const send = () => {
      state.busy = true
      state.waiting = false
      worker.current?.postMessage(state.newest)
    }
    if (!worker.current) {
      worker.current = new Worker(new URL('./preview-worker.ts', import.meta.url), { type: 'module' })
      worker.current.addEventListener('message', ({ data }: MessageEvent<RenderedBody>) => {
        state.busy = false
        setBody(data)
        if (state.waiting) send()
      })
      // A browser that cannot start it, or a network that is away: the text is drawn here after all.
      worker.current.addEventListener('error', (event) => {
        event.preventDefault()
        state.busy = false
        if (state.newest) setBody(renderBody(state.newest))
      })
    }
    if (state.busy) state.waiting = true
    else send()
  }, [input])
  useEffect(
    () => () => {
      worker.current?.terminate()
      worker.current = null
      turns.current.busy = false
    },
    [],
  )
  return body
}
