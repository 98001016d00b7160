// What browsers and the site's renderer get, into dist/. The server itself needs no build. Runs on Node 24 with packages
// installed; `npm run build` and ./prepare.mjs call it.
import { join } from 'node:path'
import { build, createBuilder } from 'vite'
import { root } from './root.mjs'

process.chdir(root)
await build({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn' })
// One run for the site's client and its renderer, whose markup names the client's files.
const site = await createBuilder({ configFile: join(root, 'vite.site.config.ts'), logLevel: 'warn' })
await site.buildApp()
