import { readFile } from 'node:fs/promises'
import { runInNewContext } from 'node:vm'
import { transformWithOxc } from 'vite'
import { expect, test } from 'vitest'
import { effectiveTheme, THEMES } from './theme.ts'

const source = await readFile(new URL('../theme-boot.ts', import.meta.url), 'utf8')
const { code } = await transformWithOxc(source, 'theme-boot.ts')

/** Runs the script of the first paint with a stored choice and a system, and gives back the theme it set. */
function boot(stored: string | null, systemIsLight: boolean): string | undefined {
  const dataset: { theme?: string } = {}
  runInNewContext(code, {
    localStorage: { getItem: () => stored },
    matchMedia: () => ({ matches: systemIsLight }),
    document: { documentElement: { dataset } },
  })
  return dataset.theme
}

test('[SHELL-5] the script before the first paint and the app agree on every choice', () => {
  for (const theme of THEMES) {
    for (const systemIsLight of [true, false]) {
      expect(boot(theme, systemIsLight)).toBe(effectiveTheme(theme, systemIsLight))
    }
  }
})

test('[SHELL-5] without a choice, or with one nobody knows, the theme is dark', () => {
  expect(boot(null, true)).toBe('dark')
  expect(boot('purple', true)).toBe('dark')
})
