import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { byId, id, instant, listQuery, page } from './fields.ts'

export const IMPORT_STATES = ['running', 'paused', 'finished', 'failed', 'cancelled', 'undoing', 'undone'] as const
export const importState = z.enum(IMPORT_STATES)
export type ImportState = z.infer<typeof importState>

export const ITEM_KINDS = [
  'article',
  'page',
  'media',
  'category',
  'tag',
  'author',
  'comment',
  'member',
  'redirect',
  'other',
] as const
export const itemKind = z.enum(ITEM_KINDS)
export type ItemKind = z.infer<typeof itemKind>

export const ITEM_OUTCOMES = ['created', 'updated', 'unchanged', 'skipped', 'failed'] as const
export const itemOutcome = z.enum(ITEM_OUTCOMES)
export type ItemOutcome = z.infer<typeof itemOutcome>

/** Time in which an import can be undone. */
export const UNDO_DAYS = 30

const count = z.number().int()

/** Items of the source: all of them, those that are done with, and what became of these. */
const importCounts = z.object({
  total: count,
  done: count,
  created: count,
  updated: count,
  unchanged: count,
  skipped: count,
  failed: count,
})
export type ImportCounts = z.infer<typeof importCounts>

/** One import as it stands: a dry run writes nothing and says what would become of each item. */
export const importRun = z.object({
  id,
  state: importState,
  dry_run: z.boolean(),
  counts: importCounts,
  /** Why it failed, in German. */
  reason: z.string().nullable(),
  /** The file's name, or the address. */
  name: z.string(),
  /** WordPress, Ghost …; null until it was read. */
  format: z.string().nullable(),
  bytes: count.nullable(),
  created_at: instant,
  state_at: instant,
  /** Who paused or stopped it, by name. */
  state_by: z.string().nullable(),
  /** Until when everything can be taken back; null where there is nothing to take back, or no more. */
  undo_until: instant.nullable(),
  /** What it is at just now. */
  current: z.string().nullable(),
  /** How much of each kind comes, what has a remark, and old addresses that are redirected. */
  sums: z.object({
    articles: count,
    pages: count,
    media: count,
    tags: count,
    redirects: count,
    new: count,
    doubled: count,
    remarks: count,
  }),
})
export type ImportRun = z.infer<typeof importRun>

export const importItem = z.object({
  source_id: z.string(),
  kind: itemKind,
  title: z.string(),
  outcome: itemOutcome,
  /** German sentences on what was lost or changed and why; null where there is nothing to say. */
  reason: z.string().nullable(),
  record: z.object({ noun: z.string(), id }).nullable(),
})
export type ImportItem = z.infer<typeof importItem>

export const ITEM_FILTERS = ['new', 'doubled', 'remarks'] as const
export type ItemFilter = (typeof ITEM_FILTERS)[number]

/**
 * `POST /api/imports` is a raw route (multipart `file`, `dry_run` and `site_url`, or JSON `{url, dry_run, site_url}`), answered by 201 `importRun`; so is
 * `GET /api/imports/{id}/report.csv`. What does not fit an import's state is 409 `import_state`.
 */
export const imports = {
  /** Newest first, without items. */
  list: endpoint('GET', '/imports', 'owner')
    .input(listQuery.pick({ limit: true, cursor: true }))
    .output(page(importRun)),
  /** With its items, as far as they are done; `q` looks for words in title, source id and reason. */
  get: endpoint('GET', '/imports/{id}', 'owner')
    .input(listQuery.extend({ id, filter: z.enum(ITEM_FILTERS, 'Erlaubt sind new, doubled und remarks').optional() }))
    .output(importRun.extend({ items: z.array(importItem), next_cursor: z.string().nullable() })),
  /** Makes a finished dry run real under the same id, or goes on with what was paused. */
  start: endpoint('POST', '/imports/{id}/start', 'owner', 200).input(byId).output(importRun),
  pause: endpoint('POST', '/imports/{id}/pause', 'owner', 200).input(byId).output(importRun),
  /** Ends it where it is; what has come stays until it is taken back. */
  cancel: endpoint('POST', '/imports/{id}/cancel', 'owner', 200).input(byId).output(importRun),
  /** Takes back everything it has made (RUL-53), except what people have worked on since. */
  undo: endpoint('POST', '/imports/{id}/undo', 'owner', 200).input(byId).output(importRun),
}
