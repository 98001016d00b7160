// What browsers and the site's renderer get, into dist/. The server itself needs no build. Runs on Node 24 with packages
// installed; `npm run build` and ./prepare.mjs call it.
import { join } from 'node:path'
import { build } from 'vite'
import { root } from './root.mjs'

process.chdir(root)

/** The admin app, into dist/admin. */
export const buildAdmin = (options = {}) =>
  build({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn', ...options })

/** The site, into dist/site: what browsers get, then the renderer, whose markup names it. */
export async function buildSite() {
  const configFile = join(root, 'vite.site.config.ts')
  await build({ configFile, logLevel: 'warn' })
  await build({ configFile, logLevel: 'warn', build: { ssr: true } })
}

if (process.argv[1] === import.meta.filename) {
  await buildAdmin()
  await buildSite()
}
