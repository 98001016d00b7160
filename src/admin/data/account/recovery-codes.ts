import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Api } from '../api.ts'
import { useApi } from '../api-context.tsx'

const recoveryCodesKey = ['account', 'recovery-codes'] as const

/** Number of recovery codes left, and their date (RUL-11). */
export function recoveryCodesQuery(api: Api) {
  return queryOptions({
    queryKey: recoveryCodesKey,
    queryFn: ({ signal }) => api.account.recoveryCodes.get(undefined, { signal }),
  })
}

/** Creates ten new codes and invalidates the earlier ones. Only this response contains them. */
export function useRenewRecoveryCodes() {
  const api = useApi()
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => api.account.recoveryCodes.renew(),
    // The codes leave memory as soon as no component shows them.
    gcTime: 0,
    onSettled: () => client.invalidateQueries({ queryKey: recoveryCodesKey }),
  })
}
