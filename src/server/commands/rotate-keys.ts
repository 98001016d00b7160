import { rotateKeys } from '../people/auth/sessions/keys.service.ts'
import { openInstallationBox } from '../platform/secret-box.ts'
import { enterOrExit } from '../transfer/backups/entering.service.ts'
import { readConfig } from '../config.ts'
import { openDatabase } from '../platform/db/db.ts'

/** `npm run rotate-keys [-- --at-once]`: a new key for access tokens; `--at-once` when the present one has leaked. */
const options = process.argv.slice(2)
if (options.some((option) => option !== '--at-once')) {
  console.error('Aufruf: npm run rotate-keys [-- --at-once]')
  process.exit(2)
}
const config = readConfig()
await enterOrExit(config, { writes: true })
const db = await openDatabase(config)
const { kid, activeFrom } = await rotateKeys(db, await openInstallationBox(db, config), new Date(), options.length > 0)
await db.destroy()
console.log(
  options.length > 0
    ? `Neuer Schlüssel ${kid}. Ältere Schlüssel gelten spätestens in einer Minute nicht mehr; niemand wird abgemeldet.`
    : `Neuer Schlüssel ${kid}, in Gebrauch ab ${activeFrom.toISOString()}. Der bisherige gilt, bis seine Token abgelaufen sind.`,
)
