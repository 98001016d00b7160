import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { BackupState } from '../../contract/backups.ts'
import type { BackupNoun } from '../../nouns/registries.ts'
import type { BackupSchedule } from '../../rules/backups.ts'
import type { Api } from './api.ts'
import { useApi } from './api-context.tsx'

const KEY = ['backups'] as const
/** Poll interval while a backup is being made, in milliseconds. */
const WATCHED_MS = 2000

/** All backups; polled while one is being made. */
export function backupsQuery(api: Api) {
  return queryOptions({
    queryKey: [...KEY, 'state'],
    queryFn: ({ signal }) => api.backups.get(undefined, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.running ? WATCHED_MS : false),
  })
}

/** Records in a backup. Without a search term, those that differ from the current data. */
export function backupRecordsQuery(api: Api, name: string, q: string) {
  return queryOptions({
    queryKey: [...KEY, 'records', name, q],
    queryFn: ({ signal }) => api.backups.records({ name, q: q || undefined }, { signal }),
    staleTime: 0,
    retry: false,
  })
}

/** Starts a backup, changes the schedule, returns the address of a file, restores single records. */
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
    // A restored record can be of any noun, so every query is refetched.
    onSettled: () => client.invalidateQueries(),
  })
  return { make, plan, link, takeBack }
}
