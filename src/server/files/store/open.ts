import { join } from 'node:path'
import type { Config } from '../../config.ts'
import { diskFiles } from './disk.ts'
import type { FileStore } from '../../platform/file-store.ts'

/** The store the configuration names: an S3-compatible service where `S3_BUCKET` is set, else `DATA_DIR/media`. */
export async function openFiles(config: Config): Promise<FileStore> {
  const service = serviceOf(config)
  if (!service) return diskFiles(join(config.dataDir, 'media'))
  const { s3Files } = await import('./s3.ts')
  return s3Files(service)
}

/** A store of its own for backups: a bucket where `BACKUP_S3_BUCKET` is set, else null. What is not said of it is as for media. */
export async function openBackupBucket(config: Config): Promise<FileStore | null> {
  if (!config.BACKUP_S3_BUCKET) return null
  const { s3Files } = await import('./s3.ts')
  return s3Files({
    endpoint: config.BACKUP_S3_ENDPOINT ?? config.S3_ENDPOINT ?? '',
    bucket: config.BACKUP_S3_BUCKET,
    region: config.BACKUP_S3_REGION ?? config.S3_REGION ?? 'us-east-1',
    accessKeyId: config.BACKUP_S3_ACCESS_KEY_ID ?? config.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: config.BACKUP_S3_SECRET_ACCESS_KEY ?? config.S3_SECRET_ACCESS_KEY ?? '',
  })
}

/** Whether the store lies on this machine's own disk, where other instances do not see it. */
export function keepsFilesOnDisk(config: Config): boolean {
  return serviceOf(config) === null
}

function serviceOf({ S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }: Config) {
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return null
  return {
    endpoint: S3_ENDPOINT,
    bucket: S3_BUCKET,
    region: S3_REGION ?? 'us-east-1',
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  }
}
