import patterns from 'hyphen/patterns/de-1996.js'
import { defineConfig, type Plugin, type UserConfig } from 'vite'

/** Browsers of which the public stylesheet and script may expect nesting, `oklch()` and range queries. */
const TARGET = ['chrome123', 'edge123', 'firefox128', 'safari17.5']

/** One script with its stylesheet and fonts, named by `dist/site/manifest.json`. */
const browsers: UserConfig = {
  publicDir: false,
  build: {
    outDir: 'dist/site',
    manifest: 'manifest.json',
    target: TARGET,
    cssTarget: TARGET,
    cssMinify: 'lightningcss',
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: {
      input: 'src/site/client.ts',
      // a classic script: it has to run before the first paint, which modules never do
      output: {
        format: 'iife',
        entryFileNames: 'assets/site-[hash].js',
        assetFileNames: 'assets/[name]-[hash][extname]',
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

/** The public pages: `vite build` makes what browsers get, `vite build --ssr` what the server renders with. */
export default defineConfig(({ isSsrBuild }) => (isSsrBuild ? server : browsers))
