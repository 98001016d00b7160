import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { NewPause, Planned, PlanningSettings } from '../../contract/planning.ts'
import type { Api } from './api.ts'
import { useApi } from './api-context.tsx'
import { refreshArticles } from './articles.ts'

const PLANNING = ['planning']

/** The publishing days of the team. */
export function planningQuery(api: Api) {
  return queryOptions({
    queryKey: [...PLANNING, 'settings'],
    queryFn: ({ signal }) => api.planning.settings(undefined, { signal }),
  })
}

/** Input of a move: several items by days (null removes their date), or an article with everything after it. */
export type MoveInput =
  | { items: Planned[]; days: number | null; publishing_days: boolean }
  | { push: Planned & { noun: 'articles' } }

const send = (api: Api, input: MoveInput, dry_run: boolean) =>
  'push' in input ? api.planning.push({ item: input.push, dry_run }) : api.planning.move({ ...input, dry_run })

/** Preview of a move. The former result stays until the next is loaded. */
export function movePreviewQuery(api: Api, input: MoveInput) {
  return queryOptions({
    // Its key is outside the nouns that a move invalidates; otherwise it would be refetched while its dialog closes.
    queryKey: ['move-preview', input],
    queryFn: () => send(api, input, true),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  })
}

/** Moves planned items and undoes a move. */
export function usePlanning() {
  const api = useApi()
  const client = useQueryClient()
  const onSettled = async () => {
    void refreshArticles(client)
    await Promise.all(['events', 'tasks'].map((key) => client.invalidateQueries({ queryKey: [key] })))
  }
  const move = useMutation({ mutationFn: (input: MoveInput) => send(api, input, false), onSettled })
  const undo = useMutation({ mutationFn: (id: string) => api.planning.undo({ id }), onSettled })
  const plan = useMutation({
    mutationFn: (input: { id: string; planned_on: string | null }) => api.planning.plan(input),
    onSettled,
  })
  return { move: move.mutateAsync, isMoving: move.isPending, undo: undo.mutateAsync, plan: plan.mutateAsync }
}

/** Changes the publishing days. */
export function usePlanningSettings() {
  const api = useApi()
  const client = useQueryClient()
  const onSettled = () => Promise.all([PLANNING, ['events']].map((queryKey) => client.invalidateQueries({ queryKey })))
  return {
    update: useMutation({
      mutationFn: (input: Partial<Pick<PlanningSettings, 'land' | 'weekdays'>>) => api.planning.updateSettings(input),
      onSettled,
    }),
    addPause: useMutation({ mutationFn: (input: NewPause) => api.planning.addPause(input), onSettled }),
    removePause: useMutation({ mutationFn: (id: string) => api.planning.removePause({ id }), onSettled }),
  }
}

/** Whether the account has a calendar address. */
export function calendarLinkQuery(api: Api) {
  return queryOptions({
    queryKey: [...PLANNING, 'link'],
    queryFn: ({ signal }) => api.planning.link(undefined, { signal }),
  })
}

/** Creates a calendar address, which replaces the former, and removes it. */
export function useCalendarLink() {
  const api = useApi()
  const client = useQueryClient()
  const onSettled = () => client.invalidateQueries({ queryKey: [...PLANNING, 'link'] })
  return {
    create: useMutation({ mutationFn: () => api.planning.createLink(), onSettled }),
    remove: useMutation({ mutationFn: () => api.planning.removeLink(), onSettled }),
  }
}
