import { useEffect, useMemo, useState } from 'react'
import { compareTexts, type ComparedTexts, type Comparison } from '../../../../writing/compare/compare-texts.ts'
import type { ComparisonInput } from '../../../../writing/compare/compare-worker.ts'

/** Texts up to this length together are compared at once. */
const QUICK_CHARACTERS = 40_000
/** Word by word on the main thread, where no worker can be started. */
const HERE_CHARACTERS = 20_000

const lengthOf = ({ title, excerpt, content_markdown }: ComparedTexts) =>
  title.length + excerpt.length + content_markdown.length

/** The changes between two texts: short ones at once, long ones by a worker. Null until then. */
export function useComparison(old: ComparedTexts | null, now: ComparedTexts): Comparison | null {
  const input = useMemoised(old, now)
  const quick = useMemo(
    () =>
      input && lengthOf(input.old) + lengthOf(input.now) <= QUICK_CHARACTERS
        ? compareTexts(input.old, input.now)
        : null,
    [input],
  )
  const [slow, setSlow] = useState<{ of: ComparisonInput; comparison: Comparison } | null>(null)
  useEffect(() => {
    if (!input || quick) return undefined
    const worker = new Worker(new URL('../../../../writing/compare/compare-worker.ts', import.meta.url), {
      type: 'module',
    })
    worker.addEventListener('message', ({ data }: MessageEvent<Comparison>) => setSlow({ of: input, comparison: data }))
    worker.addEventListener('error', (event) => {
      event.preventDefault()
      setSlow({ of: input, comparison: compareTexts(input.old, input.now, HERE_CHARACTERS) })
    })
    worker.postMessage(input)
    return () => worker.terminate()
  }, [input, quick])
  if (quick) return quick
  return slow?.of === input ? slow.comparison : null
}

/** The same object as long as the words are the same. */
function useMemoised(old: ComparedTexts | null, now: ComparedTexts): ComparisonInput | null {
  const [oldTitle, oldExcerpt, oldText] = [old?.title, old?.excerpt, old?.content_markdown]
  return useMemo(
    () =>
      oldTitle === undefined || oldExcerpt === undefined || oldText === undefined
        ? null
        : {
            old: { title: oldTitle, excerpt: oldExcerpt, content_markdown: oldText },
            now: { title: now.title, excerpt: now.excerpt, content_markdown: now.content_markdown },
          },
    [oldTitle, oldExcerpt, oldText, now.title, now.excerpt, now.content_markdown],
  )
}
