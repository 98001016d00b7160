import { defineConfig } from 'vite'

/** Browsers of which the public stylesheet and script may expect nesting, `oklch()` and range queries. */
const TARGET = ['chrome123', 'edge123', 'firefox128', 'safari17.5']

/**
 * The public pages: one script with its stylesheet and fonts for browsers (`dist/site/assets`, named by
 * `dist/site/manifest.json`) and the pages themselves for the server (`dist/site/entry-server.js`).
 */
export default defineConfig({
  publicDir: false,
  builder: {
    async buildApp(builder) {
      await builder.build(builder.environments.client!)
      await builder.build(builder.environments.ssr!)
    },
  },
  environments: {
    client: {
      build: {
        outDir: 'dist/site',
        emptyOutDir: true,
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
    },
    ssr: {
      // React goes into the bundle in its production form, whatever NODE_ENV says at run time
      resolve: { noExternal: true },
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        outDir: 'dist/site',
        emptyOutDir: false,
        ssr: true,
        target: 'node24',
        minify: true,
        rolldownOptions: { input: 'src/site/entry-server.tsx', output: { entryFileNames: 'entry-server.js' } },
      },
    },
  },
})
