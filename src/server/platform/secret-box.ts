import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { chmod, link, mkdir, open, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Db, Tx } from './db/db.ts'
import { MOVED_KEY } from './fleet/read-only.ts'
import { PRIVATE_FILE, PRIVATE_FOLDER } from './private-files.ts'

/**
 * Uses of the installation's secret key. Every purpose has a key of its own (HKDF), so that a value sealed for one
 * purpose cannot be opened for another.
 */
export type SecretBox = {
  /** Encrypts text for the database (AES-256-GCM). */
  seal: (purpose: string, text: string) => string
  /** The text of a sealed value. Throws when it was sealed for another purpose, under another key, or altered. */
  unseal: (purpose: string, sealed: string) => string
  /** 32 bytes of key for HMACs of this purpose. */
  keyFor: (purpose: string) => Buffer
}

const FORMAT = 'v1.'

/** Location of an installation's key: SECRET_KEY, else a file below the data folder. */
export type SecretSource = { SECRET_KEY?: string | undefined; dataDir: string }

/**
 * Opens the box of a key (RUL-34): SECRET_KEY, else `DATA_DIR/secret.key`, created at first start with mode 0600. Of
 * two processes starting at once both use the file created first. Secrets in a database are opened by
 * `openInstallationBox`.
 */
export async function openSecretBox(source: SecretSource): Promise<SecretBox> {
  return boxOf(await configuredKey(source))
}

/**
 * Opens the secret of the installation that this database belongs to. A database restored from a backup or moved
 * (RUL-55) brings its own secret, stored in it and sealed under the local key, so that passwords, second factors and
 * sessions remain valid. An installation that had no SECRET_KEY before continues with its `secret.key`. Throws where
 * the database belongs to another key than those found here.
 */
export async function openInstallationBox(db: Db, source: SecretSource): Promise<SecretBox> {
  return boxOf(await installationKey(db, source))
}

/** The 32 bytes of the installation's master key; only for backups and moves. */
export async function installationKey(db: Db, source: SecretSource): Promise<Buffer> {
  const held = await db
    .selectFrom('meta')
    .select(['key', 'value'])
    .where('key', 'in', [CARRIED_KEY, SAMPLE_KEY])
    .execute()
  const valueOf = (wanted: string) => held.find(({ key }) => key === wanted)?.value
  const [carried, sample] = [valueOf(CARRIED_KEY), valueOf(SAMPLE_KEY)]
  const keys = (await keysHere(source)).flatMap((key) => {
    const text = carried === undefined ? key : opened(key, CARRIED_KEY, carried)
    return text === null ? [] : [typeof text === 'string' ? Buffer.from(text, 'base64') : text]
  })
  const found = sample === undefined ? keys[0] : keys.find((key) => opened(key, SAMPLE_KEY, sample) !== null)
  if (found) return found
  throw new Error(
    'Die Geheimnisse in der Datenbank gehören zu einem anderen geheimen Schlüssel. ' +
      'Bitte SECRET_KEY oder die Datei secret.key aus der Sicherung wiederherstellen.',
  )
}

/** Stores a sample that shows later which key this database belongs to; called at each start. */
export async function keepSample(db: Db, box: SecretBox): Promise<void> {
  const kept = await db.selectFrom('meta').select('key').where('key', 'in', [SAMPLE_KEY, MOVED_KEY]).executeTakeFirst()
  if (kept) return
  const value = box.seal(SAMPLE_KEY, 'blog-cms')
  await db
    .insertInto('meta')
    .values({ key: SAMPLE_KEY, value })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
}

/** Makes `key` the secret of the installation that this database joins. */
export async function carryKey(tx: Tx, source: SecretSource, key: Buffer): Promise<void> {
  const configured = await configuredKey(source)
  await tx.deleteFrom('meta').where('key', '=', CARRIED_KEY).execute()
  if (configured.equals(key)) return
  const value = boxOf(configured).seal(CARRIED_KEY, key.toString('base64'))
  await tx.insertInto('meta').values({ key: CARRIED_KEY, value }).execute()
}

/** Key in `meta` of a secret that came with a backup or move. */
export const CARRIED_KEY = 'carried secret'
/** Key in `meta` of a sample sealed with the installation's secret. */
const SAMPLE_KEY = 'sealed sample'

async function configuredKey({ SECRET_KEY, dataDir }: SecretSource): Promise<Buffer> {
  return SECRET_KEY ? createHash('sha256').update(SECRET_KEY).digest() : readKeyFile(dataDir)
}

/** The local key, and the key file from before SECRET_KEY was set. */
async function keysHere(source: SecretSource): Promise<Buffer[]> {
  const configured = await configuredKey(source)
  if (!source.SECRET_KEY || (await stat(join(source.dataDir, 'secret.key')).catch(absent)) === null) return [configured]
  return [configured, await readKeyFile(source.dataDir)]
}

/** The opened value; null if it was sealed under another key. */
function opened(key: Buffer, purpose: string, sealed: string): string | null {
  try {
    return boxOf(key).unseal(purpose, sealed)
  } catch {
    return null
  }
}

function boxOf(master: Buffer): SecretBox {
  const derive = (label: string) => Buffer.from(hkdfSync('sha256', master, Buffer.alloc(0), `blog-cms:${label}`, 32))
  return {
    seal(purpose, text) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', derive(`seal:${purpose}`), iv)
      const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return FORMAT + Buffer.concat([iv, cipher.getAuthTag(), bytes]).toString('base64url')
    },
    unseal(purpose, sealed) {
      if (!sealed.startsWith(FORMAT)) throw new Error('unknown format of a sealed value')
      const bytes = Buffer.from(sealed.slice(FORMAT.length), 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', derive(`seal:${purpose}`), bytes.subarray(0, 12))
      decipher.setAuthTag(bytes.subarray(12, 28))
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
    },
    keyFor: (purpose) => derive(`mac:${purpose}`),
  }
}

async function readKeyFile(dataDir: string): Promise<Buffer> {
  const path = join(dataDir, 'secret.key')
  const existing = await readFile(path, 'utf8').catch(absent)
  const text = existing ?? (await makeKeyFile(dataDir, path))
  const key = Buffer.from(text.trim(), 'base64url')
  if (key.length !== 32) throw new Error(`${path} ist beschädigt: erwartet werden 32 Byte in base64url`)
  if (((await stat(path)).mode & 0o077) !== 0) await chmod(path, PRIVATE_FILE)
  return key
}

/**
 * Writes the whole file under a temporary name and links it to its final name, which fails when another process was
 * faster.
 */
async function makeKeyFile(dataDir: string, path: string): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: PRIVATE_FOLDER })
  const temporary = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  const file = await open(temporary, 'wx', PRIVATE_FILE)
  try {
    await file.writeFile(`${randomBytes(32).toString('base64url')}\n`)
    await file.sync()
    await file.close()
    await link(temporary, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    const folder = await open(dataDir, 'r')
    try {
      await folder.sync()
    } finally {
      await folder.close()
    }
  } finally {
    await rm(temporary, { force: true })
  }
  return readFile(path, 'utf8')
}

function absent(error: NodeJS.ErrnoException): null {
  if (error.code !== 'ENOENT') throw error
  return null
}
