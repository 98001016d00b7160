import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Comment, CommentDecision, CommentReport } from '../../contract/comments.ts'
import type { CommentState } from '../../rules/comments.ts'
import type { Api } from './api.ts'
import { useApi } from './api-context.tsx'
import { changeCached, pagesQuery, without, type Pages } from './pages.ts'

const PAGE_SIZE = 50
const keys = {
  all: ['comments'],
  lists: ['comments', 'list'],
  reports: ['comment-reports', 'list'],
  counts: ['comments', 'counts'],
} as const

/** Comments in a state, newest first; of one article, where it is named. */
export function commentsQuery(api: Api, state: CommentState, article: string | undefined) {
  return pagesQuery([...keys.lists, state, article ?? null], (cursor, call) =>
    api.comments.list({ state, article, limit: PAGE_SIZE, cursor }, call),
  )
}

/** Open reports, newest first. */
export function reportsQuery(api: Api) {
  return pagesQuery(keys.reports, (cursor, call) => api.comments.reports({ limit: PAGE_SIZE, cursor }, call))
}

/** Comments by state, and open reports. */
export function commentCountsQuery(api: Api) {
  return queryOptions({
    queryKey: keys.counts,
    queryFn: ({ signal }) => api.comments.counts(undefined, { signal }),
  })
}

/** What an article says of its comments itself. */
export function articleCommentsQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: ['comments', 'article', id],
    queryFn: ({ signal }) => api.comments.article({ id }, { signal }),
  })
}

/** Decides comments, several at once, takes that back, and answers one. Decided ones leave the list at once. */
export function useCommentDeeds() {
  const api = useApi()
  const client = useQueryClient()
  const onSettled = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: keys.all }),
      client.invalidateQueries({ queryKey: keys.reports }),
    ])
  const decide = useMutation({
    mutationFn: ({ comments, decision }: { comments: readonly Comment[]; decision: CommentDecision }) =>
      api.comments.decide({
        ids: comments.map(({ id }) => id),
        read: Object.fromEntries(comments.map(({ id, edited_at }) => [id, edited_at])),
        ...decision,
      }),
    onMutate: ({ comments }) =>
      changeCached<Pages<Comment>>(client, keys.lists, (pages) =>
        comments.reduce((left, { id }) => without(left, id), pages),
      ),
    onError: (_error, _input, putBack) => putBack?.(),
    onSettled,
  })
  const undo = useMutation({ mutationFn: (id: string) => api.comments.undo({ id }), onSettled })
  const answer = useMutation({
    mutationFn: ({ comment: { id, edited_at: read }, text }: { comment: Comment; text: string }) =>
      api.comments.answer({ id, text, read }),
    onSettled,
  })
  return { decide, undo, answer }
}

/** Decides a report with its reason. */
export function useDecideReport() {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: { id: string; state: 'upheld' | 'rejected'; outcome: string }) =>
      api.comments.decideReport(input),
    onMutate: ({ id }) => changeCached<Pages<CommentReport>>(client, keys.reports, (pages) => without(pages, id)),
    onError: (_error, _input, putBack) => putBack?.(),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: keys.all }),
        client.invalidateQueries({ queryKey: keys.reports }),
      ]),
  })
}

/** Sets what an article says of its comments. */
export function useSetArticleComments() {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: Parameters<typeof api.comments.setArticle>[0]) => api.comments.setArticle(input),
    onSuccess: (saved, { id }) => client.setQueryData(articleCommentsQuery(api, id).queryKey, saved),
  })
}
