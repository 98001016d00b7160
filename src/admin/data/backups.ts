import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { BackupNoun, BackupState } from '../../contract/backups.ts'
import type { BackupSchedule } from '../../rules/backups.ts'
import type { Api } from './api.ts'
import { useApi } from './api-context.tsx'

const KEY = ['backups'] as const
/** While one is being made it is asked for so often, in milliseconds. */
const WATCHED_MS = 2000

/** What there is of backups; asked for again and again while one is being made. */
export function backupsQuery(api: Api) {
  return queryOptions({
    queryKey: [...KEY, 'state'],
    queryFn: ({ signal }) => api.backups.get(undefined, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.running ? WATCHED_MS : false),
  })
}

/** What is in a backup; without words what is otherwise now. */
export function backupRecordsQuery(api: Api, name: string, q: string) {
  return queryOptions({
    queryKey: [...KEY, 'records', name, q],
    queryFn: ({ signal }) => api.backups.records({ name, q: q || undefined }, { signal }),
    staleTime: 0,
    retry: false,
  })
}

/** Makes a backup, changes when they are made, gives the address of a file, takes records back. */
export function useBackupChanges() {
  const api = useApi()
  const client = useQueryClient()
  const show = (state: BackupState) => client.setQueryData(backupsQuery(api).queryKey, state)
  const make = useMutation({
    mutationFn: () => api.backups.make(),
    onSuccess: show,
    onError: () => client.invalidateQueries({ queryKey: KEY }),
  })
  const plan = useMutation({
    mutationFn: (input: { schedule: BackupSchedule; time: string }) => api.backups.plan(input),
    onSuccess: show,
  })
  const link = useMutation({ mutationFn: (name: string) => api.backups.link({ name }) })
  const takeBack = useMutation({
    mutationFn: (input: { name: string; records: { noun: BackupNoun; id: string }[] }) => api.backups.takeBack(input),
    // Whatever shows one of them is read anew.
    onSettled: () => client.invalidateQueries(),
  })
  return { make, plan, link, takeBack }
}
