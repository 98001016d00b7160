// What browsers and the site's renderer get and the server, into dist/. Runs on Node 24 with packages installed; `npm run
// build` and ./prepare.mjs call it with the parts that are to be built, `browsers` and `server`.
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'
import decompress from 'woff2-encoder/decompress'
import { buildServer } from './build-server.mjs'
import { root } from './root.mjs'

process.chdir(root)

/** The admin app, into dist/admin. */
export const buildAdmin = (options = {}) =>
  build({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn', ...options })

/** The site, into dist/site: what browsers get, then the renderer, whose markup names it. */
export async function buildSite() {
  const configFile = join(root, 'vite.site.config.ts')
  await build({ configFile, logLevel: 'warn' })
  await build({ configFile, logLevel: 'warn', mode: 'preview' })
  await build({ configFile, logLevel: 'warn', mode: 'styles' })
  await build({ configFile, logLevel: 'warn', build: { ssr: true } })
  await unpackFonts()
}

/** The site's fonts as cards are drawn with them, into dist/fonts: what unpacks them would hold 17 MB in each server that draws. */
async function unpackFonts() {
  const outDir = join(root, 'dist', 'fonts')
  await mkdir(outDir, { recursive: true })
  for (const family of ['source-serif-4', 'inter'])
    for (const subset of ['latin', 'latin-ext', 'cyrillic', 'greek', 'vietnamese']) {
      const name = `${family}-${subset}-opsz-normal`
      const packed = fileURLToPath(import.meta.resolve(`@fontsource-variable/${family}/files/${name}.woff2`))
      await writeFile(join(outDir, `${name}.ttf`), await decompress(await readFile(packed)))
    }
}

/** The browser extension, into dist/extension: a plain script for each of its pages, everything else as it is. */
export async function buildExtension() {
  const from = join(root, 'src', 'extension')
  const outDir = join(root, 'dist', 'extension')
  await mkdir(outDir, { recursive: true })
  for (const name of await readdir(from)) {
    if (!name.endsWith('.ts')) await copyFile(join(from, name), join(outDir, name))
    else if (existsSync(join(from, name.replace(/ts$/, 'html'))))
      await build({
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        build: {
          outDir,
          emptyOutDir: false,
          // Who packs it can read it.
          minify: false,
          target: 'chrome120',
          rolldownOptions: {
            input: join(from, name),
            // A classic script again: it imports nothing, and its functions can be called from the page's console.
            output: { format: 'es', banner: "'use strict'", entryFileNames: name.replace(/ts$/, 'js') },
          },
        },
      })
  }
}

/** Puts compressed forms beside what browsers get, so that no start of the server does it again. */
async function compressAssets(part) {
  const folder = join(root, 'dist', part, 'assets')
  const names = (await readdir(folder)).filter((name) => /\.(?:js|css|svg|json)$/.test(name))
  await Promise.all(
    names.map(async (name) => {
      const plain = await readFile(join(folder, name))
      const br = await promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
      await writeFile(join(folder, `${name}.br`), br)
      await writeFile(join(folder, `${name}.gz`), await promisify(gzip)(plain, { level: 9 }))
    }),
  )
}

if (process.argv[1] === import.meta.filename) {
  const parts = process.argv.slice(2)
  if (parts.includes('browsers')) {
    await buildAdmin()
    await buildSite()
    await buildExtension()
    await compressAssets('admin')
    await compressAssets('site')
  }
  if (parts.includes('server')) await buildServer()
}
