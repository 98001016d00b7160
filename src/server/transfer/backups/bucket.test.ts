import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bytesOf, emptyHome, rowsOf, runCommand } from '../../../../tests/support/backups.ts'
import { startS3Peer } from '../../../../tests/support/s3-peer.ts'
import { callAs, DIALECT, startTestApp, TEST_SECRET } from '../../../../tests/support/test-app.ts'
import { uploadPicture } from '../../../../tests/support/upload-picture.ts'
import { readConfig } from '../../config.ts'
import { openFiles } from '../../files/store/open.ts'

test('[MOVE-7] backups are stored in a bucket of their own, downloaded and opened there, and restored with media into another', async () => {
  const [peer, target] = [await startS3Peer(), await startS3Peer()]
  const env = { ...peer.env, BACKUP_S3_BUCKET: peer.secondBucket, BACKUP_PASSPHRASE: 'Eine Nachtigall im Oktober' }
  const app = await startTestApp({ env })
  const there = await emptyHome(DIALECT)
  try {
    const owner = await app.register()
    const picture = await uploadPicture(app, owner)
    const text = { title: 'Im Eimer', content_markdown: `![Bild](${picture.url})`, status: 'published' }
    const { body: article } = await owner.call('POST', '/api/articles', text)
    const state = async () => (await owner.call('GET', '/api/backups')).body
    expect((await owner.call('POST', '/api/backups')).status).toBe(202)
    await expect.poll(async () => (await state()).running).toBe(false)
    const { items, failure, encrypted } = await state()
    expect({ failure, encrypted, kept: items.length }).toEqual({ failure: null, encrypted: true, kept: 1 })
    const [{ name, size }] = items
    // It was written to the disk first and removed; media and backups are separate.
    expect(await readdir(join(app.dataDir, 'backups'))).toEqual([])
    const configOf = (bucket: object) =>
      readConfig({ DATA_DIR: app.dataDir, SECRET_KEY: TEST_SECRET, ...peer.env, ...bucket })
    const [media, backups] = [
      await openFiles(configOf({})),
      await openFiles(configOf({ S3_BUCKET: peer.secondBucket })),
    ]
    expect((await backups.list('')).map((found) => [found.name, found.size])).toEqual([[name, size]])
    expect(Object.keys(await bytesOf(media))).not.toContain(name)
    const found = await owner.call('GET', `/api/backups/${name}/records?noun=articles`)
    expect(found.status, JSON.stringify(found.body)).toBe(200)

    const { url } = (await owner.call('POST', `/api/backups/${name}/link`)).body
    const file = join(there.dataDir, 'geladen.backup')
    await writeFile(file, Buffer.from(await (await fetch(app.url + url)).arrayBuffer()))
    const [rows, bytes] = [await rowsOf(app), await bytesOf(media)]
    const into = { ...target.env, BACKUP_PASSPHRASE: env.BACKUP_PASSPHRASE }
    const restored = await runCommand(there, 'restore', [file], into)
    expect(restored, restored.out).toMatchObject({ code: 0 })
    expect(await rowsOf(there)).toEqual({ ...rows, backup_state: expect.anything() })
    const arrived = await openFiles(readConfig({ DATA_DIR: there.dataDir, SECRET_KEY: TEST_SECRET, ...target.env }))
    expect(await bytesOf(arrived)).toEqual(bytes)
    expect(await readdir(there.dataDir)).not.toContain('media')
    const moved = await startTestApp({ beside: there, env: target.env })
    const same = callAs(moved.url, owner.accessToken)
    expect((await same('GET', `/api/articles/${article.id}`)).body.title).toBe('Im Eimer')
    expect((await fetch(moved.url + picture.url)).status).toBe(200)
    expect((await same('DELETE', `/api/media/${picture.id}`)).status).toBeLessThan(300)
    await moved.stop()
  } finally {
    await app.stop()
    await there.drop()
    await peer.stop()
    await target.stop()
  }
})
