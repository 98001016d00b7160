import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { use } from 'react'
import type { ImportRun, ItemFilter } from '../../contract/imports.ts'
import type { Api } from './api.ts'
import { useApi } from './api-context.tsx'
import { SendContext } from './live.ts'
import { pagesQuery } from './pages.ts'
import { useUpload } from './uploads.ts'

const KEY = ['imports'] as const
/** Number of imports shown. */
const MOST_RUNS = 20
const PAGE_SIZE = 100
const LOOK_MS = 1000

const isAtWork = ({ state }: ImportRun) => state === 'running' || state === 'undoing'

/** The newest imports; polled every second while one is running. */
export function importsQuery(api: Api) {
  return queryOptions({
    queryKey: [...KEY, 'list'],
    queryFn: async ({ signal }) => (await api.imports.list({ limit: MOST_RUNS }, { signal })).items,
    refetchInterval: ({ state }) => (state.data?.some(isAtWork) ? LOOK_MS : false),
  })
}

/** The outcome of each item of an import. */
export function importItemsQuery(api: Api, id: string, { filter, q }: { filter: ItemFilter | undefined; q: string }) {
  return pagesQuery([...KEY, 'items', id, { filter: filter ?? null, q }], (cursor, call) =>
    api.imports.get({ id, filter, q, limit: PAGE_SIZE, cursor }, call),
  )
}

/**
 * A multipart form with one file. The file is streamed from disk while it is sent, so it is never in memory as a whole.
 */
function formOf(file: File, site: string): { body: Blob; type: string } {
  const boundary = `----blog-cms-${crypto.randomUUID()}`
  const name = file.name.replaceAll('"', '%22')
  const head = [
    `--${boundary}`,
    'Content-Disposition: form-data; name="dry_run"',
    '',
    'true',
    `--${boundary}`,
    'Content-Disposition: form-data; name="site_url"',
    '',
    site,
    `--${boundary}`,
    `Content-Disposition: form-data; name="file"; filename="${name}"`,
    '',
    '',
  ].join('\r\n')
  return { body: new Blob([head, file, `\r\n--${boundary}--\r\n`]), type: `multipart/form-data; boundary=${boundary}` }
}

/** Starts dry runs and acts on imports. */
export function useImports() {
  const api = useApi()
  const upload = useUpload()
  const sendRequest = use(SendContext)
  const client = useQueryClient()
  if (!sendRequest) throw new Error('useImports must be used within a SendContext')
  const onSettled = () => client.invalidateQueries({ queryKey: KEY })
  const send = async (path: string, init?: RequestInit) => {
    const response = await sendRequest(new Request(`${location.origin}/api/imports${path}`, init))
    if (response.ok) return response
    const { message } = (await response.json().catch(() => ({}))) as { message?: string }
    throw new Error(message ?? 'Der Server antwortet nicht.')
  }
  return {
    addFile: useMutation({
      mutationFn: ({ file, site, onProgress }: { file: File; site: string; onProgress: (share: number) => void }) => {
        const { body, type } = formOf(file, site)
        return upload<ImportRun>('/api/imports', body, { headers: { 'content-type': type }, onProgress })
      },
      onSettled,
    }),
    addAddress: useMutation({
      mutationFn: async (url: string) => {
        const headers = { 'content-type': 'application/json' }
        const body = JSON.stringify({ url, dry_run: true })
        return (await (await send('', { method: 'POST', headers, body })).json()) as ImportRun
      },
      onSettled,
    }),
    change: useMutation({
      mutationFn: ({ id, verb }: { id: string; verb: 'start' | 'pause' | 'cancel' | 'undo' }) =>
        api.imports[verb]({ id }),
      onSettled,
    }),
    /** The whole report as a CSV file. */
    report: async (id: string): Promise<Blob> => (await send(`/${id}/report.csv`)).blob(),
  }
}
