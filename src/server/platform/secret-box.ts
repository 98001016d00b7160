import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { chmod, link, mkdir, open, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { PRIVATE_FILE, PRIVATE_FOLDER } from './private-files.ts'

/**
 * What the secret key of the installation is used for. Every purpose has a key of its own (HKDF), so that a value sealed
 * for one cannot be opened as another.
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

/**
 * Opens the secret of the installation (RUL-34): SECRET_KEY, else `DATA_DIR/secret.key`, which is made at first start with
 * mode 0600. Of two processes starting at once both read the file that came first.
 */
export async function openSecretBox(source: { SECRET_KEY?: string | undefined; dataDir: string }): Promise<SecretBox> {
  const master = source.SECRET_KEY
    ? createHash('sha256').update(source.SECRET_KEY).digest()
    : await readKeyFile(source.dataDir)
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

/** Writes the whole file beside its place and links it there, which fails when another process was faster. */
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
