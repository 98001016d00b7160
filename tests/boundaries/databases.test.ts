import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { WITHOUT_DATABASE } from '../../vitest.config.ts'

const root = join(import.meta.dirname, '..', '..')

test('a test file that runs on SQLite alone has no test for one of the databases, which would never run', () => {
  const asking = WITHOUT_DATABASE.filter((path) => /\bDIALECT\b/.test(readFileSync(join(root, path), 'utf8')))
  expect(asking).toEqual([])
})
