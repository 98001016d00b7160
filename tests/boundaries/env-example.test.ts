import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { AUTH_LIMITS } from '../../src/server/people/auth/account/limits.ts'
import { CALENDAR_LIMITS } from '../../src/server/desk/calendar/subscription.routes.ts'
import { CONFIG_NAMES, readConfig } from '../../src/server/config.ts'
import { PREVIEW_LIMITS } from '../../src/server/readers/site/preview.routes.ts'

const root = join(import.meta.dirname, '..', '..')
const text = readFileSync(join(root, '.env.example'), 'utf8')
const values = parseEnv(text) as Record<string, string>

test('.env.example names every variable of the configuration, and no other', () => {
  expect(Object.keys(values).sort()).toEqual([...CONFIG_NAMES].sort())
})

test('.env.example shows the defaults', () => {
  expect(readConfig(values)).toEqual(readConfig({}))
})

test('.env.example shows every limit with its default', () => {
  const shown = [...text.matchAll(/^# AUTH_RATE_LIMIT_(\w+)=(\d+)\/(\d+)$/gm)].map(([, name, count, seconds]) => [
    name?.toLowerCase(),
    { count: Number(count), seconds: Number(seconds) },
  ])
  expect(Object.fromEntries(shown)).toEqual({ ...AUTH_LIMITS, ...PREVIEW_LIMITS, ...CALENDAR_LIMITS })
})

test('docs/reference/environment.md names every variable of the configuration', () => {
  const page = readFileSync(join(root, 'docs', 'reference', 'environment.md'), 'utf8')
  expect(CONFIG_NAMES.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
})
