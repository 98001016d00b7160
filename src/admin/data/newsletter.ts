import { use } from 'react'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { IssueInput, UpdateNewsletterSettings } from '../../contract/newsletter.ts'
import type { SubscriberState } from '../../rules/newsletter.ts'
import type { Api } from './api.ts'
import { useApi } from './api-context.tsx'
import { SendContext } from './live.ts'
import { pagesQuery } from './pages.ts'
import { asError } from './uploads.ts'

const PAGE_SIZE = 100
/** Progress of a running issue is read at this interval, since its mails announce nothing. */
const PROGRESS_MS = 5000

export const newsletterKey = ['newsletter'] as const

/** The newsletter's settings, and whether this installation can send mail. */
export function newsletterQuery(api: Api) {
  return queryOptions({
    queryKey: newsletterKey,
    queryFn: ({ signal }) => api.newsletter.get(undefined, { signal }),
    staleTime: 300_000,
  })
}

export function useSaveNewsletter() {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: UpdateNewsletterSettings) => api.newsletter.update(input),
    onSuccess: (saved) => client.setQueryData(newsletterKey, saved),
  })
}

export function subscribersQuery(api: Api, { q, state }: { q: string; state: SubscriberState | undefined }) {
  return pagesQuery(['subscribers', 'list', q, state], (cursor, call) =>
    api.subscribers.list({ q, state, limit: PAGE_SIZE, cursor }, call),
  )
}

/** One subscriber with the proof of consent. */
export function subscriberQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: ['subscribers', 'item', id],
    queryFn: ({ signal }) => api.subscribers.get({ id }, { signal }),
  })
}

/** Reads all subscribers with their proof as CSV. */
export function useSubscribersFile(): () => Promise<Blob> {
  const send = use(SendContext)
  return async () => {
    if (!send) throw new Error('nobody is signed in')
    const response = await send(new Request('/api/subscribers.csv'))
    if (!response.ok) throw asError({ status: response.status, body: await response.json().catch(() => null) })
    return response.blob()
  }
}

export function useSubscriberChanges() {
  const api = useApi()
  const client = useQueryClient()
  const onSettled = () => client.invalidateQueries({ queryKey: ['subscribers'] })
  const leave = useMutation({ mutationFn: (id: string) => api.subscribers.leave({ id }), onSettled })
  const remove = useMutation({
    mutationFn: (input: { id: string; block: boolean }) => api.subscribers.remove(input),
    onSettled,
  })
  const bring = useMutation({
    mutationFn: (input: { csv: string; without_proof: boolean }) => api.subscribers.import(input),
    onSettled,
  })
  return { leave, remove, bring }
}

export function issuesQuery(api: Api) {
  return {
    ...pagesQuery(['issues', 'list'], (cursor, call) => api.issues.list({ limit: PAGE_SIZE, cursor }, call)),
    refetchInterval: PROGRESS_MS,
  }
}

/** An issue with the deliveries that somebody has to know of. */
export function issueQuery(api: Api, id: string) {
  return queryOptions({
    queryKey: ['issues', 'item', id],
    queryFn: ({ signal }) => api.issues.get({ id }, { signal }),
    refetchInterval: PROGRESS_MS,
  })
}

/** The mail of an issue as it would be sent now. */
export function issuePreviewQuery(api: Api, input: IssueInput) {
  return queryOptions({
    queryKey: ['issues', 'preview', input],
    queryFn: ({ signal }) => api.issues.preview(input, { signal }),
    placeholderData: (former) => former,
    retry: false,
  })
}

export function useIssueChanges() {
  const api = useApi()
  const client = useQueryClient()
  const onSettled = () => client.invalidateQueries({ queryKey: ['issues'] })
  return {
    create: useMutation({
      mutationFn: (input: IssueInput & { planned_at?: string | null }) => api.issues.create(input),
      onSettled,
    }),
    test: useMutation({ mutationFn: (input: IssueInput & { to: string }) => api.issues.test(input) }),
    stop: useMutation({ mutationFn: (id: string) => api.issues.stop({ id }), onSettled }),
    resume: useMutation({ mutationFn: (id: string) => api.issues.resume({ id }), onSettled }),
    resend: useMutation({
      mutationFn: (input: { id: string; subscriber_ids: string[] }) => api.issues.resend(input),
      onSettled,
    }),
  }
}
