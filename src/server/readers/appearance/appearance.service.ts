import { ApiError } from '../../../contract/errors.ts'
import {
  type AppearanceChoices,
  type AppearanceRecord,
  IDENTITY_PICTURES,
  type IdentityPictureName,
  type RemovedCss,
  type UpdateAppearance,
} from '../../../contract/appearance.ts'
import { accentOf, OWN_ACCENT } from '../../../rules/accent.ts'
import { cleanImage } from '../../files/pictures/clean-image.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { lockFor } from '../../platform/db/locks.ts'
import { announce, inTransaction } from '../../platform/db/transaction.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { spoolFolder, type Spooled } from '../../files/spool.ts'
import { WorkerFault } from '../../platform/workers/worker-order.ts'
import { runInWorker, workerJob } from '../../platform/workers/worker-pool.ts'
import { getChoices, getCss, putAppearance } from './appearance.queries.ts'
import type { run } from './custom-css.job.ts'
import { identityCss } from './identity-css.ts'
import { bytesOf, hashOf, ICON_SIZES, iconName, toIcons, toIdentityPicture } from './identity-pictures.ts'

export { APPEARANCE_ID } from './appearance.queries.ts'
export { iconName } from './identity-pictures.ts'

const CLEAN = workerJob<typeof run>(new URL('./custom-css.job.ts', import.meta.url))

type StoredPicture = { file: string; width: number; height: number; filename: string }

/** What every page needs to know of how the site looks: small, and read with the settings. */
export type Appearance = Omit<AppearanceChoices, 'custom_css'> & {
  pictures: Partial<Record<IdentityPictureName, StoredPicture>>
  /** Names the icons made of favicon or logo; null for the product's own. */
  icons: string | null
  /** Of the CSS readers get; empty for none. */
  css_hash: string
}

export const UNCHOSEN: Appearance = {
  accent: null,
  pairing: 'buch',
  landing: 'aufmacher',
  navigation: [],
  footer: [],
  pictures: {},
  icons: null,
  css_hash: '',
}

/** How the site looks. */
export async function readAppearance(db: Db): Promise<Appearance> {
  const choices = await getChoices(db)
  return choices === null ? UNCHOSEN : { ...UNCHOSEN, ...(JSON.parse(choices) as Partial<Appearance>) }
}

/** Everything there is to know of how the site looks, with what became of accent and CSS. */
export async function getAppearance(db: Db): Promise<AppearanceRecord> {
  const appearance = await readAppearance(db)
  const { custom_css } = await getCss(db)
  return toRecord(appearance, custom_css)
}

/** How the site looks, with everything that changes it kept away until the transaction ends. */
export async function holdAppearance(tx: Tx): Promise<Appearance> {
  await lockFor(tx, 'record:appearance')
  return readAppearance(tx)
}

/** Saves the choices given; CSS that may not stay is left out of what readers get, never out of what was typed. */
export async function saveAppearance(db: Db, input: UpdateAppearance): Promise<AppearanceRecord> {
  await writeAppearance(db, input, await prepareAppearance(input))
  return getAppearance(db)
}

type Prepared = { css: string | null }

/** What has to be known of choices before they are written: CSS is read by a worker, which no transaction waits for. */
export async function prepareAppearance({ custom_css }: UpdateAppearance): Promise<Prepared> {
  return { css: custom_css === undefined ? null : (await cleanedCss(custom_css)).css }
}

/** Writes choices that are prepared, in the caller's transaction where there is one. */
export async function writeAppearance(db: Db, input: UpdateAppearance, { css: cleaned }: Prepared): Promise<void> {
  const { custom_css, ...choices } = input
  await change(db, async (tx, former) => {
    const css = custom_css === undefined || cleaned === null ? await getCss(tx) : { custom_css, shown_css: cleaned }
    const css_hash = css.shown_css === '' ? '' : hashOf(css.shown_css)
    return { appearance: { ...former, ...choices, css_hash }, css }
  })
}

/** How the site would look with these choices, and the rules that would make it so. */
export async function drafted(
  db: Db,
  input: UpdateAppearance,
): Promise<{ appearance: Appearance; css: string } & Pick<AppearanceRecord, 'accent_shown' | 'custom_css_removed'>> {
  const { custom_css, ...choices } = input
  const appearance = { ...(await readAppearance(db)), ...choices }
  const cleaned = await cleanedCss(custom_css ?? (await getCss(db)).custom_css)
  return {
    appearance,
    css: identityCss(appearance) + cleaned.css,
    accent_shown: shownAccent(appearance.accent),
    custom_css_removed: cleaned.removed,
  }
}

type PictureRuntime = Pick<Runtime, 'db' | 'files' | 'config'>

type NewPicture = {
  name: IdentityPictureName
  file: Spooled
  filename: string
  /** It was made by another blog of ours, in the size pages show it in. */
  isOurs?: boolean
  /** The file that is to give way, null for none: 409 `version_conflict` where another one is in its place by now. */
  former?: string | null
  also?: Also
}

/** What belongs to a picture, in the transaction that puts it in its place under the name of its file. */
type Also = (tx: Tx, file: string) => Promise<void>

/** Puts a picture of the site's own in its place; errors of `cleanImage`. A logo is the favicon, too, until there is one. */
export async function setPicture(
  runtime: PictureRuntime,
  { name, file, filename, isOurs = false, former, also }: NewPicture,
): Promise<AppearanceRecord> {
  const { files, config } = runtime
  const image = await cleanImage(file, filename, spoolFolder(config.dataDir))
  try {
    // One of ours is decoded from what it was, so that its pixels stay the same.
    const picture = await toIdentityPicture(isOurs ? file.path : image.path, name)
    await files.put(storedAs(picture.name), picture.bytes)
    const { width, height } = picture
    return await changePictures(
      runtime,
      { [name]: { file: picture.name, width, height, filename } },
      { former, also: (tx) => also?.(tx, picture.name) },
    )
  } finally {
    await image.discard()
  }
}

/** Takes a picture of the site's own away; with `former` only that file, 409 `version_conflict` where it is another one by now. */
export async function removePicture(
  runtime: PictureRuntime,
  name: IdentityPictureName,
  { former }: { former?: string } = {},
): Promise<AppearanceRecord> {
  return changePictures(runtime, { [name]: undefined }, { former })
}

/** The rules of the address a page names, with whether it is the present one (and may be kept for ever). */
export async function readSheet(db: Db, hash: string): Promise<{ css: string; current: boolean }> {
  const appearance = await readAppearance(db)
  const { shown_css } = await getCss(db)
  return { css: identityCss(appearance) + shown_css, current: sheetHash(appearance) === hash }
}

/** What names the rules of a site in an address; null where it needs none. */
export function sheetHash(appearance: Appearance): string | null {
  const own = identityCss(appearance)
  return own === '' && appearance.css_hash === '' ? null : hashOf(own + appearance.css_hash)
}

/** A file of the identity by its name, or null for one that is not (any more) a part of it. */
export async function readIdentityFile({ db, files }: Pick<Runtime, 'db' | 'files'>, name: string) {
  return namesOf(await readAppearance(db)).includes(name) ? files.get(storedAs(name)) : null
}

/** Under which name the store keeps a file of the identity. */
export const storedAs = (name: string) => `identity/${name}`

/** Changes which pictures there are, with the icons made of them, and removes the files nothing names any more. */
async function changePictures(
  { db, files }: Pick<Runtime, 'db' | 'files'>,
  pictures: Partial<Record<IdentityPictureName, StoredPicture | undefined>>,
  { former: expected, also }: { former?: string | null | undefined; also?: (tx: Tx) => Promise<void> | undefined },
): Promise<AppearanceRecord> {
  for (;;) {
    const sign = signOf({ ...(await readAppearance(db)).pictures, ...pictures })
    const found = sign && (await files.get(storedAs(sign)))
    const icons = found ? await toIcons(await bytesOf(found.stream())) : null
    for (const { name, bytes } of icons?.files ?? []) await files.put(storedAs(name), bytes)
    let unused: string[] = []
    const record = await change(db, async (tx, former) => {
      const isOther = IDENTITY_PICTURES.some(
        (name) => name in pictures && (former.pictures[name]?.file ?? null) !== expected,
      )
      if (expected !== undefined && isOther) throw new ApiError('version_conflict')
      const next = { ...former, pictures: { ...former.pictures, ...pictures }, icons: icons?.hash ?? null }
      // Somebody else has changed the other picture meanwhile: the icons are made anew.
      if (signOf(next.pictures) !== sign) return null
      await also?.(tx)
      unused = namesOf(former).filter((name) => !namesOf(next).includes(name))
      return { appearance: next, css: await getCss(tx) }
    })
    if (!record) continue
    for (const name of unused) await files.remove(storedAs(name))
    return record
  }
}

/** The file icons are made of. */
function signOf({ favicon, logo }: Appearance['pictures']): string | undefined {
  return (favicon ?? logo)?.file
}

function namesOf({ pictures, icons }: Appearance): string[] {
  const own = IDENTITY_PICTURES.flatMap((name) => pictures[name]?.file ?? [])
  return icons === null ? own : [...own, ...ICON_SIZES.map((size) => iconName(size, icons))]
}

type Css = { custom_css: string; shown_css: string }

type Changed = { appearance: Appearance; css: Css }

/** One change at a time, each on what the one before left; null where `work` finds that nothing may be changed. */
async function change(
  db: Db,
  work: (tx: Tx, former: Appearance) => Promise<Changed | null>,
): Promise<AppearanceRecord | null> {
  const changed = await inTransaction(db, async (tx) => {
    const next = await work(tx, await holdAppearance(tx))
    if (next === null) return null
    await putAppearance(tx, { choices: JSON.stringify(next.appearance), ...next.css })
    await announce(tx, { noun: 'appearance', id: 'appearance', verb: 'updated' })
    return next
  })
  return changed && toRecord(changed.appearance, changed.css.custom_css)
}

async function toRecord(appearance: Appearance, custom_css: string): Promise<AppearanceRecord> {
  const { accent, pairing, landing, navigation, footer, pictures } = appearance
  const { removed } = await cleanedCss(custom_css)
  const shown = Object.fromEntries(
    IDENTITY_PICTURES.map((name) => {
      const picture = pictures[name]
      return [name, picture ? { ...picture, url: `/site/${picture.file}` } : null]
    }),
  ) as Pick<AppearanceRecord, IdentityPictureName>
  return {
    ...{ accent, pairing, landing, navigation, footer, custom_css },
    accent_shown: shownAccent(accent),
    custom_css_removed: removed,
    ...shown,
  }
}

function shownAccent(accent: string | null): AppearanceRecord['accent_shown'] {
  return accentOf(accent ?? OWN_ACCENT)
}

/** What readers get of typed CSS; nothing of what nobody could read within a worker's limits. */
async function cleanedCss(typed: string): Promise<{ css: string; removed: RemovedCss[] }> {
  if (typed.trim() === '') return { css: '', removed: [] }
  try {
    return await runInWorker('saves', CLEAN, typed)
  } catch (fault) {
    if (!(fault instanceof WorkerFault) || fault.code === 'busy') throw fault
    return { css: '', removed: [{ line: 1, what: 'Das Ganze ist zu verschachtelt' }] }
  }
}
