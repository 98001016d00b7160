#!/usr/bin/env node
// The door every npm script goes through: `node scripts/run.mjs [--no-build] <file> [arguments]`. Runs on any Node from 20
// on, sees to packages and build (./prepare.mjs), then hands over to Node 24. `--build` alone builds, stale or not. Plain
// JavaScript without packages, since nothing is installed yet when it runs for the first time.
import { handOver } from './hand-over.mjs'
import { prepare, rebuild } from './prepare.mjs'

const args = process.argv.slice(2)
const option = args[0]?.startsWith('--') ? args.shift() : undefined
if ((option !== '--build' && args.length === 0) || !['--build', '--no-build', undefined].includes(option)) {
  console.error('Usage: node scripts/run.mjs [--no-build] <file> [arguments], or node scripts/run.mjs --build')
  process.exit(2)
}

try {
  const node = await prepare({ build: option === undefined })
  if (option === '--build') await rebuild()
  else handOver(node, args)
} catch (error) {
  // What is thrown on purpose carries the whole story in its message; a stack would only hide it.
  console.error(error?.expected ? error.message : error)
  process.exit(1)
}
