import { resetPassword } from '../people/auth/reset-password.service.ts'
import { enterOrExit } from '../transfer/backups/entering.service.ts'
import { readConfig } from '../config.ts'
import { openDatabase } from '../platform/db/db.ts'

/** `npm run reset-password -- EMAIL [--remove-factors]`: prints a new password for an account (RUL-11). */
const [email, ...options] = process.argv.slice(2)
const unknown = options.filter((option) => option !== '--remove-factors')
if (!email || email.startsWith('-') || unknown.length > 0) {
  console.error('Aufruf: npm run reset-password -- EMAIL [--remove-factors]')
  process.exit(2)
}
const config = readConfig()
await enterOrExit(config, { writes: true })
const db = await openDatabase(config)
const removeFactors = options.length > 0
const password = await resetPassword(db, email, { now: new Date(), removeFactors })
await db.destroy()
if (password === null) {
  console.error(`Es gibt kein Konto mit der Adresse ${email}.`)
  process.exit(1)
}
console.log(`Neues Passwort für ${email}: ${password}\nAlle Sitzungen dieses Kontos sind beendet.`)
if (removeFactors) console.log('Seine zweiten Faktoren und Wiederherstellungscodes sind entfernt.')
