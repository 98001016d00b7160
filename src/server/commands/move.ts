import { moveBlog, NotMoved, stayHere } from '../transfer/backups/moving.service.ts'
import { NotRestored } from '../transfer/backups/restoring.service.ts'
import { awayLine } from '../platform/unreachable.ts'
import { isFullDisk, NO_ROOM } from '../platform/full-disk.ts'
import { NotReplaceable } from '../transfer/database/swap.ts'
import { readConfig, type Config } from '../config.ts'

/** `npm run move -- [postgres://…|sqlite] [--media disk|https://KEY:SECRET@HOST/BUCKET] | --back` (RUL-55). */
const USAGE =
  'Aufruf: npm run move -- ZIEL [--media ZIEL]   (postgres://… oder sqlite; Medien: disk oder https://SCHLÜSSEL:GEHEIMNIS@HOST/BUCKET)\n        npm run move -- --back           (hier wird wieder geschrieben)'

function usage(): never {
  console.error(USAGE)
  process.exit(2)
}

const words = process.argv.slice(2)
const at = words.indexOf('--media')
const mediaWord = at < 0 ? undefined : words[at + 1]
const [target, ...rest] = at < 0 ? words : words.toSpliced(at, 2)
if (rest.length > 0 || (at >= 0 && !mediaWord) || (target === undefined && mediaWord === undefined)) usage()
process.umask(0o077)
const config = readConfig()

/** The configuration with another database. */
function databaseAt(word: string): Config {
  if (word === 'sqlite') {
    if (!config.DATABASE_URL) throw new NotMoved('Der Blog liegt schon in SQLite.')
    return { ...config, DATABASE_URL: undefined }
  }
  if (!/^postgres(ql)?:\/\//.test(word)) usage()
  if (!config.SECRET_KEY)
    throw new NotMoved(
      'PostgreSQL braucht SECRET_KEY. Bitte setzen, hier wie später am neuen Ort: openssl rand -hex 32',
    )
  if (word === config.DATABASE_URL) throw new NotMoved('Der Blog liegt schon dort.')
  return { ...config, DATABASE_URL: word }
}

/** The configuration with another store for media. */
function mediaAt(word: string): Config {
  const none = {
    S3_ENDPOINT: undefined,
    S3_BUCKET: undefined,
    S3_ACCESS_KEY_ID: undefined,
    S3_SECRET_ACCESS_KEY: undefined,
  }
  if (word === 'disk') {
    if (!config.S3_BUCKET) throw new NotMoved('Die Medien liegen schon auf der Festplatte.')
    return { ...config, ...none }
  }
  if (!/^https?:\/\//.test(word) || !URL.canParse(word)) usage()
  const { protocol, host, pathname, username, password, searchParams } = new URL(word)
  const bucket = pathname.replaceAll('/', '')
  if (!bucket || !username || !password) usage()
  return {
    ...config,
    S3_ENDPOINT: `${protocol}//${host}`,
    S3_BUCKET: bucket,
    S3_REGION: searchParams.get('region') ?? config.S3_REGION,
    S3_ACCESS_KEY_ID: decodeURIComponent(username),
    S3_SECRET_ACCESS_KEY: decodeURIComponent(password),
  }
}

try {
  if (target === '--back') {
    const stays = await stayHere(config)
    console.log(stays ? 'Hier wird wieder geschrieben.' : 'Der Blog ist von hier nicht umgezogen.')
  } else {
    const database = target === undefined ? null : databaseAt(target)
    const media = mediaWord === undefined ? null : mediaAt(mediaWord)
    const { rows, tables, files, former } = await moveBlog(config, { database, media }, new Date())
    if (database) console.log(`${rows} Zeilen aus ${tables} Tabellen kopiert und verglichen: alle gleich.`)
    if (media) console.log(`${files} Dateien kopiert und verglichen: alle gleich.`)
    if (former) console.log(`Was am Ziel lag, liegt daneben: ${former}`)
    const changes = [
      ...(database
        ? [database.DATABASE_URL ? 'DATABASE_URL auf das Ziel' : 'DATABASE_URL leer (SECRET_KEY bleibt)']
        : []),
      ...(media ? [media.S3_BUCKET ? 'S3_ENDPOINT, S3_BUCKET und die Schlüssel' : 'S3_* leer'] : []),
    ]
    console.log(`Jetzt setzen: ${changes.join('; ')}. Dann den Server neu starten.`)
    console.log('Bis dahin wird hier nur gelesen. Doch hier bleiben: npm run move -- --back')
  }
} catch (error) {
  const known = [NotMoved, NotRestored, NotReplaceable].some((kind) => error instanceof kind)
  const line = known ? (error as Error).message : isFullDisk(error) ? NO_ROOM : awayLine(error)
  if (line === null) throw error
  console.error(line)
  process.exitCode = 1
}
