import { useQuery } from '@tanstack/react-query'
import { useState, type RefObject } from 'react'
import { v7 as uuid } from 'uuid'
import type { Article } from '../../../../../contract/articles.ts'
import type { Suggestion } from '../../../../../contract/articles/suggestions.ts'
import { isApiError } from '../../../../../contract/errors.ts'
import { LONGEST_SUGGESTION } from '../../../../../rules/limits.ts'
import { partsTyped } from '../../../../../rules/suggestions.ts'
import { docOf, lineEndsOf } from '../../../../../rules/text-steps.ts'
import { useSuggestionDeeds } from '../../../../data/articles/suggestion-deeds.ts'
import { suggestionsQuery, type SuggestedText } from '../../../../data/articles/suggestions.ts'
import { useKeptForm } from '../../../../data/use-draft-form.ts'
import { toastDone, toastFault, toastRefusal } from '../../../../ui/toast.tsx'
import { textOf } from '../../../../writing/text/article-text.ts'
import type { PreviewHandle } from '../preview/whole-preview.tsx'
import { useWithdrawing } from '../suggestions/use-deciding.ts'
import { useWrittenNoun } from '../state/written-noun.ts'

/** A passage of the text, where it begins, and the text in which that counts: a step of its log, or a version. */
type Picked = { was: string; from: number; epoch: string; seq: number; version: number }
const NOTHING: Picked & { text: string } = { text: '', was: '', from: 0, epoch: '', seq: 0, version: 0 }

type Parts = { preview: RefObject<PreviewHandle | null>; onChanged: (current: Article) => void; onBegin: () => void }

/**
 * Suggesting in an article that the person reads and does not write (TEAM-6): the paragraphs of the selection, as they are written, are
 * typed over in a field, and what differs is one suggestion.
 */
export function useReaderSuggesting(article: Article, { preview, onChanged, onBegin }: Parts) {
  const { noun, around } = useWrittenNoun()
  const text: SuggestedText = { noun, id: article.id, suggestions: around.suggestions }
  const query = useQuery(suggestionsQuery(text))
  const deeds = useSuggestionDeeds(text)
  const kept = useKeptForm('suggestion', article.id, NOTHING)
  const [picked, setPicked] = useState<Picked | null>(() => (kept.values.was === '' ? null : kept.values))
  /** The passage was picked in a text that is another one by now. */
  const [isOld, setOld] = useState(false)
  /** What was selected before a sheet took the selection away. */
  const [remembered, remember] = useState<Picked | null>(null)
  const withdrawing = useWithdrawing(text, query.data)
  const typed = kept.values.was === '' ? (picked?.was ?? '') : kept.values.text
  const isChanged = picked !== null && typed !== picked.was
  const [isTakenUp, setTakenUp] = useState(false)

  function selected(): Picked | null {
    const lines = preview.current?.selectedLines()
    if (!lines) return null
    const content = textOf(article).content_markdown
    const doc = docOf(content, lineEndsOf(content))
    const { from } = doc.line(lines.from + 1)
    const was = doc.sliceString(from, doc.line(Math.min(lines.to, doc.lines)).to).trimEnd()
    const log = query.data?.version === article.version ? query.data.log : null
    return { was, from, epoch: log?.epoch ?? '', seq: log?.seq ?? 0, version: article.version }
  }
  function suggest(): void {
    const { text: words, ...begun } = kept.values
    // What was begun and left is taken up at its own place.
    if (picked === null && begun.was !== '' && words !== begun.was) {
      setTakenUp(true)
      return open(begun)
    }
    const next = selected() ?? remembered
    if (!next) return toastFault('Wählen Sie im Text die Stelle, um die es geht.')
    if (next.was.length > LONGEST_SUGGESTION) return toastFault('Wählen Sie bitte eine kürzere Stelle.')
    // Words that were typed for a text of before stay: they are suggested at the new place.
    if (isChanged) kept.change({ ...next, text: typed })
    else kept.discard()
    open(next)
  }
  function open(place: Picked): void {
    setPicked(place)
    setOld(false)
    onBegin()
  }
  /** Leaves the field. What was typed stays for the next time. */
  function close(): void {
    setPicked(null)
    setOld(false)
    remember(null)
    setTakenUp(false)
  }
  function end(): void {
    close()
    kept.discard()
  }
  async function send(): Promise<void> {
    if (!picked || isOld || deeds.write.isPending) return
    const parts = partsTyped(picked.was, typed, picked.from)
    if (parts.length === 0) return end()
    const { epoch, seq, version } = picked
    const id: string = uuid()
    try {
      const place = epoch === '' ? { version } : { log: { epoch, seq } }
      const { items } = await deeds.write.mutateAsync({ ...place, items: [{ id, n: 1, parts }] })
      const sent = items.find((one) => one.id === id)
      end()
      toastDone('Vorschlag gesendet', sent && { undo: () => withdrawing.withdraw(sent) })
      preview.current?.focus()
    } catch (error) {
      const current = isApiError(error, 'version_conflict') ? (error.data?.current as Article | undefined) : undefined
      if (!current) return toastRefusal(error, 'Der Vorschlag ließ sich nicht senden')
      onChanged(current)
      setOld(true)
    }
  }
  return {
    query,
    items: query.data?.items ?? NONE,
    picked,
    typed,
    isChanged,
    isOld,
    /** What is typed was left in the field before. */
    restored: kept.restored || isTakenUp,
    busy: deeds.write.isPending,
    type: (words: string) => picked && kept.change({ ...picked, text: words }),
    suggest,
    /** Keeps the selection for `suggest`: what opens takes it away. */
    remember: () => remember(selected()),
    close,
    end,
    send,
    withdrawing,
    jump: (one: Suggestion) => {
      const at = one.parts[0]?.[0]
      const content = textOf(article).content_markdown
      if (at !== undefined)
        preview.current?.show(docOf(content, lineEndsOf(content)).sliceString(0, at).split('\n').length - 1)
    },
  }
}

export type ReaderSuggesting = ReturnType<typeof useReaderSuggesting>
const NONE: readonly Suggestion[] = []
