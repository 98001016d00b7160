import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { RefusedElement } from '../../../../../markdown/html/raw-html.ts'
import {
  checkBeforePublishing,
  linksOf,
  ownPathOf,
  placesOf,
  type PublishHint,
  type RefusedPlace,
} from '../../../../../rules/publish-check.ts'
import { useApi } from '../../../../data/api-context.tsx'
import { settingsQuery } from '../../../../data/settings.ts'
import { shownSlug } from '../../../../writing/text/article-text.ts'
import type { RefusedInput } from './text-worker.ts'
import type { TextEditorView } from '../../../../writing/editor-view/editor-view.ts'
import type { ArticleEditing } from './use-open-article.ts'
import { useWrittenNoun } from './written-noun.ts'

const PAUSE_MS = 700
/** Limit of addresses checked per text, within the server's own limits. */
const MOST = 500
const LONGEST = 2000

/** Longer texts are not checked on the main thread for HTML that readers do not get. */
const MOST_READ = 100_000
const MAY_HOLD_HTML = /<[a-z]/i
const NONE: readonly RefusedPlace[] = []

/** HTML of a text that readers do not get. The renderer is loaded with the first text that may contain some. */
function useRefused(markdown: string): readonly RefusedPlace[] {
  const [refused, setRefused] = useState(NONE)
  useEffect(() => {
    const text = MAY_HOLD_HTML.test(markdown) ? markdown.slice(0, MOST_READ) : ''
    const reading = new AbortController()
    readRefused(text, reading.signal).then(
      (found) => !reading.signal.aborted && setRefused(found.length > 0 ? placesOf(text, found) : NONE),
      // If the code cannot be loaded, there are no hints, and nothing waits for it.
      () => {},
    )
    return () => reading.abort()
  }, [markdown])
  return refused
}

/** Short texts are checked at once, long ones by a worker: a quarter of a second would delay typing. */
async function readRefused(text: string, signal: AbortSignal): Promise<RefusedElement[]> {
  if (text === '') return []
  const { QUICK_TEXT, refusedElements } = await import('../../../../../markdown/render.ts')
  if (signal.aborted) return []
  if (text.length <= QUICK_TEXT) return refusedElements(text)
  const worker = new Worker(new URL('./text-worker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<RefusedElement[]>) => resolve(data))
      worker.addEventListener('error', reject)
      signal.addEventListener('abort', reject)
      worker.postMessage({ refusedIn: text } satisfies RefusedInput)
    })
  } finally {
    worker.terminate()
  }
}

type Options = { edits: number; editorView: TextEditorView }

/** Hints that do not apply to pages. */
const ARTICLES_ALONE: readonly PublishHint['kind'][] = ['no-excerpt', 'no-cover', 'slug-taken']

/**
 * The hints before publishing, updated after pauses in typing. Hints from the text are shown at once, those from the
 * server when it responds; nothing waits for them.
 */
export function usePublishCheck({ base, fields }: ArticleEditing, { edits, editorView }: Options): PublishHint[] {
  const api = useApi()
  const { noun } = useWrittenNoun()
  const [markdown, setMarkdown] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setMarkdown(editorView.lines()), edits === 0 ? 0 : PAUSE_MS)
    return () => clearTimeout(timer)
  }, [edits, editorView])
  const refused = useRefused(markdown)
  const baseUrl = useQuery(settingsQuery(api)).data?.base_url ?? ''
  // Memoised, since the screen is rendered on each character.
  const origins = useMemo(
    () => [location.origin, ...(URL.canParse(baseUrl) ? [new URL(baseUrl).origin] : [])],
    [baseUrl],
  )
  const links = useMemo(() => linksOf(markdown), [markdown])
  const addresses = useMemo(() => {
    const own = new Set(links.flatMap(({ address }) => ownPathOf(address, origins) ?? []))
    return [...own].filter((address) => address.length <= LONGEST).slice(0, MOST)
  }, [links, origins])
  const slug = fields.slugIsOwn ? shownSlug(fields) : ''
  const known = useQuery({
    queryKey: ['articles', 'check', base?.id ?? null, slug, addresses],
    queryFn: ({ signal }) => api.articles.check({ id: base?.id, slug, addresses }, { signal }),
    enabled: slug !== '' || addresses.length > 0,
    placeholderData: (former) => former,
    staleTime: 30_000,
    retry: false,
  }).data
  return useMemo(() => {
    // An empty article gets no hints.
    if (fields.title.trim() === '' && markdown.trim() === '') return []
    const hints = checkBeforePublishing(
      { ...fields, links, refused },
      origins,
      known
        ? { slugTaken: known.slug_taken, dead: new Map(known.dead.map(({ address, reason }) => [address, reason])) }
        : null,
    )
    return noun === 'articles' ? hints : hints.filter(({ kind }) => !ARTICLES_ALONE.includes(kind))
  }, [fields, markdown, links, refused, origins, known, noun])
}
