import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { use } from 'react'
import type { CalendarArticle, CalendarOccurrence } from '../../contract/events.ts'
import type { Api } from './api.ts'
import { useApi } from './api-context.tsx'
import { refreshArticles } from './articles.ts'
import { SendContext } from './live.ts'
import { changeCached } from './pages.ts'
import { recordKeys, useRecords } from './records.ts'

export type CalendarData = Awaited<ReturnType<Api['events']['calendar']>>

const keys = recordKeys('events')

/** Entries between two instants (the end excluded), and the tray `Ohne Termin`. */
export function calendarQuery(api: Api, span: { from: string; to: string }) {
  return queryOptions({
    queryKey: [...keys.lists, span],
    queryFn: ({ signal }): Promise<CalendarData> => api.events.calendar(span, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** Saves events, moves them to the trash and restores them. */
export function useEvents() {
  return useRecords('events', (shown: CalendarData, id) => ({
    ...shown,
    events: shown.events.filter((event) => event.id !== id),
  }))
}

/**
 * A new time for an event or a scheduled article. `day` selects one occurrence of a recurring event. `version` is that
 * of the article; null moves the article to the tray.
 */
export type Rescheduling =
  | { event: string; day: string | null; at: string }
  | { article: string; version: number; at: string | null }

/**
 * Moves an entry to another time, optimistically. The result is the input that undoes it, with the article's new
 * version.
 */
export function useReschedule() {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (to: Rescheduling): Promise<{ version: number }> => {
      if (!('event' in to)) {
        return api.articles.update({ id: to.article, version: to.version, published_at: to.at })
      }
      if (to.day === null) await api.events.update({ id: to.event, starts_at: to.at })
      else await api.events.exception({ id: to.event, day: to.day, starts_at: to.at })
      return { version: 0 }
    },
    onMutate: (to) => changeCached<CalendarData>(client, keys.lists, (data) => withRescheduled(data, to)),
    onError: (_error, _to, putBack) => putBack?.(),
    onSuccess: ({ version }, to) => {
      // A second move before the refetch needs the new version.
      if ('article' in to)
        void changeCached<CalendarData>(client, keys.lists, (data) => withVersion(data, to.article, version))
    },
    onSettled: (_answer, _error, to) => {
      void client.invalidateQueries({ queryKey: keys.all })
      if ('article' in to) void refreshArticles(client)
    },
  })
}

/**
 * The calendar with one entry at another time. An article moves between days and tray as it gains or loses its date.
 */
export function withRescheduled(data: CalendarData, to: Rescheduling): CalendarData {
  if ('event' in to) {
    return {
      ...data,
      events: data.events.map((event) => (isMeant(event, to) ? { ...event, starts_at: to.at } : event)),
    }
  }
  const others = (articles: CalendarArticle[]) => articles.filter(({ id }) => id !== to.article)
  const moved = [...data.articles, ...data.undated]
    .filter(({ id }) => id === to.article)
    .map((article) => ({ ...article, published_at: to.at }))
  return {
    ...data,
    articles: [...others(data.articles), ...(to.at === null ? [] : moved)],
    undated: [...others(data.undated), ...(to.at === null ? moved : [])],
  }
}

function withVersion(data: CalendarData, id: string, version: number): CalendarData {
  const changed = (articles: CalendarArticle[]) =>
    articles.map((article) => (article.id === id ? { ...article, version } : article))
  return { ...data, articles: changed(data.articles), undated: changed(data.undated) }
}

function isMeant(event: CalendarOccurrence, to: { event: string; day: string | null }): boolean {
  return event.id === to.event && event.day === to.day
}

/** Cancels one occurrence of a recurring event, or restores it to the rule. */
export function useOccurrence() {
  const api = useApi()
  const client = useQueryClient()
  const onSettled = () => client.invalidateQueries({ queryKey: keys.all })
  return {
    leaveOut: useMutation({
      mutationFn: (time: { id: string; day: string }) => api.events.exception({ ...time, starts_at: null }),
      onSettled,
    }).mutateAsync,
    regular: useMutation({
      mutationFn: (time: { id: string; day: string }) => api.events.regular(time),
      onSettled,
    }).mutateAsync,
  }
}

/** Name of the exported file (specification §7). */
export const CALENDAR_FILE = 'blog-kalender.ics'

/** Fetches the calendar file of the scheduled articles (CAL-5). A plain link could not carry the bearer token. */
export function useCalendarFile(): () => Promise<Blob> {
  const send = use(SendContext)
  return async () => {
    if (!send) throw new Error('useCalendarFile must be used within a SendContext')
    const response = await send(new Request(`/api/events/${CALENDAR_FILE}`))
    if (!response.ok) throw new Error(`the calendar file answered ${response.status}`)
    return response.blob()
  }
}
