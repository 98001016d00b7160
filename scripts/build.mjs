// What browsers and the site's renderer get, into dist/. The server itself needs no build. Runs on Node 24 with packages
// installed; `npm run build` and ./prepare.mjs call it.
import { join } from 'node:path'
import { build } from 'vite'
import { root } from './root.mjs'

const admin = join(root, 'vite.config.ts')
const site = join(root, 'vite.site.config.ts')

await build({ root, configFile: admin, logLevel: 'warn' })
await build({ root, configFile: site, logLevel: 'warn' })
// After the client, whose manifest the renderer's markup names.
await build({ root, configFile: site, logLevel: 'warn', build: { ssr: true } })
