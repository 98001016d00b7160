// `npm run seed`: fills an empty database with a lively demo blog. `-- --articles 100000` for scale, `-- --reset` to make it
// again. Exit code 1 when nothing was done.
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { enterOrExit } from '../src/server/transfer/backups/entering.service.ts'
import { readConfig } from '../src/server/config.ts'
import { openDatabase } from '../src/server/platform/db/db.ts'
import { HalfwaySchema } from '../src/server/platform/db/migrate.ts'
import { openFiles } from '../src/server/files/store/open.ts'
import { ownAddress } from '../src/server/platform/own-address.ts'
import type { Person } from '../src/demo/seed/accounts.ts'
import { isInUse } from '../src/server/transfer/database/sqlite-lock.ts'
import { seedDatabase, type SeedResult } from '../src/demo/seed/seed-database.ts'

const MOST = 1_000_000
const STANDINGS: Record<Person['standing'], string> = {
  owner: 'Inhaberin',
  approved: 'Redaktion',
  pending: 'wartet auf Freigabe',
}

// A hundred thousand articles leave much garbage behind; the seed would rather collect it than grow.
setFlagsFromString('--optimize-for-size')

process.exitCode = await main()

async function main(): Promise<number> {
  const options = readOptions()
  if (!options) {
    console.error(`Aufruf: npm run seed [-- --articles ANZAHL (1 bis ${MOST.toLocaleString('de')})] [-- --reset]`)
    return 1
  }
  const config = readConfig()
  if (!config.DATABASE_URL && isInUse(config.dataDir)) {
    console.error(
      'Auf dieser Datenbank läuft gerade ein Server; er zeigte danach veraltete Seiten.\nBitte beenden Sie ihn und starten Sie den Seed noch einmal.',
    )
    return 1
  }
  await enterOrExit(config, { writes: true })
  const started = performance.now()
  const db = await openDatabase(config)
  try {
    const files = await openFiles(config)
    const result = await seedDatabase({
      config,
      db,
      files,
      now: new Date(),
      ...options,
      tell: (line) => console.log(line),
    })
    return report(result, { seconds: (performance.now() - started) / 1000, signIn: `${ownAddress(config)}/auth` })
  } catch (error) {
    if (!(error instanceof HalfwaySchema)) throw error
    console.error(error.message)
    return 1
  } finally {
    await db.destroy()
  }
}

function readOptions(): { articles?: number; reset: boolean } | null {
  try {
    const { values } = parseArgs({
      options: { articles: { type: 'string' }, reset: { type: 'boolean', default: false } },
    })
    if (values.articles === undefined) return { reset: values.reset }
    const articles = Number(values.articles)
    return Number.isInteger(articles) && articles >= 1 && articles <= MOST ? { articles, reset: values.reset } : null
  } catch {
    return null
  }
}

function report(result: SeedResult, { seconds, signIn }: { seconds: number; signIn: string }): number {
  switch (result.outcome) {
    case 'refused': {
      const { accounts, articles } = result.foreign
      console.error(
        `In dieser Datenbank gibt es ${counted(accounts, 'Konto', 'Konten')} und ${counted(articles, 'Artikel', 'Artikel')}, die nicht vom Seed stammen. Es wurde nichts geändert.\n` +
          'Der Seed füllt nur leere Datenbanken: Wählen Sie mit DATA_DIR einen neuen Ordner oder mit DATABASE_URL eine neue Datenbank.',
      )
      return 1
    }
    case 'unfinished':
      console.error('Ein früherer Seed wurde nicht fertig. Bauen Sie die Demodaten neu auf: npm run seed -- --reset')
      return 1
    case 'present':
      console.log(
        `Die Demodaten sind schon da (${counted(result.articles, 'Artikel', 'Artikel')}); es wurde nichts geändert.\nNeu aufbauen: npm run seed -- --reset`,
      )
      return 0
    case 'seeded':
      console.log(
        `\n${counted(result.articles, 'Artikel', 'Artikel')} und ${result.images} Bilder in ${seconds.toLocaleString('de', { maximumFractionDigits: 1 })} Sekunden.`,
      )
      console.log(`\nAnmelden unter ${signIn} (diese Passwörter werden nur dieses eine Mal gezeigt):`)
      for (const { email, password, standing } of result.people)
        console.log(`  ${email.padEnd(44)} ${password}   ${STANDINGS[standing]}`)
      return 0
  }
}

function counted(count: number, one: string, many: string): string {
  return `${count.toLocaleString('de')} ${count === 1 ? one : many}`
}
