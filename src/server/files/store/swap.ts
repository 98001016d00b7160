import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import type { FileStore } from '../../platform/file-store.ts'
import { syncFolder } from '../../platform/folders.ts'
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../../platform/private-files.ts'
import { diskFiles } from './disk.ts'
import { keepsFilesOnDisk, openFiles } from './open.ts'

/** The folder of media is a volume of its own, so nothing can take its place. */
export class FolderIsMount extends Error {}

/** New files on their way into the place of the former ones, which stay beside them under names that end in `.vor-{stamp}`. */
export type FilesRenewal = {
  put: FileStore['put']
  /** One of the new ones. */
  get: FileStore['get']
  /** Sees to it that all of the new ones are on the disk; gives what `finishFiles` needs. */
  ready: () => Promise<FilesPlan>
}

/**
 * What is to be done about the files of a store, as a renewal's record keeps it. On a disk the new ones lie in a folder of their own until
 * they are exchanged. In a bucket they are put in their places at once: `former` names what was there, and is null while it is still
 * being copied aside; `gone` is what of it stays aside only.
 */
export type FilesPlan = { store: string; former: string[] | null; gone: string[] }

const DISK = 'disk'
/** Objects that an earlier renewal set aside. */
const ASIDE = /^[^/]*\.vor-/

/**
 * Lies in a bucket while a renewal changes it; the next renewal of the bucket takes it away. A plan without its mark is void: it says what
 * was there before somebody else filled the bucket, and carrying it out would take away what people use now.
 */
const markOf = (stamp: string) => `renewal.vor-${stamp}/under-way`
const MARK = /^renewal\.vor-[^/]*\/under-way$/

/** Says which store the configuration names, so that a plan is never carried out on another one. */
function storeOf(config: Config): string {
  return keepsFilesOnDisk(config) ? DISK : `${config.S3_ENDPOINT}/${config.S3_BUCKET}`
}

/** Whether a plan is about files the configuration leads to: those on the disk, or those in its bucket. */
export function isReachable(config: Config, { store }: FilesPlan): boolean {
  return store === DISK || store === storeOf(config)
}

/**
 * Begins to replace all files of the store the configuration names. `note` is awaited before each step that a kill must not leave
 * half done: what it gets is what `undoFiles` then needs. Throws `FolderIsMount`.
 */
export async function renewFiles(
  config: Config,
  stamp: string,
  note: (plan: FilesPlan) => Promise<void>,
): Promise<FilesRenewal> {
  return keepsFilesOnDisk(config) ? onDisk(config, stamp, note) : inBucket(config, stamp, note)
}

/** Puts new files in their place. May be repeated after a kill at any point. False where the plan is of another store. */
export async function finishFiles(config: Config, stamp: string, plan: FilesPlan): Promise<boolean> {
  if (plan.store === DISK) {
    const { folder, fresh, aside } = foldersOf(config, stamp)
    if (existsSync(fresh)) {
      if (existsSync(folder)) await rename(folder, aside)
      await rename(fresh, folder)
      await syncFolder(config.dataDir)
    }
    return true
  }
  if (!isReachable(config, plan)) return false
  const files = await openFiles(config)
  if (!(await files.get(markOf(stamp)))) return true
  for (const name of plan.gone) await files.remove(name)
  await files.remove(markOf(stamp))
  return true
}

/** Takes new files back that were not decided for. May be repeated after a kill at any point. False where the plan is of another store. */
export async function undoFiles(config: Config, stamp: string, plan: FilesPlan): Promise<boolean> {
  const { store, former } = plan
  if (store === DISK) {
    await rm(foldersOf(config, stamp).fresh, { recursive: true, force: true })
    return true
  }
  if (!isReachable(config, plan)) return false
  const files = await openFiles(config)
  const there = (await files.list('')).map(({ name }) => name)
  const asides = new Set(there.filter((name) => ofStamp(name, stamp)))
  if (!asides.delete(markOf(stamp))) return true
  if (former) {
    const kept = new Set(former)
    for (const name of there) if (!ASIDE.test(name) && !kept.has(name)) await files.remove(name)
    for (const name of former)
      if (asides.has(bucketAside(name, stamp)))
        await copyObject({ from: files, name: bucketAside(name, stamp), to: files, as: name }, config.dataDir)
  }
  for (const name of asides) await files.remove(name)
  await files.remove(markOf(stamp))
  return true
}

function foldersOf(config: Config, stamp: string) {
  const folder = join(config.dataDir, 'media')
  return { folder, fresh: `${folder}.neu-${stamp}`, aside: `${folder}.vor-${stamp}` }
}

async function onDisk(config: Config, stamp: string, note: (plan: FilesPlan) => Promise<void>): Promise<FilesRenewal> {
  const { folder, fresh } = foldersOf(config, stamp)
  const plan = { store: DISK, former: null, gone: [] }
  await note(plan)
  await mkdir(fresh, { recursive: true, mode: PRIVATE_FOLDER })
  if (existsSync(folder)) await refuseMount(folder, fresh)
  const { put, get } = diskFiles(fresh)
  return {
    put,
    get,
    async ready() {
      for (const entry of await readdir(fresh, { recursive: true, withFileTypes: true }))
        if (entry.isDirectory()) await syncFolder(join(entry.parentPath, entry.name))
      await syncFolder(fresh)
      await syncFolder(config.dataDir)
      return plan
    },
  }
}

/**
 * Throws `FolderIsMount` where the folder cannot be renamed because a volume is mounted there: once a renewal is decided, no server could
 * carry it through. Renaming a folder to one that is not empty changes nothing; which error it gives tells.
 */
async function refuseMount(folder: string, fresh: string): Promise<void> {
  const probe = join(fresh, '.probe')
  await mkdir(probe)
  const code = await rename(folder, fresh).then(
    () => null,
    (error: NodeJS.ErrnoException) => error.code,
  )
  if (code === 'EBUSY' || code === 'EXDEV') throw new FolderIsMount()
  await rmdir(probe)
}

const bucketAside = (name: string, stamp: string) => name.replace(/^[^/]*/, (top) => `${top}.vor-${stamp}`)
const ofStamp = (name: string, stamp: string) => (name.split('/', 1)[0] ?? '').endsWith(`.vor-${stamp}`)

/** A bucket knows no renaming: what is there is copied aside first, and taken away when all of the new is there. */
async function inBucket(
  config: Config,
  stamp: string,
  note: (plan: FilesPlan) => Promise<void>,
): Promise<FilesRenewal> {
  const files = await openFiles(config)
  const store = storeOf(config)
  await note({ store, former: null, gone: [] })
  await files.put(markOf(stamp), Buffer.from(stamp))
  const there = (await files.list('')).map(({ name }) => name)
  for (const name of there) if (MARK.test(name) && name !== markOf(stamp)) await files.remove(name)
  const former = there.filter((name) => !ASIDE.test(name))
  for (const name of former)
    await copyObject({ from: files, name, to: files, as: bucketAside(name, stamp) }, config.dataDir)
  await note({ store, former, gone: [] })
  const put = new Set<string>()
  return {
    async put(name, source) {
      put.add(name)
      await files.put(name, source)
    },
    get: files.get,
    ready: async () => ({ store, former, gone: former.filter((name) => !put.has(name)) }),
  }
}

/** Copies an object by way of a file in `folder`, so that it never stands in memory; nothing where there is none. */
export async function copyObject(
  { from, name, to, as = name }: { from: FileStore; name: string; to: Pick<FileStore, 'put'>; as?: string },
  folder: string,
): Promise<void> {
  const found = await from.get(name)
  if (!found) return
  await spooled(folder, found.stream() as AsyncIterable<Uint8Array>, (path) => to.put(as, { path }))
}

/** Writes bytes into a file in `folder` that is there while `work` needs it. */
export async function spooled(
  folder: string,
  bytes: AsyncIterable<Uint8Array>,
  work: (path: string) => Promise<void>,
): Promise<void> {
  const path = join(folder, `.${randomUUID()}.part`)
  const file = await open(path, 'wx', PRIVATE_FILE)
  try {
    try {
      for await (const part of bytes) await file.writeFile(part)
    } finally {
      await file.close()
    }
    await work(path)
  } finally {
    await rm(path, { force: true })
  }
}
