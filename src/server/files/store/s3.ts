import { openAsBlob } from 'node:fs'
import { Readable } from 'node:stream'
import { S3mini, S3ServiceError } from 's3mini'
import { checkObjectName } from './disk.ts'
import { StoreUnreachable, type FileStore } from '../../platform/file-store.ts'

/** Time limit of one request with all its bytes: 100 MB over a slow line. */
const ANSWER_MS = 300_000

export type S3Options = {
  /** Address of the service, without the bucket. */
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** Objects in a bucket of an S3-compatible service, addressed by path (`endpoint/bucket/name`), which every one of them knows. */
export function s3Files(options: S3Options): FileStore {
  const client = new S3mini({
    accessKeyId: options.accessKeyId,
    secretAccessKey: options.secretAccessKey,
    endpoint: `${options.endpoint.replace(/\/+$/, '')}/${options.bucket}`,
    region: options.region,
    requestAbortTimeout: ANSWER_MS,
  })
  return {
    async put(name, source) {
      checkObjectName(name)
      // A file is read while it is sent: a large upload never stands in memory.
      const body = source instanceof Uint8Array ? new Blob([new Uint8Array(source)]) : await openAsBlob(source.path)
      const sent = client.putObject(name, body, 'application/octet-stream', undefined, undefined, body.size)
      const response = await sent.catch(unreachable)
      if (!response.ok) unreachable(new Error(`S3 answered ${response.status} to the upload of ${name}`))
    },
    async get(name) {
      checkObjectName(name)
      const size = await client.getContentLength(name).catch((error: Error) => {
        if (error.cause instanceof S3ServiceError && error.cause.status === 404) return null
        return unreachable(error)
      })
      if (size === null) return null
      return { size, stream: (range) => Readable.from(read(client, name, range), { objectMode: false }) }
    },
    async remove(name) {
      checkObjectName(name)
      await client.deleteObject(name).catch(unreachable)
    },
    async list(folder) {
      if (folder !== '') checkObjectName(folder)
      const found = await client.listObjects('/', folder === '' ? '' : `${folder}/`).catch(unreachable)
      return (found ?? []).map(({ Key, Size, LastModified }) => ({
        name: Key,
        size: Number(Size),
        changedAt: LastModified,
      }))
    },
  }
}

function unreachable(cause: unknown): never {
  throw new StoreUnreachable(cause)
}

/** Asks for the object only once somebody reads it. */
async function* read(client: S3mini, name: string, range?: { start: number; end: number }): AsyncGenerator<Uint8Array> {
  // s3mini counts the end of a range as exclusive.
  const asked = client.getObjectRaw(name, range === undefined, range?.start ?? 0, (range?.end ?? 0) + 1)
  const response = await asked.catch((error: unknown) => {
    if (!(error instanceof S3ServiceError && error.status === 404)) return unreachable(error)
    throw Object.assign(new Error(`${name} is gone`, { cause: error }), { code: 'ENOENT' })
  })
  if (!response.ok || !response.body) throw new Error(`S3 answered ${response.status} to the reading of ${name}`)
  yield* response.body
}
