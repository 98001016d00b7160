import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Article } from '../../../../../contract/articles.ts'
import { isApiError } from '../../../../../contract/errors.ts'
import { useApi } from '../../../../data/api-context.tsx'
import { reviewQuery, useReviewDeeds } from '../../../../data/articles/reviews.ts'
import { useMay } from '../../../../data/role.ts'
import { settingsQuery } from '../../../../data/settings.ts'
import { peopleQuery } from '../../../../data/users.ts'
import { toastDone, toastFault, toastRefusal } from '../../../../ui/toast.tsx'
import type { ArticleEditing } from '../state/use-open-article.ts'
import { useWrittenNoun } from '../state/written-noun.ts'

/** The text on the screen is not the one that the server has. */
class TextChanged extends Error {}

/** Says why an act on the review was refused. */
export function sayRefusal(error: unknown): void {
  if (error instanceof TextChanged || isApiError(error, 'version_conflict'))
    toastFault('Der Text wurde gerade geändert. Bitte lesen Sie ihn noch einmal.')
  else toastRefusal(error, 'Die Abnahme ließ sich nicht ändern')
}

/**
 * The review of the open article or page (RUL-61): what it has come to, what the person may do about it, and the acts. An act goes for exactly
 * the text on this screen: the server's text is compared with it first.
 */
export function useReview(editing: ArticleEditing, userId: string) {
  const api = useApi()
  const { noun, server, words } = useWrittenNoun()
  const { base } = editing
  const found = useQuery({ ...reviewQuery(api, noun, base?.id ?? ''), enabled: base !== null }).data
  const mayPublish = useMay('texts.publish')
  const fourEyes = useQuery(settingsQuery(api)).data?.four_eyes === true
  const people = useQuery(peopleQuery(api)).data?.items ?? []
  const { request, approve, giveBack, end } = useReviewDeeds(noun)
  const [asking, setAsking] = useState<'request' | 'return' | null>(null)
  const isNew = base?.status === 'published' && !base.has_unpublished_changes
  const review = isNew ? 'none' : (found?.review ?? 'none')
  const details = found?.review_details ?? null
  const nameOf = (id: string | null | undefined) => people.find((person) => person.id === id)?.name ?? 'Jemand'

  /** The text as the server has it, where that is the text on this screen. */
  const sameText = async (): Promise<Article> => {
    if (editing.article.getSnapshot().base === null) await editing.save('save', { leave: false })
    await editing.article.settle()
    const { base: known } = editing.article.getSnapshot()
    if (!known) throw new TextChanged('not saved')
    const stored = await server.get({ id: known.id })
    const written = stored.working_copy ?? stored
    const mine = editing.currentText()
    if (written.title === mine.title && written.content_markdown === mine.content_markdown) return stored
    throw new TextChanged('changed')
  }
  const perform = async (work: (article: Article) => Promise<unknown>): Promise<void> => {
    await work(await sameText())
  }
  /** The same where no form says what came of it. */
  const act = async (work: (article: Article) => Promise<unknown>, done: string): Promise<void> => {
    try {
      await perform(work)
      toastDone(done)
    } catch (error) {
      sayRefusal(error)
    }
  }
  return {
    review,
    details,
    fourEyes,
    mayPublish,
    words,
    /** This person may decide on a requested review. */
    isAsked: review === 'requested' && mayPublish && details?.asked_by !== userId,
    /** It goes to review before it can go live. */
    isDue: review !== 'approved' && (!mayPublish || (fourEyes && !isNew)),
    hasText: !isNew,
    nameOf,
    asking,
    ask: (what: 'request' | 'return' | null) => {
      // A new article has no id yet: its first save gives it one, or says that the title is missing.
      if (what !== null && base === null) void editing.save('save', { leave: false }).then(() => setAsking(what))
      else setAsking(what)
    },
    busy: request.isPending || approve.isPending || giveBack.isPending || end.isPending,
    submit: (input: { reviewer_id: string | null; note: string }) =>
      perform(({ id, version }) => request.mutateAsync({ id, version, ...input })),
    giveBack: (reason: string) => perform(({ id, version }) => giveBack.mutateAsync({ id, version, reason })),
    approve: () => act(({ id, version }) => approve.mutateAsync({ id, version }), 'Freigegeben'),
    end: () => act(({ id, version }) => end.mutateAsync({ id, version }), 'Abnahme zurückgenommen'),
  }
}

export type ReviewState = ReturnType<typeof useReview>
