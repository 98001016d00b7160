import { ApiError } from '../../../contract/errors.ts'
import {
  type AppearanceChoices,
  type AppearanceRecord,
  IDENTITY_PICTURES,
  type IdentityPictureName,
  type RemovedCss,
  type UpdateAppearance,
} from '../../../contract/appearance.ts'
import type { ReaderTheme } from '../../../contract/settings.ts'
import { accentOf, OWN_ACCENT } from '../../../rules/accent.ts'
import { cleanImage } from '../../files/pictures/clean-image.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { lockFor } from '../../platform/db/locks.ts'
import { announce, inTransaction } from '../../platform/db/transaction.ts'
import type { Runtime } from '../../platform/runtime.ts'
import { spoolFolder, type Spooled } from '../../files/spool.ts'
import { WorkerFault } from '../../platform/workers/worker-order.ts'
import { runInWorker, workerJob } from '../../platform/workers/worker-pool.ts'
import { readSettings } from '../../settings/settings.service.ts'
import { getChoices, getCss, putAppearance } from './appearance.queries.ts'
import type { run } from './custom-css.job.ts'
import { identityCss, themeCss } from './identity-css.ts'
import { orderRemoval } from '../../files/store/guarded-files.ts'
import { bytesOf, hashOf, ICON_SIZES, iconName, toIcons, toIdentityPicture, toLightLogo } from './identity-pictures.ts'

export { APPEARANCE_ID } from './appearance.queries.ts'
export { iconName } from './identity-pictures.ts'

const CLEAN = workerJob<typeof run>(new URL('./custom-css.job.ts', import.meta.url))

type StoredPicture = {
  file: string
  width: number
  height: number
  filename: string
  /** Made from the logo. */ made?: true
}

/** The part of the appearance that every page needs: small, and read with the settings. */
export type Appearance = Omit<AppearanceChoices, 'custom_css'> & {
  pictures: Partial<Record<IdentityPictureName, StoredPicture>>
  /** Name of the icons made from favicon or logo; null for the default icons. */
  icons: string | null
  /** Hash of the CSS sent to readers; empty for none. */
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

/** The appearance of the site. */
export async function readAppearance(db: Db): Promise<Appearance> {
  const choices = await getChoices(db)
  return choices === null ? UNCHOSEN : { ...UNCHOSEN, ...(JSON.parse(choices) as Partial<Appearance>) }
}

/** The whole appearance of the site, with the resulting accent and CSS. */
export async function getAppearance(db: Db): Promise<AppearanceRecord> {
  const appearance = await readAppearance(db)
  const { custom_css } = await getCss(db)
  return toRecord(appearance, custom_css)
}

/** The appearance of the site, locked against changes until the transaction ends. */
export async function holdAppearance(tx: Tx): Promise<Appearance> {
  await lockFor(tx, 'record:appearance')
  return readAppearance(tx)
}

/** Saves the given choices; refused CSS is omitted from what readers get, never from what was typed. */
export async function saveAppearance(db: Db, input: UpdateAppearance): Promise<AppearanceRecord> {
  await writeAppearance(db, input, await prepareAppearance(input))
  return getAppearance(db)
}

type Prepared = { css: string | null }

/** Prepares choices before they are written: CSS is parsed by a worker, which no transaction should wait for. */
export async function prepareAppearance({ custom_css }: UpdateAppearance): Promise<Prepared> {
  return { css: custom_css === undefined ? null : (await cleanedCss(custom_css)).css }
}

/** Writes prepared choices, in the caller's transaction if given. */
export async function writeAppearance(db: Db, input: UpdateAppearance, { css: cleaned }: Prepared): Promise<void> {
  const { custom_css, ...choices } = input
  await change(db, async (tx, former) => {
    const css = custom_css === undefined || cleaned === null ? await getCss(tx) : { custom_css, shown_css: cleaned }
    const css_hash = css.shown_css === '' ? '' : hashOf(css.shown_css)
    return { appearance: { ...former, ...choices, css_hash }, css }
  })
}

/** The appearance with these choices, and its CSS. */
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
  /** It was exported by another installation of this product, in its final size. */
  isOurs?: boolean
  /** The file to be replaced, null for none: 409 `version_conflict` if another one is there by now. */
  former?: string | null
  also?: Also
}

/** Further writes in the transaction that sets a picture under its file name. */
type Also = (tx: Tx, file: string) => Promise<void>

/**
 * Sets a picture of the site; errors of `cleanImage`. A logo is also the favicon until there is one. A dark transparent logo brings a
 * light one for the dark appearance, where the owner has not chosen one.
 */
export async function setPicture(
  runtime: PictureRuntime,
  { name, file, filename, isOurs = false, former, also }: NewPicture,
): Promise<AppearanceRecord> {
  const { files, config } = runtime
  const image = await cleanImage(file, filename, spoolFolder(config.dataDir))
  try {
    // An exported picture is decoded from the original, so that its pixels stay the same.
    const picture = await toIdentityPicture(isOurs ? file.path : image.path, name)
    await files.put(storedAs(picture.name), picture.bytes)
    const { width, height } = picture
    // An import says which logo is the dark one.
    const light = name === 'logo' && former === undefined && !isOurs ? await toLightLogo(picture.bytes) : null
    if (light) await files.put(storedAs(light.name), light.bytes)
    const twin = light && {
      file: light.name,
      width,
      height,
      filename: `Helle Fassung von ${filename}`,
      made: true as const,
    }
    return await changePictures(
      runtime,
      { [name]: { file: picture.name, width, height, filename } },
      { former, also: (tx) => also?.(tx, picture.name), ...(name === 'logo' && former === undefined && { twin }) },
    )
  } finally {
    await image.discard()
  }
}

/** Removes a picture of the site; with `former` only that file, 409 `version_conflict` if it is another one by now. */
export async function removePicture(
  runtime: PictureRuntime,
  name: IdentityPictureName,
  { former }: { former?: string } = {},
): Promise<AppearanceRecord> {
  return changePictures(runtime, { [name]: undefined }, { former, ...(name === 'logo' && { twin: null }) })
}

/** The CSS for the hash in a page's address, and whether it is the present one (then it may be cached for ever). */
export async function readSheet(db: Db, hash: string): Promise<{ css: string; current: boolean }> {
  const appearance = await readAppearance(db)
  const { shown_css } = await getCss(db)
  return { css: identityCss(appearance) + shown_css, current: sheetHash(appearance) === hash }
}

/** Hash of the site's CSS for its address; null without such CSS. */
export function sheetHash(appearance: Appearance): string | null {
  const own = identityCss(appearance)
  return own === '' && appearance.css_hash === '' ? null : hashOf(own + appearance.css_hash)
}

/** The CSS of the owner's default appearance for the hash in a page's address, and whether it is the present one. */
export async function readThemeSheet(db: Db, hash: string): Promise<{ css: string; current: boolean }> {
  const [appearance, { reader_theme: theme }] = await Promise.all([readAppearance(db), readSettings(db)])
  return { css: themeCss(appearance, theme), current: themeHash(appearance, theme) === hash }
}

/** Hash of the CSS of the owner's default appearance for its address; null without such CSS. */
export function themeHash(appearance: Appearance, theme: ReaderTheme): string | null {
  const css = themeCss(appearance, theme)
  return css === '' ? null : hashOf(css)
}

/** A file of the identity by its name, or null if it is not in use. */
export async function readIdentityFile({ db, files }: Pick<Runtime, 'db' | 'files'>, name: string) {
  return namesOf(await readAppearance(db)).includes(name) ? files.get(storedAs(name)) : null
}

/** Object name of an identity file in the store. */
export const storedAs = (name: string) => `identity/${name}`

/**
 * Changes the set of pictures and their icons and deletes files no longer referenced: by an order in the transaction, which a job
 * carries out where this process ends before.
 */
async function changePictures(
  { db, files }: Pick<Runtime, 'db' | 'files'>,
  pictures: Partial<Record<IdentityPictureName, StoredPicture | undefined>>,
  {
    former: expected,
    also,
    twin,
  }: {
    former?: string | null | undefined
    also?: (tx: Tx) => Promise<void> | undefined
    /** The light logo that belongs to the new logo, null for none; absent where the present one stays. */
    twin?: StoredPicture | null
  },
): Promise<AppearanceRecord> {
  for (;;) {
    const present = await readAppearance(db)
    const sign = signOf({ ...present.pictures, ...pictures })
    // Icons of the same picture stay.
    const stays = sign === signOf(present.pictures) && present.icons !== null
    const found = sign && !stays && (await files.get(storedAs(sign)))
    const icons = found ? await toIcons(await bytesOf(found.stream())) : null
    const made = icons?.files.map(({ name }) => name) ?? []
    for (const { name, bytes } of icons?.files ?? []) await files.put(storedAs(name), bytes)
    let unused: string[] = []
    try {
      const record = await change(db, async (tx, former) => {
        const isOther = IDENTITY_PICTURES.some(
          (name) => name in pictures && (former.pictures[name]?.file ?? null) !== expected,
        )
        if (expected !== undefined && isOther) throw new ApiError('version_conflict')
        const stamp = stays ? former.icons : (icons?.stamp ?? null)
        const dark = former.pictures['logo-dark']
        const beside = twin === undefined || (dark && !dark.made) ? {} : { 'logo-dark': twin ?? undefined }
        const next = { ...former, pictures: { ...former.pictures, ...beside, ...pictures }, icons: stamp }
        // A concurrent request changed the other picture: the icons are made again.
        if (signOf(next.pictures) !== sign || (stays && signOf(former.pictures) !== sign)) return null
        await also?.(tx)
        unused = namesOf(former).filter((name) => !namesOf(next).includes(name))
        await orderRemoval(tx, unused.map(storedAs))
        if (twin && !namesOf(next).includes(twin.file)) unused.push(twin.file)
        return { appearance: next, css: await getCss(tx) }
      })
      if (record) return record
    } catch (error) {
      unused.push(...[...Object.values(pictures), twin].flatMap((picture) => picture?.file ?? []))
      throw error
    } finally {
      // Also after a fault, which may have come behind the commit: what is in use decides.
      const named = namesOf(await readAppearance(db))
      for (const name of [...made, ...unused].filter((one) => !named.includes(one))) await files.remove(storedAs(name))
    }
  }
}

/** The source file of the icons. */
function signOf({ favicon, logo }: Appearance['pictures']): string | undefined {
  return (favicon ?? logo)?.file
}

function namesOf({ pictures, icons }: Appearance): string[] {
  const own = IDENTITY_PICTURES.flatMap((name) => pictures[name]?.file ?? [])
  return icons === null ? own : [...own, ...ICON_SIZES.map((size) => iconName(size, icons))]
}

type Css = { custom_css: string; shown_css: string }

type Changed = { appearance: Appearance; css: Css }

/** Changes are serialised, each based on the one before; null when `work` decides that nothing may change. */
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

/** The part of typed CSS that readers get; nothing if it exceeds a worker's limits. */
async function cleanedCss(typed: string): Promise<{ css: string; removed: RemovedCss[] }> {
  if (typed.trim() === '') return { css: '', removed: [] }
  try {
    return await runInWorker('saves', CLEAN, typed)
  } catch (fault) {
    if (!(fault instanceof WorkerFault) || fault.code === 'busy') throw fault
    return { css: '', removed: [{ line: 1, what: 'Das Ganze ist zu verschachtelt' }] }
  }
}
