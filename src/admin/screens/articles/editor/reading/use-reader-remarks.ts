import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useState, type RefObject } from 'react'
import type { Article } from '../../../../../contract/articles.ts'
import type { Remark } from '../../../../../contract/articles/remarks.ts'
import { LONGEST_QUOTE } from '../../../../../rules/limits.ts'
import { quoted } from '../../../../../rules/quoted.ts'
import { remarksQuery } from '../../../../data/articles/remarks.ts'
import { textOf } from '../../../../writing/text/article-text.ts'
import type { SeenPassage } from '../preview/preview-passages.ts'
import type { PreviewHandle } from '../preview/whole-preview.tsx'
import type { ListedRemarks } from '../remarks/use-remarks.ts'
import { writerOf } from '../remarks/remark-card.tsx'
import { useRemarkWalk } from '../remarks/use-remark-walk.ts'
import { useWrittenNoun } from '../state/written-noun.ts'

/** The remarks of an article that the person reads and does not write. A new one belongs to the words selected on the page. */
export function useReaderRemarks(
  article: Article,
  { preview, isBeside }: { preview: RefObject<PreviewHandle | null>; isBeside: boolean },
) {
  const { noun, around } = useWrittenNoun()
  const { ansicht }: { ansicht?: string } = useSearch({ strict: false })
  const [current, setCurrent] = useState<string | null>(null)
  const [isComposing, setComposing] = useState(false)
  const [quote, setQuote] = useState('')
  /** What is open where nothing is beside the text: the list, or the current remark alone. */
  const [sheet, setSheet] = useState<'list' | 'one' | null>(ansicht === 'anmerkungen' ? 'list' : null)
  const text = { noun, id: article.id, remarks: around.remarks }
  const query = useQuery(remarksQuery(text))
  const items = query.data?.items ?? NONE
  const show = (id: string | null) => {
    setCurrent(id)
    setComposing(false)
  }
  const jump = (id: string) => {
    show(id)
    setSheet(isBeside ? null : 'one')
    const at = items.find((one) => one.id === id)?.passage?.pieces[0]?.[0]
    if (preview.current?.showRemark(id) || at === undefined) return
    // Places count a line break as one character.
    const markdown = textOf(article).content_markdown.replaceAll('\r\n', '\n')
    preview.current?.show(markdown.slice(0, at).split('\n').length - 1)
  }
  const walk = useRemarkWalk({ items, isReady: query.data !== undefined, current, jump, beside: isBeside })
  /** Missing while the places count in another version than the one that is seen: what is marked stays so. */
  const isSame = query.data?.version === article.version
  const passages = useMemo(() => (isSame ? items.flatMap((one) => seenPassage(one) ?? []) : undefined), [isSame, items])
  const { refetch } = query
  const isBehind = query.data !== undefined && query.data.version < article.version && items.length > 0
  useEffect(() => {
    if (isBehind) void refetch()
  }, [isBehind, article.version, refetch])
  const listed = {
    query,
    items,
    current,
    isComposing,
    compose: () => {
      const selected = preview.current?.selection().slice(0, LONGEST_QUOTE) ?? ''
      // Pressed again while one is being written, it keeps its words: the selection is in the field then.
      if (selected !== '' || !isComposing) setQuote(selected)
      setCurrent(null)
      setComposing(true)
      setSheet(isBeside ? null : 'list')
    },
    show,
    jump,
    walk,
    sheet: sheet === 'one',
    endComposing: () => setComposing(false),
    place: () => Promise.resolve({ passage: null, ...(quote !== '' && { quote }) }),
    focusText: () => preview.current?.focus(current),
    about: quote === '' ? 'Zum ganzen Artikel' : quoted(quote),
  } satisfies ListedRemarks
  return {
    listed,
    text,
    sheet,
    setSheet,
    passages,
    /** A press on a passage opens its remark. */
    pick: (id: string, byKey: boolean) => {
      if (!isBeside) return jump(id)
      show(id)
      if (byKey) walk.seek(id)
    },
    /** The current remark, or the first; without one the list. */
    openRemarks: () => walk.go(0) || setSheet(isBeside ? null : 'list'),
    // With words selected a remark about them begins: what opens takes the selection away.
    openSheet: () => (preview.current?.selection() ? listed.compose() : setSheet('list')),
    closeSheet: () => {
      setSheet(null)
      setComposing(false)
    },
    open: walk.open.length,
  }
}

const NONE: readonly Remark[] = []

function seenPassage(remark: Remark): SeenPassage | null {
  const { id, passage, done_at } = remark
  const [first, last] = [passage?.pieces[0], passage?.pieces.at(-1)]
  if (!passage || passage.gone || done_at !== null || !first || !last) return null
  return { id, from: first[0], to: last[1], title: `Anmerkung von ${writerOf(remark)}` }
}
