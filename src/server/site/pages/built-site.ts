import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type * as entryServer from '../../../site/entry-server.tsx'
import type { Assets } from '../../../site/page-props.ts'

type Renderer = typeof entryServer
type Manifest = Record<string, { file: string }>

export interface BuiltSite {
  render: Renderer
  assets: Assets
}

const BUILT = join(import.meta.dirname, '..', '..', '..', '..', 'dist', 'site')
/** The faces that the first line of every page needs. */
const FIRST_FONTS = ['source-serif-4-latin-opsz-normal.woff2', 'inter-latin-opsz-normal.woff2']

async function load(): Promise<BuiltSite> {
  const manifest = JSON.parse(await readFile(join(BUILT, 'manifest.json'), 'utf8')) as Manifest
  const address = (match: (source: string) => boolean): string => {
    const source = Object.keys(manifest).find(match)
    if (source === undefined)
      throw new Error('dist/site/manifest.json does not name all files of the site: npm run build')
    return `/${manifest[source]!.file}`
  }
  const render = (await import(pathToFileURL(join(BUILT, 'entry-server.js')).href)) as Renderer
  const assets = {
    script: address((source) => source === 'src/site/client.ts'),
    style: address((source) => source === 'style.css'),
    fonts: FIRST_FONTS.map((font) => address((source) => source.endsWith(`/${font}`))),
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
