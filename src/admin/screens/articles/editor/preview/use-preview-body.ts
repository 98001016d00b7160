import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { KnownEmbed } from '../../../../../contract/embeds.ts'
import type { FoundMedia } from '../../../../../contract/media.ts'
import { renderBody, type BodyInput, type RenderedBody } from '../../../../../markdown/article-body.ts'
import type { Highlighter } from '../../../../../markdown/code-blocks.ts'
import type { Typesetter } from '../../../../../markdown/formulas.ts'
import { mayHoldCode, mayHoldFormulas, QUICK_TEXT } from '../../../../../markdown/render.ts'
import { pictureCredit } from '../../../../../rules/labels.ts'
import { useApi } from '../../../../data/api-context.tsx'
import { embedsQuery } from '../../../../data/embeds.ts'
import { picturesQuery } from '../../../../data/media.ts'
import { settingsQuery } from '../../../../data/settings.ts'

const NO_EMBEDS: ReadonlyMap<string, KnownEmbed> = new Map()
const NOTHING_KNOWN: ReadonlyMap<string, FoundMedia> = new Map()

type Shown = { cover: string | null; origins: string[]; blanks?: boolean; sponsored?: boolean }

/**
 * A text and its cover as HTML, with the markdown that it was made of: short texts at once, long ones by a worker while the former
 * result stays. Null until the first result. Picture data come from the server; without a network pictures have no fixed size.
 */
export function usePreviewBody(
  markdown: string,
  { cover, origins, blanks = false, sponsored = false }: Shown,
): { body: RenderedBody; markdown: string; pictures: ReadonlyMap<string, FoundMedia> } | null {
  const api = useApi()
  const [asked, setAsked] = useState<readonly string[]>([])
  const [embedded, setEmbedded] = useState<readonly string[]>([])
  const known = useQuery(picturesQuery(api, asked)).data ?? NOTHING_KNOWN
  const embeds = useQuery(embedsQuery(api, embedded)).data ?? NO_EMBEDS
  const formulas = useQuery(settingsQuery(api)).data?.formulas === true
  const origin = origins.join(' ')
  const input = useMemo<BodyInput>(
    () => ({
      markdown,
      origins: origin.split(' '),
      blanks,
      sponsored,
      formulas,
      pictures: new Map([...known].map(([url, picture]) => [url, { src: picture.file_url, size: sizeOf(picture) }])),
      embeds: new Map(
        [...embeds].map(([address, { title, picture }]) => [address, { title, picture: poster(known, picture) }]),
      ),
    }),
    [markdown, origin, known, embeds, blanks, sponsored, formulas],
  )
  const highlighter = useOnDemand<Highlighter>(mayHoldCode(markdown), loadHighlighter)
  const typesetter = useOnDemand<{ typeset: Typesetter }>(
    formulas && mayHoldFormulas(markdown),
    loadTypesetter,
  )?.typeset
  const quick = useMemo(
    () => (markdown.length <= QUICK_TEXT ? renderBody(input, { highlighter, typesetter }) : null),
    [markdown.length, input, highlighter, typesetter],
  )
  const slow = useWorker(quick ? null : input)
  const drawn = quick ? { body: quick, markdown } : slow
  const body = drawn?.body ?? null
  const posters = [...embeds.values()].flatMap(({ picture }) => picture ?? [])
  const wanted = body && [...new Set([...(cover ? [cover] : []), ...body.pictures, ...posters])]
  if (body && body.embeds.join('\n') !== embedded.join('\n')) setEmbedded(body.embeds)
  if (wanted && wanted.join('\n') !== asked.join('\n')) setAsked(wanted)
  return drawn && { ...drawn, pictures: known }
}

function sizeOf({ width, height, credit, ai_share }: FoundMedia) {
  return width && height ? { width, height, credit: pictureCredit(credit, ai_share) } : null
}

/** The poster of an embed in the library; null if it is gone. */
function poster(known: ReadonlyMap<string, FoundMedia>, address: string | null) {
  const picture = address === null ? undefined : known.get(address)
  const size = picture && !picture.in_trash ? sizeOf(picture) : null
  return picture && size ? { src: picture.file_url, width: size.width, height: size.height } : null
}

const loadHighlighter = () => import('../../../../../markdown/highlight.ts')
const loadTypesetter = () => import('../../../../../markdown/typeset.ts')

/**
 * A part of the renderer that is loaded with the first text that needs it. Until then, or without a network, code is
 * plain and formulas are as typed.
 */
function useOnDemand<Part>(isWanted: boolean, load: () => Promise<Part>): Part | undefined {
  const [part, setPart] = useState<Part>()
  useEffect(() => {
    if (!isWanted) return
    load().then(
      (loaded) => setPart(() => loaded),
      () => {},
    )
  }, [isWanted, load])
  return part
}

/** The last result of the worker. While it is busy only the newest text waits. */
function useWorker(input: BodyInput | null): { body: RenderedBody; markdown: string } | null {
  const [drawn, setDrawn] = useState<{ body: RenderedBody; markdown: string } | null>(null)
  const worker = useRef<Worker>(null)
  const turns = useRef({ busy: false, newest: null as BodyInput | null, sent: '', waiting: false })
  useEffect(() => {
    if (!input) return
    const state = turns.current
    state.newest = input
    const send = () => {
      state.busy = true
      state.waiting = false
      state.sent = state.newest?.markdown ?? ''
      worker.current?.postMessage(state.newest)
    }
    if (!worker.current) {
      worker.current = new Worker(new URL('../state/text-worker.ts', import.meta.url), { type: 'module' })
      worker.current.addEventListener('message', ({ data }: MessageEvent<RenderedBody>) => {
        state.busy = false
        setDrawn({ body: data, markdown: state.sent })
        if (state.waiting) send()
      })
      // The worker cannot be started, or the network is down: renders on the main thread instead.
      worker.current.addEventListener('error', (event) => {
        event.preventDefault()
        state.busy = false
        const { newest } = state
        if (newest) setDrawn({ body: renderBody(newest), markdown: newest.markdown })
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
  return drawn
}
