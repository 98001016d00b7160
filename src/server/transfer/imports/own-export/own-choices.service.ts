import { appearanceInput } from '../../../../contract/appearance.ts'
import { settingsInput, type UpdateSettings } from '../../../../contract/settings.ts'
import {
  APPEARANCE_ID,
  getAppearance,
  holdAppearance,
  prepareAppearance,
  UNCHOSEN,
  writeAppearance,
} from '../../../readers/appearance/appearance.service.ts'
import { USUAL_PODCAST_CATEGORY } from '../../../../rules/podcast-categories.ts'
import { APPEARANCE_FIELDS, SETTINGS_FIELDS } from '../../export/record-files.ts'
import { takeBack } from '../../../platform/bulk.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { Caller } from '../../../platform/caller.ts'
import { holdSettings, readSettings, saveSettings, SETTINGS_ID } from '../../../settings/settings.service.ts'
import { said, type ImportRuntime, type Outcome, type Writing } from '../attempt.ts'
import {
  hasOwnTexts,
  keepRecord,
  lockImport,
  recordOfItem,
  settleItem,
  updateItem,
  type ImportRow,
  type ItemRow,
} from '../imports.queries.ts'
import type { OwnFields } from './own-lists.ts'
import { markOf } from './own-records.queries.ts'

/** Defaults of a blog: an import changes only these. */
const UNSET = {
  site_title: '',
  site_description: '',
  author_name: '',
  base_url: '',
  timezone: '',
  visibility: 'öffentlich',
  public_date_format: 'MMMM d, yyyy',
  reader_theme: 'dark',
  verification: [],
  profiles: [],
  security_contact: '',
  formulas: false,
  podcast_category: USUAL_PODCAST_CATEGORY,
  comments: 'off',
  comments_close_days: null,
  comment_words: '',
}
const NAMES: Record<string, string> = {
  site_title: 'der Titel',
  site_description: 'die Beschreibung',
  author_name: 'der Autorenname',
  base_url: 'die Adresse',
  timezone: 'die Zeitzone',
  visibility: 'die Sichtbarkeit',
  registration: 'die Registrierung',
  public_date_format: 'das Datumsformat',
  reader_theme: 'die Darstellung für Leser',
  verification: 'die Bestätigungen für Dienste',
  profiles: 'die Profile',
  security_contact: 'der Kontakt für Sicherheitslücken',
  formulas: 'die Formeln',
  podcast_category: 'die Kategorie des Podcasts',
  comments: 'die Kommentare',
  comments_close_days: 'das Schließen der Kommentare',
  comment_words: 'die Wörter des Filters',
  accent: 'die Akzentfarbe',
  pairing: 'die Schriften',
  landing: 'die Startseite',
  navigation: 'die Navigation',
  footer: 'die Fußzeile',
  custom_css: 'das eigene CSS',
}

/** Fields that are unchanged, imported, or already set here. */
function partedFields(wanted: OwnFields, stored: OwnFields, unset: OwnFields) {
  const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
  const others = Object.keys(wanted).filter(
    (field) => wanted[field] !== undefined && !same(wanted[field], stored[field]),
  )
  const taken = others.filter((field) => same(stored[field], unset[field]))
  const reasons = others
    .filter((field) => !taken.includes(field))
    .map((field) => `Hier ist schon etwas gewählt und bleibt: ${NAMES[field] ?? field}.`)
  const pick = (from: OwnFields) => Object.fromEntries(taken.map((field) => [field, from[field]]))
  return { isSame: taken.length === 0, changes: pick(wanted), before: pick(stored), reasons }
}

/** Imports the settings of our own export, where they have their defaults. Registration is never opened by a file. */
export async function writeSettings(
  tx: Tx,
  { row, item, runtime, isFirst }: Writing,
  facts: OwnFields,
): Promise<Outcome | 'apart'> {
  if (!isFirst) return 'apart'
  await holdSettings(tx)
  const { registration, ...fields } = only(facts, SETTINGS_FIELDS)
  const closes = registration !== 'offen'
  const read = settingsInput.safeParse({ ...fields, ...(closes && { registration }) })
  if (!read.success) return refused(read.error.issues)
  const stored = await settingsOf(tx)
  const unset = { ...UNSET, registration: runtime.config.REGISTRATION }
  const { isSame, changes, before, reasons } = partedFields(read.data, stored, unset)
  if (!closes && stored.registration !== registration) reasons.push('Die offene Registrierung wird nicht übernommen.')
  if (isSame) return { outcome: 'unchanged', reasons }
  if (row.dry_run === 1) return { outcome: 'updated', reasons }
  await saveSettings(tx, changes as UpdateSettings, { caller: owner(row), now: runtime.clock() })
  await keepRecord(tx, {
    ...{ source: row.source ?? '', kind: item.kind, source_id: item.source_id },
    ...{ noun: 'settings', record_id: SETTINGS_ID, version: markOf(await settingsOf(tx)) },
  })
  return { outcome: 'updated', noun: 'settings', record_id: SETTINGS_ID, before: JSON.stringify(before), reasons }
}

/**
 * Imports title, description and author of a source's blog, where they are unset and every text came from an import.
 */
export async function writeBlogFacts(tx: Tx, writing: Writing, facts: OwnFields): Promise<Outcome | 'apart'> {
  if (await hasOwnTexts(tx))
    return { outcome: 'skipped', reasons: ['Titel, Beschreibung und Autor kommen nur in einen leeren Blog mit.'] }
  return writeSettings(tx, writing, facts)
}

/** Undoes the settings of an item. */
export async function undoSettings(tx: Tx, item: ItemRow, now: Date) {
  await holdSettings(tx)
  const record = await recordOfItem(tx, item)
  return takeBack(await settingsOf(tx), {
    isUnchanged: (stored) => markOf(stored) === record?.version,
    restore: async () => {
      const caller = owner({ author_id: null })
      await saveSettings(tx, JSON.parse(item.before ?? '{}') as UpdateSettings, { caller, now })
    },
  })
}

/** Imports the appearance of our own export, where it has its defaults. */
export async function writeChoices(
  { db }: ImportRuntime,
  row: ImportRow,
  item: ItemRow,
  facts: OwnFields,
): Promise<boolean> {
  const read = appearanceInput.safeParse(only(facts, [...APPEARANCE_FIELDS, 'custom_css']))
  if (!read.success) {
    const { outcome, reasons = [] } = refused(read.error.issues)
    return settleItem(db, item, { outcome, reason: said(item, ...reasons) })
  }
  const prepared = await prepareAppearance(read.data)
  return inTransaction(
    db,
    async (tx) => {
      if ((await lockImport(tx, row.id))?.state !== 'running') return false
      await holdAppearance(tx)
      const unset = { ...only(UNCHOSEN, APPEARANCE_FIELDS), custom_css: '' }
      const { isSame, changes, before, reasons } = partedFields(read.data, await choicesOf(tx), unset)
      const settle = (values: Partial<ItemRow>) => settleItem(tx, item, { ...values, reason: said(item, ...reasons) })
      if (isSame) return settle({ outcome: 'unchanged' })
      if (row.dry_run === 1) return settle({ outcome: 'updated' })
      await writeAppearance(tx, changes, prepared)
      await keepRecord(tx, {
        ...{ source: row.source ?? '', kind: item.kind, source_id: item.source_id },
        ...{ noun: 'appearance', record_id: APPEARANCE_ID, version: markOf(await choicesOf(tx)) },
      })
      const record = { noun: 'appearance', record_id: APPEARANCE_ID, before: JSON.stringify(before) }
      return settle({ outcome: 'updated', ...record })
    },
    { quiet: true },
  )
}

/** Undoes the appearance of an item. The item reports the reason `changed` where it was changed since. */
export async function undoChoices(db: Db, item: ItemRow, changed: string): Promise<void> {
  const before = JSON.parse(item.before ?? '{}') as Parameters<typeof prepareAppearance>[0]
  const prepared = await prepareAppearance(before)
  await inTransaction(db, async (tx) => {
    await holdAppearance(tx)
    const record = await recordOfItem(tx, item)
    const outcome = await takeBack(await choicesOf(tx), {
      isUnchanged: (stored) => markOf(stored) === record?.version,
      restore: () => writeAppearance(tx, before, prepared),
    })
    const reason = outcome === 'changed' && { reason: said({ reasons: item.reason }, changed) }
    await updateItem(tx, item, { undone: 1, ...reason })
  })
}

async function settingsOf(db: Db): Promise<OwnFields> {
  return only(await readSettings(db), SETTINGS_FIELDS)
}

async function choicesOf(db: Db): Promise<OwnFields> {
  return only(await getAppearance(db), [...APPEARANCE_FIELDS, 'custom_css'])
}

function only(from: object, names: readonly string[]): OwnFields {
  return Object.fromEntries(names.map((name) => [name, (from as OwnFields)[name]]))
}

function refused(issues: readonly { path: PropertyKey[]; message: string }[]): Outcome {
  const [issue] = issues
  const field = String(issue?.path[0] ?? '')
  return { outcome: 'skipped', reasons: [`Nicht übernommen, ${NAMES[field] ?? field}: ${issue?.message}.`] }
}

/** Imports are for owners (RUL-53). */
function owner({ author_id }: Pick<ImportRow, 'author_id'>): Caller {
  return { userId: author_id, role: 'owner' } as Caller
}
