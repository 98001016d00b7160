import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { TypePairing } from '../../../../contract/appearance.ts'
import type * as entryServer from '../../../../site/entry-server.tsx'
import type { Assets } from '../../../../site/page-props.ts'

type Renderer = typeof entryServer
type Manifest = Record<string, { file: string }>

/** Addresses of built files; the main stylesheet and the initial fonts depend on the type pairing. */
export type BuiltAssets = Omit<Assets, 'styles' | 'fonts' | 'italics'> & {
  stylesOf: Record<TypePairing, Assets['styles']>
  fontsOf: Record<TypePairing, string[]>
  italicsOf: Record<TypePairing, string>
}

export interface BuiltSite {
  render: Renderer
  assets: BuiltAssets
}

const BUILT = join(import.meta.dirname, '..', '..', '..', '..', '..', 'dist', 'site')
/** The fonts for the first line of every page. */
const SERIF = ['source-serif-4-german.woff2', 'inter-german.woff2']
const FIRST_FONTS: Record<TypePairing, string[]> = {
  buch: SERIF,
  blatt: [...SERIF, 'inter-heading-german.woff2'],
  klar: ['source-sans-3-german.woff2', 'inter-german.woff2'],
}

async function load(): Promise<BuiltSite> {
  const read = async (name: string) => JSON.parse(await readFile(join(BUILT, name), 'utf8')) as Manifest
  const manifest = Object.assign(
    {},
    ...(await Promise.all(['styles', 'preview', 'manifest'].map((name) => read(`${name}.json`)))),
  ) as Manifest
  const address = (match: (source: string) => boolean): string => {
    const source = Object.keys(manifest).find(match)
    if (source === undefined) throw new Error('dist/site does not name all files of the site: npm run build')
    return `/${manifest[source]!.file}`
  }
  const render = (await import(pathToFileURL(join(BUILT, 'entry-server.js')).href)) as Renderer
  const font = (name: string) => address((source) => source.endsWith(`/${name}`))
  const fonts = (names: string[]) => names.map(font)
  const sheet = (name: string) => address((source) => source === `src/styles/site/${name}.css`)
  const sheets = (pairing: TypePairing): Assets['styles'] => ({
    text: sheet(`${pairing}-text`),
    talk: sheet(`${pairing}-talk`),
    front: sheet(`${pairing}-front`),
    steps: sheet(`${pairing}-steps`),
    lists: sheet(`${pairing}-lists`),
  })
  const serifItalics = font('source-serif-4-italic-german.woff2')
  const assets = {
    script: address((source) => source === 'src/site/client.ts'),
    previewScript: address((source) => source === 'src/site/preview-client.ts'),
    players: sheet('players'),
    notes: sheet('notes'),
    stylesOf: { buch: sheets('buch'), blatt: sheets('blatt'), klar: sheets('klar') },
    fontsOf: { buch: fonts(FIRST_FONTS.buch), blatt: fonts(FIRST_FONTS.blatt), klar: fonts(FIRST_FONTS.klar) },
    italicsOf: { buch: serifItalics, blatt: serifItalics, klar: font('source-sans-3-italic-german.woff2') },
  }
  return { render, assets }
}

let loading: Promise<BuiltSite> | undefined

/** The built site (`npm run build`), loaded with the first page; retried while it is missing. */
export function builtSite(): Promise<BuiltSite> {
  loading ??= load()
  loading.catch(() => (loading = undefined))
  return loading
}
