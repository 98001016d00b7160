import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import type { Article, ArticleStatus } from '../../../../../contract/articles.ts'
import { isApiError } from '../../../../../contract/errors.ts'
import { keepRecord } from '../../../../data/articles/cached-record.ts'
import { keepRead } from '../../../../data/persisted-reads.ts'
import { toastDone } from '../../../../ui/toast.tsx'
import type { FoundCopy } from '../../../../writing/local/local-copies.ts'
import { OpenArticle, type Asked, type Told } from '../../../../writing/open-article.ts'
import type { TextEditorView } from '../../../../writing/editor-view/editor-view.ts'
import type { PageFacts } from '../../../../writing/sync/pages-as-articles.ts'
import type { SaveKind } from '../../../../writing/sync/saving.ts'
import type { ArticleText } from '../../../../writing/text/article-text.ts'
import { sayOutcome } from './outcome-words.ts'
import { useWrittenNoun } from './written-noun.ts'

type Options = {
  userId: string
  article: Article | null
  found: FoundCopy | null
  editorView: TextEditorView
  onCreated: (id: string) => void
  onLeave: () => void
  onTitleMissing: () => void
}

/** An open article as React state: its snapshot, toasts for outcomes, and its actions. */
export function useOpenArticle({ onCreated, onLeave, onTitleMissing, ...opened }: Options) {
  const noun = useWrittenNoun()
  const client = useQueryClient()
  const navigate = useNavigate()
  const toNewsletter = (artikel: string) => void navigate({ to: '/admin/newsletter', search: { artikel } })
  const [article] = useState(() => {
    const open: OpenArticle = new OpenArticle({
      ...opened,
      api: noun.server,
      noun: noun.noun,
      owner: noun.ownerOf(opened.userId),
      onAccepted: () => {
        const { base } = open.getSnapshot()
        if (base) keepRecord(client, noun.noun, base)
        void noun.refresh(client)
      },
      keepRecord: (record) => {
        keepRecord(client, noun.noun, record)
        return keepRead(client)
      },
    })
    // Late outcomes are shown wherever the user is by then.
    open.listen((told) => sayOutcome(told, { article: open, client, noun, toNewsletter }))
    return open
  })
  const snapshot = useSyncExternalStore(article.subscribe, article.getSnapshot)
  const { createdId } = snapshot
  useLayoutEffect(() => article.show(), [article])
  useEffect(() => article.open(), [article])
  const follow = useEffectEvent(({ outcome, leaves }: Told) => {
    if ('titleMissing' in outcome) onTitleMissing()
    if (leaves) onLeave()
  })
  useEffect(() => article.listen((told) => follow(told)), [article])
  const created = useEffectEvent(onCreated)
  useEffect(() => {
    if (createdId !== null) created(createdId)
  }, [createdId])

  const ask = async (asked: Asked): Promise<void> => {
    await article.ask(asked)
  }
  const isDone = async (asked: Asked): Promise<boolean> => 'done' in (await article.ask(asked)).outcome
  return {
    ...snapshot,
    article,
    comparing: snapshot.comparing && snapshot.conflict !== null,
    change: (changed: Partial<ArticleText>) => article.change(changed),
    /** Applies to the current tags: responses may arrive between two renders. */
    changeTags: (change: (ids: string[]) => string[]) =>
      article.change({ tag_ids: change(article.getSnapshot().fields.tag_ids) }),
    awaitChange: (change: Promise<unknown>) => article.awaitChange(change),
    currentText: () => article.written.text(),
    /** Makes another text of the one that was `seen`; what came meanwhile stays. Returns what takes it back. */
    replaceText: (seen: ArticleText, text: ArticleText) => article.written.exchange(seen, text),
    save: (kind: SaveKind, { leave }: { leave: boolean }) => ask({ verb: 'save', kind, leave }),
    changeStatus: (status: ArticleStatus) => ask({ verb: 'status', status }),
    schedule: (published_at: string) => isDone({ verb: 'schedule', published_at }),
    planUpdate: (goes_live_at: string | null) => isDone({ verb: 'plan-update', goes_live_at }),
    changeDate: (published_at: string | null) => isDone({ verb: 'date', published_at }),
    changeTakeDown: (unpublish_at: string | null) => isDone({ verb: 'take-down', unpublish_at }),
    changePage: (page: Partial<PageFacts>) => ask({ verb: 'page', page }),
    /** True if someone saved in between: nothing was discarded, their text is here now. */
    discardWorkingCopy: async (): Promise<boolean> => {
      const { outcome } = await article.ask({ verb: 'discard' })
      return 'error' in outcome && isApiError(outcome.error, 'version_conflict')
    },
    discardRestored: () => {
      const mine = article.written.text()
      article.discardRestored()
      toastDone('Lokale Änderungen verworfen', { undo: article.written.undoTo(mine) })
    },
  }
}

export type ArticleEditing = ReturnType<typeof useOpenArticle>
