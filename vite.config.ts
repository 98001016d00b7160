import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, minifySync, transformWithOxc, type Plugin } from 'vite'

import { MANIFEST } from './src/admin/worker/manifest.ts'

const tokens = new URL('src/styles/tokens.css', import.meta.url)
const themeBootSource = new URL('src/admin/theme-boot.ts', import.meta.url)

async function readThemeBoot(): Promise<string> {
  return (await transformWithOxc(await readFile(themeBootSource, 'utf8'), 'theme-boot.ts')).code
}

/**
 * Puts the theme in force before the first paint (SHELL-5): a small blocking script with a hashed file name, since the
 * content security policy allows no inline script and module scripts run after the first paint.
 */
function themeBoot(): Plugin {
  let fileName = 'assets/theme-boot.js'
  let code = ''
  return {
    name: 'theme-boot',
    async buildStart() {
      code = minifySync('theme-boot.js', await readThemeBoot()).code
      fileName = `assets/theme-boot-${createHash('sha256').update(code).digest('hex').slice(0, 8)}.js`
    },
    configureServer(server) {
      server.middlewares.use(`/${fileName}`, (_request, response, next) => {
        readThemeBoot().then((script) => response.setHeader('Content-Type', 'text/javascript').end(script), next)
      })
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source: code })
    },
    transformIndexHtml() {
      return [{ tag: 'script', attrs: { src: `/${fileName}` }, injectTo: 'head-prepend' }]
    },
  }
}

/** Lists all code of the app in a file, and names it in the page: what is fetched ahead, once the first screen stands. */
function codeList(): Plugin {
  let fileName = ''
  return {
    name: 'code-list',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const files = Object.keys(bundle).filter((file) => /^assets\/.*\.(?:js|css)$/.test(file))
        const source = JSON.stringify(files.map((file) => `/${file}`))
        fileName = `assets/code-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.json`
        this.emitFile({ type: 'asset', fileName, source })
        const page = bundle['index.html']
        if (page?.type !== 'asset') throw new Error('The page is missing from the bundle')
        page.source = String(page.source).replace('</head>', `  <meta name="code" content="/${fileName}" />\n  </head>`)
      },
    },
  }
}

/** The worker of the admin app, `/admin/sw.js`: a classic script under a name of its own, without imports. */
function worker(): Plugin {
  const source = new URL('src/admin/worker/worker.ts', import.meta.url)
  return {
    name: 'worker',
    async generateBundle() {
      const { code } = await transformWithOxc(await readFile(source, 'utf8'), 'worker.ts')
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: minifySync('sw.js', code).code })
    },
  }
}

/** What makes the app installable, `/admin/manifest.webmanifest`; its icons are the sign of the site on the page colour. */
function manifest(): Plugin {
  return {
    name: 'manifest',
    async generateBundle() {
      const [, paper] = /--page: (.*?);/.exec(await readFile(tokens, 'utf8')) ?? []
      const source = JSON.stringify({ ...MANIFEST, background_color: paper, theme_color: paper })
      this.emitFile({ type: 'asset', fileName: 'manifest.webmanifest', source })
    },
  }
}

const ICON = /lucide-react.*icons/
const SOURCES = fileURLToPath(new URL('src/', import.meta.url))

/**
 * What the app starts with lies in two files, packages in the one below, and icons that the same screens draw in files of theirs:
 * left alone, the bundler makes dozens of files of a few lines, which compress badly and are asked for one by one.
 */
function codeGroups() {
  let start: Set<string> | undefined
  const startCode = {
    debugName: 'start',
    priority: 2,
    name(id: string, context: { getModuleInfo: (id: string) => { importedIds: readonly string[] } | null }) {
      start ??= reachedFrom(join(SOURCES, 'admin/main.tsx'), (from) => context.getModuleInfo(from))
      if (!start.has(id) || ICON.test(id)) return null
      return id.startsWith(SOURCES) ? 'start' : 'base'
    },
  }
  return [
    startCode,
    { name: 'icons', test: ICON, priority: 1, entriesAware: true, entriesAwareMergeThreshold: 6 * 1024 },
  ]
}

/** All that is imported from `first` on, `import()` left out. */
function reachedFrom(first: string, look: (id: string) => { importedIds: readonly string[] } | null): Set<string> {
  const reached = new Set<string>()
  const open = [first]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (reached.has(id)) continue
    reached.add(id)
    open.push(...(look(id)?.importedIds ?? []))
  }
  return reached
}

/** Refuses files that wait for each other: one of them would begin with what the other has not made yet. */
function noCircles(): Plugin {
  return {
    name: 'no-circles',
    generateBundle(_options, bundle) {
      const done = new Set<string>()
      const visit = (file: string, way: readonly string[]) => {
        if (way.includes(file)) throw new Error(`Built files import each other: ${[...way, file].join(' → ')}`)
        if (done.has(file)) return
        const chunk = bundle[file]
        for (const next of chunk?.type === 'chunk' ? chunk.imports : []) visit(next, [...way, file])
        done.add(file)
      }
      for (const file of Object.keys(bundle)) visit(file, [])
    },
  }
}

export default defineConfig({
  root: new URL('src/admin', import.meta.url).pathname,
  publicDir: false,
  plugins: [themeBoot(), react(), tailwindcss(), codeList(), noCircles(), worker(), manifest()],
  build: {
    outDir: new URL('dist/admin', import.meta.url).pathname,
    emptyOutDir: true,
    assetsDir: 'assets',
    // The site's and the admin app's files share the folder /assets; fonts stay files, so that the policy needs no data:.
    assetsInlineLimit: 0,
    target: 'es2023',
    rolldownOptions: {
      output: {
        codeSplitting: { includeDependenciesRecursively: false, groups: codeGroups() },
        // The bundler adds who shares a file; the server gives out plain names alone.
        chunkFileNames: ({ name }) => `assets/${name.replace(/~.*/, '')}-[hash].js`,
      },
    },
  },
})
