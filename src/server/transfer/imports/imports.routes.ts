import { Readable } from 'node:stream'
import type { Context } from 'hono'
import { z } from 'zod'
import { ApiError, invalidField } from '../../../contract/errors.ts'
import { cleanFilename } from '../../files/filenames.ts'
import { spooled } from '../../files/spool.ts'
import { webStream } from '../../platform/file-store.ts'
import type { HttpEnv, RawRoute } from '../../platform/http/access.ts'
import { readBody } from '../../platform/http/body.ts'
import type { Actor } from '../../platform/caller.ts'
import { actorOf, os } from '../../platform/http/implement.ts'
import { readFormFile } from '../../platform/http/multipart.ts'
import { refuseUnstorable } from '../../platform/http/storable-text.ts'
import type { Runtime } from '../../platform/runtime.ts'
import * as imports from './imports.service.ts'
import type { ImportItem } from '../../../contract/imports.ts'
import { CSV_MARK, csvLine } from '../../../rules/csv.ts'

/** Largest file that can be imported at once, in bytes. */
const MAX_SOURCE_BYTES = 4 * 1024 ** 3
const MAX_JSON_BYTES = 64 * 1024
/** Lines of a report read at a time. */
const AT_ONCE = 200

export const importsRoutes = os.imports.router({
  list: os.imports.list.handler(({ input, context: { runtime } }) =>
    imports.listImports(runtime.db, input, runtime.clock()),
  ),
  get: os.imports.get.handler(({ input: { id, ...query }, context: { runtime } }) =>
    imports.getImportWithItems(runtime.db, id, query, runtime.clock()),
  ),
  start: os.imports.start.handler(({ input, context }) =>
    imports.startImport(context.runtime.db, input.id, actorOf(context)),
  ),
  pause: os.imports.pause.handler(({ input, context }) =>
    imports.pauseImport(context.runtime.db, input.id, actorOf(context)),
  ),
  cancel: os.imports.cancel.handler(({ input, context }) =>
    imports.cancelImport(context.runtime.db, input.id, actorOf(context)),
  ),
  undo: os.imports.undo.handler(({ input, context }) =>
    imports.undoImport(context.runtime.db, input.id, actorOf(context)),
  ),
})

/**
 * `POST /api/imports` with a file (multipart `file`, `dry_run` and `site_url`) or `{url, dry_run, site_url}` as JSON: 201 with the import, which begins by
 * itself. Errors: 400 that names the field, 413, 415. `GET /api/imports/{id}/report.csv` is its list for spreadsheets.
 */
export function importFileRoutes(runtime: Runtime): RawRoute[] {
  return [
    {
      method: 'POST',
      path: '/api/imports',
      access: 'owner',
      handler: async (context) => {
        const caller = context.get('caller')
        if (!caller) throw new ApiError('unauthorized')
        return context.json(await receive(runtime, context, { caller, now: runtime.clock() }), 201)
      },
    },
    {
      method: 'GET',
      path: '/api/imports/:id/report.csv',
      access: 'owner',
      handler: async (context) => {
        const id = z.uuid().safeParse(context.req.param('id'))
        if (!id.success) throw new ApiError('not_found')
        await imports.getImport(runtime.db, id.data, runtime.clock())
        return context.body(webStream(Readable.from(report(runtime, id.data))), 200, {
          'Content-Type': 'text/csv; charset=utf-8',
          'Content-Disposition': 'attachment; filename="importbericht.csv"',
        })
      },
    },
  ]
}

async function receive(runtime: Runtime, context: Context<HttpEnv>, actor: Actor) {
  const type = context.req.header('content-type') ?? ''
  if (/^application\/json\s*(;|$)/i.test(type)) return receiveAddress(runtime, context, actor)
  if (!/^multipart\/form-data\s*;/i.test(type))
    throw new ApiError('unsupported_media_type', {
      message: 'Erwartet wird eine Datei als multipart/form-data oder eine Adresse als application/json.',
    })
  const form = await readFormFile(Readable.from(context.req.raw.body ?? []), type)
  if (!form) throw invalidField('file', 'Bitte wählen Sie eine Datei.')
  const name = cleanFilename(form.filename) || 'datei'
  const upload = { config: runtime.config, filename: name, maxBytes: MAX_SOURCE_BYTES }
  return spooled(form.bytes, upload, async (file) => {
    const behind = await form.fieldsBehind()
    const dryRun = readFlag(form.fields.get('dry_run') ?? behind.get('dry_run'))
    const siteUrl = readSite(form.fields.get('site_url') ?? behind.get('site_url'))
    await context.get('readmit')()
    return imports.beginImport(runtime, { file, name }, { dryRun, siteUrl }, actor)
  })
}

async function receiveAddress(runtime: Runtime, context: Context<HttpEnv>, actor: Actor) {
  const body = await readBody(context.req.raw, MAX_JSON_BYTES)
  await context.get('readmit')()
  let sent: unknown
  try {
    sent = JSON.parse(body.toString('utf8'))
  } catch {
    throw new ApiError('invalid_json')
  }
  refuseUnstorable(sent)
  const { url, dry_run, site_url } = (typeof sent === 'object' && sent !== null ? sent : {}) as Record<string, unknown>
  if (typeof url !== 'string' || url.length > 2000) throw invalidField('url', 'Bitte geben Sie eine Adresse an.')
  return imports.beginImport(runtime, { url }, { dryRun: readFlag(dry_run), siteUrl: readSite(site_url) }, actor)
}

function readFlag(sent: unknown): boolean {
  if (sent === undefined || sent === null || sent === '') return false
  if (typeof sent === 'boolean') return sent
  if (sent === 'true' || sent === '1') return true
  if (sent === 'false' || sent === '0') return false
  throw invalidField('dry_run', 'Erlaubt sind true und false')
}

/** Where the blog was; null where nobody says it. */
function readSite(sent: unknown): string | null {
  if (sent === undefined || sent === null) return null
  if (typeof sent !== 'string' || sent.length > 2000) throw invalidField('site_url', 'Bitte geben Sie eine Adresse an.')
  return sent.trim() === '' ? null : sent.trim()
}

async function* report({ db, clock }: Runtime, id: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(REPORT_HEAD)
  for (let cursor: string | undefined; ;) {
    const { items, next_cursor } = await imports.getImportWithItems(db, id, { limit: AT_ONCE, cursor }, clock())
    yield Buffer.from(items.map(reportLine).join(''))
    if (next_cursor === null) return
    cursor = next_cursor
  }
}

/** The beginning of a report as CSV, with the names of its columns. */
const REPORT_HEAD = CSV_MARK + csvLine(['source_id', 'kind', 'title', 'outcome', 'reason', 'noun', 'record_id'])

/** One item as a line of it. */
function reportLine({ record, ...item }: ImportItem): string {
  const { source_id, kind, title, outcome, reason } = item
  return csvLine([source_id, kind, title, outcome, reason ?? '', record?.noun ?? '', record?.id ?? ''])
}
