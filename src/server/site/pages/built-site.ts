import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { TypePairing } from '../../../contract/appearance.ts'
import type * as entryServer from '../../../site/entry-server.tsx'
import type { Assets } from '../../../site/page-props.ts'

type Renderer = typeof entryServer
type Manifest = Record<string, { file: string }>

/** Addresses of what was built; which fonts a page starts with depends on the type pairing. */
export type BuiltAssets = Omit<Assets, 'fonts'> & { fontsOf: Record<TypePairing, string[]> }

export interface BuiltSite {
  render: Renderer
  assets: BuiltAssets
}

const BUILT = join(import.meta.dirname, '..', '..', '..', '..', 'dist', 'site')
/** The faces that the first line of every page needs. */
const SERIF = ['source-serif-4-latin-opsz-normal.woff2', 'inter-latin-opsz-normal.woff2']
const FIRST_FONTS: Record<TypePairing, string[]> = {
  buch: SERIF,
  blatt: SERIF,
  klar: ['source-sans-3-latin-wght-normal.woff2', 'inter-latin-opsz-normal.woff2'],
}

async function load(): Promise<BuiltSite> {
  const manifest = JSON.parse(await readFile(join(BUILT, 'manifest.json'), 'utf8')) as Manifest
  const address = (match: (source: string) => boolean): string => {
    const source = Object.keys(manifest).find(match)
    if (source === undefined)
      throw new Error('dist/site/manifest.json does not name all files of the site: npm run build')
    return `/${manifest[source]!.file}`
  }
  const render = (await import(pathToFileURL(join(BUILT, 'entry-server.js')).href)) as Renderer
  const fonts = (names: string[]) => names.map((font) => address((source) => source.endsWith(`/${font}`)))
  const assets = {
    script: address((source) => source === 'src/site/client.ts'),
    style: address((source) => source === 'style.css'),
    fontsOf: { buch: fonts(FIRST_FONTS.buch), blatt: fonts(FIRST_FONTS.blatt), klar: fonts(FIRST_FONTS.klar) },
  }
  return { render, assets }
}

let loading: Promise<BuiltSite> | undefined

/** The built site (`npm run build`), loaded with the first page; tried again where it was missing. */
export function builtSite(): Promise<BuiltSite> {
  loading ??= load()
  loading.catch(() => (loading = undefined))
  return loading
}
