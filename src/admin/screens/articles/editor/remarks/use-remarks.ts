import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState, type RefObject } from 'react'
import type { NewRemark, Remark, Remarks } from '../../../../../contract/articles/remarks.ts'
import type { Piece } from '../../../../../rules/passages.ts'
import { remarksQuery, type RemarkedText } from '../../../../data/articles/remarks.ts'
import { toastFault } from '../../../../ui/toast.tsx'
import type { TextEditorView } from '../../../../writing/editor-view/editor-view.ts'
import type { ArticleEditing } from '../state/use-open-article.ts'
import type { WritingViews } from '../state/use-writing-views.ts'
import { useWrittenNoun } from '../state/written-noun.ts'
import { useRemarkWalk } from './use-remark-walk.ts'

/** The tabs of the panel. */
export type PanelTab = 'facts' | 'remarks' | 'suggestions'

/** The id of the passage of a remark that is being written. */
const DRAFT = 'draft'
/** When the list is read again, since its places cannot be found in the text that is seen here. */
const AGAIN_MS = 1500

type Parts = {
  editing: ArticleEditing
  editorView: TextEditorView
  /** The text that is seen, to which the focus returns. */
  seen: RefObject<TextEditorView>
  views: WritingViews
  edits: number
}

/** The remarks of an open text: their list, which is open, the one being written, and their marks in the text. */
export function useRemarks({ editing, editorView, seen, views, edits }: Parts) {
  const { article, base } = editing
  const { noun, around } = useWrittenNoun()
  const { ansicht }: { ansicht?: string } = useSearch({ strict: false })
  const [tab, setTab] = useState<PanelTab>('facts')
  const [current, setCurrent] = useState<string | null>(null)
  /** On a phone one remark is shown at a time, over the text. */
  const [sheet, setSheet] = useState(false)
  const [isComposing, setComposing] = useState(false)
  const text: RemarkedText | null = base && { noun, id: base.id, remarks: around.remarks }
  const query = useQuery({ ...remarksQuery(text ?? { noun, id: '', remarks: around.remarks }), enabled: text !== null })
  const marks = usePlaces({ editing, editorView, remarks: query.data, edits, current: isComposing ? DRAFT : current })

  /** Shows the panel; on a phone one remark over the text in its place. */
  const uncover = (one: boolean) => {
    const isSheet = views.room.narrow && one
    setSheet(isSheet)
    views.setPanel(!isSheet)
  }
  const show = (id: string | null) => {
    setCurrent(id)
    setComposing(false)
    setTab('remarks')
    uncover(id !== null)
  }
  /** Opens a remark and scrolls to its passage. */
  const jump = (id: string) => {
    show(id)
    const at = editorView.remarks().find((one) => one.id === id)?.pieces[0]?.[0]
    if (at !== undefined) editorView.reveal(at)
  }
  const items = query.data?.items ?? NONE
  const walk = useRemarkWalk({
    items,
    // Without its place in the text a remark cannot be shown there.
    isReady: marks.placed !== undefined,
    current,
    jump,
    beside: !views.room.narrow,
  })
  /** Begins a remark about the selection, or about the line of the cursor. */
  const compose = () => {
    const passage = editorView.passage()
    if (!base) return toastFault('Speichern Sie den Text, dann nimmt er Anmerkungen an.')
    if (!passage) return toastFault('Wählen Sie im Text die Stelle, um die es geht.')
    marks.draft(passage)
    setTab('remarks')
    setCurrent(null)
    setComposing(true)
    uncover(true)
  }
  const endComposing = () => {
    setComposing(false)
    setSheet(false)
    marks.draft(null)
  }
  const [opened, setOpened] = useState<string>()
  // A notice links here. It may be opened while its own text is open.
  if (ansicht !== opened) {
    setOpened(ansicht)
    const noted = ansicht === 'anmerkungen' ? 'remarks' : ansicht === 'vorschlaege' ? 'suggestions' : null
    if (noted) {
      setTab(noted)
      views.setPanel(true)
    }
  }

  /** Where the remark that is being written belongs, as the server knows it. Null where the server does not have the place. */
  const place = async (): Promise<RemarkPlace | null> => {
    await article.settle()
    const { passageOnServer } = await import('../../../../writing/remark-places.ts')
    const pieces = editorView.remarks().find(({ id }) => id === DRAFT)?.pieces
    const [first, last] = [pieces?.[0], pieces?.at(-1)]
    const passage = first && last && passageOnServer(article, editorView.read(), { from: first[0], to: last[1] })
    return passage ? { passage } : null
  }
  return {
    text,
    query,
    items,
    walk,
    tab,
    setTab,
    current,
    show,
    /** Opens the current remark, or the first; without one the list. */
    open: () => walk.go(0) || show(null),
    jump,
    /** The list whose passages are marked in the text. */
    placed: marks.placed,
    sheet,
    closeSheet: () => {
      setSheet(false)
      if (isComposing) endComposing()
    },
    isComposing,
    compose,
    endComposing,
    place,
    focusText: () => views.uncoverText(() => seen.current.refocus()),
  }
}

export type RemarksState = ReturnType<typeof useRemarks>

/** Where a new remark belongs: at a passage, or at words as readers see them. */
export type RemarkPlace = Pick<NewRemark, 'passage' | 'quote'>

/** State and verbs that the list of remarks uses. */
export type ListedRemarks = Pick<
  RemarksState,
  | 'query'
  | 'items'
  | 'current'
  | 'isComposing'
  | 'jump'
  | 'walk'
  | 'show'
  | 'sheet'
  | 'endComposing'
  | 'place'
  | 'focusText'
> & {
  /** Begins a remark; missing while the text that is seen is another one than the remarked text. */
  compose?: (() => void) | undefined
  /** What the remark that is being written is about; missing where its passage is marked in the text. */
  about?: string
  /** Begins a suggestion beside the remarks, for who reads the text and does not write it. */
  suggest?: () => void
}
const NONE: readonly Remark[] = []

type Places = {
  editing: ArticleEditing
  editorView: TextEditorView
  remarks: Remarks | undefined
  edits: number
  current: string | null
}

/** The passages of open remarks, where `here` finds them. */
function openPassages({ items }: Remarks, here: (pieces: readonly Piece[]) => Piece[]) {
  return items.flatMap(({ id, passage, done_at }) =>
    passage && !passage.gone && done_at === null ? [{ id, pieces: here(passage.pieces) }] : [],
  )
}

/** Marks the passages of open remarks in the text. Once marked they move along there; a new list is placed again. */
function usePlaces({ editing, editorView, remarks, edits, current }: Places) {
  const client = useQueryClient()
  const { article, base } = editing
  const [placed, setPlaced] = useState<Remarks>()
  const version = base?.version
  const place = useEffectEvent(async (list: Remarks, gone: () => boolean) => {
    const { placedHere } = await import('../../../../writing/remark-places.ts')
    const find = () => {
      const here = gone() ? null : placedHere(article, editorView.read(), list)
      return here && openPassages(list, here)
    }
    let found = find()
    if (!found) return false
    await editorView.showRemarks(() => {
      found = find()
      return [...(found ?? []), ...editorView.remarks().filter(({ id }) => id === DRAFT)]
    }, current)
    return found !== null
  })
  useEffect(() => {
    if (!remarks || remarks === placed) return
    let isGone = false
    let again: ReturnType<typeof setTimeout> | undefined
    void place(remarks, () => isGone).then(
      (done) => {
        if (done) setPlaced(remarks)
        if (done || isGone) return
        again = setTimeout(() => void client.invalidateQueries({ queryKey: ['remarks'] }), AGAIN_MS)
      },
      () => undefined,
    )
    return () => {
      isGone = true
      clearTimeout(again)
    }
  }, [remarks, placed, version, edits, client])
  useEffect(() => editorView.showRemark(current), [editorView, current])
  return {
    placed,
    draft: (passage: { from: number; to: number } | null) => {
      const others = editorView.remarks().filter(({ id }) => id !== DRAFT)
      const draft = passage && { id: DRAFT, pieces: [[passage.from, passage.to] as [number, number]] }
      void editorView.showRemarks(() => (draft ? [...others, draft] : others), draft ? DRAFT : current)
    },
  }
}
