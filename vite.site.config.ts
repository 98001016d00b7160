import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import patterns from 'hyphen/patterns/de-1996.js'
import { defineConfig, type Plugin, type UserConfig } from 'vite'

/** Browsers of which the public stylesheet and script may expect nesting, `oklch()` and range queries. */
const TARGET = ['chrome123', 'edge123', 'firefox128', 'safari17.5']

/** One script, named by a manifest in `dist/site`. That of all pages is built first. */
const script = (name: 'client' | 'preview-client', manifest: string): UserConfig => ({
  publicDir: false,
  build: {
    outDir: 'dist/site',
    emptyOutDir: name === 'client',
    manifest,
    target: TARGET,
    modulePreload: false,
    rolldownOptions: {
      input: `src/site/${name}.ts`,
      // a classic script: it has to run before the first paint, which modules never do
      output: {
        format: 'iife',
        entryFileNames: `assets/${name === 'client' ? 'site' : 'preview'}-[hash].js`,
        assetFileNames: 'assets/[name]-[hash][extname]',
      },
    },
  },
})

const SHEETS = new URL('./src/styles/site/', import.meta.url)

/**
 * A stylesheet for each type pairing and kind of page, with its fonts, and further ones for what some pages hold; named by
 * `dist/site/styles.json`. The names of fonts in it are short, since every reader loads them with each sheet.
 */
const styles: UserConfig = {
  publicDir: false,
  base: './',
  build: {
    outDir: 'dist/site',
    emptyOutDir: false,
    manifest: 'styles.json',
    cssTarget: TARGET,
    cssMinify: 'lightningcss',
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: readdirSync(SHEETS).map((name) => fileURLToPath(new URL(name, SHEETS))),
      output: {
        assetFileNames: ({ names }) =>
          names.some((name) => name.endsWith('.woff2')) ? 'assets/[hash:6][extname]' : 'assets/[name]-[hash][extname]',
      },
    },
  },
}

/** German hyphenation patterns as `dist/site/hyphenation-de.json`, for soft hyphens in headlines. */
const germanPatterns: Plugin = {
  name: 'german-patterns',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'hyphenation-de.json', source: JSON.stringify(patterns) })
  },
}

/** The pages themselves as `dist/site/entry-server.js`. */
const server: UserConfig = {
  publicDir: false,
  plugins: [germanPatterns],
  // React goes into the bundle in its production form, whatever NODE_ENV says at run time
  ssr: { noExternal: true },
  define: { 'process.env.NODE_ENV': '"production"' },
  build: {
    outDir: 'dist/site',
    emptyOutDir: false,
    ssr: true,
    target: 'node24',
    minify: true,
    rolldownOptions: { input: 'src/site/entry-server.tsx', output: { entryFileNames: 'entry-server.js' } },
  },
}

/**
 * The public pages: `vite build` makes the script, `--mode preview` that of previews alone, `--mode styles` the styles, `--ssr` what the
 * server renders with.
 */
export default defineConfig(({ isSsrBuild, mode }) => {
  if (isSsrBuild) return server
  if (mode === 'styles') return styles
  return mode === 'preview' ? script('preview-client', 'preview.json') : script('client', 'manifest.json')
})
