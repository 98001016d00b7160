import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import type { SystemCheck } from '../../contract/system.ts'
import type { LegalSlug } from '../../rules/pages.ts'
import { isTimezone } from '../../rules/site-time.ts'
import { migrations } from '../migrations/migrations.ts'
import { pendingMigrations } from '../platform/db/migrate.ts'
import { getState as getBackups } from '../transfer/backups/backups.service.ts'
import { listStuckMails } from '../people/mail/mail-orders.service.ts'
import { countUnasked } from '../writing/embeds/embeds.service.ts'
import { getLegalPage } from '../writing/pages/pages.service.ts'
import type { Db } from '../platform/db/db.ts'
import { countOtherInstances, NEEDS_SHARED_STORAGE } from '../platform/fleet/instances.ts'
import { keepsFilesOnDisk } from '../files/store/open.ts'
import { StoreUnreachable } from '../platform/file-store.ts'
import { isFullDisk } from '../platform/full-disk.ts'
import { lateness, listJobRuns, PULSE_JOB, SKEW_MS } from '../platform/job.ts'
import { countMedia, pictureSizes } from '../writing/media/media.service.ts'
import { feedHealth } from '../desk/subscriptions/subscriptions.service.ts'
import type { Caller } from '../platform/caller.ts'
import { missingInDomain } from '../readers/newsletter/mail-domain.service.ts'
import { newId } from '../platform/ids.ts'
import { createMailer } from '../platform/mail.ts'
import type { Runtime } from '../platform/runtime.ts'
import { readSettings } from '../settings/settings.service.ts'
import { counted } from '../../rules/counted.ts'
import { quoted } from '../../rules/quoted.ts'

type Finding = { ok: boolean; message: string; warning?: true; since?: string | null; page_id?: string | null }
type Probe = { key: SystemCheck['key']; title: string; look: (runtime: Runtime, caller: Caller) => Promise<Finding> }

const PULSE_LATE_SECONDS = 120
const DISK_LOW_BYTES = 500 * 1024 * 1024

const CLOCK_ADVICE = 'Bitte die Uhrzeit des Servers prüfen.'

const well = (message: string): Finding => ({ ok: true, message })
const ill = (message: string, since: string | null = null): Finding => ({ ok: false, message, since })
const warn = (message: string, since: string | null = null): Finding => ({ ...ill(message, since), warning: true })

const PROBES: readonly Probe[] = [
  { key: 'database', title: 'Datenbank', look: probeDatabase },
  { key: 'migrations', title: 'Datenbankschema', look: probeMigrations },
  { key: 'storage', title: 'Storage', look: probeStorage },
  { key: 'disk', title: 'Speicherplatz', look: probeDisk },
  { key: 'scheduler', title: 'Zeitplaner', look: probeScheduler },
  { key: 'jobs', title: 'Hintergrundaufgaben', look: probeJobs },
  { key: 'pictures', title: 'Bildgrößen', look: probePictures },
  { key: 'embeds', title: 'Einbettungen', look: probeEmbeds },
  { key: 'alternative_texts', title: 'Alternativtexte', look: probeAlternativeTexts },
  { key: 'feeds', title: 'Feeds', look: probeFeeds },
  { key: 'backups', title: 'Sicherung', look: probeBackups },
  { key: 'mail', title: 'E-Mail', look: probeMail },
  { key: 'timezone', title: 'Zeitzone', look: probeTimezone },
  { key: 'impressum', title: 'Impressum', look: ({ db }) => probeLegal(db, 'impressum') },
  { key: 'datenschutz', title: 'Datenschutz', look: ({ db }) => probeLegal(db, 'datenschutz') },
  { key: 'session', title: 'Anmeldung', look: async (_runtime, caller) => well(`Angemeldet als ${caller.email}`) },
]

/** Runs all checks concurrently; one that throws is not ok and shows its message (SYS-2). */
export async function runChecks(runtime: Runtime, caller: Caller): Promise<SystemCheck[]> {
  return Promise.all(
    PROBES.map(async ({ key, title, look }) => {
      const finding = await look(runtime, caller).catch((error: unknown) => ill(reasonOf(error)))
      return { key, title, warning: false, since: null, page_id: null, ...finding }
    }),
  )
}

/** The reason in German if known, else the system's message. */
function reasonOf(error: unknown): string {
  if (isFullDisk(error)) return 'Kein Speicherplatz mehr frei: Es kann nichts geschrieben werden. Bitte Platz schaffen.'
  if (error instanceof StoreUnreachable)
    return `Die Dateiablage ist nicht erreichbar: ${error.cause instanceof Error ? error.cause.message : String(error.cause)}`
  return error instanceof Error ? error.message : String(error)
}

async function probeDatabase({ db }: Runtime): Promise<Finding> {
  await sql`select id from articles limit 1`.execute(db)
  return well('Verbindung erfolgreich')
}

async function probeMigrations({ db }: Runtime): Promise<Finding> {
  const pending = await pendingMigrations(db, migrations)
  return pending.length === 0 ? well('Auf dem neuesten Stand') : ill(`Ausstehend: ${pending.join(', ')}`)
}

/** Checks for instances that do not share this one's disk; writes, reads and deletes a test object. */
async function probeStorage({ files, config, db }: Runtime): Promise<Finding> {
  if (keepsFilesOnDisk(config) && (await countOtherInstances(db)) > 0) return ill(NEEDS_SHARED_STORAGE)
  const name = `system-check/${newId()}`
  const bytes = Buffer.from(name)
  await files.put(name, bytes)
  try {
    const stored = await files.get(name)
    if (stored?.size !== bytes.byteLength) return ill('Ein geschriebenes Objekt ließ sich nicht lesen')
  } finally {
    await files.remove(name)
  }
  return well('Storage bereit')
}

async function probeDisk({ config }: Runtime): Promise<Finding> {
  const { bavail, bsize } = await statfs(config.dataDir)
  const free = bavail * bsize
  const words = `${(free / 1024 ** 3).toLocaleString('de-DE', { maximumFractionDigits: 1 })} GB frei`
  return free > DISK_LOW_BYTES
    ? well(words)
    : ill(`Nur noch ${words}. Bitte Platz schaffen, sonst scheitert das Speichern.`)
}

async function probeScheduler(runtime: Runtime): Promise<Finding> {
  const pulse = (await listJobRuns(runtime)).find((run) => run.name === PULSE_JOB)?.last_finished_at
  if (!pulse) return ill('Läuft noch nicht. Kurz nach einem Start ist das normal.')
  const seconds = Math.round((runtime.clock().getTime() - Date.parse(pulse)) / 1000)
  if (seconds * 1000 < -SKEW_MS)
    return ill(`Der letzte Puls liegt ${-seconds} s in der Zukunft: Die Uhr des Servers ging vor. ${CLOCK_ADVICE}`)
  return seconds <= PULSE_LATE_SECONDS
    ? well(`Läuft, zuletzt vor ${Math.max(0, seconds)} s`)
    : ill(`Steht seit ${seconds} s. Geplante Artikel erscheinen nicht. Bitte den Server neu starten.`, pulse)
}

async function probeJobs(runtime: Runtime): Promise<Finding> {
  const runs = await listJobRuns(runtime)
  const now = runtime.clock()
  const faults = runs.flatMap((run) => (run.last_error ? `${run.name}: ${run.last_error}` : []))
  const zone = (await readSettings(runtime.db)).effective_timezone
  for (const job of runtime.schedule) {
    const run = runs.find(({ name }) => name === job.name)
    const late = run && lateness(job, run, now)
    if (!late || !run.last_started_at) continue
    const at = new Date(run.last_started_at).toLocaleString('de-DE', { timeZone: zone })
    faults.push(
      late === 'ahead'
        ? `${job.name}: Der letzte Lauf liegt in der Zukunft (${at}). ${CLOCK_ADVICE}`
        : `${job.name}: Überfällig, der letzte Lauf war am ${at}.`,
    )
  }
  return faults.length === 0 ? well('Keine Fehler beim letzten Lauf') : ill(faults.join('; '))
}

/** Progress of the job that makes smaller pictures (RUL-51). */
async function probePictures({ db }: Runtime): Promise<Finding> {
  const { total, waiting, failed } = await pictureSizes(db)
  const done = (count: number) => count.toLocaleString('de-DE')
  if (failed > 0) {
    const many = failed === 1 ? '1 Bild lässt' : `${done(failed)} Bilder lassen`
    return ill(`${many} sich nicht verkleinern. Leser laden es in voller Größe. Bitte in der Mediathek ersetzen.`)
  }
  if (waiting === 0) return well('Alle Bilder liegen in passenden Größen vor')
  return well(
    `${done(total - waiting)} von ${counted(total, 'Bild', 'Bildern')} liegen in passenden Größen vor, die übrigen folgen`,
  )
}

/** Embeds waiting for their title and picture, as many do after an import (RUL-49). */
async function probeEmbeds({ db }: Runtime): Promise<Finding> {
  const waiting = await countUnasked(db)
  if (waiting === 0) return well('Keine wartet auf Titel und Bild')
  return well(`${counted(waiting, 'Einbettung wartet', 'Einbettungen warten')} auf Titel und Bild`)
}

/** Pictures that screen readers skip. */
async function probeAlternativeTexts({ db }: Runtime): Promise<Finding> {
  const { all, no_alt: missing } = await countMedia(db)
  if (missing === 0) return well(all === 0 ? 'Noch keine Bilder' : 'Jedes Bild hat einen')
  return warn(
    `${counted(missing, 'Bild hat', 'Bilder haben')} keinen Alternativtext. Vorlesegeräte überspringen sie, Suchmaschinen auch.`,
  )
}

/** Subscribed feeds and the oldest series of faults (RUL-106). */
async function probeFeeds({ db }: Runtime): Promise<Finding> {
  const { feeds, broken, failing_since: since } = await feedHealth(db)
  if (feeds === 0) return well('Keine abonniert')
  if (broken === 0) return well(`${counted(feeds, 'Feed wird', 'Feeds werden')} abgerufen`)
  return warn(`${counted(broken, 'Feed lässt', 'Feeds lassen')} sich nicht abrufen.`, since)
}

/** Age and size of the newest backup, and whether it can be restored (RUL-55). */
async function probeBackups(runtime: Runtime): Promise<Finding> {
  const { schedule, failure, lacks, rehearsal, items } = await getBackups(runtime)
  const [newest] = items
  if (failure) return ill(`Die letzte Sicherung ist fehlgeschlagen: ${failure.message}`, failure.at)
  if (lacks !== null) return ill(`Die letzte Sicherung ist unvollständig. ${lacks}`, newest?.at)
  if (!newest) return warn('Es gibt noch keine Sicherung. Unter Einstellungen, Sicherung, lässt sich eine anlegen.')
  const hours = Math.max(0, Math.floor((runtime.clock().getTime() - Date.parse(newest.at)) / 3_600_000))
  const age = hours < 48 ? `${hours} ${hours === 1 ? 'Stunde' : 'Stunden'}` : `${Math.floor(hours / 24)} Tage`
  const size = (newest.size / 1024 ** 2).toLocaleString('de-DE', { maximumFractionDigits: 1 })
  const words = `Die neueste ist ${age} alt und ${size} MB groß`
  if (rehearsal && !rehearsal.ok)
    return ill(`${words}. Die Probe der Wiederherstellung schlug fehl: ${rehearsal.message}`)
  const late = { daily: 50, weekly: 9 * 24, off: 30 * 24 }[schedule]
  if (hours > late) return warn(`${words}. Das ist zu alt.`, newest.at)
  return well(
    rehearsal ? `${words}; die Wiederherstellung ist geprobt` : `${words}; geprobt wird sie innerhalb einer Stunde`,
  )
}

/** Connects and signs in to the mail server, and names unsent mails. */
async function probeMail({ config, db }: Runtime): Promise<Finding> {
  const mailer = createMailer(config)
  if (!mailer) return well('Nicht eingerichtet. Konten werden ohne E-Mail bestätigt.')
  const stuck = await listStuckMails(db)
  const waiting =
    stuck && `${stuck.count === 1 ? 'Eine E-Mail wartet' : `${stuck.count} E-Mails warten`}: ${stuck.error}`
  try {
    await mailer.check()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return ill([`${mailer.place} ist nicht erreichbar: ${reason}`, waiting].filter(Boolean).join('. '))
  }
  if (waiting) return ill(waiting)
  const missing = await missingInDomain({ db, config })
  return missing ? warn(missing) : well(`Verbindung zu ${mailer.place} steht`)
}

/** A German site needs both legal pages, filled in and public (RUL-48). */
async function probeLegal(db: Db, slug: LegalSlug): Promise<Finding> {
  const { id, state, blanks } = await getLegalPage(db, slug)
  const toMend = (message: string): Finding => ({ ...warn(message), page_id: id })
  const left = blanks === 1 ? 'Eine Lücke wartet' : `${blanks} Lücken warten`
  const todo = blanks === 0 ? '' : ` ${left} auf Ihre Angaben.`
  if (state === 'missing') return warn('Die Seite fehlt. Bitte legen Sie sie unter Einstellungen, Seiten an.')
  if (state === 'draft') return toMend(`Noch nicht veröffentlicht.${todo}`)
  return blanks === 0 ? well('Veröffentlicht, ohne Lücken') : toMend(`Veröffentlicht, aber unvollständig.${todo}`)
}

async function probeTimezone({ db }: Runtime): Promise<Finding> {
  const { timezone, effective_timezone: zone } = await readSettings(db)
  if (timezone.trim() === '') return well(`${zone} (Voreinstellung)`)
  return isTimezone(timezone.trim())
    ? well(zone)
    : ill(`${quoted(timezone)} ist unbekannt, verwendet wird ${zone}. Bitte in den Einstellungen berichtigen.`)
}
