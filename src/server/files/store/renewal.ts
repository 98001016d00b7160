import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import type { FileStore } from '../../platform/file-store.ts'
import { PRIVATE_FILE } from '../../platform/private-files.ts'
import { diskFiles } from './disk.ts'
import { keepsFilesOnDisk, openFiles } from './open.ts'

/** New files on their way into the place of the former ones, which stay beside them under names that end in `.vor-{stamp}`. */
export type FilesRenewal = {
  put: FileStore['put']
  /** One of the new ones. */
  get: FileStore['get']
  /** Puts the new ones in their place. */
  finish: () => Promise<void>
  /** Takes everything back. */
  undo: () => Promise<void>
}

/** Objects that an earlier renewal set aside. */
const ASIDE = /^[^/]*\.vor-/

/** Begins to replace all files of the store the configuration names. */
export async function renewFiles(config: Config, stamp: string): Promise<FilesRenewal> {
  return keepsFilesOnDisk(config) ? onDisk(join(config.dataDir, 'media'), stamp) : inBucket(config, stamp)
}

async function onDisk(folder: string, stamp: string): Promise<FilesRenewal> {
  const fresh = `${folder}.neu-${stamp}`
  const aside = `${folder}.vor-${stamp}`
  const { put, get } = diskFiles(fresh)
  return {
    put,
    get,
    async finish() {
      if (existsSync(folder)) await rename(folder, aside)
      if (existsSync(fresh)) await rename(fresh, folder)
    },
    async undo() {
      await rm(fresh, { recursive: true, force: true })
      if (existsSync(aside) && !existsSync(folder)) await rename(aside, folder)
    },
  }
}

/** A bucket knows no renaming: what is there is copied aside first, and taken away when all of the new is there. */
async function inBucket(config: Config, stamp: string): Promise<FilesRenewal> {
  const files = await openFiles(config)
  const asideName = (name: string) => name.replace(/^[^/]*/, (top) => `${top}.vor-${stamp}`)
  const former = (await files.list('')).map(({ name }) => name).filter((name) => !ASIDE.test(name))
  for (const name of former) await copyObject({ from: files, name, to: files, as: asideName(name) }, config.dataDir)
  const put = new Set<string>()
  return {
    async put(name, source) {
      put.add(name)
      await files.put(name, source)
    },
    get: files.get,
    async finish() {
      for (const name of former) if (!put.has(name)) await files.remove(name)
    },
    async undo() {
      for (const name of put) if (!former.includes(name)) await files.remove(name)
      for (const name of former)
        await copyObject({ from: files, name: asideName(name), to: files, as: name }, config.dataDir)
      for (const name of former) await files.remove(asideName(name))
    },
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
