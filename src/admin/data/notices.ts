import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Notice, NoticeChoice, NoticeChoices, ReadNotices, UnreadNotices } from '../../contract/notices.ts'
import type { NoticeGroup } from '../../rules/notices.ts'
import type { Api } from './api.ts'
import { useApi } from './api-context.tsx'
import { changeCached, pagesQuery, withChanged, type Pages } from './pages.ts'

const noticesKey = ['notices'] as const
const listKey = ['notices', 'list'] as const
const unreadKey = ['notices', 'unread'] as const
const choicesKey = ['notices', 'choices'] as const

/** The notices of this account, newest first. */
export function noticesQuery(api: Api, group: NoticeGroup | undefined) {
  return pagesQuery([...listKey, group], (cursor, call) => api.notices.list({ cursor, group, limit: 30 }, call))
}

/** Number of unread things by group: the badge of the bell (RUL-71). */
export function unreadQuery(api: Api) {
  return queryOptions({
    queryKey: unreadKey,
    queryFn: ({ signal }) => api.notices.unread(undefined, { signal }),
    staleTime: 60_000,
  })
}

/** All unread things. */
export const totalOf = ({ me, desk, system }: UnreadNotices) => me + desk + system

/** Marks notices as read or unread; one of them optimistically. */
export function useNoticeReading() {
  const api = useApi()
  const client = useQueryClient()
  const onSuccess = (unread: UnreadNotices) => client.setQueryData(unreadKey, unread)
  const onSettled = () => client.invalidateQueries({ queryKey: noticesKey })
  const mark = useMutation({
    mutationFn: ({ id, read }: { id: string; read: boolean }) => api.notices.mark({ id, read }),
    onMutate: ({ id, read }) =>
      changeCached<Pages<Notice>>(client, listKey, (pages) => withChanged(pages, id, { read })),
    onError: (_error, _notice, putBack) => putBack?.(),
    onSuccess,
    onSettled,
  })
  const markAll = useMutation({ mutationFn: (input: ReadNotices) => api.notices.readAll(input), onSuccess, onSettled })
  return { mark, markAll }
}

/** What this account is notified of, and how. */
export function noticeChoicesQuery(api: Api) {
  return queryOptions({
    queryKey: choicesKey,
    queryFn: ({ signal }) => api.notices.choices(undefined, { signal }),
  })
}

/** Chooses for a kind, optimistically, and sets the hour of the mail. Choices are sent one after the other. */
export function useNoticeChoices() {
  const api = useApi()
  const client = useQueryClient()
  const scope = { id: 'notice-choices' }
  const onSuccess = (choices: NoticeChoices) => {
    if (client.isMutating({ mutationKey: choicesKey }) === 1) client.setQueryData(choicesKey, choices)
  }
  const onError = (_error: Error, _input: unknown, putBack?: () => void) => putBack?.()
  const onMutate = (change: (choices: NoticeChoices) => NoticeChoices) =>
    changeCached<NoticeChoices>(client, choicesKey, change)
  const choose = useMutation({
    mutationKey: choicesKey,
    scope,
    mutationFn: (input: NoticeChoice) => api.notices.choose(input),
    onMutate: ({ kind, ...chosen }) =>
      onMutate((choices) => ({
        ...choices,
        kinds: choices.kinds.map((one) =>
          one.kind === kind ? { ...one, bell: chosen.bell ?? one.bell, mail: chosen.mail ?? one.mail } : one,
        ),
      })),
    onSuccess,
    onError,
  })
  const setHour = useMutation({
    mutationKey: choicesKey,
    scope,
    mutationFn: (hour: NoticeChoices['hour']) => api.notices.setHour({ hour }),
    onMutate: (hour) => onMutate((choices) => ({ ...choices, hour })),
    onSuccess,
    onError,
  })
  return { choose, setHour }
}
