import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Api } from '../api.ts'
import { useApi } from '../api-context.tsx'

const recoveryCodesKey = ['account', 'recovery-codes'] as const

/** How many recovery codes are left, and since when (RUL-11). */
export function recoveryCodesQuery(api: Api) {
  return queryOptions({
    queryKey: recoveryCodesKey,
    queryFn: ({ signal }) => api.account.recoveryCodes.get(undefined, { signal }),
  })
}

/** Makes ten new ones; earlier ones stop working. The answer is the only time they can be read. */
export function useRenewRecoveryCodes() {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => api.account.recoveryCodes.renew(),
    // What is left in memory of the answer goes as soon as nobody shows it.
    gcTime: 0,
    onSettled: () => client.invalidateQueries({ queryKey: recoveryCodesKey }),
  })
}
